"""The strengths at which the computer plays.

What each gives away and how often it wins is measured with `bench/levels.py`: see docs/computer.md.
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
"""From one who moves at random to one who never errs."""


@dataclass(frozen=True, slots=True)
class Strength:
    """How a level plays one game: `loss` is the chance it gives away with a throw, on average.

    A choice that gives away d more than the best is weighed exp(-d / temperature).
    """

    temperature: float
    loss: float

    def weight(self, loss: float) -> float:
        """How often a choice with such a loss is taken, in proportion."""
        if self.temperature == 0:
            return float(loss == 0)
        return math.exp(-loss / self.temperature)
