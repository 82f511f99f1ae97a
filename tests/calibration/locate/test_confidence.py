"""How sure a board is: what its second weakest circle and line, and the nearest rival, come to."""

import numpy as np
import pytest

from calibration.locate.confidence import LEAST_CONFIDENCE, confidence, reason
from calibration.locate.points import PointsFound
from tests.support.photographs import Floats


def board(
    circles: tuple[float, ...] = (), margins: tuple[float, ...] = (), lines: tuple[float, ...] = ()
) -> PointsFound:
    """A board that is all there, but for its first circles, margins and lines."""

    def measures(count: int, best: float, first: tuple[float, ...]) -> Floats:
        return np.array([*first, *[best] * (count - len(first))])

    return PointsFound(
        np.zeros((10, 2)), measures(10, 1.5, circles), measures(10, 0.6, margins), measures(5, 1.0, lines)
    )


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (board(), 1.0),
        (board(circles=(0.0,)), 1.0),
        (board(circles=(0.0, 0.65)), 0.0),
        (board(circles=(0.0, 0.9)), 0.5),
        (board(circles=(1.15, 1.15)), 1.0),
        (board(margins=(0.05, 0.2)), 0.75),
        (board(margins=(0.1, 0.1)), 0.6),
        (board(margins=(-0.05,)), 0.25),
        (board(margins=(-0.1,)), 0.0),
        (board(lines=(0.0,)), 1.0),
        (board(lines=(0.0, 0.4)), 0.0),
        (board(lines=(0.5, 0.7)), 0.75),
        (board(circles=(0.0, 0.9), lines=(0.0, 0.5)), 0.25),
    ],
)
def test_confidence_is_that_of_the_weakest_measure(found: PointsFound, expected: float) -> None:
    assert confidence(found) == pytest.approx(expected)


def test_a_board_is_used_from_half_confidence_on() -> None:
    assert LEAST_CONFIDENCE == 0.5


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (board(circles=(0.89, 0.89, 0.91)), "2 of the ten points cannot be seen"),
        (board(lines=(0.3, 0.59)), "the lines can hardly be seen"),
        (board(lines=(0.3, 0.61)), "the points hardly stand out"),
    ],
)
def test_the_reason_names_what_is_weakest(found: PointsFound, words: str) -> None:
    assert words in reason(found)


def test_a_loud_circle_makes_up_for_no_line() -> None:
    assert board().score == pytest.approx(1.2 + 1.0)
    assert board(circles=(0.2,), lines=(0.0,)).score == pytest.approx((0.2 + 9 * 1.2) / 10 + 0.8)
