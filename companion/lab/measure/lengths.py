"""How long games of best play are: the exact chance of every length, as far as it is worth the reckoning."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

SHARES = (0.05, 0.25, 0.5, 0.75, 0.95)
"""The shares of games whose greatest length is told."""


@dataclass(frozen=True, slots=True)
class Quantiles:
    """A sample's or a distribution's quantiles at SHARES.

    `interval` has for each where it lies with 95 % confidence; a distribution that is known has none.
    """

    values: tuple[int, ...]
    interval: tuple[tuple[int, int], ...] | None = None


def exact_quantiles(alive: Iterable[float], rounded: float = 0.0) -> Quantiles | None:
    """The lengths that SHARES of games don't exceed; None when that is not to be seen from what is given.

    `alive` tells how many games are not over after 0, 1, 2 ... throws, off by no more than the share
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
