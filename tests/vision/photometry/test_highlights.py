"""Bright light: how much of a difference rolling off and clipping may have made."""

import numpy as np
import pytest

from vision.calibration import Calibration
from vision.photometry.highlights import CLIPPED, Highlights


@pytest.mark.parametrize(
    ("level", "difference", "left"),
    [
        (150, -0.5, -0.5),
        (200, -0.5, -0.5),
        (245, -0.5, -0.4),
        (245, -0.05, 0.0),
        (250, -0.5, 0.0),
        (255, -1.5, -0.5),
        (255, 0.5, 0.5),
    ],
)
def test_a_bright_picture_may_show_less_light_than_has_come(
    calibration: Calibration, level: int, difference: float, left: float
) -> None:
    reference = calibration.board.reference
    differences = np.full(reference.shape, difference, np.float32)
    explained = Highlights(calibration.board).explain(np.full_like(reference, level), differences)
    assert np.median(explained) == pytest.approx(left, abs=1e-6)


@pytest.mark.parametrize(("share", "matters"), [(0.0, False), (0.007, False), (0.02, True)])
def test_hardly_any_clipped_board_does_not_matter(
    calibration: Calibration, share: float, matters: bool
) -> None:
    board = calibration.board
    picture = np.full_like(board.reference, 100)
    on_board = picture[board.extent]
    on_board[: round(share * len(on_board))] = CLIPPED
    clipped = Highlights(board).clipped(picture)
    assert (clipped is not None) is matters
