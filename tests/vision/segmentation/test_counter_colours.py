"""Whose counter a colour speaks for, also where it is too bright for the camera to tell."""

import numpy as np
import pytest

from calibration.calibrate import calibrate
from calibration.evaluate.evaluation import START
from calibration.training_set import KnownPicture, TrainingSet
from companion.board.spec import BoardSpec
from tests.support.drawn_board import CORNERS_PX, Scene, draw, setup
from vision.photometry.opponent_colours import colour_cells
from vision.segmentation.counter_colours import QUARTERS, CounterColours, counter_mask

WHITE, PALE_GREEN, BLACK = (250, 250, 250), (205, 240, 215), (40, 40, 40)


@pytest.mark.parametrize(
    ("b_bgr", "least", "most"), [(PALE_GREEN, -0.7, 0.7), (BLACK, 2.0, 4.0)], ids=["pale", "black"]
)
def test_what_is_clipped_speaks_for_a_seat_only_as_far_as_its_brightness_does(
    b_bgr: tuple[int, int, int], least: float, most: float
) -> None:
    known = KnownPicture("setup", draw(Scene(setup(), seed=1, seat_a_bgr=WHITE, seat_b_bgr=b_bgr)), START)
    training = TrainingSet(BoardSpec(), ("empty", draw(Scene())), (known,), corners_px=CORNERS_PX)
    calibration = calibrate(training, finely=False)[0]
    colours = CounterColours(calibration)
    white = colour_cells(np.median(calibration.counters.a.patches[:, counter_mask()], axis=1))
    for quarter in range(QUARTERS):
        quarters = np.full(white.shape, quarter)
        told, clipped = (
            colours.a_not_b(white.astype(np.uint16), np.full(white.shape, is_clipped), quarters)
            for is_clipped in (False, True)
        )
        assert told.min() > 1
        assert least < clipped.min()
        assert clipped.max() <= most
