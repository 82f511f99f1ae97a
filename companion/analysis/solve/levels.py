"""The positions in which a throw is made, in the order in which a game comes by them, from its end on.

A level holds those whose counters, of both seats, have as many steps left on their ways to the goal. A move
leads to a lower level, but where a counter is hit, leaves the goal or goes past it. So systems of equations
on best play are nearly solved when they are gone through once, level by level (see `course`).
"""

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from companion.analysis.solve.graph import Graph, Nodes
from companion.analysis.solve.rule_tables import Tables
from companion.game import GOAL_HALF, OWN_HALF
from companion.game.rulesets.rules import Goal

WIDEST = 1 << 14  # positions worked on at once; their arrays fit a processor's cache


def goals_of(tables: Tables) -> tuple[int, ...]:
    """Return the places of a seat's ring on which its counters count as gathered."""
    return (OWN_HALF, GOAL_HALF) if tables.rules.goal is Goal.ANYWHERE else (GOAL_HALF,)


def steps_left(tables: Tables) -> NDArray[np.int64]:
    """Return for every arrangement how many steps its counters have left to the goals, added up."""
    # A counter in hand is a step before the first point; one at home sets out from the own half.
    index_of_place = np.array([*range(10), -1, OWN_HALF])
    steps: NDArray[np.int64] = tables.counts @ np.min(
        [(goal - index_of_place) % 10 for goal in goals_of(tables)], axis=0
    )
    return steps


class Levels:
    """The nodes of a graph in which a throw is made, level by level; a node's place is its number there.

    `order` has the nodes by place: within a level by who has just moved there, which is where edges lead.
    They are gone through row by row, within a level by who is about to throw, so that edges lead near to
    those of the row before: `rows` has the nodes in that order, and `place_of` the place of each row.
    `blocks` cuts the rows; no block is wider than WIDEST or holds rows of two levels.
    """

    def __init__(self, graph: Graph) -> None:
        tables = graph.ranking.tables
        steps = steps_left(tables).astype(np.int16)
        mover, other = graph.ranking.arrangements()
        throwing = graph.reachable & ~graph.dead
        levels = steps.take(mover) + steps.take(other)
        nodes = np.flatnonzero(throwing).astype(np.int32)
        by_level = np.argsort(levels.take(nodes), kind="stable")
        self.graph = graph
        self.rows: Nodes = nodes.take(by_level)
        # Turned twice a node is itself again: these are the nodes by what they are when turned.
        came = graph.turned.compress(throwing.take(graph.turned))
        self.order: Nodes = came.take(np.argsort(levels.take(came), kind="stable"))
        places: Nodes = np.empty(graph.nodes, dtype=np.int32)
        places[self.order] = np.arange(len(nodes), dtype=np.int32)
        self.place_of: Nodes = places.take(self.rows)
        levels = levels.take(self.rows)
        cuts = [0, *(np.flatnonzero(np.diff(levels)) + 1).tolist(), len(nodes)]
        self.blocks = [
            slice(first, min(first + WIDEST, end))
            for begin, end in pairwise(cuts)
            for first in range(begin, end, WIDEST)
        ]

    def __len__(self) -> int:
        return len(self.order)

    def keep(self) -> None:
        """Keep the arrays where the graph keeps its own."""
        keep = self.graph.pages.keep
        self.order, self.rows, self.place_of = keep(self.order), keep(self.rows), keep(self.place_of)

    def ends(self) -> Nodes:
        """Return the place that each edge leads to where the other seat throws, `len(self)` at a game's end.

        Where the same seat throws again it is `len(self) + 1` and the place.
        """
        nodes, end = self.graph.nodes, len(self)
        ends = np.full(2 * nodes + 2, end, dtype=np.int32)
        ends[self.graph.turned.take(self.order)] = np.arange(end)
        ends[self.order + nodes] = np.arange(end + 1, 2 * end + 1)
        return ends
