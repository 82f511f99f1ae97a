"""One edge for every node and face, and the systems of linear equations on where they lead.

With S the matrix that takes what places are worth to the mean over the faces of what the edges lead to, the
systems are x = constant + S x and, the other way, y = constant + S' y with S turned over (what flows along
the edges). With L the part of S that leads to blocks before, and U the rest, both are solved for
(1 - L)^-1 (1 - S) or (1 - S') (1 - L')^-1 in place of 1 - S: going through the blocks in order does that. It
is the method of Gauss and Seidel, quickened by the one in `linear`; a game without ways back needs one pass.
"""

from collections.abc import Iterator
from copy import copy
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from companion.analysis.solve.graph import Nodes
from companion.analysis.solve.levels import Levels
from companion.analysis.solve.linear import largest, solved
from companion.analysis.solve.rule_tables import Flags

_Float = TypeVar("_Float", np.float32, np.float64)

Values = NDArray[np.float64]

_ROUGH = 1e-5
"""Relative tolerance of a correction in single precision.

The nearer a correction is, the faster it gets nearer: to begin again more often takes more steps.
"""
_SWEEPS = 30  # plain steps after a correction that gained little: they always gain where games end, if slowly
_MAX_STALLS = 25  # corrections that may gain little: one was met in games of 800 throws, 16 in one of 300,000


