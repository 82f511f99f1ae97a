"""Brightness of a picture, and its limits.

Frames too dark to read are refused; the light at calibration has to leave room for worse light later; and
people who set up a station are advised where there is little room for either.
"""

import numpy as np

from vision.arrays import Picture

MIN_READ_LEVEL = 8
"""Median grey level below which a frame is too dark to read."""

MIN_LEARN_LEVEL = 12.0
"""Median grey level of the bare board below which dark counters can't be distinguished from it."""

MIN_ADVISED_LEVEL, MAX_ADVISED_LEVEL = 40, 220
"""Median grey levels between which there is room for dark and bright counters."""


def subsample(picture: Picture) -> Picture:
    """Return enough pixels of a picture (H, W, 3) for its median levels."""
    return picture[::8, ::8]


def middle_level(picture: Picture) -> int:
    """Return the median grey level of a picture (H, W, 3) BGR, from some of its green pixels."""
    return middle_levels(picture)[1]


def middle_levels(picture: Picture) -> tuple[int, int, int]:
    """Return the median level of each channel of a picture (H, W, 3) BGR, from some pixels."""
    some = subsample(picture).reshape(-1, 3)
    blue, green, red = np.partition(some, len(some) // 2, axis=0)[len(some) // 2].tolist()
    return blue, green, red
