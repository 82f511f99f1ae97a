"""A board learned from single examples in one picture: shapes have to consent where it was never bare."""

import numpy as np
import pytest

from calibration.calibrate import calibrate
from calibration.training_set import Example, ExamplePicture, TrainingSet
from companion.board.spec import BoardSpec
from companion.game.board import Seat
from tests.support.drawn_board import CORNERS_PX, Scene, camera, draw, halves_of, setup
from vision.board_reader import BoardReader
from vision.detection.arbitration import NOT_AS_SHAPED
from vision.detection.doubts import REACHED_OVER

SPEC = BoardSpec(counters_per_seat=0)
BROWN, WHITE = (95, 125, 165), (240, 245, 245)

SHOWN = setup()[1:4] + setup()[6:9]
PLAYED = [*setup()[2:4], (Seat.A, -148.0, 2.0), *setup()[5:7]]


def example(seat: Seat | None, x_mm: float, y_mm: float) -> Example:
    height_mm = 0.0 if seat is None else SPEC.counter_height_mm / 2
    x_px, y_px = camera().to_px(SPEC, np.array([(x_mm, y_mm)]), height_mm)[0].tolist()
    return Example(seat, x_px, y_px)


@pytest.fixture(scope="module")
def reader() -> BoardReader:
    picture = draw(Scene(SHOWN, seat_a_bgr=BROWN, seed=31))
    bare = [example(None, x, y) for x, y in SPEC.points_mm[[0, 4, 9]].tolist()]
    shown = ExamplePicture("play", picture, (*(example(*one) for one in SHOWN), *bare))
    return BoardReader(calibrate(TrainingSet(SPEC, examples=(shown,), corners_px=CORNERS_PX))[0])


@pytest.mark.parametrize("counters", [SHOWN, PLAYED], ids=["shown", "played"])
def test_counters_are_read(reader: BoardReader, counters: list[tuple[Seat, float, float]]) -> None:
    reading = reader.read(draw(Scene(counters, seat_a_bgr=BROWN, seed=32)))
    assert reading.halves == halves_of(counters)


@pytest.mark.parametrize("sleeve_bgr", [BROWN, WHITE], ids=["of A", "of B"])
def test_a_sleeve_of_a_seats_colour_is_no_crowd_of_its_counters(
    reader: BoardReader, sleeve_bgr: tuple[int, int, int]
) -> None:
    reading = reader.read(draw(Scene(PLAYED, seat_a_bgr=BROWN, hand_bgr=sleeve_bgr, seed=33)))
    assert reading.doubt in (NOT_AS_SHAPED, REACHED_OVER)
