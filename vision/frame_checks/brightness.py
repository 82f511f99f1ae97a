"""How bright a picture is, and how bright it must be: to be read, to be learned from, or to need no advice.

The three limits answer three questions. A frame is refused only where nothing can be read in it; what is
learned has to serve in worse light than its own; and whoever sets a station up is told of light that leaves
little room for either.
"""

import numpy as np

from vision.arrays import Picture

MIN_READ_LEVEL = 8
"""Middle level below which all channels of a frame are too dark to read, and a pixel's grey level below which
it tells nothing. Too bright they are where the camera clips them."""

MIN_LEARN_LEVEL = 12.0
"""Median grey level of the bare board, in all its colours, below which nothing dark can be told from it."""

MIN_ADVISED_LEVEL, MAX_ADVISED_LEVEL = 40, 220
"""Middle grey levels between which there is room for dark and bright counters."""


def subsample(picture: Picture) -> Picture:
    """The pixels of a picture (H, W, 3) that are enough to tell how light it is in the middle."""
    return picture[::8, ::8]


def middle_level(picture: Picture) -> int:
    """The grey level in the middle of those in a picture (H, W, 3) BGR, told by some of its green ones."""
    return middle_levels(picture)[1]


def middle_levels(picture: Picture) -> tuple[int, int, int]:
    """The level in the middle of those in each channel of a picture (H, W, 3) BGR, told by some pixels."""
    some = subsample(picture).reshape(-1, 3)
    blue, green, red = np.partition(some, len(some) // 2, axis=0)[len(some) // 2].tolist()
    return blue, green, red
