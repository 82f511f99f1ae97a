"""Players that know no solution: they look some throws ahead, or play a position out, from an estimate of it.

The estimate is how far the seats have got: a mover with m steps left against n has the chance n / (m + n).
"""

import math
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from companion.analysis.solve.backups import Backups, Ends, Values
from companion.analysis.solve.graph import Graph, Nodes, spans
from companion.analysis.solve.levels import steps_left
from companion.analysis.solve.solution import TIE, Solution
from five_lines_lab.measure.players import Best

_MAX_PLAYOUT = 100  # throws of a playout; what is not over then is worth its estimate
_CURIOSITY = 0.5  # how much a choice that was tried seldom is preferred, as in UCB1


def estimates(graph: Graph) -> Values:
    """Return the estimate of every position."""
    steps = steps_left(graph.ranking.tables)
    mover, other = (steps.take(side) for side in graph.ranking.arrangements())
    values: Values = other / np.maximum(mover + other, 1)
    return values


def looking_ahead(solution: Solution, backup: Backups, throws: int) -> Best:
    """Return the player by expectiminimax of some throws after its own move, in all positions at once."""
    graph = solution.graph

    def ends(values: Values) -> Values:
        return Ends(graph, 1, 0.5, np.float64).seen(1 - values, values)

    values = estimates(graph)
    for _ in range(throws):
        values = backup.best(ends(values))
    _, policy = backup.choose(ends(values), TIE)
    return Best(replace(solution, policy=policy), backup)


def looked_ahead(graph: Graph, known: Values, node: int, face: int, throws: int) -> int:
    """Return the edge that the same player takes, from a tree of this one turn; `known` are the estimates."""
    row = node * len(graph.weights) + face
    edges = graph.edges[graph.starts[row] : graph.starts[row + 1]]
    worth = _worth(graph, known, edges, throws)
    return int(edges[np.argmax(worth >= worth.max() - TIE)])


def _worth(graph: Graph, known: Values, edges: Nodes, throws: int) -> Values:
    """Return what edges are worth to who takes them, some throws ahead."""
    worth, going = np.where(edges == graph.won, 1.0, 0.5), edges < graph.won
    nodes, faces = graph.after(edges[going]), len(graph.weights)
    if throws and len(nodes):
        rows = (nodes[:, None] * faces + np.arange(faces)).ravel()
        firsts, ends = graph.starts[rows], graph.starts[rows + 1]
        after = _worth(graph, known, graph.edges[spans(firsts, ends)], throws - 1)
        lengths = ends - firsts
        values = np.maximum.reduceat(after, lengths.cumsum() - lengths).reshape(-1, faces) @ graph.weights
    else:
        values = known[nodes]
    worth[going] = np.where(edges[going] < graph.nodes, 1 - values, values)
    return worth


class Uct:
    """A player by UCT: playouts at random, from choices that did well or were tried seldom.

    Kocsis and Szepesvari, Bandit based Monte-Carlo planning, ECML 2006. Throws are drawn as they come; what
    was learned of a position with a throw serves wherever it comes up again in the same turn's search.
    """

    def __init__(self, graph: Graph, playouts: int, seed: int = 1) -> None:
        self._graph, self._playouts = graph, playouts
        self._known = estimates(graph)
        self._random = np.random.default_rng(seed)
        self._faces = len(graph.weights)

    def choose(self, node: int, face: int) -> int:
        """Return the edge that was tried most often."""
        row = node * self._faces + face
        tried: dict[int, tuple[NDArray[np.float64], NDArray[np.float64]]] = {}
        for _ in range(self._playouts):
            self._play(row, tried)
        return int(self._edges(row)[np.argmax(tried[row][0])])

    def _edges(self, row: int) -> Nodes:
        starts = self._graph.starts
        return self._graph.edges[starts[row] : starts[row + 1]]

    def _play(self, row: int, tried: dict[int, tuple[NDArray[np.float64], NDArray[np.float64]]]) -> None:
        """Play once from a throw, and remember the result along the choices that are known."""
        path: list[tuple[int, int, bool]] = []
        faces = self._random.choice(self._faces, _MAX_PLAYOUT, p=self._graph.weights).tolist()
        chances = self._random.random(_MAX_PLAYOUT).tolist()
        is_new, mine, result = False, True, 0.5
        for face, chance in zip(faces, chances, strict=True):
            edges = self._edges(row)
            if is_new:
                choice = int(chance * len(edges))
            else:
                is_new = row not in tried
                counts, sums = tried.setdefault(row, (np.zeros(len(edges)), np.zeros(len(edges))))
                choice = self._pick(counts, sums)
                path.append((row, choice, mine))
            edge = int(edges[choice])
            if edge >= self._graph.won:
                result = float(mine) if edge == self._graph.won else 0.5
                break
            if edge < self._graph.nodes:
                mine = not mine
                node = int(self._graph.turned[edge])
            else:
                node = edge - self._graph.nodes
            result = float(self._known[node]) if mine else 1 - float(self._known[node])
            row = node * self._faces + face
        for there, choice, is_mine in path:
            counts, sums = tried[there]
            counts[choice] += 1
            sums[choice] += result if is_mine else 1 - result

    @staticmethod
    def _pick(counts: NDArray[np.float64], sums: NDArray[np.float64]) -> int:
        if not counts.all():
            return int(np.argmin(counts))
        bonus = _CURIOSITY * np.sqrt(math.log(counts.sum()) / counts)
        return int(np.argmax(sums / counts + bonus))
