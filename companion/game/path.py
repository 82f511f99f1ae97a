"""The way of a counter along the ring, point by point."""

from companion.game.board import OWN_HALF, RING, Point, index_of, point_at
from companion.game.moves import Move, Reserve


def path(move: Move) -> tuple[Point, ...]:
    """Return the points that a move's counter passes in travel order, its target last.

    A counter from the hand begins on the first point of its seat, one from home on its own half.
    """
    if move.source is Reserve.HAND:
        start = -1
    elif move.source is Reserve.HOME:
        start = OWN_HALF
    else:
        start = index_of(move.seat, move.source)
    steps = (index_of(move.seat, move.target) - start - 1) % 10 + 1
    return tuple(point_at(move.seat, (start + step) % 10) for step in range(1, steps + 1))


def shorter_way(source: Point, target: Point) -> tuple[Point, ...]:
    """Return the points from a source, which is left out, to a target, round the ring the shorter way."""
    start = RING.index(source)
    ahead = (RING.index(target) - start) % 10
    step, count = (1, ahead) if ahead <= 5 else (-1, 10 - ahead)
    return tuple(RING[(start + step * i) % 10] for i in range(1, count + 1))
