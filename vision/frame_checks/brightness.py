"""How bright a picture is, and how bright it must be: to be read, to be learned from, or to need no advice.

The three limits answer three questions. A frame is refused only where nothing can be read in it; what is
learned has to serve in worse light than its own; and whoever sets a station up is told of light that leaves
little room for either.
"""

import numpy as np

from vision.arrays import Picture

DARKEST_READ, BRIGHTEST_READ = 8, 250
"""Middle grey level beyond which a frame is too dark or too bright to read, and a pixel tells nothing."""

DARKEST_LEARNED = 12.0
"""Median grey level of the bare board, in all its colours, below which nothing dark can be told from it."""

DARKEST_ADVISED, BRIGHTEST_ADVISED = 40, 220
"""Middle grey levels between which there is room for dark and bright counters."""


def middle_level(picture: Picture) -> int:
    """The grey level in the middle of those in a picture (H, W, 3) BGR, told by some of its green ones."""
    greens = picture[::8, ::8, 1].ravel()
    return int(np.partition(greens, greens.size // 2)[greens.size // 2])
