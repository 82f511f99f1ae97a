"""Whose counter a colour speaks for, also where it is too bright for the camera to tell."""

import numpy as np
import pytest

from calibration.calibrate import calibrate
from calibration.training_set import KnownPicture, TrainingSet
from companion.board.spec import BoardSpec
from companion.game.board import PerSeat, Seat
from five_lines_lab.evaluation.evaluation import START
from tests.support.drawn_board import CORNERS_PX, Scene, draw, setup
from vision.arrays import Floats
from vision.photometry.opponent_colours import BGR_TO_OPPONENT, colour_cells
from vision.segmentation.counter_colours import CounterColours, counter_mask

WHITE, PALE_GREEN, BLACK = (250, 250, 250), (205, 240, 215), (40, 40, 40)


@pytest.mark.slow
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
    told, clipped = (
        colours.a_not_b(white.astype(np.uint16), np.full((*white.shape, 3), is_clipped))
        for is_clipped in (False, True)
    )
    assert told.min() > 1
    assert least < clipped.min()
    assert clipped.max() <= most


def told_of_cut_short(
    colours_bgr: PerSeat[tuple[int, int, int]], seat: Seat, cut: tuple[float, float, float]
) -> list[Floats]:
    """What is told for a seat by its colour with less of B, G and R, taken as it is and for cut short."""
    shown = draw(Scene(setup(), seed=1, seat_a_bgr=colours_bgr.a, seat_b_bgr=colours_bgr.b))
    training = TrainingSet(
        BoardSpec(), ("empty", draw(Scene())), (KnownPicture("setup", shown, START),), corners_px=CORNERS_PX
    )
    calibration = calibrate(training, finely=False)[0]
    colours = CounterColours(calibration)
    known = np.median(calibration.counters.of(seat).patches[:, counter_mask()], axis=1)
    cells = colour_cells(known - np.array(cut, np.float32) @ BGR_TO_OPPONENT.T).astype(np.uint16)
    for_it = 1 if seat is Seat.A else -1
    return [
        for_it * colours.a_not_b(cells, np.broadcast_to(clipped, (*cells.shape, 3)))
        for clipped in (np.zeros(3, bool), np.array(cut) > 0)
    ]


@pytest.mark.slow
@pytest.mark.parametrize("seat", list(Seat))
def test_a_colour_that_is_cut_short_is_not_taken_for_the_other_seats(seat: Seat) -> None:
    """In brighter light red is as much as the camera tells, and pink looks like a paler one."""
    as_seen, cut_short = told_of_cut_short(PerSeat((150, 130, 235), (115, 95, 165)), seat, (0, 0, 0.5))
    assert as_seen.max() < cut_short.min()
    assert cut_short.min() > 0


@pytest.mark.slow
@pytest.mark.parametrize(("seat", "cut"), [(Seat.A, (0, 0.3, 0.73)), (Seat.B, (0, 0.54, 0.5))])
def test_where_two_colours_are_cut_short_there_may_be_more_of_each(
    seat: Seat, cut: tuple[float, float, float]
) -> None:
    """Green and red cut to the same levels: nothing tells any more whose it is."""
    _, cut_short = told_of_cut_short(PerSeat((40, 110, 170), (40, 140, 135)), seat, cut)
    assert np.abs(cut_short).max() < 1.0
