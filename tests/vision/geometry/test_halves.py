"""Which half a counter lies on: on its line, in a second row beside it, or nobody knows."""

import pytest

from companion.board.spec import BoardSpec
from companion.game.board import RING, Point
from vision.geometry.halves import assign_halves, count_halves, off_line, places_near

A3, A4, A5 = Point.A3, Point.A4, Point.A5
ROW_ON_A4 = [(150.0, 50.0), (128.0, 50.0)]
ROW_ON_A5 = [(150.0, 100.0), (128.0, 100.0)]


@pytest.mark.parametrize(
    ("others", "place_mm", "half", "is_doubtful"),
    [
        ([], (150.0, 0.0), A3, False),
        ([], (150.0, 21.4), A3, False),
        ([], (150.0, 21.6), A3, True),
        ([], (150.0, 25.1), A4, True),
        ([], (150.0, 28.6), A4, False),
        (ROW_ON_A4[:1], (150.0, 21.6), A3, True),
        (ROW_ON_A4, (150.0, 21.4), A3, False),
        (ROW_ON_A4, (150.0, 21.6), A4, False),
        ([(150.0, 0.0), *ROW_ON_A4], (128.0, 22.0), A3, True),
        ([], (150.0, 121.4), A5, False),
        ([], (150.0, 121.6), A5, True),
        (ROW_ON_A5, (150.0, 121.6), A5, False),
        ([], (150.0, 126.0), None, False),
        ([], (171.4, 0.0), A3, False),
        ([], (171.6, 0.0), A3, True),
        ([], (175.1, 0.0), None, False),
        ([], (-150.0, 0.0), Point.B3, False),
        ([], (3.6, 0.0), A3, False),
        ([], (3.4, 0.0), A3, True),
        ([], (-3.4, 0.0), Point.B3, True),
    ],
)
def test_a_counter_lies_on_a_half_or_in_a_second_row_beside_it(
    others: list[tuple[float, float]], place_mm: tuple[float, float], half: Point | None, is_doubtful: bool
) -> None:
    places = [*others, place_mm]
    halves, doubtful = assign_halves(BoardSpec(), places, [True] * len(places), [False] * len(places))
    assert halves[-1] is half
    assert doubtful == ([len(others)] if is_doubtful else [])


def test_what_is_no_counter_fills_no_row_and_raises_no_doubt() -> None:
    places = [*ROW_ON_A4, (150.0, 22.0)]
    assert assign_halves(BoardSpec(), places, [True, False, True], [False] * 3) == ([A4, A4, A3], [2])
    assert assign_halves(BoardSpec(), places, [True, False, False], [False] * 3) == ([A4, A4, A3], [])


@pytest.mark.parametrize(("y_mm", "off"), [(0.0, 0.0), (10.0, 0.2), (-10.0, 0.2), (40.0, 0.2), (125.0, 0.5)])
def test_the_way_to_the_nearest_line_is_a_share_of_their_pitch(y_mm: float, off: float) -> None:
    assert off_line(BoardSpec(), y_mm) == pytest.approx(off)


def test_halves_are_counted_in_the_order_of_the_ring() -> None:
    assert count_halves([A3, None, A3, Point.B5]) == (0, 0, 2, 0, 0, 0, 0, 0, 0, 1)
    assert count_halves(RING) == (1,) * 10


def test_beside_what_is_surely_board_a_counter_lies_on_no_half_and_is_in_doubt() -> None:
    places = [(150.0, 100.0), (150.0, 120.0), (150.0, 140.0)]
    assert assign_halves(BoardSpec(), places, [True] * 3, [False, True, True]) == ([A5, None, None], [1])


@pytest.mark.parametrize(
    ("place_mm", "places"),
    [
        ((2.0, 0.0), (A3, Point.B3)),
        ((-2.0, 0.0), (Point.B3, A3)),
        ((150.0, 24.0), (A3, A4)),
        ((150.0, 26.0), (A4, A3)),
        ((172.0, 0.0), (A3,)),
        ((150.0, 124.0), (A5,)),
        ((176.0, 0.0), ()),
    ],
)
def test_a_counter_between_two_halves_is_near_both(
    place_mm: tuple[float, float], places: tuple[Point, ...]
) -> None:
    assert places_near(BoardSpec(), place_mm) == places
