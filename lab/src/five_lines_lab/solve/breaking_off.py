"""Bounds of a game that may have no end, from one that is broken off after a long time.

After each throw the game is broken off with a small chance e, and then one seat, the hunter, has lost. What
the hunter can win so, it can win without that. Such a game has an end, after 1 / e throws on average at most,
so its values are the only x with x = T x, where T takes the hunter's best edges and the other seat's best
against it, times 1 - e. T brings any two x nearer by the factor 1 - e; so if x <= T x + d everywhere, for
whatever numbers x, the hunter can win x - d / e. The hunter who throws first has the low bound so, and the
one who throws second, from 1, the high one. No position has to be known for one that play can't leave: those
in which the other seat can stay for ever are worth nothing to the hunter.

Such x are found by Newton's method (see `solution`), for e = 1/100, 1/1000, ..., each from the one before.
"""

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.analysis.solve.backups import Backups, Ends, Policy, Values, backups
from companion.analysis.solve.course import Course
from companion.analysis.solve.graph import Graph, Nodes
from companion.analysis.solve.levels import Levels
from companion.analysis.solve.linear import largest
from companion.analysis.solve.rule_tables import Flags

_CHANCES = (1e-2, 1e-4, 1e-6, 1e-8)
"""The chances e, one after the other. With smaller ones rounding, divided by e, would be all that is seen."""
_ROUNDING = 4e-15  # more than a backup is off by rounding (see `solution`)
_CLOSE = 3e-3  # share of the distance of the bounds by which x may be off before a smaller e follows
_MAX_STEPS = 60  # steps with one e; some 6 to 30 were needed
_PATIENCE = 12  # steps without a smaller error, after which what is left is rounding, or edges that alternate
_RANGE = (1e-3, 0.1)  # tolerances of a correction: far from the end the edges change anyway


@dataclass(frozen=True)
class BrokenOff:
    """Proven bounds at each start after a step, with games of `throws` at most on average.

    The step is the last with those. `is_found` is true for each start whose bounds more steps would hardly
    bring nearer; `is_longest` says that longer games can't be computed.
    """

    low: Values
    high: Values
    throws: float
    is_last: bool
    is_found: Flags
    is_longest: bool


class _Roles(Course):
    """The edges of both seats' policies: the hunter's places to throw, then the other seat's.

    `constant` is what each place is worth to the hunter by the edges that end the game.
    """

    def __init__(self, levels: Levels, policies: tuple[Policy, Policy], going_on: float) -> None:
        graph, n = levels.graph, len(levels)
        self.levels = copy(levels)
        self.levels.place_of = np.concatenate([levels.place_of, levels.place_of + np.int32(n)])
        self.levels.blocks = [
            slice(block.start + role * n, block.stop + role * n)
            for block in levels.blocks
            for role in range(2)
        ]
        self._places, self._turns_sign, self._again_from = 2 * n, False, 0
        self._weights, self._pages = going_on * graph.weights, graph.pages
        self.constant: Values = np.empty(2 * n)
        parts: list[Nodes] = []
        place_of = levels.ends()
        for role, policy in enumerate(policies):
            edges = policy.take(levels.rows, axis=0)
            ends = place_of.take(edges)
            throws_again, is_over = ends > n, ends == n
            to = np.where(throws_again, ends - (n + 1) + role * n, ends + (1 - role) * n)
            parts.append(np.where(is_over, 2 * n, to).astype(np.int32))
            worth = np.where(edges == graph.won, 1.0 - role, np.where(is_over, 0.5, 0.0))
            self.constant[levels.place_of + role * n] = worth @ self._weights
        self.to = np.concatenate(parts)

    def corrected(self, x: Values, tolerance: float) -> Values:
        """Return x, nearer to what the places are worth to the hunter."""
        x = np.where(self.closed(), 0.0, x)
        missing = self._missing(x, self.constant)
        off = largest(np.abs(missing))
        if off == 0.0:
            return x
        x += off * self.correction(missing / off, tolerance)
        return x.clip(0.0, 1.0, out=x)


def broken_off(
    graph: Graph, levels: Levels, starts: NDArray[np.intp], threads: int = 2
) -> Iterator[BrokenOff]:
    """Yield bounds of the values at some starts, those of ever longer games."""
    order, n = levels.order, len(levels)
    # What each node is worth to the hunter, where it throws and where the other seat does.
    worth = np.zeros((2, graph.nodes))
    worth[:, graph.dead] = 0.5
    with backups(graph, threads) as backup:
        for chance in _CHANCES:
            best, best_at = np.inf, 0
            for step in range(1, _MAX_STEPS + 1):
                backed, policies = _backed(backup, worth)
                missing = (1 - chance) * backed[:, order] - worth[:, order]
                off = (max(0.0, -float(missing.min())) + _ROUNDING) / chance
                low, high = (worth[:, starts] * [[1], [-1]]) + [[-off], [1 + off]]
                gap = float(np.abs(missing).max())
                if gap < best:
                    best, best_at = gap, step
                found = gap / chance <= _CLOSE * (high - low)
                is_last = bool(found.all()) or step in (best_at + _PATIENCE, _MAX_STEPS)
                yield BrokenOff(
                    np.maximum(low, 0.0),
                    np.minimum(high, 1.0),
                    1 / chance,
                    is_last,
                    found,
                    chance == _CHANCES[-1],
                )
                if is_last:
                    break
                course = _Roles(levels, policies, 1 - chance)
                x = course.corrected(worth[:, order].ravel(), float(np.clip(np.sqrt(gap), *_RANGE)))
                worth[:, order] = x.reshape(2, n)


def _backed(backup: Backups, worth: Values) -> tuple[NDArray[np.float64], tuple[Policy, Policy]]:
    """Return what nodes are worth to the hunter a throw before, and the best edges of either seat."""
    ends = Ends(backup.graph, 1, 0.5, np.float64)
    hunted, hunting = backup.choose(ends.seen(worth[1], worth[0]))
    kept, keeping = backup.choose(ends.seen(1 - worth[0], 1 - worth[1]))
    return np.stack([hunted, 1 - kept]), (hunting, keeping)
