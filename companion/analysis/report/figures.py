"""What is told about a solved game: mean lengths, draws, and best play against moves at random."""

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from companion.analysis.solve.backups import Backups, Ends, Values
from companion.analysis.solve.graph import Graph
from companion.analysis.solve.linear import fixed_point
from companion.analysis.solve.solution import Solution
from companion.game.rules import ExtraThrow

_TOLERANCE = 1e-6
"""How far off chances may be a throw."""
_THROWS_TOLERANCE = 1e-5
"""How far off numbers of throws may be, as a share of themselves."""

_Float = TypeVar("_Float", np.float32, np.float64)


@dataclass(frozen=True, slots=True)
class Figures:
    """Figures of a game from its start.

    `throws...` are expected numbers of throws, `draws` is the chance of a draw under best play.
    `best_against_random` is the chance of the best player against one who chooses evenly, half a draw
    included, when either begins as often.
    """

    throws: float
    draws: float
    throws_random: float
    best_against_random: float


def figures(solution: Solution, backup: Backups) -> Figures:
    """The figures of a solved game, by backups on its graph."""
    start = solution.graph.start
    # Only the start's figures are kept: the arrays of a large game fill much memory.
    return Figures(
        float(solution.throws[start]),
        float(_draws(backup, solution)[start]),
        float(_random_throws(backup)[start]),
        float(_against_random(backup, solution, np.zeros(1), 1.0, _TOLERANCE)[start]),
    )


def throws_best_against_random(solution: Solution, backup: Backups) -> float:
    """The expected number of throws when the best player meets the random one, either beginning as often."""
    throws = _against_random(backup, solution, _costs(backup), 0.0, _THROWS_TOLERANCE)
    return float(throws[solution.graph.start])


def _costs(backup: Backups) -> Values:
    return (backup.graph.reachable & ~backup.graph.dead).astype(np.float64)


def _draws(backup: Backups, solution: Solution) -> Values:
    graph, policy = backup.graph, solution.policy
    if not graph.dead.any():
        return np.zeros(graph.nodes)
    narrow = Ends(graph, 0, 0, np.float32)
    return fixed_point(
        lambda x: backup.follow(policy, _wide(graph).seen(x, x)),
        lambda x: backup.follow(policy, narrow.seen(x, x)),
        graph.dead.astype(np.float64),
        _TOLERANCE,
    )


def _random_throws(backup: Backups) -> Values:
    narrow = Ends(backup.graph, 0, 0, np.float32)
    return fixed_point(
        lambda x: backup.mean(_wide(backup.graph).seen(x, x)),
        lambda x: backup.mean(narrow.seen(x, x)),
        _costs(backup),
        _THROWS_TOLERANCE,
    )


def _against_random(
    backup: Backups, solution: Solution, cost: Values, won: float, tolerance: float
) -> Values:
    """The mean, over who begins, of what the best player gets against a random one.

    With `won` 1 it is the chance of winning, with `won` 0 what the cost of a throw sums up to. The unknowns
    are what the best player gets where the random one is to throw, and, after an extra throw, where the best
    one is; everything else follows from them.
    """
    graph, policy = backup.graph, solution.policy
    n = graph.nodes
    again = graph.rules.extra_throw is not ExtraThrow.NONE

    def best(x: NDArray[_Float], ends: Ends[_Float]) -> NDArray[_Float]:
        # Without extra throws x has one part alone, and what the same seat would get is not looked at.
        return backup.follow(policy, ends.seen(x[-n:], x[:n]))

    def step(x: NDArray[_Float], ends: Ends[_Float]) -> NDArray[_Float]:
        # What the random player gets already builds on what the best one has just got.
        got = best(x, ends)
        left = backup.mean(ends.seen(got, x[-n:]))
        return np.concatenate([got, left]) if again else left

    first = best(np.zeros(n), Ends(graph, won, won / 2, np.float64)) + cost
    constant = backup.mean(Ends(graph, 0.0, won / 2, np.float64).seen(first, np.zeros(n))) + cost
    if again:
        constant = np.concatenate([first, constant])
    narrow = Ends(graph, 0.0, 0.0, np.float32)
    x = fixed_point(lambda x: step(x, _wide(graph)), lambda x: step(x, narrow), constant, tolerance)
    return 0.5 * (best(x, _wide(graph)) + first + x[-n:])


def _wide(graph: Graph) -> Ends[np.float64]:
    """Ends that are made anew for each of the few exact steps: kept, they would fill much memory."""
    return Ends(graph, 0, 0, np.float64)
