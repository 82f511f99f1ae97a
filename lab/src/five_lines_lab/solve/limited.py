"""Games with a limit of throws, after which they are draws: solved backwards, throw by throw.

With v(0) = 1/2 everywhere and T the backup that takes the best edge for each face, v(n) = T v(n - 1) is what
a position is worth with n throws left. Every game has such a value, also one that could go on for ever.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from companion.analysis.solve.backups import Ends, backups
from companion.analysis.solve.graph import Graph

_TIE = 1e-12
"""Edges whose values differ by less are taken for equally good; the first in the order of moves is played."""


@dataclass(frozen=True)
class Limited:
    """A game with a limit, from its start: the first player's chance, mean throws, and the chance of a draw.

    `first_player_by_half` is the first player's chance with half of the limit.

    A draw counts as half a win. Who could draw now or later, or win in two ways, takes the first such move:
    the chance is exact whatever is taken, throws and draws are those of that choice.
    """

    limit: int
    first_player: float
    first_player_by_half: float
    throws: float
    draws: float


def solve_limited(
    graph: Graph, limit: int, on_step: Callable[[int], object] = lambda throws: None
) -> Limited:
    """Solve a game that is a draw after a number of throws; `on_step` gets the number of throws done."""
    ends = Ends(graph, 1, 0.5, np.float64)
    throws_ends, draws_ends = Ends(graph, 0, 0, np.float64), Ends(graph, 0, 1, np.float64)
    throwing = (graph.reachable & ~graph.dead).astype(np.float64)
    by_half = 0.5
    values, throws, draws = np.full(graph.nodes, 0.5), np.zeros(graph.nodes), np.ones(graph.nodes)
    with backups(graph) as backup:
        for done in range(limit):
            values, policy = backup.choose(ends.seen(1 - values, values), _TIE)
            throws = throwing + backup.follow(policy, throws_ends.seen(throws, throws))
            draws = backup.follow(policy, draws_ends.seen(draws, draws))
            if done + 1 == limit // 2:
                by_half = float(values[graph.start])
            on_step(done + 1)
    start = graph.start
    return Limited(limit, float(values[start]), by_half, float(throws[start]), float(draws[start]))
