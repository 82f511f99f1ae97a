"""The colours of board and counters, out of what a station has learned of them."""

import numpy as np
from numpy.typing import NDArray

from companion.interface.looks import Rgb, TableColours
from vision.arrays import Floats
from vision.calibration import Calibration
from vision.photometry.opponent_colours import DARK_OFFSET, bgr_from_opponent_log

INNER = slice(4, -4)
"""The rows and columns of a counter's small picture that surely show the counter."""


def table_colours(calibration: Calibration) -> TableColours:
    """The colours that most of the bare board and of each seat's counters have in the camera's pictures."""
    board = calibration.board
    shown = board.known & board.area
    bare = np.median(board.reference_log[shown if shown.any() else board.area], axis=0)

    def counter(patches: Floats) -> Rgb:
        inner = patches[:, INNER, INNER].reshape(-1, 3)
        return _rgb(bare + np.median(inner[np.isfinite(inner).all(axis=1)], axis=0))

    return TableColours(_rgb(bare), calibration.counters.map(lambda model: counter(model.patches)))


def _rgb(opponent: NDArray[np.floating]) -> Rgb:
    blue, green, red = (
        int(value) for value in np.clip(bgr_from_opponent_log(opponent, 1.0) - DARK_OFFSET, 0, 255)
    )
    return red, green, blue
