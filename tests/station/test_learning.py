"""A board learned at the table: what a picture of it teaches, and what people are told of how that went."""

from collections.abc import Callable

import pytest

from calibration import flaws
from calibration.evaluate.evaluation import START
from companion.board.spec import BoardSpec
from companion.game import Point, Seat
from companion.interface.remarks import Flaw, Remark
from companion.interface.sight import Corner
from companion.station.learning import SHOWN_AS, learn
from companion.station.pages.staff import OUTER_POINTS
from tests.support.counters_that_mislead import under_a_low_lamp, with_one_like
from tests.support.drawn_board import CORNERS_PX, Scene, draw, setup
from tests.support.photographs import Picture
from vision.board_reader import BoardReader

CORNERS = tuple(Corner(p, float(x), float(y)) for p, (x, y) in zip(OUTER_POINTS, CORNERS_PX, strict=True))

DARK = Scene(setup(), gain_bgr=(0.05, 0.05, 0.05), seed=1)
ONE_COLOUR = Scene([(Seat.A, x, y) for _, x, y in setup()], seed=1)


@pytest.mark.slow
def test_a_good_board_is_learned_without_remarks() -> None:
    picture = draw(Scene(setup(), seed=1))
    calibration, remarks = learn(BoardSpec(), picture, CORNERS, START)
    assert calibration is not None
    assert remarks == ()
    assert BoardReader(calibration).read(picture).halves == START


@pytest.mark.slow
@pytest.mark.parametrize(
    ("taken", "learned", "remark"),
    [
        (lambda: with_one_like(0.75), True, Remark(Flaw.BETWEEN_SEATS, Seat.B, Point.B5)),
        (lambda: with_one_like(1.0), False, Remark(Flaw.LIKE_OTHER_SEAT, Seat.B, Point.B5)),
        (lambda: under_a_low_lamp(0.5, 1.0, 16), False, Remark(Flaw.LIKE_BOARD, Seat.B, Point.B1)),
        (lambda: draw(DARK), False, Remark(Flaw.TOO_DARK)),
        (lambda: draw(ONE_COLOUR), False, Remark(Flaw.SEATS_ALIKE)),
    ],
    ids=["one between", "one of the other", "like the board", "dark", "one colour"],
)
def test_people_are_told_what_is_amiss(taken: Callable[[], Picture], learned: bool, remark: Remark) -> None:
    calibration, remarks = learn(BoardSpec(), taken(), CORNERS, START)
    assert (calibration is not None, remarks) == (learned, (remark,))


@pytest.mark.slow
def test_of_points_that_lie_elsewhere_nothing_else_is_said() -> None:
    turned = tuple(
        Corner(corner.point, other.x_px, other.y_px)
        for corner, other in zip(CORNERS, CORNERS[1:] + CORNERS[:1], strict=True)
    )
    assert learn(BoardSpec(), draw(Scene(setup(), seed=1)), turned, START) == (None, ())


def test_it_is_settled_of_every_flaw_whether_people_are_told() -> None:
    assert set(SHOWN_AS) == set(flaws.Flaw)
    assert {shown for shown in SHOWN_AS.values() if shown is not None} == set(Flaw)
