"""What is gathered over all turns of a game, weighed by how often they come up."""

from dataclasses import dataclass, field

import numpy as np

from companion.analysis.solve import kernels
from companion.analysis.solve.backups import Values
from companion.lab.measure import kernels as measure_kernels
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
        added = (self._compiled if kernels.COMPILED else self._plain)(
            block, values[here], visits[here], weights
        )
        self.choices += added[0]
        self.with_choice += added[1]
        self.stake += added[2]
        self.luck += added[3]
        self.left_forced += added[4]
        self.left_by_choice += added[5]
        self.forced_cost += added[6]
        self.choice_gain += added[7]

    def _plain(self, block: Turns, values: Values, visits: Values, weights: Values) -> list[float]:
        weight = visits[:, None] * weights
        stake, luck = block.best - block.worst, block.best - values[:, None]
        forced, by_choice = block.leaves & ~block.could_stay, block.leaves & block.could_stay
        bins = np.ceil(stake * STAKE_BINS - 1e-9).astype(np.intp)
        self.stakes += np.bincount(bins.ravel(), weight.ravel(), STAKE_BINS + 2)
        return [
            float((weight * block.choices).sum()),
            float(weight[block.choices > 1].sum()),
            float((weight * stake).sum()),
            float((weight * np.abs(luck)).sum()),
            float(weight[forced].sum()),
            float(weight[by_choice].sum()),
            -float((weight * luck)[forced].sum()),
            float((weight * (block.best - block.staying))[by_choice].sum()),
        ]

    def _compiled(self, block: Turns, values: Values, visits: Values, weights: Values) -> list[float]:
        added = np.zeros(8)
        measure_kernels.add_turns(
            block.choices,
            block.best,
            block.worst,
            block.staying,
            block.leaves,
            values,
            visits,
            weights,
            STAKE_BINS,
            self.stakes,
            added,
        )
        return added.tolist()
