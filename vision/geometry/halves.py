"""Assign counters to halves, by their places and by what lies beside them."""

from collections.abc import Sequence

from companion.board.spec import BoardSpec
from companion.game.board import RING, Point

SURE_REACH = 0.43
"""Distance from a line, or beyond a point, in line pitches, within which a counter surely lies there."""

MIN_ROW_LEAD = 2
"""Minimum lead, in counters, of the line to which a counter midway between two lines is assigned."""


def assign_halves(
    spec: BoardSpec,
    places_mm: Sequence[tuple[float, float]],
    counts: Sequence[bool],
    beside: Sequence[bool],
) -> tuple[list[Point | None], list[int]]:
    """Return the half of each counter, None beside the board, and the indices of ambiguous ones.

    Only places for which `counts` is true fill a row. A counter midway between two lines, or as far outside
    the outer one, lies in the second row of the line whose first row is full; with neither or both full it is
    ambiguous, and the nearer line is returned. Also ambiguous is a counter as far beyond a point (on a lower
    table it looks nearer than it is), one near the middle of a line, where its halves meet, and one `beside`
    the known board that may lie on it.
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


def places_near(spec: BoardSpec, place_mm: tuple[float, float]) -> tuple[Point, ...]:
    """Return the half at a place and, if it lies between two, the other one."""
    x, y = place_mm
    nearer, line = spec.half_at(x, y), y / spec.line_pitch_mm
    other = None
    if abs(x) / spec.line_pitch_mm < 0.5 - SURE_REACH:
        other = spec.half_at(-x or -1.0, y)
    elif off_line(spec, y) > SURE_REACH:
        other = spec.half_at(x, y + spec.line_pitch_mm * (0.3 if line > round(line) else -0.3))
    return tuple(dict.fromkeys(filter(None, (nearer, other))))


def off_line(spec: BoardSpec, y_mm: float) -> float:
    """Return the distance of a place from the nearest line, in line pitches."""
    lines = y_mm / spec.line_pitch_mm
    return abs(lines - round(lines))


def count_halves(halves: Sequence[Point | None]) -> tuple[int, ...]:
    """Return how many of these counters lie on each half, in the order of `RING`."""
    return tuple(map(list(halves).count, RING))
