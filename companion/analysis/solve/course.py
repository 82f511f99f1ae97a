"""One edge for every node and face, and the systems of linear equations on where they lead.

With S the matrix that takes what places are worth to the mean over the faces of what the edges lead to, the
systems are x = constant + S x and, the other way, y = constant + S' y with S turned over (what flows along
the edges). With L the part of S that leads to blocks before, and U the rest, both are solved for
(1 - L)^-1 (1 - S) or (1 - S') (1 - L')^-1 in place of 1 - S: going through the blocks in order does that. It
is the method of Gauss and Seidel, quickened by the one in `linear`; a game without ways back needs one pass.
"""

from copy import copy
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from companion.analysis.solve import kernels
from companion.analysis.solve.graph import Nodes
from companion.analysis.solve.levels import WIDEST, Levels
from companion.analysis.solve.linear import solved
from companion.analysis.solve.rule_tables import Flags
from companion.game.rules import ExtraThrow

_Float = TypeVar("_Float", np.float32, np.float64)

Values = NDArray[np.float64]

_FINE = 1e-6
_ROUGH = 1e-3
"""How far off, as a share, a correction may be that is reckoned with half the digits."""


class Course:
    """The edges of a policy (an edge for every node and face), by the places of `levels`.

    What a place is worth where the other seat throws counts with its sign turned if `turns_sign`.
    """

    def __init__(self, levels: Levels, policy: Nodes, *, turns_sign: bool = False) -> None:
        graph = levels.graph
        self.levels, self._places = levels, len(levels)
        self._other = -1.0 if turns_sign else 1.0
        self._again = graph.rules.extra_throw is not ExtraThrow.NONE
        self._again_from = self._places + 1 if self._again else 0
        self._weights = graph.weights
        self.to: Nodes = np.empty((self._places, len(graph.weights)), dtype=np.int32)
        for block in levels.blocks:
            edges = policy.take(levels.order[block], axis=0)
            np.take(levels.ends, edges, out=self.to[block], mode="clip")

    def until(self, event: Flags) -> "Course":
        """The same edges, but the game ends with an event (by node and face)."""
        course = copy(self)
        course.to = self.to.copy()
        for block in self.levels.blocks:
            course.to[block][event.take(self.levels.order[block], axis=0)] = self._places
        return course

    def solve(self, constant: Values, tolerance: float) -> Values:
        """The x of every place with x = constant + S x, no row off by more than the tolerance."""
        x = np.zeros(self._places)
        off = np.inf
        while self._places:
            missing = self._missing(x, constant)
            last_off, off = off, _largest(missing)
            if off <= tolerance or off > 0.5 * last_off:
                break
            missing /= off
            x += off * self.correction(missing, _ROUGH)
        return x

    def correction(self, missing: Values, tolerance: float) -> NDArray[np.float32]:
        """The x with x = missing + S x, up to the tolerance, with half the digits."""
        right = self._swept(np.zeros(self._places, dtype=np.float32), missing.astype(np.float32))

        def apply(x: NDArray[np.float32]) -> NDArray[np.float32]:
            swept = self._swept(x, None)
            return np.subtract(x, swept, out=swept)

        return solved(apply, right, tolerance)

    def step(self, x: NDArray[_Float]) -> NDArray[_Float]:
        """S x."""
        seen, weights, stepped = self._seen(x), self._weights.astype(x.dtype), np.empty_like(x)
        if kernels.COMPILED:
            kernels.step(self.to.view(np.uint32), weights, seen, stepped)
            return stepped
        found = self._buffer(x)
        for block in self.levels.blocks:
            there = found[: block.stop - block.start]
            np.take(seen, self.to[block], out=there, mode="clip")
            np.matmul(there, weights, out=stepped[block])
        return stepped

    def flow(self, constant: Values, tolerance: float) -> Values:
        """The y of every place with y = constant + S' y, no row off by more than the tolerance."""
        y = np.zeros(self._places)
        missing, off = constant, np.inf
        while self._places:
            last_off, off = off, _largest(missing)
            if off <= tolerance or off > 0.5 * last_off:
                break
            share = max(0.5 * tolerance / off, _FINE)
            y += off * self._flowed(solved(lambda x: self._flowed(x)[1], missing / off, share))[0]
            missing = constant - y + self.flow_step(y)
        return y

    def flow_step(self, y: NDArray[_Float]) -> NDArray[_Float]:
        """S' y."""
        flowed = self._nothing(y)
        if kernels.COMPILED:
            kernels.flow(self.to.view(np.uint32), self._weights.astype(y.dtype), y, flowed)
            return self._come(flowed)
        for block in self.levels.blocks:
            self._pour(y[block], block, flowed)
        return self._come(flowed)

    def _flowed(self, x: NDArray[_Float]) -> tuple[NDArray[_Float], NDArray[_Float]]:
        """(1 - L')^-1 x, and what (1 - S') makes of that."""
        waiting, through = self._nothing(x), x.copy()
        if kernels.COMPILED:
            weights, seen_at = self._weights.astype(x.dtype), self.levels.seen_at.view(np.uint32)
            kernels.pour(self.to.view(np.uint32), weights, seen_at, self._again_from, waiting, through)
            return through, x - self._come(waiting)
        again = waiting[self._places + 1 :]
        for block in reversed(self.levels.blocks):
            seen_at = self.levels.seen_at[block]
            through[block] += waiting[seen_at]
            waiting[seen_at] = 0
            if self._again:
                through[block] += again[block]
                again[block] = 0
            self._pour(through[block], block, waiting)
        # What is left has flowed to blocks that were gone through before.
        return through, x - self._come(waiting)

    def _pour(self, share: NDArray[_Float], block: slice, onto: NDArray[_Float]) -> None:
        """Add what flows on from a block's places to where it flows."""
        flow = share[:, None] * self._weights.astype(share.dtype)
        np.add.at(onto, self.to[block].ravel(), flow.ravel())

    def _come(self, flowed: NDArray[_Float]) -> NDArray[_Float]:
        """What has flowed, by places."""
        come = flowed.take(self.levels.seen_at)
        if self._again:
            come += flowed[self._places + 1 :]
        return come

    def _missing(self, x: Values, constant: Values) -> Values:
        missing = self.step(x)
        missing += constant
        missing -= x
        return missing

    def _swept(self, x: NDArray[np.float32], constant: NDArray[np.float32] | None) -> NDArray[np.float32]:
        """(1 - L)^-1 (U x + constant)."""
        seen, weights, swept = self._seen(x), self._weights.astype(x.dtype), np.empty_like(x)
        if kernels.COMPILED:
            to, seen_at = self.to.view(np.uint32), self.levels.seen_at.view(np.uint32)
            added = np.empty(0, dtype=x.dtype) if constant is None else constant
            kernels.sweep(to, weights, added, self._other, seen_at, self._again_from, seen, swept)
            return swept
        found = self._buffer(x)
        for block in self.levels.blocks:
            there, new = found[: block.stop - block.start], swept[block]
            np.take(seen, self.to[block], out=there, mode="clip")
            np.matmul(there, weights, out=new)
            if constant is not None:
                new += constant[block]
            seen[self.levels.seen_at[block]] = self._other * new
            if self._again:
                seen[self._places + 1 + block.start : self._places + 1 + block.stop] = new
        return swept

    def _seen(self, x: NDArray[_Float]) -> NDArray[_Float]:
        """What edges lead to, of what places are worth; nothing at the game's end."""
        seen = self._nothing(x)
        seen[self.levels.seen_at] = self._other * x
        if self._again:
            seen[self._places + 1 :] = x
        return seen

    def _nothing(self, x: NDArray[_Float]) -> NDArray[_Float]:
        return np.zeros((2 if self._again else 1) * self._places + 1, dtype=x.dtype)

    def _buffer(self, x: NDArray[_Float]) -> NDArray[_Float]:
        return np.empty((min(WIDEST, self._places), len(self._weights)), dtype=x.dtype)


def _largest(x: Values) -> float:
    return float(max(x.max(), -x.min()))
