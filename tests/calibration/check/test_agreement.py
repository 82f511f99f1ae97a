"""Known positions are read as stated, or refused with a reason."""

from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from calibration.calibrate import calibrate
from calibration.check.agreement import _is_contradicted
from calibration.check.quality import Quality
from calibration.errors import CalibrationError
from calibration.training_set import KnownPicture, TrainingSet
from companion.board.spec import BoardSpec
from companion.game.board import Seat
from five_lines_lab.evaluation.evaluation import START
from tests.support.drawn_board import CORNERS_PX, Scene, draw, setup
from vision.board_reader import BoardReader
from vision.detection.fused_estimate import FusedEstimate
from vision.reading import Cause, Doubt, Reading

PAPER_BGR = (205, 212, 215)
WHITE_ON_PAPER = {"board_bgr": PAPER_BGR, "seat_b_bgr": PAPER_BGR, "grain": 1.0}


def learned(counters: list[tuple[Seat, float, float]], spec: BoardSpec, **drawn: Any) -> Quality:
    """What a board is worth that is learned from its empty picture and one said to show the start."""
    empty, start = (draw(Scene(shown, spec=spec, **drawn)) for shown in ([], counters))
    known = KnownPicture("start", start, START)
    training = TrainingSet(spec, ("empty", empty), (known,), corners_px=CORNERS_PX)
    return calibrate(training, finely=False)[1]


@pytest.mark.slow
@pytest.mark.parametrize("height_mm", [12.0, 16.0])
def test_the_sides_of_tall_counters_are_no_hand_over_the_board(height_mm: float) -> None:
    spec = BoardSpec(counter_height_mm=height_mm)
    quality = learned(setup(spec), spec, seat_a_bgr=(14, 14, 14), seat_b_bgr=(180, 180, 180), grain=1.0)
    assert not quality.remarks
    assert quality.confidence == 1


@pytest.mark.slow
def test_counters_of_the_boards_own_colour_are_learned_where_their_shapes_show() -> None:
    quality = learned(setup(), BoardSpec(), seat_a_bgr=(30, 30, 170), **WHITE_ON_PAPER)
    assert 0 < quality.confidence < 1


@pytest.mark.slow
def test_they_are_not_where_two_lie_on_each_others_points() -> None:
    counters = setup()
    (a, x, y), (b, beyond_x, beyond_y) = counters[4], counters[9]
    counters[4], counters[9] = (a, beyond_x, beyond_y), (b, x, y)
    with pytest.raises(CalibrationError):
        learned(counters, BoardSpec(), seat_a_bgr=(30, 30, 170), **WHITE_ON_PAPER)


def test_where_colours_find_no_counter_at_all_they_gainsay_none() -> None:
    none = Reading(Doubt(Cause.ODD_THING, "odd"), None, (), (), 0.0)
    both = SimpleNamespace(seats=(Seat.B,), places_mm=np.zeros((1, 2)))
    assert not _is_contradicted(cast(FusedEstimate, both), none, 20.0)


@pytest.mark.slow
@pytest.mark.parametrize("lacking", [4, 9], ids=["one of A", "one of B"])
def test_they_are_not_where_one_is_lacking(lacking: int) -> None:
    counters = [one for index, one in enumerate(setup()) if index != lacking]
    with pytest.raises(CalibrationError):
        learned(counters, BoardSpec(), seat_a_bgr=(30, 30, 170), **WHITE_ON_PAPER)


@pytest.mark.slow
@pytest.mark.parametrize("taken", [0, 1])
def test_of_counters_of_the_boards_own_colour_all_have_to_be_seen(taken: int) -> None:
    """One that is out of sight may lie on the board as well."""
    how: dict[str, Any] = {"seat_a_bgr": (30, 30, 170), **WHITE_ON_PAPER}
    empty, start = (draw(Scene(shown, **how)) for shown in ([], setup()))
    known = KnownPicture("start", start, START)
    training = TrainingSet(BoardSpec(), ("empty", empty), (known,), corners_px=CORNERS_PX)
    reader = BoardReader(calibrate(training, finely=False)[0])
    reading = reader.read(draw(Scene(setup()[: 10 - taken], seed=5, **how)))
    assert reading.halves == (None if taken else START)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("colour_bgr", "words"),
    [((255, 255, 255), "too bright for the camera"), ((120, 120, 120), "use counters of other colours")],
    ids=["white", "grey"],
)
def test_seats_that_look_alike_are_refused_for_their_true_cause(
    colour_bgr: tuple[int, int, int], words: str
) -> None:
    with pytest.raises(CalibrationError, match=words) as refused:
        learned(setup(), BoardSpec(), seat_a_bgr=colour_bgr, seat_b_bgr=colour_bgr)
    assert "0.35 of 4 or less" in str(refused.value)
