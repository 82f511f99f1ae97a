"""Lengths of games of best play from several starts, computed together."""

from collections.abc import Iterator, Sequence
from itertools import count, islice
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from companion.analysis.errors import InexactError
from companion.analysis.solve.backups import Values
from five_lines_lab.measure.chain import Chain
from five_lines_lab.measure.estimates import Quantiles, exact_quantiles

_Float = TypeVar("_Float", np.float32, np.float64)

MAX_NUMBERS = 1e9  # most numbers to add for the exact distribution of lengths
MAX_ROUNDED = 300  # mean length in throws above which too many games are in doubt with half the digits
_MEAN_TOLERANCE = 1e-5
"""Difference between two computations of a mean, as a share of the longest one from any position."""


class Durations:
    """The share of games that are not over after 0, 1, 2 ... throws, computed as far as it is asked for.

    `long` has the share from each place after the first so many throws.
    """

    def __init__(self, chain: Chain, starts: Sequence[int], throws: int) -> None:
        self._chain, self._starts = chain, starts
        alive = chain.alive(chain.still_alive)
        first = [self._from_starts(left) for left in islice(alive, throws)]
        self.long: Values = next(alive)
        # Half the digits take half the time, and are seldom too few.
        self._known = {narrow: list(first) for narrow in (True, False)}
        self._further = {
            True: map(self._from_starts, chain.alive(self.long.astype(np.float32))),
            False: map(self._from_starts, chain.alive(self.long)),
        }

    def quantiles(self, start: int, mean: float, positions: int) -> Quantiles | None:
        """Return the quantiles for a start; None if mean and positions make it too expensive."""
        most = int(MAX_NUMBERS / positions)
        # Nine in ten games are seldom longer than three times the mean: whether it is worth beginning.
        if 3 * mean > most:
            return None
        found = None
        if mean <= MAX_ROUNDED:
            found = exact_quantiles(islice(self._shares(start, True), most), self._chain.rounded)
        return found or exact_quantiles(islice(self._shares(start, False), most))

    def check_mean(self, start: int, mean: float) -> None:
        """Compare a mean length from a start with the lengths that are known by now; raises InexactError.

        The mean is the sum of the shares that are not over after 0, 1, 2 ... throws. Games that go on after
        the last known throw last no longer, on average, than from the position with most throws left.
        """
        column = self._starts.index(start)
        known = [shares[column] for shares in max(self._known.values(), key=len)]
        left = float(self._chain.solution.throws.max())
        low, high = sum(known), sum(known) + known[-1] * left
        solved = float(self._chain.solution.throws[start])
        off = _MEAN_TOLERANCE * max(left, 1.0)
        if not (low - off <= mean <= high + off and abs(mean - solved) <= off):
            raise InexactError(
                f"the mean length comes out as {mean:.6g} throws, and as {solved:.6g} another way; by the "
                f"lengths of games it lies between {low:.6g} and {high:.6g}: no figures are given"
            )

    def _shares(self, start: int, narrow: bool) -> Iterator[float]:
        column, known = self._starts.index(start), self._known[narrow]
        for throws in count():
            if throws == len(known):
                known.append(next(self._further[narrow]))
            yield known[throws][column]

    def _from_starts(self, alive: NDArray[_Float]) -> list[float]:
        return [self._chain.at(alive, start) for start in self._starts]
