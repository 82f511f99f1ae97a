"""Best play as a Markov chain: what happens in a game of it, on average, without playing any.

With P the matrix of best play (from each position, with the chance of each face, to where its edge leads)
what follows is linear: x = reward + P x has the mean sum of a reward to the end, and y = start + P^T y how
often a game comes by each position. Both are solved, not sampled.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from companion.analysis.solve.arrangements import Indices
from companion.analysis.solve.backups import Backups, Ends, Values
from companion.analysis.solve.course import Course
from companion.analysis.solve.rule_tables import Flags
from companion.analysis.solve.solution import Solution

_Float = TypeVar("_Float", np.float32, np.float64)

_TOLERANCE = 1e-9  # tolerance of a row of a solved system
_VISITS_TOLERANCE = 5e-10  # tolerance of the visits of all positions together


class Chain:
    """The chain of best play of a solved game."""

    def __init__(self, solution: Solution, backup: Backups) -> None:
        self.solution, self.graph = solution, solution.graph
        self._backup = backup
        self.throwing = self.graph.reachable & ~self.graph.dead
        """True for positions in which a throw is made; elsewhere the game is over, or it never comes up."""
        self._levels = solution.levels
        self._places: dict[int, Indices] = {}

    def visits(self, start: int) -> Values:
        """Return how many throws of a game from a start are made in each position, on average."""
        begun = np.zeros(len(self._levels))
        begun[self._place(start)] = 1
        return self.by_node(self._course.flow(begun, _VISITS_TOLERANCE))

    @cached_property
    def draws(self) -> Values:
        """From each position, the chance of a draw because nobody can ever move."""
        dead = self.graph.dead
        if not dead.any():
            return np.zeros(self.graph.nodes)
        return np.where(dead, 1.0, self.total(self.mean_after(dead.astype(np.float64))))

    def _place(self, node: int) -> Indices:
        """The place of a node; none if no throw is made from it."""
        if node not in self._places:
            self._places[node] = np.flatnonzero(self._levels.order == node)
        return self._places[node]

    @cached_property
    def _course(self) -> Course:
        return Course(self._levels, self.solution.policy).kept()

    def total(self, reward: Values, until: Flags | None = None) -> Values:
        """Return the expected sum of a reward for every throw, from each position on.

        With `until` the game breaks off at an event (by position and face).
        """
        course = self._course if until is None else self._course.until(until)
        return self.by_node(course.solve(reward[self._levels.order], _TOLERANCE))

    def leads_to(self, positions: Flags) -> Flags:
        """True for each position and face where best play leads to one of some positions."""
        # The narrowest numbers, as there is one for each face of every position.
        there = positions.astype(np.float32)
        ends = Ends(self.graph, 0, 0, np.float32).seen(there, there) > 0
        flags = np.empty(self.solution.policy.shape, dtype=np.bool_)
        for nodes in self.graph.blocks():
            flags[nodes] = ends.take(self.solution.policy[nodes], mode="clip")
            self.graph.pages.release()
        return flags

    def mean_after(self, values: Values) -> Values:
        """The mean over the faces of what each leads to."""
        ends = Ends(self.graph, 0, 0, np.float64)
        return self._backup.follow(self.solution.policy, ends.seen(values, values))

    def per_throw(self, happens: Values | Flags) -> Values:
        """Return the mean over the faces of an array with a value per face."""
        means = np.empty(len(happens))
        # Block by block: flags that become numbers take eight times the memory.
        for nodes in self.graph.blocks():
            np.matmul(happens[nodes], self.graph.weights, out=means[nodes])
            self.graph.pages.release()
        return means

    def chance(self, event: Flags) -> Values:
        """Return, from each position, the chance that an event (by position and face) ever happens."""
        if not event.any():
            return np.zeros(self.graph.nodes)
        return self.total(self.per_throw(event), event)

    @property
    def still_alive(self) -> Values:
        """By place, the chance that a game is not over before the next throw: 1."""
        return np.ones(len(self._levels))

    def alive(self, alive: NDArray[_Float]) -> Iterator[NDArray[_Float]]:
        """The chance, by place, that a game is not over after 0, 1, 2 ... throws more.

        It goes on from the chances that are given, and with their digits.
        """
        while True:
            yield alive
            alive = self._course.step(alive)

    @property
    def rounded(self) -> float:
        """Relative rounding error of `alive` a throw, in single precision."""
        return (len(self.graph.weights) + 2) * 2.0**-24

    def at(self, by_place: NDArray[_Float], node: int) -> float:
        """Return the value of a node; 0 where no throw is made from it."""
        return float(by_place[self._place(node)].sum())

    def by_node(self, by_place: Values) -> Values:
        """Return the values of all nodes; 0 where no throw is made."""
        values = np.zeros(self.graph.nodes)
        values[self._levels.order] = by_place
        return values
