"""Players that search: a tree of one turn chooses as the computation of all does; looking further helps."""

import numpy as np
import pytest

from companion.analysis.solve.backups import backups
from five_lines_lab.measure.players import Best
from five_lines_lab.measure.yardsticks import chance_between
from five_lines_lab.report.search import Uct, estimates, looked_ahead, looking_ahead
from tests.support.solved import solved


@pytest.mark.slow
def test_a_tree_chooses_as_all_positions_at_once_and_more_throws_win_more() -> None:
    solution = solved("schaedler")
    graph, known, random = solution.graph, estimates(solution.graph), np.random.default_rng(58)
    nodes = random.choice(np.flatnonzero(graph.reachable), 60)
    faces = random.integers(len(graph.weights), size=60)
    won = []
    with backups(graph) as backup:
        best = Best(solution, backup)
        for throws in range(3):
            player = looking_ahead(solution, backup, throws)
            edges = player.choose(nodes, faces, random)
            trees = [
                looked_ahead(graph, known, int(it), int(at), throws)
                for it, at in zip(nodes, faces, strict=True)
            ]
            assert edges.tolist() == trees
            won.append(1 - chance_between(graph, best, player))
    assert won == sorted(won)
    assert won[-1] < 0.5


@pytest.mark.slow
def test_playouts_find_the_move_that_wins() -> None:
    solution = solved("schaedler")
    graph, faces = solution.graph, len(solution.graph.weights)
    rows = np.flatnonzero(np.maximum.reduceat(graph.edges == graph.won, graph.starts[:-1]))
    counts = np.diff(graph.starts)
    row = int(rows[counts[rows] > 1][0])
    assert Uct(graph, 30).choose(row // faces, row % faces) == graph.won
