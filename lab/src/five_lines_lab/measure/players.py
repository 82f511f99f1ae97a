"""Players of a solved game, from one who moves at random to one who never errs, on its graph of positions.

Those who go by rules of thumb choose evenly among the edges that their rules leave; the computer's levels
weigh every edge by what it gives away, as at the table (see `companion.analysis.play.opponent`).
"""

from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from functools import cached_property
from math import isfinite
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from companion.analysis.solve.backups import Backups, Ends, Values
from companion.analysis.solve.graph import Graph, Nodes
from companion.analysis.solve.rule_tables import Flags
from companion.analysis.solve.solution import Solution
from companion.game.levels import LEVELS
from five_lines_lab.measure.turns import Marks

_Float = TypeVar("_Float", np.float32, np.float64)


class Rule(StrEnum):
    """Rules of thumb by which a player leaves out what may be done, and chooses evenly among the rest."""

    RANDOM = "random"
    KEEPS_GOAL = "keeps-goal"
    TWO_RULES = "two-rules"


YARDSTICKS = tuple(Rule)  # the players against whom best play is measured, from none to two rules
PLAYERS = (*(rule.value for rule in Rule), *(level.name for level in LEVELS))  # every player by name


def person(name: str) -> tuple[float, float, float] | None:
    """Return temperature, keeps and seeks of a person written as 0.05:1:0.8; None for another name."""
    try:
        temperature, keeps, seeks = map(float, name.split(":"))
    except ValueError:
        return None
    known = temperature > 0 and isfinite(keeps) and isfinite(seeks)
    return (temperature, keeps, seeks) if known else None


class Player(Protocol):
    """A player of a solved game, position by position."""

    def choose(self, nodes: NDArray[np.intp], faces: NDArray[np.intp], random: np.random.Generator) -> Nodes:
        """Choose one edge for each of some turns."""

    def mean(self, ends: NDArray[_Float]) -> NDArray[_Float]:
        """Return each position's value to this player as the mover, from the values of edges."""

    def chances(self) -> Values:
        """Return the chance of every edge of the graph to be taken from its position, its face's included."""


class Best:
    """The player of the solution: takes the best edge, the first of equals."""

    def __init__(self, solution: Solution, backup: Backups) -> None:
        self._policy, self._backup, self._graph = solution.policy, backup, solution.graph

    def choose(self, nodes: NDArray[np.intp], faces: NDArray[np.intp], random: np.random.Generator) -> Nodes:
        """The best edges."""
        edges: Nodes = self._policy[nodes, faces]
        return edges

    def mean(self, ends: NDArray[_Float]) -> NDArray[_Float]:
        """Return the values by the best edges."""
        return self._backup.follow(self._policy, ends)

    def chances(self) -> Values:
        """Return the chances: all of a face's for the first edge that is as its best one."""
        starts = self._graph.starts
        rows = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
        taken = np.flatnonzero(self._graph.edges == self._policy.ravel()[rows])
        chances = np.zeros(len(self._graph.edges))
        faces, first = np.unique(rows[taken], return_index=True)
        chances[taken[first]] = self._graph.weights[faces % len(self._graph.weights)]
        return chances


class Even:
    """A player who chooses evenly among the edges of a graph, from which some may have been left out."""

    def __init__(self, graph: Graph, backup: Backups) -> None:
        self._graph, self._backup = graph, backup

    def choose(self, nodes: NDArray[np.intp], faces: NDArray[np.intp], random: np.random.Generator) -> Nodes:
        """Choose any of the edges with equal probability."""
        starts = self._graph.starts
        row = nodes * len(self._graph.weights) + faces
        edges: Nodes = self._graph.edges[starts[row] + random.integers(starts[row + 1] - starts[row])]
        return edges

    def mean(self, ends: NDArray[_Float]) -> NDArray[_Float]:
        """Return the values by the mean of the edges of each face."""
        return self._backup.mean(ends)

    def chances(self) -> Values:
        """Return the chances, the same for each edge of a face."""
        return _evenly(self._graph, np.ones(len(self._graph.edges), dtype=np.bool_))


