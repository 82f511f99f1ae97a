"""A board learned at the table: what a picture of it teaches, and what people are told of how that went."""

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.board.signals import Flaw
from companion.board.spec import BoardSpec
from companion.game import Point, Seat
from companion.interface.sight import OUTER_POINTS, Corner, FlawNote, Grade
from companion.station.board.calibrating import Learned, learn, noticed
from companion.station.effects import LearnBoard
from five_lines_lab.evaluation.evaluation import START
from tests.support.counters_that_mislead import under_a_low_lamp, with_one_like
from tests.support.drawn_board import CORNERS_PX, Scene, draw, setup
from tests.support.photographs import Picture
from vision.board_reader import BoardReader

CORNERS = tuple(Corner(p, float(x), float(y)) for p, (x, y) in zip(OUTER_POINTS, CORNERS_PX, strict=True))

DARK = Scene(setup(), gain_bgr=(0.05, 0.05, 0.05), seed=1)
ONE_COLOUR = Scene([(Seat.A, x, y) for _, x, y in setup()], seed=1)
TWO_BLACKS = Scene(setup(), seat_a_bgr=(36, 36, 36), seat_b_bgr=(62, 62, 62), seed=1)
TWO_BROWNS = Scene(setup(), seat_a_bgr=(30, 45, 75), seat_b_bgr=(33, 55, 95), seed=1)


BARE = draw(Scene([], seed=2))


def learned(picture: Picture, bare: Picture | None = None, corners: tuple[Corner, ...] = CORNERS) -> Learned:
    return learn(BoardSpec(), LearnBoard(corners, bare, picture, START))


@pytest.mark.slow
@pytest.mark.parametrize("bare", [None, BARE])
def test_a_good_board_is_learned_without_remarks(bare: Picture | None) -> None:
    picture = draw(Scene(setup(), seed=1))
    answer = learned(picture, bare)
    assert answer.calibration is not None
    assert answer.remarks == ()
    assert answer.grade is Grade.VERY_WELL
    assert BoardReader(answer.calibration).read(picture).halves == START


@pytest.mark.slow
def test_corners_as_exact_as_a_finger_are_enough() -> None:
    off = ((6, -5), (-4, 7), (5, 5), (-7, 3))
    roughly = tuple(
        replace(corner, x_px=corner.x_px + dx, y_px=corner.y_px + dy)
        for corner, (dx, dy) in zip(CORNERS, off, strict=True)
    )
    answer = learned(draw(Scene(setup(), seed=1)), BARE, roughly)
    assert answer.calibration is not None
    seen_px = answer.calibration.camera.to_px(BoardSpec(), BoardSpec().corners_mm)
    assert np.abs(seen_px - CORNERS_PX).max() < 2.0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("taken", "can_be", "remark"),
    [
        (lambda: with_one_like(0.75), True, FlawNote(Flaw.BETWEEN_SEATS, Seat.B, Point.B5)),
        (lambda: with_one_like(1.0), False, FlawNote(Flaw.LIKE_OTHER_SEAT, Seat.B, Point.B5)),
        (lambda: under_a_low_lamp(0.5, 1.0, 16), False, FlawNote(Flaw.LIKE_BOARD, Seat.B, Point.B1)),
        (lambda: draw(DARK), False, FlawNote(Flaw.TOO_DARK)),
        (lambda: draw(ONE_COLOUR), False, FlawNote(Flaw.SEATS_ALIKE)),
        (lambda: draw(TWO_BROWNS), True, FlawNote(Flaw.SEATS_ALIKE)),
        (lambda: draw(TWO_BLACKS), True, FlawNote(Flaw.SEATS_ALIKE)),
    ],
    ids=[
        "one between",
        "one of the other",
        "like the board",
        "dark",
        "one colour",
        "two browns",
        "two blacks",
    ],
)
def test_people_read_what_is_wrong(taken: Callable[[], Picture], can_be: bool, remark: FlawNote) -> None:
    answer = learned(taken())
    assert (answer.calibration is not None, answer.remarks) == (can_be, (remark,))


@pytest.mark.slow
def test_people_read_that_the_camera_sends_mirrored_pictures() -> None:
    picture = draw(Scene(setup(), seed=1))
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for number, (x, y) in enumerate(((20, 620), (860, 620), (860, 20), (20, 20))):
        picture[y : y + 80, x : x + 80] = 255
        marker = cv2.aruco.generateImageMarker(dictionary, number, 60)
        picture[y + 10 : y + 70, x + 10 : x + 70] = marker[..., None]
    answer = learned(np.ascontiguousarray(picture[:, ::-1]))
    assert (answer.calibration, answer.remarks) == (None, (FlawNote(Flaw.MIRRORED),))


@pytest.mark.slow
def test_of_points_that_lie_elsewhere_nothing_else_is_said() -> None:
    turned = tuple(
        Corner(corner.point, other.x_px, other.y_px)
        for corner, other in zip(CORNERS, CORNERS[1:] + CORNERS[:1], strict=True)
    )
    answer = learned(draw(Scene(setup(), seed=1)), corners=turned)
    assert (answer.calibration, answer.remarks) == (None, ())


def test_where_the_corners_lie_on_a_line_nothing_is_noticed() -> None:
    on_a_line = tuple(replace(corner, x_px=100.0, y_px=100.0) for corner in CORNERS)
    assert noticed(BoardSpec(), on_a_line, BARE, draw(Scene(setup(), seed=3))) == ()


@pytest.mark.slow
def test_counters_are_noticed_where_they_are_laid_also_in_other_light() -> None:
    some = [counter for counter in setup() if counter[2] > 0]
    gain = (0.8, 0.8, 0.8)
    assert noticed(BoardSpec(), CORNERS, BARE, draw(Scene([], gain_bgr=gain, seed=3))) == ()
    assert len(noticed(BoardSpec(), CORNERS, BARE, draw(Scene(some, gain_bgr=gain, seed=3)))) == len(some)
    assert set(noticed(BoardSpec(), CORNERS, BARE, draw(Scene(setup(), seed=3)))) == set(Point)
