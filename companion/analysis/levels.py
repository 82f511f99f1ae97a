"""The strengths at which the computer plays, and what each gives away in one game.

Measured with `bench/levels.py --games 400`: the chance given away with a throw, as stated and in games
against itself, and games won against the perfect level, each seat beginning half of them (the standard error
is 2.5 %)::

                schaedler                     kalkhoven
                stated   in play   wins       stated   in play   wins
    first-game  1.64 %   1.65 %     1 %       0.80 %   0.76 %    28 %
    beginner    1.15 %   1.13 %    19 %       0.56 %   0.56 %    34 %
    learner     0.74 %   0.74 %    27 %       0.36 %   0.35 %    37 %
    steady      0.41 %   0.40 %    41 %       0.20 %   0.18 %    42 %
    good        0.20 %   0.19 %    41 %       0.10 %   0.10 %    49 %
    strong      0.07 %   0.08 %    45 %       0.03 %   0.03 %    48 %
    perfect     0        0         48 %       0        0         48 %
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
