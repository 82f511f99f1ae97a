"""Positions numbered without gaps or keys, so that a table of values needs nothing but the values.

Two arrangements can stand together when no counters of both seats share a point that takes only one seat's.
Arrangements that occupy the same such points form a class, and whether two arrangements can stand together
depends on their classes alone. A position's rank is the number of positions before it in this order: by the
class and the place in it of the mover's arrangement, then of the other's among those that can stand with it.
A few positions that never come up have ranks too (5 % in Kidd's game, hardly any elsewhere).
"""

import numpy as np
from numpy.typing import NDArray

from companion.analysis.solve.arrangements import Indices
from companion.analysis.solve.rule_tables import Tables
from companion.game import COUNTERS, Position, Rules, Seat
from companion.game.landing import is_hit, other_obstacle

_POINTS = 10


class Ranking:
    """The ranks, 0 to `positions` - 1, of the positions of a game that is not over.

    A position is given by the arrangement of the seat that is about to throw and that of the other seat.
    """

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        alive = np.flatnonzero(tables.reached_alone() & ~tables.over)
        masks = _occupied(tables)
        alive = alive[np.argsort(masks[alive], kind="stable")]
        self._masks, number, sizes = np.unique(masks[alive], return_inverse=True, return_counts=True)
        across = (self._masks << 5 | self._masks >> 5) & (1 << _POINTS) - 1
        beside = np.where(self._masks[:, None] & across == 0, sizes, 0)
        self._class_start = beside.cumsum(axis=1) - beside
        row_lengths = beside.sum(axis=1)[number]
        self.positions = int(row_lengths.sum())
        self._alive, self._beside, self._row_lengths = alive, beside > 0, row_lengths
        # Per arrangement; -1 as the class of those that never stand in a game that goes on.
        self._class, self._place, self._row_start = np.full((3, len(tables.arrangements)), -1, dtype=np.intp)
        self._class[alive] = number
        self._place[alive] = np.arange(len(alive)) - (sizes.cumsum() - sizes)[number]
        self._row_start[alive] = row_lengths.cumsum() - row_lengths

    def rank(self, mover: Indices, other: Indices) -> Indices:
        """The ranks of positions that can stand; others get a meaningless number."""
        row, column = self._class.take(mover), self._class.take(other)
        starts = self._class_start.take(row * len(self._masks) + column, mode="clip")
        ranks: Indices = self._row_start.take(mover) + starts + self._place.take(other)
        return ranks

    def arrangements(self) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
        """The arrangements of the mover and of the other seat, for every rank in order."""
        alive = self._alive.astype(np.int16)
        numbers = self._class[self._alive]
        columns = [alive[beside[numbers]] for beside in self._beside]
        return np.repeat(alive, self._row_lengths), np.concatenate([columns[number] for number in numbers])

    def rank_of(self, position: Position, seat: Seat) -> int | None:
        """The rank of a position with a seat about to throw; None if it can't stand or the game is over."""
        if not all(self.tables.arrangements.has(position.of(one)) for one in Seat):
            return None
        mover, other = (self.tables.arrangements.number(position.of(one)) for one in (seat, seat.other))
        row, column = int(self._class[mover]), int(self._class[other])
        if row < 0 or column < 0 or not self._beside[row, column]:
            return None
        return int(self._row_start[mover] + self._class_start[row, column] + self._place[other])


def _occupied(tables: Tables) -> NDArray[np.intp]:
    """Return for every arrangement, as bits, the points of its ring that it keeps for its own seat."""
    mine_alone = ~np.array([_both_may_stand(index, tables.rules) for index in range(_POINTS)])
    masks: NDArray[np.intp] = ((tables.counts[:, :_POINTS] > 0) & mine_alone) @ (1 << np.arange(_POINTS))
    return masks


def _both_may_stand(index: int, rules: Rules) -> bool:
    """True if counters of both seats can share the point at an index of a seat's ring."""
    return any(
        other_obstacle(landing, standing, rules, entering=entering) is None
        and not is_hit(landing, standing, rules)
        for landing in (index, (index + 5) % 10)
        for standing in range(1, COUNTERS + 1)
        for entering in (False, True)
    )
