"""How sure a board is: what its second weakest mark and line come to."""

import numpy as np
import pytest

from calibration.locate.points import FoundPoints, confidence, reason
from tests.support.photographs import Floats


def board(marks: tuple[float, ...] = (), lines: tuple[float, ...] = ()) -> FoundPoints:
    """A board that is all there, but for its first marks and lines."""

    def support(count: int, first: tuple[float, ...]) -> Floats:
        return np.array([*first, *[1.0] * (count - len(first))])

    return FoundPoints(np.zeros((10, 2)), support(10, marks), support(5, lines))


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (board(), 1.0),
        (board(marks=(0.0,)), 1.0),
        (board(marks=(0.0, 0.6)), 0.6),
        (board(lines=(0.0,)), 1.0),
        (board(lines=(0.5, 0.7)), 0.7),
        (board(marks=(0.0, 0.9), lines=(0.0, 0.4)), 0.4),
    ],
)
def test_confidence_is_that_of_the_second_weakest_mark_or_line(found: FoundPoints, expected: float) -> None:
    assert confidence(found) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (board(marks=(0.69, 0.69, 0.71)), "2 of the ten points cannot be seen"),
        (board(marks=(0.3,), lines=(0.3, 0.69)), "the lines can hardly be seen"),
    ],
)
def test_the_reason_names_what_is_weakest(found: FoundPoints, words: str) -> None:
    assert words in reason(found)


def test_a_board_that_is_all_there_scores_best() -> None:
    assert board().score == pytest.approx(1.0 + 1.0)
    assert board(marks=(0.2,), lines=(0.0,)).score == pytest.approx((0.2 + 9) / 10 + 0.8)
