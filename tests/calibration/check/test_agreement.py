"""Whether known positions are read as what they are said to be, and what they are refused for."""

import pytest

from calibration.calibrate import calibrate
from calibration.evaluate.evaluation import START
from calibration.training_set import KnownPicture, TrainingSet
from companion.board.spec import BoardSpec
from tests.support.drawn_board import CORNERS_PX, Scene, draw, setup


@pytest.mark.parametrize("height_mm", [12.0, 16.0])
def test_the_sides_of_tall_counters_are_no_hand_over_the_board(height_mm: float) -> None:
    spec = BoardSpec(counter_height_mm=height_mm)
    empty, start = (
        draw(Scene(counters, spec=spec, seat_a_bgr=(14, 14, 14), seat_b_bgr=(180, 180, 180), grain=1.0))
        for counters in ([], setup(spec))
    )
    training = TrainingSet(
        spec, ("empty", empty), (KnownPicture("start", start, START),), corners_px=CORNERS_PX
    )
    _, quality = calibrate(training, finely=False)
    assert not quality.remarks
    assert quality.confidence == 1
