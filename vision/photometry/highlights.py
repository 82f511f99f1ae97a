"""Bright light, which cameras roll off and clip, so that a change of light seems smaller than it is."""

import cv2
import numpy as np

from vision.arrays import Floats, Mask, Picture
from vision.photometry.board_raster import BoardRaster
from vision.photometry.opponent_colours import DARK_OFFSET

CLIPPED = 250
"""From which grey level on light may be any brighter."""

DAZZLING = 245
"""From which grey level of all colours on a camera hardly tells bright things from each other."""

ROLLED_OFF = np.interp(np.arange(256), (200, 245, CLIPPED), (0.0, 0.1, 1.0)).astype(np.float32)
"""How much brighter, as a logarithm, light may be than each grey level tells."""

LEAST_CLIPPED_SHARE = 0.01
"""Share of the board's blue, green and red that has to be clipped to matter."""

BLIND_COUNTERS = 0.5
"""Counters' areas of clipped board that would hide a bright counter."""


class Highlights:
    """Allows for clipped light, in a picture or in the reference, where the light on a board has changed."""

    def __init__(self, board: BoardRaster) -> None:
        self._reference = board.reference
        self._extent = board.extent
        self._blind_px = BLIND_COUNTERS * np.pi / 4 * board.counter_px**2

    def clipped(self, picture: Picture) -> Mask | None:
        """Where (h, w, 3) a rectified picture, or the reference, is clipped; None if hardly anywhere."""
        clipped = (picture >= CLIPPED) | (self._reference >= CLIPPED)
        on_board = clipped[self._extent]
        return clipped if np.count_nonzero(on_board) > LEAST_CLIPPED_SHARE * on_board.size else None

    def are_blinding(self, picture: Picture, expected: Floats) -> bool:
        """Whether board is so bright, as expected (h, w, 3) in logarithms, that it hides bright counters."""
        blind = (picture >= CLIPPED) & (expected >= np.log(CLIPPED + DARK_OFFSET))
        return bool(np.count_nonzero(blind[self._extent].all(axis=2)) > self._blind_px)

    def explain(self, picture: Picture, differences: Floats) -> Floats:
        """Differences (h, w, 3), of logarithms of B, G and R, less what rolling bright light off may make.

        Where the picture is bright, more light may have come than it shows; where the reference is, more had.
        """
        darker = np.minimum(differences + cv2.LUT(picture, ROLLED_OFF), 0)
        brighter = np.maximum(differences - cv2.LUT(self._reference, ROLLED_OFF), 0)
        return np.asarray(np.where(differences < 0, darker, brighter), np.float32)
