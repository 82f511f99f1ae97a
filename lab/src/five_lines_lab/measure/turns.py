"""The turns of a solved game, one for each position and face, and their sums."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from companion.analysis.solve.backups import Ends, Values
from companion.analysis.solve.graph import Graph, Nodes
from companion.analysis.solve.levels import goals_of, steps_left
from companion.analysis.solve.rule_tables import Flags
from companion.analysis.solve.solution import Solution

_LEVEL = 1e-9  # chances nearer to a half than so put neither seat ahead


@dataclass(frozen=True)
class Turns:
    """A block of positions' turns; every array has a row for each position and a column for each face.

    `choices` are the things to do, `best` and `worst` what the best and the worst of them is worth to the
    mover. `leaves`: best play takes a gathered counter off; `could_stay`: there is something else to do, and
    `staying` is what the best of that is worth. `changes_lead`: one seat's chance was above a half before the
    throw, and the other's is after the move. `passes_goal`: a seat's last counter goes past its goal.
    """

    nodes: slice
    choices: NDArray[np.int8]
    best: Values
    worst: Values
    leaves: Flags
    could_stay: Flags
    staying: Values
    changes_lead: Flags
    passes_goal: Flags


def turns(solution: Solution) -> Iterator[Turns]:
    """Yield all turns of a game, block by block."""
    graph, values = solution.graph, solution.values
    ends = Ends(graph, 1, 0.5, np.float64).seen(1 - values, values)
    marks = Marks(graph)
    for nodes in graph.blocks():
        yield _block(solution, marks, ends, nodes)


def _block(solution: Solution, marks: "Marks", ends: Values, nodes: slice) -> Turns:
    graph, values, faces = solution.graph, solution.values, len(solution.graph.weights)
    edges, starts = graph.rows(nodes)
    places = starts[:-1]
    found = ends.take(edges, mode="clip")
    policy = solution.policy[nodes]
    rows = np.repeat(np.arange(len(places)), np.diff(starts))
    mover = marks.mover[nodes].astype(np.intp)
    leaves = marks.leaves(mover[rows // faces], edges)
    staying = np.maximum.reduceat(np.where(leaves, -1.0, found), places)
    chosen = np.repeat(mover, faces)
    done = ends.take(policy, mode="clip")
    ahead, after = values[nodes][:, None] - 0.5, done - 0.5
    changes = (ahead * after < 0) & (np.abs(ahead) > _LEVEL) & (np.abs(after) > _LEVEL)
    shape = policy.shape
    return Turns(
        nodes,
        np.diff(starts).reshape(shape).astype(np.int8),
        np.maximum.reduceat(found, places).reshape(shape),
        np.minimum.reduceat(found, places).reshape(shape),
        marks.leaves(chosen, policy.ravel()).reshape(shape),
        (staying >= 0).reshape(shape),
        staying.reshape(shape),
        changes,
        marks.passes_goal(chosen, policy.ravel()).reshape(shape),
    )


class Marks:
    """The effects of a move on the mover's own counters, from its arrangements before and after."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        tables, rules = graph.ranking.tables, graph.rules
        self.mover, self._other = graph.ranking.arrangements()
        goals = goals_of(tables)
        on_goals = tables.counts[:, list(goals)]
        # The counters on each goal as digits of one number.
        self._on_goals = on_goals @ np.array([1, 10])[: len(goals)]
        self.gathered = on_goals.sum(axis=1)
        """For every arrangement the number of gathered counters."""
        self.one_left = self.gathered == rules.to_win - 1
        self._way = 10 // len(goals)
        self._steps_left = steps_left(tables)
        self._faces = np.array(rules.die.faces)

    def leaves(self, mover: NDArray[np.intp], edges: Nodes) -> Flags:
        """True for edges that take a gathered counter off, from positions with such a mover."""
        after = self._after(edges)
        flags: Flags = (self.gathered[after] < self.gathered[mover]) & (edges < self._graph.won)
        return flags

    def gathers(self, mover: NDArray[np.intp], edges: Nodes) -> Flags:
        """True for edges that bring a counter to where it counts."""
        more = self.gathered[self._after(edges)] > self.gathered[mover]
        flags: Flags = (more & (edges < self._graph.won)) | (edges == self._graph.won)
        return flags

    def passes_goal(self, mover: NDArray[np.intp], edges: Nodes) -> Flags:
        """True for edges that take the mover's last counter past its goal; edges of all faces in turn."""
        throws = np.tile(self._faces, len(edges) // len(self._faces))
        after = self._after(edges)
        # Without passing a goal a throw brings a counter nearer by just so many steps.
        around = self._steps_left[after] - self._steps_left[mover] + throws >= self._way
        # From one goal to the other a counter that is gathered moves, not the last one.
        stays_out = self.one_left[mover] & (self._on_goals[after] == self._on_goals[mover]) & (after != mover)
        flags: Flags = around & stays_out & (edges < self._graph.won)
        return flags

    def _after(self, edges: Nodes) -> NDArray[np.intp]:
        """The mover's arrangement after edges; a meaningless one where the game ends."""
        after: NDArray[np.intp] = self.mover[edges % self._graph.nodes].astype(np.intp)
        return after


STAKE_BINS = 10_000  # a bin of stakes holds those above the one before it, up to itself


@dataclass
class TurnSums:
    """Turns with their choices, what is at stake in them, luck, and leavings of the goal, added up."""

    choices: float = 0.0
    with_choice: float = 0.0
    stake: float = 0.0
    luck: float = 0.0
    left_forced: float = 0.0
    left_by_choice: float = 0.0
    forced_cost: float = 0.0
    choice_gain: float = 0.0
    stakes: Values = field(default_factory=lambda: np.zeros(STAKE_BINS + 2))
    """Frequency of each stake, by its bin."""

    def add(self, block: Turns, values: Values, visits: Values, weights: Values) -> None:
        """Add a block of turns, by what every position is worth and how often a game comes by it."""
        here = block.nodes
        weight = visits[here][:, None] * weights
        stake, luck = block.best - block.worst, block.best - values[here][:, None]
        forced, by_choice = block.leaves & ~block.could_stay, block.leaves & block.could_stay
        bins = np.ceil(stake * STAKE_BINS - 1e-9).astype(np.intp)
        self.stakes += np.bincount(bins.ravel(), weight.ravel(), STAKE_BINS + 2)
        self.choices += float((weight * block.choices).sum())
        self.with_choice += float(weight[block.choices > 1].sum())
        self.stake += float((weight * stake).sum())
        self.luck += float((weight * np.abs(luck)).sum())
        self.left_forced += float(weight[forced].sum())
        self.left_by_choice += float(weight[by_choice].sum())
        self.forced_cost -= float((weight * luck)[forced].sum())
        self.choice_gain += float((weight * (block.best - block.staying))[by_choice].sum())