class Course:
    """The edges of a policy (an edge for every node and face), from and to the places of `levels`.

    What a place is worth where the other seat throws counts with its sign turned if `turns_sign`. Rows of
    `to` are those of `levels`; its entries are places, then the end of the game, then, only if signs are
    turned, the places where the same seat throws again.
    """

    def __init__(self, levels: Levels, policy: Nodes, *, turns_sign: bool = False) -> None:
        graph = levels.graph
        self.levels, self._places = levels, len(levels)
        self._turns_sign = turns_sign
        again = graph.has_throws_again
        self._again_from = self._places + 1 if again and turns_sign else 0
        self._weights, self._pages = graph.weights, graph.pages
        self.to: Nodes = np.empty((self._places, len(graph.weights)), dtype=np.int32)
        fold = again and not turns_sign
        ends = levels.ends()
        for block in levels.blocks:
            to = ends.take(policy.take(levels.rows[block], axis=0), mode="clip")
            if fold:
                # The place is worth the same for either seat's throw.
                to -= (to > self._places) * np.int32(self._places + 1)
            self.to[block] = to
        self._pages.release()

    def kept(self) -> "Course":
        """The same edges, kept where the graph keeps its own."""
        course = copy(self)
        course.to = self._pages.keep(self.to)
        return course

    def until(self, event: Flags) -> "Course":
        """The same edges, but the game ends with an event (by node and face); kept as the graph's own."""

        def parts() -> Iterator[Nodes]:
            for block in self.levels.blocks:
                yield np.where(
                    event.take(self.levels.rows[block], axis=0), np.int32(self._places), self._to(block)
                )

        course = copy(self)
        if self.levels.blocks:
            course.to = self._pages.join(parts()).reshape(self.to.shape)
        return course

    def solve(self, constant: Values, tolerance: float) -> Values:
        """Return the x of every place with x = constant + S x, no row off by more than the tolerance.

        It may be off by more where games are very long or have no end: see `missed`.
        """
        x = np.zeros(self._places)
        off, stalls = np.inf, 0
        while self._places:
            missing = self._missing(x, constant)
            last_off, off = off, largest(missing)
            if off > tolerance and off > 0.5 * last_off:
                stalls += 1
                if stalls > _MAX_STALLS:
                    break
                for _ in range(_SWEEPS):
                    x += self._swept(np.zeros(self._places), missing)
                    missing = self._missing(x, constant)
                off = largest(missing)
            if off <= tolerance:
                break
            missing /= off
            x += off * self.correction(missing, max(0.5 * tolerance / off, _ROUGH))
        return x

    def closed(self) -> Flags:
        """Return the places from which the edges never lead to the end."""
        seen = np.zeros((2 if self._again_from else 1) * self._places + 1, dtype=np.bool_)
        seen[self._places] = True
        found, last = 1, 0
        while found > last:
            last = found
            for block in self.levels.blocks:
                places = self.levels.place_of[block]
                ends = seen.take(self._to(block), mode="clip").any(axis=1)
                seen[places] |= ends
                if self._again_from:
                    seen[self._again_from + places] |= ends
            found = int(np.count_nonzero(seen))
        return ~seen[: self._places]

    def missed(self, x: Values, constant: Values) -> float:
        """Return the largest error of a row."""
        return largest(self._missing(x, constant)) if self._places else 0.0

    def correction(self, missing: Values, tolerance: float) -> NDArray[np.float32]:
        """Return the x with x = missing + S x up to the tolerance, in single precision."""
        right = self._swept(np.zeros(self._places, dtype=np.float32), missing.astype(np.float32))

        def apply(x: NDArray[np.float32]) -> NDArray[np.float32]:
            swept = self._swept(x, None)
            return np.subtract(x, swept, out=swept)

        return solved(apply, right, tolerance)

    def step(self, x: NDArray[_Float]) -> NDArray[_Float]:
        """Return S x."""
        seen, weights, stepped = self._seen(x), self._weights.astype(x.dtype), np.empty_like(x)
        for block in self.levels.blocks:
            stepped[self.levels.place_of[block]] = seen.take(self._to(block), mode="clip") @ weights
        return stepped

    def flow(self, constant: Values, tolerance: float) -> Values:
        """Return the y of every place with y = constant + S' y; the errors add up to the tolerance at most.

        So what a game sums up to over the places that it comes by is off by no more than the tolerance times
        the most that it sums up to from any of them. Only where no sign is turned; so is `flow_step`.
        """
        y = np.zeros(self._places)
        missing, in_all, stalls = constant, np.inf, 0
        while self._places:
            last_in_all, in_all = in_all, float(np.abs(missing).sum())
            if in_all > tolerance and in_all > 0.5 * last_in_all:
                stalls += 1
                if stalls > _MAX_STALLS:
                    break
                for _ in range(_SWEEPS):
                    through, left = self._flowed(missing)
                    y += through
                    missing = missing - left
                in_all = float(np.abs(missing).sum())
            if in_all <= tolerance:
                break
            off = largest(missing)
            share = max(0.5 * tolerance / in_all, _ROUGH)
            # What is still missing with half the digits, which takes half the time.
            narrow = solved(lambda x: self._flowed(x)[1], (missing / off).astype(np.float32), share)
            y += off * self._flowed(narrow)[0]
            missing = constant - y + self.flow_step(y)
        return y

    def flow_step(self, y: NDArray[_Float]) -> NDArray[_Float]:
        """Return S' y."""
        flowed = np.zeros(self._places + 1, dtype=y.dtype)
        for block in self.levels.blocks:
            self._pour(y[self.levels.place_of[block]], block, flowed)
        return flowed[:-1]

    def _flowed(self, x: NDArray[_Float]) -> tuple[NDArray[_Float], NDArray[_Float]]:
        """Return (1 - L')^-1 x, and (1 - S') times that."""
        waiting, through = np.zeros(self._places + 1, dtype=x.dtype), np.empty_like(x)
        for block in reversed(self.levels.blocks):
            places = self.levels.place_of[block]
            share = x[places] + waiting[places]
            through[places], waiting[places] = share, 0
            self._pour(share, block, waiting)
        # What is left has flowed to rows that were gone through before.
        return through, x - waiting[:-1]

    def _pour(self, share: NDArray[_Float], block: slice, onto: NDArray[_Float]) -> None:
        """Add what flows on from a block's rows to where it flows."""
        flow = share[:, None] * self._weights.astype(share.dtype)
        np.add.at(onto, self._to(block).ravel(), flow.ravel())

    def _to(self, block: slice) -> Nodes:
        """Return where a block's edges lead; what was read of blocks before it takes no memory any more."""
        self._pages.release()
        return self.to[block]

    def _missing(self, x: Values, constant: Values) -> Values:
        missing = self.step(x)
        missing += constant
        missing -= x
        return missing

    def _swept(self, x: NDArray[_Float], constant: NDArray[_Float] | None) -> NDArray[_Float]:
        """Return (1 - L)^-1 (U x + constant)."""
        seen, weights = self._seen(x), self._weights.astype(x.dtype)
        other = -1.0 if self._turns_sign else 1.0
        for block in self.levels.blocks:
            places = self.levels.place_of[block]
            new = seen.take(self._to(block), mode="clip") @ weights
            if constant is not None:
                new += constant[places]
            seen[places] = other * new
            if self._again_from:
                seen[self._again_from + places] = new
        swept = seen[: self._places]
        return np.negative(swept, out=swept) if self._turns_sign else swept

    def _seen(self, x: NDArray[_Float]) -> NDArray[_Float]:
        """Return the values that edges lead to, from the values of places; 0 at the game's end."""
        seen = np.empty((2 if self._again_from else 1) * self._places + 1, dtype=x.dtype)
        seen[: self._places] = -x if self._turns_sign else x
        seen[self._places] = 0
        if self._again_from:
            seen[self._again_from :] = x
        return seen
