"""Which half a counter lies on, from its place and from what lies beside it."""

from collections.abc import Sequence

from companion.board.spec import BoardSpec
from companion.game.board import RING, Point

SURE_REACH = 0.43
"""Within this share of the line pitch from a line, and beyond a point, a counter lies there whatever lies
around it."""

MIN_ROW_LEAD = 2
"""How many more counters than the other line a line holds that a second row was begun beside."""


def assign_halves(
    spec: BoardSpec,
    places_mm: Sequence[tuple[float, float]],
    counts: Sequence[bool],
    beside: Sequence[bool],
) -> tuple[list[Point | None], list[int]]:
    """The half of each counter, None beside the board, and which of them could just as well lie elsewhere.

    Only those that `counts` says are counters fill a row. A counter midway between two lines, or as far
    outside the outer one, lies in the second row of the line whose first row is full. With neither or both
    full it is anybody's guess, the nearer line's or none's; the nearer line is given. So it is as far beyond
    a point: a counter on a table that lies lower than the board is seen nearer to it than it lies. And so it
    is as near to the middle of a line, where its two halves meet. What lies `beside` all that is surely board
    is taken to be beside it, and is in doubt where it may be on it.
    """
    halves: list[Point | None] = []
    between: list[int] = []
    doubtful: list[int] = []
    for index, (x, y) in enumerate(places_mm):
        nearest = spec.half_at(x, y)
        halves.append(None if beside[index] else nearest)
        beyond = (abs(x) - spec.line_length_mm / 2) / spec.line_pitch_mm
        to_middle = abs(x) / spec.line_pitch_mm
        is_at_rim = beside[index] or beyond > SURE_REACH or to_middle < 0.5 - SURE_REACH
        if nearest is not None and not beside[index] and off_line(spec, y) > SURE_REACH:
            between.append(index)
        if nearest is not None and is_at_rim and counts[index]:
            doubtful.append(index)
    first_rows = [half for index, half in enumerate(halves) if index not in between and counts[index]]
    for index in between:
        x, y = places_mm[index]
        here = spec.half_at(x, y)
        step = spec.line_pitch_mm * (1 if y > round(y / spec.line_pitch_mm) * spec.line_pitch_mm else -1)
        there = spec.half_at(x, y + 0.3 * step)
        rows = [first_rows.count(half) if half is not None else 0 for half in (here, there)]
        if abs(rows[0] - rows[1]) >= MIN_ROW_LEAD:
            halves[index] = here if rows[0] > rows[1] else there
        elif counts[index] and index not in doubtful:
            doubtful.append(index)
    return halves, doubtful


def off_line(spec: BoardSpec, y_mm: float) -> float:
    """How far a place lies from the nearest line, as a share of the line pitch."""
    lines = y_mm / spec.line_pitch_mm
    return abs(lines - round(lines))


def count_halves(halves: Sequence[Point | None]) -> tuple[int, ...]:
    """How many of these counters lie on each half, in the order of `RING`."""
    return tuple(map(list(halves).count, RING))
