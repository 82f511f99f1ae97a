"""Best play as a Markov chain: what happens in a game of it, on average, without playing any.

With P the matrix of best play (from each position, with the chance of each face, to where its edge leads)
what follows is linear: x = reward + P x has the mean sum of a reward to the end, and y = start + P^T y how
often a game comes by each position. Both are solved, not sampled.
"""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from companion.analysis.solve.backups import Backups, Ends, Policy, Values
from companion.analysis.solve.linear import fixed_point
from companion.analysis.solve.rule_tables import Flags
from companion.analysis.solve.solution import Solution

_TOLERANCE = 1e-9
"""How far off a row of a solved system may be."""
_VISITS_TOLERANCE = 1e-12
"""The same for visits, of which there are as many as positions, most of them tiny."""


class Chain:
    """The chain of best play of a solved game, from its start."""

    def __init__(self, solution: Solution, backup: Backups) -> None:
        self.solution, self.graph = solution, solution.graph
        self._backup = backup
        self.throwing = self.graph.reachable & ~self.graph.dead
        """Whether a throw is made in a position; elsewhere the game is over, or it never comes up."""
        self._throws = self.throwing.astype(np.float64)

    @cached_property
    def visits(self) -> Values:
        """How many throws of a game are made from each position, on average; 0 where none is made."""
        graph = self.graph
        start = np.zeros(graph.nodes)
        start[graph.start] = 1.0
        if not self.throwing[graph.start]:
            return np.zeros(graph.nodes)
        return fixed_point(
            self.step,
            lambda x: self.step(x.astype(np.float64)).astype(np.float32),
            start,
            _VISITS_TOLERANCE,
        )

    @cached_property
    def draws(self) -> Values:
        """From each position, the chance that the game comes to one in which nobody can ever move."""
        dead = self.graph.dead
        if not dead.any():
            return np.zeros(self.graph.nodes)
        return np.where(dead, 1.0, self.total(self.mean_after(dead.astype(np.float64))))

    @cached_property
    def _edges(self) -> NDArray[np.intp]:
        """The edges of best play, face by face, as counting wants them."""
        return self.solution.policy.ravel().astype(np.intp)

    def step(self, share: Values) -> Values:
        """Where games are after a throw that are spread so over the positions before it, but over ones."""
        n = self.graph.nodes
        flow = share[:, None] * self.graph.weights
        # By edges, which lead near to where they come from; then once over to the other seat.
        led: Values = np.bincount(self._edges, flow.ravel(), 2 * n + 2).astype(np.float64, copy=False)
        moved = led[:n].take(self.graph.turned)
        moved += led[n : 2 * n]
        moved *= self._throws
        return moved

    def total(self, reward: Values, policy: Policy | None = None) -> Values:
        """What a reward for every throw from a position sums up to, on average, from each position on.

        With a `policy` other than that of best play the chain may break off where it leads to a draw.
        """
        graph = self.graph
        followed = self.solution.policy if policy is None else policy
        wide, narrow = Ends(graph, 0, 0, np.float64), Ends(graph, 0, 0, np.float32)
        return fixed_point(
            lambda x: self._backup.follow(followed, wide.seen(x, x)),
            lambda x: self._backup.follow(followed, narrow.seen(x, x)),
            np.where(self.throwing, reward, 0.0),
            _TOLERANCE,
        )

    def after(self, values: Values) -> Values:
        """What each face leads to by best play, of what positions have; 0 where the game ends."""
        ends = Ends(self.graph, 0, 0, np.float64)
        return ends.seen(values, values).take(self.solution.policy)

    def mean_after(self, values: Values) -> Values:
        """The mean over the faces of what each leads to."""
        ends = Ends(self.graph, 0, 0, np.float64)
        return self._backup.follow(self.solution.policy, ends.seen(values, values))

    def until(self, event: Flags) -> Policy:
        """The edges of best play, but a game breaks off with an event (told by position and face)."""
        return np.where(event, np.int32(self.graph.drawn), self.solution.policy)

    def per_throw(self, happens: Values | Flags) -> Values:
        """What has a value for each face, as its mean over the faces."""
        means: Values = happens @ self.graph.weights
        return means

    def chance(self, event: Flags) -> Values:
        """From each position, the chance that an event (by position and face) ever happens."""
        return self.total(self.per_throw(event), self.until(event))

    def mean(self, happens: Values | Flags) -> float:
        """What has a value for each position and face, summed over a game, on average."""
        return float(self.visits @ self.per_throw(happens))

    def after_throws(self, throws: int) -> Values:
        """From each position, the chance that the game is not over after so many throws more."""
        alive = self._throws
        ends = Ends(self.graph, 0, 0, np.float64)
        for _ in range(throws):
            alive = self._backup.follow(self.solution.policy, ends.seen(alive, alive)) * self._throws
        return alive
