"""Pale counters on a pale board, where lamps of different colours throw shadows that look like them."""

from typing import Any

import pytest

from calibration.calibrate import calibrate
from calibration.training_set import KnownPicture, TrainingSet
from companion.board.spec import BoardSpec
from companion.game.board import Seat
from five_lines_lab.evaluation.evaluation import START
from tests.support.drawn_board import CORNERS_PX, Scene, Shadow, draw, halves_of, setup
from vision.board_reader import BoardReader
from vision.calibration import Calibration
from vision.reading import Status

PAPER_BGR, IVORY_BGR = (205, 212, 215), (165, 195, 208)
WARM_AND_COLD = (Shadow(9, -8, (0.68, 0.82, 0.88)), Shadow(-8, 9, (0.95, 0.86, 0.78)))
"""A warm lamp's shadow has the colder light of the other one, and the other way round."""

A, B = Seat.A, Seat.B
OF_A = [(A, 147.0, 51.0), (A, -150.0, -99.0), (A, -128.0, -101.0), (A, 150.0, -48.0), (A, 128.0, -52.0)]
TIDY = [(seat, -x, y) for seat, x, y in setup()]
CROWDED = [*OF_A, *((B, x, y) for x, y in ((148, 2), (125, -2), (102, 3), (80, 0), (-149, 52)))]
OFF_POINTS = [*OF_A, *((B, x, y) for x, y in ((120, 17), (96, 17), (-110, 62), (-150, -2), (30, -83)))]


def paper(counters: list[tuple[Seat, float, float]], seed: int, **drawn: Any) -> Scene:
    return Scene(counters, board_bgr=PAPER_BGR, grain=1.0, seed=seed, **drawn)


def learned(**drawn: Any) -> Calibration:
    known = KnownPicture("setup", draw(paper(setup(), 1, **drawn)), START)
    empty = ("empty", draw(paper([], 0, **drawn)))
    return calibrate(TrainingSet(BoardSpec(), empty, (known,), corners_px=CORNERS_PX))[0]


LIT_TWICE = {"seat_b_bgr": IVORY_BGR, "shadows": WARM_AND_COLD}


@pytest.fixture(scope="module")
def lit_twice() -> Calibration:
    return learned(**LIT_TWICE)


@pytest.mark.slow
@pytest.mark.parametrize("counters", [TIDY, CROWDED, OFF_POINTS], ids=["tidy", "crowded", "off-points"])
def test_shadows_of_a_warm_and_a_cold_lamp_are_no_ivory_counters(
    lit_twice: Calibration, counters: list[tuple[Seat, float, float]]
) -> None:
    assert BoardReader(lit_twice).read(draw(paper(counters, 5, **LIT_TWICE))).halves == halves_of(counters)


@pytest.mark.slow
def test_a_hand_is_not_read_through_where_shadows_have_two_colours(lit_twice: Calibration) -> None:
    frame = draw(paper(CROWDED, 6, **LIT_TWICE, hand_bgr=(120, 150, 200)))
    assert BoardReader(lit_twice).read(frame).status is not Status.CLEAR
