"""What is gathered over all turns of a game, weighed by how often they come up."""

from dataclasses import dataclass, field

import numpy as np

from companion.analysis.solve.backups import Values
from companion.lab.measure.turns import Turns

STAKE_BINS = 10_000
"""A bin of stakes holds those above the one before it, up to itself."""


@dataclass(slots=True)
class Sums:
    """Turns with their choices, what is at stake in them, luck, and leavings of the goal, added up."""

    choices: float = 0.0
    with_choice: float = 0.0
    stake: float = 0.0
    luck: float = 0.0
    left_forced: float = 0.0
    left_by_choice: float = 0.0
    forced_cost: float = 0.0
    choice_gain: float = 0.0
    stakes: Values = field(default_factory=lambda: np.zeros(STAKE_BINS + 2))
    """How often each stake comes up, by its bin."""

    def add(self, block: Turns, values: Values, visits: Values, weights: Values) -> None:
        """Add a block of turns, by what every position is worth and how often a game comes by it."""
        here = block.nodes
        weight = visits[here][:, None] * weights
        stake, luck = block.best - block.worst, block.best - values[here][:, None]
        forced, by_choice = block.leaves & ~block.could_stay, block.leaves & block.could_stay
        bins = np.ceil(stake * STAKE_BINS - 1e-9).astype(np.intp)
        self.stakes += np.bincount(bins.ravel(), weight.ravel(), STAKE_BINS + 2)
        self.choices += float((weight * block.choices).sum())
        self.with_choice += float(weight[block.choices > 1].sum())
        self.stake += float((weight * stake).sum())
        self.luck += float((weight * np.abs(luck)).sum())
        self.left_forced += float(weight[forced].sum())
        self.left_by_choice += float(weight[by_choice].sum())
        self.forced_cost -= float((weight * luck)[forced].sum())
        self.choice_gain += float((weight * (block.best - block.staying))[by_choice].sum())
