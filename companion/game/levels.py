"""The strengths at which the computer plays.

What each gives away and how often it wins is measured with `bench/levels.py`: see docs/games.md.
"""

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Level:
    """A strength of play: it gives away so large a share of the chance that a random player gives away."""

    name: str
    share_of_random: float


LEVELS: tuple[Level, ...] = (
    Level("first-game", 1.0),
    Level("beginner", 0.7),
    Level("learner", 0.45),
    Level("steady", 0.25),
    Level("good", 0.12),
    Level("strong", 0.04),
    Level("perfect", 0.0),
)
"""The computer's levels, from random moves to perfect play."""


@dataclass(frozen=True, slots=True)
class Strength:
    """A level's strength in one game: `loss` is the chance it gives away a throw, on average.

    A choice that gives away d more than the best is weighed exp(-d / temperature).
    """

    temperature: float
    loss: float

    def weight(self, loss: float) -> float:
        """Return the relative frequency of a choice with such a loss."""
        if self.temperature == 0:
            return float(loss == 0)
        return math.exp(-loss / self.temperature)
