"""The best player's results against another player, computed from both their choices."""

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from companion.analysis.solve.backups import Ends, Values
from companion.analysis.solve.graph import Graph
from five_lines_lab.measure.players import Player
from five_lines_lab.solve.fixed_point import fixed_point

_TOLERANCE = 1e-9  # relative tolerance of a sum a throw

_Float = TypeVar("_Float", np.float32, np.float64)


def chance_between(graph: Graph, one: Player, two: Player) -> float:
    """The chance of player one against player two, half a draw included, when either begins as often."""
    return float(chances_between(graph, one, two)[graph.start])


def chances_between(graph: Graph, one: Player, two: Player) -> Values:
    """The same for a game that begins in any of the positions."""
    return _between(graph, one, two, np.zeros(1), 1.0)


def throws_between(graph: Graph, one: Player, two: Player) -> float:
    """The mean throws of a game between two players when either begins as often."""
    costs = (graph.reachable & ~graph.dead).astype(np.float64)
    return float(_between(graph, one, two, costs, 0.0)[graph.start])


def _between(graph: Graph, one: Player, two: Player, cost: Values, won: float) -> Values:
    """The mean, over who begins, of what player one gets.

    With `won` 1 it is the chance of winning, with `won` 0 what the cost of a throw sums up to. The unknowns
    are what player one gets where player two is to throw, and, after an extra throw, where player one is;
    everything else follows from them.
    """
    n = graph.nodes
    again = graph.has_throws_again

    def ones(x: NDArray[_Float], ends: Ends[_Float]) -> NDArray[_Float]:
        # Without extra throws x has one part alone, and what the same seat would get is not looked at.
        return one.mean(ends.seen(x[-n:], x[:n]))

    def step(x: NDArray[_Float], ends: Ends[_Float]) -> NDArray[_Float]:
        # What player two gets already builds on what player one has just got.
        got = ones(x, ends)
        left = two.mean(ends.seen(got, x[-n:]))
        return np.concatenate([got, left]) if again else left

    first = ones(np.zeros(n), Ends(graph, won, won / 2, np.float64)) + cost
    constant = two.mean(Ends(graph, 0.0, won / 2, np.float64).seen(first, np.zeros(n))) + cost
    if again:
        constant = np.concatenate([first, constant])
    narrow = Ends(graph, 0.0, 0.0, np.float32)
    x = fixed_point(lambda x: step(x, _wide(graph)), lambda x: step(x, narrow), constant, _TOLERANCE)
    return 0.5 * (ones(x, _wide(graph)) + first + x[-n:])


def _wide(graph: Graph) -> Ends[np.float64]:
    """Return the ends for the few exact steps; they are not cached, as they would fill much memory."""
    return Ends(graph, 0, 0, np.float64)
