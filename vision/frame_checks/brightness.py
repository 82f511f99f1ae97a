"""Brightness and colours of a picture, and their limits.

Frames too dark to read are refused; the light at calibration has to leave room for worse light later; and
people who set up a station are advised where there is little room for either.
"""

import numpy as np

from vision.arrays import Picture
from vision.photometry.opponent_colours import CLIPPED

MIN_LEVEL = 12
"""Median grey level of the board below which dark counters can't be distinguished from it."""

MIN_ADVISED_LEVEL, MAX_ADVISED_LEVEL = 40, 220
"""Median grey levels between which there is room for dark and bright counters."""

MIN_COLOUR_SHARE = 0.4
"""Share of its own colour that a board has to keep in a picture. Coloured lamps and a seventh of the light
left 0.6 or more of it; in pictures faded to a seventh of their colour, boards were misread."""

MIN_BOARD_CHROMA = 12  # minimum difference between the channels of a board that has a colour


MAX_GREY_CHROMA = 2  # maximum difference between the channels of a grey picture, from a JPEG's rounding
MIN_EXPOSED = 0.1  # minimum share of a picture that is not overexposed, for its colours to be judged


def subsample(picture: Picture) -> Picture:
    """Return enough pixels of a picture (H, W, 3) for its median levels."""
    return picture[::8, ::8]


def lost_colours(picture: Picture, reference: Picture) -> bool:
    """True if a picture (H, W, 3) of a board is grey, or nearly, and its reference is not.

    A grey board may be read without colours: there, black and white counters differ enough.
    """
    own = float(np.median(np.ptp(subsample(reference), axis=2)))
    # What is overexposed has lost its colour to the light.
    shown = subsample(picture)
    exposed = shown[(shown < CLIPPED).all(axis=2)]
    if len(exposed) < MIN_EXPOSED * shown[..., 0].size:
        return False
    # In less light all channels differ by less; a JPEG's rounding leaves a grey picture 1 or 2 levels.
    lit = own * max(middle_levels(picture)) / max(*middle_levels(reference), 1)
    left = float(np.quantile(np.ptp(exposed, axis=1), 0.99))
    return own >= MIN_BOARD_CHROMA and left <= MIN_COLOUR_SHARE * max(lit, MIN_BOARD_CHROMA)


def is_grey(picture: Picture) -> bool:
    """True if a picture (H, W, 3) has no colours anywhere, not even a sensor's noise."""
    return float(np.quantile(np.ptp(subsample(picture), axis=2), 0.99)) <= MAX_GREY_CHROMA


def middle_level(picture: Picture) -> int:
    """Return the median grey level of a picture (H, W, 3) BGR, from some of its green pixels."""
    return middle_levels(picture)[1]


def middle_levels(picture: Picture) -> tuple[int, int, int]:
    """Return the median level of each channel of a picture (H, W, 3) BGR, from some pixels."""
    some = subsample(picture).reshape(-1, 3)
    blue, green, red = np.partition(some, len(some) // 2, axis=0)[len(some) // 2].tolist()
    return blue, green, red
