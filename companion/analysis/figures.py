"""What is told about a solved game: its length, its choices, and what skill is worth in it."""

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from companion.analysis.backups import Backups, Ends, Values, backups
from companion.analysis.linear import fixed_point
from companion.analysis.solution import Solution

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


def figures(solution: Solution) -> Figures:
    """The figures of a solved game."""
    graph = solution.graph
    start = graph.start
    with backups(graph) as backup:
        # Only the start's figures are kept: the arrays of a large game fill much memory.
        return Figures(
            float(solution.throws[start]),
            float(_draws(backup, solution)[start]),
            float(_random_throws(backup)[start]),
            float(_against_random(backup, solution, np.zeros(1), 1.0, _TOLERANCE)[start]),
        )


def throws_best_against_random(solution: Solution) -> float:
    """The expected number of throws when the best player meets the random one, either beginning as often."""
    with backups(solution.graph) as backup:
        costs = _costs(backup)
        throws = _against_random(backup, solution, costs, 0.0, _THROWS_TOLERANCE)
        return float(throws[solution.graph.start])


def _costs(backup: Backups) -> Values:
    return (backup.graph.reachable & ~backup.graph.dead).astype(np.float64)


def _draws(backup: Backups, solution: Solution) -> Values:
    graph, policy = backup.graph, solution.policy
    if not graph.dead.any():
        return np.zeros(graph.nodes)
    wide, narrow = Ends(graph, 0, 0, np.float64), Ends(graph, 0, 0, np.float32)
    return fixed_point(
        lambda x: backup.follow(policy, wide.seen(x, x)),
        lambda x: backup.follow(policy, narrow.seen(x, x)),
        graph.dead.astype(np.float64),
        _TOLERANCE,
    )


def _random_throws(backup: Backups) -> Values:
    wide, narrow = Ends(backup.graph, 0, 0, np.float64), Ends(backup.graph, 0, 0, np.float32)
    return fixed_point(
        lambda x: backup.mean(wide.seen(x, x)),
        lambda x: backup.mean(narrow.seen(x, x)),
        _costs(backup),
        _THROWS_TOLERANCE,
    )


def _against_random(
    backup: Backups, solution: Solution, cost: Values, won: float, tolerance: float
) -> Values:
    """The mean, over who begins, of what the best player gets against a random one.

    The rows are twice the nodes: the best player to throw, then the random one to throw. With `won` 1 it is
    the chance of winning, with `won` 0 what the cost of a throw sums up to.
    """
    graph, policy = backup.graph, solution.policy
    n = graph.nodes

    def step(x: NDArray[_Float], ends: tuple[Ends[_Float], Ends[_Float]]) -> NDArray[_Float]:
        # What the random player gets already builds on what the best one has just got.
        best = backup.follow(policy, ends[0].seen(x[n:], x[:n])) + cost.astype(x.dtype)
        return np.concatenate([best, backup.mean(ends[1].seen(best, x[n:])) + cost.astype(x.dtype)])

    constant = step(
        np.zeros(2 * n), (Ends(graph, won, won / 2, np.float64), Ends(graph, 0.0, won / 2, np.float64))
    )
    cost = np.zeros(1)
    wide, narrow = Ends(graph, 0.0, 0.0, np.float64), Ends(graph, 0.0, 0.0, np.float32)
    x = fixed_point(lambda x: step(x, (wide, wide)), lambda x: step(x, (narrow, narrow)), constant, tolerance)
    return 0.5 * (x[:n] + x[n:])
