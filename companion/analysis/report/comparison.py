"""The games beside each other: who gains by beginning, how long they last, and what best play gains.

What values can't tell is counted in games of best play on the solved graph, many at once.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from companion.analysis.report.estimates import Mean, Share, mean
from companion.analysis.report.figures import Figures, figures
from companion.analysis.solve.backups import backups
from companion.analysis.solve.graph import build
from companion.analysis.solve.solution import Solution, solve
from companion.game import GOAL_HALF, OWN_HALF, Rules, counters_home

GAMES = 20_000
CIRCLING_THROWS = 30
"""Games are counted that last longer than so many throws of both seats after one counter was left."""


@dataclass(frozen=True, slots=True)
class BestPlay:
    """What happened in games of best play.

    `circling`: games that lasted more than CIRCLING_THROWS after a seat first had one counter left to gather.
    It may have had more again since, where counters are hit or leave the goal.
    `leaving`: moves in a game that took a counter in play off either half of the sacred line, forced or not.
    """

    circling: Share
    leaving: Mean


@dataclass(frozen=True, slots=True)
class Comparison:
    """One game's row of the comparison; chances count a draw as half a win."""

    rules: Rules
    positions: int
    first_player: float
    share_with_choice: float
    figures: Figures
    best_play: BestPlay


def compare(rules: Rules, on_step: Callable[[float], object] = lambda gap: None) -> Comparison:
    """The row of one game; raises UnsolvedError."""
    solution = solve(build(rules), on_step)
    graph = solution.graph
    with backups(graph) as backup:
        numbers = figures(solution, backup)
    return Comparison(
        rules,
        graph.positions,
        solution.first_player,
        graph.share_with_choice(),
        numbers,
        play_best(solution, GAMES, seed=1),
    )


def play_best(solution: Solution, games: int, seed: int) -> BestPlay:
    """Play so many games of best play; the same seed plays the same games."""
    graph, random = solution.graph, np.random.default_rng(seed)
    tables = graph.ranking.tables
    mover, other = (side.astype(np.intp) for side in graph.ranking.arrangements())
    sacred = tables.counts[:, OWN_HALF] + tables.counts[:, GOAL_HALF]
    one_left = np.array(
        [
            counters_home(tables.counters(number), graph.rules) == graph.rules.to_win - 1
            for number in range(tables.arrangements)
        ]
    )
    game, node = np.arange(games), np.full(games, graph.start)
    leaving, since_one_left = np.zeros((2, games), dtype=np.int64)
    while len(game):
        since_one_left[game] += (since_one_left[game] > 0) | one_left[mover[node]] | one_left[other[node]]
        face = random.choice(len(graph.weights), len(game), p=graph.weights)
        edge = solution.policy[node, face]
        goes_on = edge < graph.won
        game, node, edge = game[goes_on], node[goes_on], edge[goes_on]
        moved = mover[edge % graph.nodes]
        leaving[game] += sacred[moved] < sacred[mover[node]]
        node = graph.after(edge)
    return BestPlay(Share(int(np.count_nonzero(since_one_left > CIRCLING_THROWS)), games), mean(leaving))
