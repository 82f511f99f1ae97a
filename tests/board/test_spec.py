"""The board's measures: where its points lie, and on which half a place is."""

import pytest

from companion.board.spec import LINE_AND_SIDE, POINT_AT, STANDARD, BoardSpec
from companion.game import RING, Point


@pytest.mark.parametrize(
    ("point", "line_and_side", "place_mm"),
    [
        (Point.A1, (1, 1), (150.0, -100.0)),
        (Point.A3, (3, 1), (150.0, 0.0)),
        (Point.A5, (5, 1), (150.0, 100.0)),
        (Point.B1, (5, -1), (-150.0, 100.0)),
        (Point.B3, (3, -1), (-150.0, 0.0)),
        (Point.B5, (1, -1), (-150.0, -100.0)),
    ],
)
def test_a_point_lies_at_the_end_of_its_line_on_its_side(
    point: Point, line_and_side: tuple[int, int], place_mm: tuple[float, float]
) -> None:
    assert LINE_AND_SIDE[point] == line_and_side
    assert POINT_AT[line_and_side] is point
    assert tuple(STANDARD.points_mm[RING.index(point)]) == place_mm


def test_the_ring_runs_anticlockwise_seen_from_above() -> None:
    x, y = STANDARD.points_mm.T
    assert sum(x * [*y[1:], y[0]] - [*x[1:], x[0]] * y) > 0


@pytest.mark.parametrize(
    ("place_mm", "half"),
    [
        ((150.0, 0.0), Point.A3),
        ((0.1, 24.0), Point.A3),
        ((-0.1, 26.0), Point.B2),
        ((-174.0, -124.0), Point.B5),
        ((176.0, 0.0), None),
        ((0.0, 126.0), None),
    ],
)
def test_the_nearest_line_takes_what_lies_within_half_a_pitch(
    place_mm: tuple[float, float], half: Point | None
) -> None:
    assert STANDARD.half_at(*place_mm) is half


def test_lines_further_apart_take_more() -> None:
    assert BoardSpec(line_pitch_mm=60.0).half_at(-1.0, 26.0) is Point.B3
