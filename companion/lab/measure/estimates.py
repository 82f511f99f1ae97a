"""Figures from samples, with how far they can be trusted."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_Z95 = 1.959963984540054
"""The standard normal quantile for a two-sided interval of 95 %."""


@dataclass(frozen=True, slots=True)
class Mean:
    """A sample's mean and the mean's standard error."""

    value: float
    standard_error: float

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true mean lies with 95 % confidence, by the normal approximation."""
        return self.value - _Z95 * self.standard_error, self.value + _Z95 * self.standard_error


@dataclass(frozen=True, slots=True)
class Share:
    """How many of so many games had something."""

    count: int
    games: int

    @property
    def value(self) -> float:
        """The share, 0 to 1."""
        return self.count / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share lies with 95 % confidence (Wilson 1927)."""
        n, p, z2 = self.games, self.value, _Z95**2
        middle = (p + z2 / (2 * n)) / (1 + z2 / n)
        spread = _Z95 / (1 + z2 / n) * math.sqrt(p * (1 - p) / n + z2 / (4 * n * n))
        return max(0.0, middle - spread), min(1.0, middle + spread)


def decimals(error: float) -> int:
    """How many decimals a figure with such an error has: those down to the error's first digit."""
    return max(0, -math.floor(math.log10(error))) if error > 0 else 0


def mean(sample: NDArray[np.int64] | NDArray[np.float64]) -> Mean:
    """The mean of a sample; its standard error is not a number for a sample of one."""
    if len(sample) < 2:
        return Mean(float(sample.mean()), math.nan)
    return Mean(float(sample.mean()), float(sample.std(ddof=1)) / math.sqrt(len(sample)))