class ByRule(Even):
    """A player who goes by a rule of thumb; the edges that it leaves are found as they are asked for."""

    def __init__(self, rule: Rule, graph: Graph, backup: Backups) -> None:
        super().__init__(graph, backup)
        self._rule, self._marks = rule, Marks(graph)

    def choose(self, nodes: NDArray[np.intp], faces: NDArray[np.intp], random: np.random.Generator) -> Nodes:
        """Choose any of the edges that the rule leaves, with equal probability."""
        graph = self._graph
        row = nodes * len(graph.weights) + faces
        firsts, counts = graph.starts[row], graph.starts[row + 1] - graph.starts[row]
        starts = np.concatenate([[0], np.cumsum(counts)])
        rows = np.repeat(np.arange(len(row)), counts)
        edges = graph.edges[np.arange(len(rows)) + (firsts - starts[:-1])[rows]]
        kept = _kept(
            self._rule, self._marks, self._marks.mover[nodes].astype(np.intp)[rows], edges, starts, rows
        )
        left, ends = edges[kept], np.cumsum(np.add.reduceat(kept, starts[:-1], dtype=np.intp))
        begins = np.concatenate([[0], ends[:-1]])
        picked: Nodes = left[begins + random.integers(ends - begins)]
        return picked

    def mean(self, ends: NDArray[_Float]) -> NDArray[_Float]:
        """Return the values by the mean of the edges that the rule leaves for each face."""
        return self._left.mean(ends)

    def chances(self) -> Values:
        """Return the chances, the same for each edge of a face that the rule leaves."""
        kept = [flags for _, _, _, flags in _kept_by_block(self._rule, self._graph, self._marks)]
        return _evenly(self._graph, np.concatenate(kept))

    @cached_property
    def _left(self) -> Backups:
        return self._backup.of(left_by(self._rule, self._graph, self._marks))


def rule_player(rule: Rule, graph: Graph, backup: Backups) -> Even:
    """The player who goes by a rule of thumb."""
    return Even(graph, backup) if rule is Rule.RANDOM else ByRule(rule, graph, backup)


class Softmax:
    """A level of the computer, or a person: an edge that gives away d has the weight exp(-d / temperature).

    A person's habits change that: exp(-keeps) for a counter taken off the goal, exp(seeks) for one brought
    there (see `five_lines_lab.human_play`).
    """

    def __init__(
        self, solution: Solution, temperature: float, keeps: float = 0.0, seeks: float = 0.0
    ) -> None:
        self._graph, values = solution.graph, solution.values
        self._ends = Ends(self._graph, 1, 0.5, np.float64).seen(1 - values, values)
        self._temperature, self._keeps, self._seeks = temperature, keeps, seeks
        self._marks = Marks(self._graph) if keeps or seeks else None

    def choose(self, nodes: NDArray[np.intp], faces: NDArray[np.intp], random: np.random.Generator) -> Nodes:
        """An edge by its weight."""
        row = nodes * len(self._graph.weights) + faces
        firsts = self._graph.starts[row]
        counts = self._graph.starts[row + 1] - firsts
        choice = np.arange(counts.max())
        there = choice < counts[:, None]
        edges = self._graph.edges[firsts[:, None] + np.where(there, choice, 0)]
        found = self._ends[edges]
        lost = found.max(axis=1, keepdims=True) - found
        shares = (self._weigh(lost, nodes[:, None], edges) * there).cumsum(axis=1)
        chosen = (shares <= random.random((len(row), 1)) * shares[:, -1:]).sum(axis=1)
        picked: Nodes = edges[np.arange(len(row)), chosen]
        return picked

    def mean(self, ends: NDArray[_Float]) -> NDArray[_Float]:
        """Return the values by the weighted mean of the edges of each face."""
        values = np.empty(self._graph.nodes, dtype=ends.dtype)
        faces = len(self._graph.weights)
        for nodes, weights in self._weights:
            edges, starts = self._graph.rows(nodes)
            values[nodes] = np.add.reduceat(ends.take(edges, mode="clip") * weights, starts[:-1:faces])
        return values

    def chances(self) -> Values:
        """Return the chances by their weights."""
        return np.concatenate([weights for _, weights in self._weights])

    def _weigh(self, lost: Values, nodes: NDArray[np.intp], edges: Nodes) -> Values:
        """Return the weight of each edge from a node, by the chance that it gives away."""
        weights: Values = np.exp(-lost / self._temperature)
        if self._marks is not None:
            mover = self._marks.mover[nodes].astype(np.intp)
            weights *= np.exp(-self._keeps * self._marks.leaves(mover, edges))
            weights *= np.exp(self._seeks * self._marks.gathers(mover, edges))
        return weights

    @cached_property
    def _weights(self) -> list[tuple[slice, Values]]:
        """The chance of every edge, its face's included, block by block."""
        found = []
        for nodes in self._graph.blocks():
            edges, starts = self._graph.rows(nodes)
            values, counts = self._ends.take(edges, mode="clip"), np.diff(starts)
            lost = np.repeat(np.maximum.reduceat(values, starts[:-1]), counts) - values
            mover = np.repeat(
                np.arange(nodes.start, nodes.stop), np.diff(starts[:: len(self._graph.weights)])
            )
            weights = self._weigh(lost, mover, edges)
            sums = np.add.reduceat(weights, starts[:-1])
            faces = np.tile(self._graph.weights, nodes.stop - nodes.start)
            found.append((nodes, weights * np.repeat(faces / sums, counts)))
        return found


