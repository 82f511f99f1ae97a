"""From every position that can come up, somebody can still win: found by walking all of them.

All positions reachable from the start are walked with the tables of the batch. From each a helpful pair of
players goes on as brings the counters nearest to their goals; following those steps by doubling (two, four,
eight ... throws at once) shows that nearly all positions lead to a win. The few that are left are settled
exactly: a position is winnable if any throw and choice leads to a winnable one.

One preset has positions that are not, ludii-race: all ten points full with a counter of either seat on its
own half of the sacred line, which shuts the other's goal. Nobody can ever move again: the game is a draw.
"""

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.analysis.solve.arrangements import Indices
from companion.game import RECONSTRUCTIONS, Position, nobody_can_move, rules_for
from five_lines_lab.solve.drawn_plies import DrawnPlies


class Walk:
    """All positions that can come up, as one number each: the mover's arrangement, then the other's."""

    def __init__(self, name: str) -> None:
        self.tables = DrawnPlies(rules_for(name))
        self.size = len(self.tables.arrangements)
        self.steps_left = np.array([self._steps_left(n) for n in range(self.size)])
        self.won = self.size * self.size
        # Where helpful players go next; a finished game stays finished.
        self.next = np.full(self.won + 1, -1, dtype=np.int32)
        self.next[self.won] = self.won
        start = self.tables.start()
        frontier = np.array([start * self.size + start])
        while len(frontier):
            frontier = self._visit(frontier)

    def _steps_left(self, arrangement: int) -> int:
        counters = self.tables.arrangements.counters(arrangement)
        on_ring = sum(count * ((7 - index) % 10) for index, count in enumerate(counters.ring))
        return on_ring + 8 * counters.hand + 6 * counters.home

    def _visit(self, nodes: Indices) -> Indices:
        best = np.full(len(nodes), np.iinfo(np.int64).max)
        goes_to = nodes.copy()
        found = np.zeros(self.won + 1, dtype=np.bool_)
        for after in self.successors(nodes):
            left = np.full(len(nodes), -1)
            going_on = after < self.won
            mover, other = np.divmod(after[going_on], self.size)
            left[going_on] = self.steps_left[mover] + self.steps_left[other]
            better = left < best
            best[better], goes_to[better] = left[better], after[better]
            found[after] = True
        self.next[nodes] = goes_to
        return np.flatnonzero(found & (self.next < 0))

    def successors(self, nodes: Indices) -> list[Indices]:
        """Where every throw and choice leads: arrays beside `nodes`, the number `won` for a finished game."""
        mover, other = np.divmod(nodes, self.size)
        lists = []
        for face in range(len(self.tables.rules.die.faces)):
            # With at most five choices, five even shares meet every one of them.
            for share in range(0, self.tables.shares, self.tables.shares // 5):
                n = len(nodes)
                plies = self.tables.ply(mover, other, np.full(n, face), np.full(n, share))
                thrower, waiting = plies.other, plies.mover
                if plies.again is not None:
                    thrower = np.where(plies.again, plies.mover, plies.other)
                    waiting = np.where(plies.again, plies.other, plies.mover)
                lists.append(np.where(plies.won, self.won, thrower * self.size + waiting))
        return lists

    def hopeless(self) -> Indices:
        """The positions from which no play at all leads to a win."""
        reached = np.flatnonzero(self.next >= 0)
        far: NDArray[np.int32] = np.maximum(self.next, 0)
        for _ in range(8):
            far = far[far]
        winnable = np.zeros(self.won + 1, dtype=np.bool_)
        winnable[reached] = far[reached] == self.won
        winnable[self.won] = True
        left = reached[~winnable[reached]]
        while len(left):
            settled = np.zeros(len(left), dtype=np.bool_)
            for after in self.successors(left):
                settled |= winnable[after]
            if not settled.any():
                break
            winnable[left[settled]] = True
            left = left[~settled]
        return left


@pytest.mark.slow
@pytest.mark.parametrize("name", RECONSTRUCTIONS)
def test_somebody_can_still_win(name: str) -> None:
    walk = Walk(name)
    hopeless = walk.hopeless()
    # Four more counters of either seat on the eight ordinary points: 8! / (4! 4!) ways.
    assert len(hopeless) == (70 if name == "ludii-race" else 0)
    for node in hopeless.tolist():
        mover, other = divmod(node, walk.size)
        position = Position(
            walk.tables.arrangements.counters(mover), walk.tables.arrangements.counters(other)
        )
        assert nobody_can_move(position, walk.tables.rules), f"{position}"
        seen = position.halves()
        assert position.a.ring[2] == position.b.ring[2] == 1
        assert all(a + b == 1 for a, b in zip(seen.a, seen.b, strict=True))
