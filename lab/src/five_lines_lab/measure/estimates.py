"""Figures from samples and distributions: means, shares, quantiles, and how far they can be trusted."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_Z95 = 1.959963984540054  # the standard normal quantile for a two-sided interval of 95 %


@dataclass(frozen=True)
class Mean:
    """A sample's mean and the mean's standard error."""

    value: float
    standard_error: float

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the mean, by the normal approximation."""
        return self.value - _Z95 * self.standard_error, self.value + _Z95 * self.standard_error


@dataclass(frozen=True)
class Share:
    """The count of games with some property, out of a number of games."""

    count: int
    games: int

    @property
    def value(self) -> float:
        """The share, 0 to 1."""
        return self.count / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the share (Wilson 1927)."""
        n, p, z2 = self.games, self.value, _Z95**2
        middle = (p + z2 / (2 * n)) / (1 + z2 / n)
        spread = _Z95 / (1 + z2 / n) * math.sqrt(p * (1 - p) / n + z2 / (4 * n * n))
        return max(0.0, middle - spread), min(1.0, middle + spread)


def decimals(error: float) -> int:
    """Return how many decimals a figure with such an error has: down to the error's first digit."""
    return max(0, -math.floor(math.log10(error))) if error > 0 else 0


def mean(sample: NDArray[np.int64] | NDArray[np.float64]) -> Mean:
    """The mean of a sample; its standard error is not a number for a sample of one."""
    if len(sample) < 2:
        return Mean(float(sample.mean()), math.nan)
    return Mean(float(sample.mean()), float(sample.std(ddof=1)) / math.sqrt(len(sample)))


SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)  # the shares of games whose greatest length is reported


@dataclass(frozen=True)
class Quantiles:
    """A sample's or a distribution's quantiles at SHARES.

    `interval` has for each where it lies with 95 % confidence; a distribution that is known has none.
    """

    values: tuple[int, ...]
    interval: tuple[tuple[int, int], ...] | None = None


def exact_quantiles(alive: Iterable[float], rounded: float = 0.0) -> Quantiles | None:
    """Return the lengths that SHARES of games don't exceed; None if `alive` doesn't settle them.

    `alive` has the share of games that are not over after 0, 1, 2 ... throws, off by no more than the share
    `rounded` of it for every throw. A game is over after the throw that wins it; one in which nobody can ever
    move is over when that is so.
    """
    wanted = list(SHARES)
    found: list[int] = []
    for throws, share in enumerate(alive):
        off = rounded * throws * share
        # The last share may be met but for rounding.
        while wanted and 1 - share >= wanted[0] - 1e-12 - off:
            if 1 - share < wanted[0] - 1e-12 + off:
                return None
            found.append(throws)
            wanted.pop(0)
        if not wanted:
            return Quantiles(tuple(found))
    return None


def sampled_quantiles(lengths: NDArray[np.int64]) -> Quantiles:
    """The quantiles of a sample, and where the true ones lie by its order statistics."""
    ordered = np.sort(lengths)
    games = len(ordered)

    def at(place: float) -> int:
        return int(ordered[min(max(int(np.ceil(place)) - 1, 0), games - 1)])

    spread = [1.959963984540054 * np.sqrt(games * share * (1 - share)) for share in SHARES]
    return Quantiles(
        tuple(at(games * share) for share in SHARES),
        tuple(
            (at(games * share - off), at(games * share + off + 1))
            for share, off in zip(SHARES, spread, strict=True)
        ),
    )