def left_by(rule: Rule, graph: Graph, marks: Marks) -> Graph:
    """The graph without the edges that a player who goes by a rule leaves out."""
    # Memory that is not written to is not taken.
    kept_edges, kept_counts = np.empty_like(graph.edges), np.empty(len(graph.starts) - 1, dtype=np.int8)
    place = row = 0
    for edges, starts, counts, kept in _kept_by_block(rule, graph, marks):
        left = edges[kept]
        kept_edges[place : place + len(left)] = left
        kept_counts[row : row + len(counts)] = np.add.reduceat(kept.astype(np.int8), starts[:-1])
        place, row = place + len(left), row + len(counts)
    starts = np.zeros(len(graph.starts), dtype=np.int32)
    np.cumsum(kept_counts, out=starts[1:])
    return replace(graph, starts=starts, edges=kept_edges[:place])


def _kept_by_block(
    rule: Rule, graph: Graph, marks: Marks
) -> Iterator[tuple[Nodes, Nodes, NDArray[np.int32], Flags]]:
    """Yield each block's edges, where each face's begin, how many each has, and which are kept."""
    for nodes in graph.blocks():
        edges, starts = graph.rows(nodes)
        counts = np.diff(starts)
        rows = np.repeat(np.arange(len(counts)), counts)
        mover = marks.mover[nodes].astype(np.intp)[rows // len(graph.weights)]
        yield edges, starts, counts, _kept(rule, marks, mover, edges, starts, rows)


def _evenly(graph: Graph, kept: Flags) -> Values:
    """Return the chances of a player who takes each of a face's kept edges as often."""
    starts = graph.starts
    shares = np.tile(graph.weights, graph.nodes) / np.add.reduceat(kept, starts[:-1], dtype=np.intp)
    return np.repeat(shares, np.diff(starts)) * kept


def _kept(
    rule: Rule, marks: Marks, mover: NDArray[np.intp], edges: Nodes, starts: Nodes, rows: NDArray[np.intp]
) -> Flags:
    """Return the preferred edges; all of a face's where none is."""
    kept = _preferred(~marks.leaves(mover, edges), starts, rows)
    if rule is Rule.TWO_RULES:
        kept &= _preferred(kept & marks.gathers(mover, edges), starts, rows)
    return kept


def _preferred(liked: Flags, starts: Nodes, rows: NDArray[np.intp]) -> Flags:
    """The edges that are liked; all of a face's where none of them is."""
    any_liked = np.logical_or.reduceat(liked, starts[:-1])
    flags: Flags = liked | ~any_liked[rows]
    return flags
