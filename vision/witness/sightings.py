"""Where the network sees counters: peaks of its answers, each with how likely it is."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats
from vision.witness.inputs import CELL_PX

LEAST_SEEN = 0.02
"""Probability from which on a counter that may lie somewhere is told at all."""

SPREAD_CELLS = 3
"""Side, in cells, of the square over which the chances of one counter are spread: two touching counters'
middles lie four cells apart."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """A place where a counter may lie: its middle in pixels, and the chances of one of A and of one of B."""

    x: float
    y: float
    of_a: float
    of_b: float

    @property
    def likely(self) -> float:
        """The chance that a counter of any seat lies there, 0 to 1."""
        return min(1.0, self.of_a + self.of_b)


TEMPERATURE = 1.0
"""By what the network's log odds are divided so that they hold: fitted on tables that it never saw."""


def chances(logits: Floats, temperature: float = TEMPERATURE) -> Floats:
    """The chances (classes, rows, columns) that sum to 1 in each cell, from log odds."""
    scaled = logits / np.float32(temperature)
    scaled -= scaled.max(axis=0)
    np.exp(scaled, out=scaled)
    return np.asarray(scaled / scaled.sum(axis=0), np.float32)


def sightings(chance: Floats) -> list[Sighting]:
    """All counters that may lie in the picture, the likeliest first."""
    left = np.pad(chance[1:3], ((0, 0), (1, 1), (1, 1)))
    found: list[Sighting] = []
    # Sums over squares of cells, kept up to date as their counters are taken out.
    sums = cv2.boxFilter(left.sum(axis=0), -1, (SPREAD_CELLS, SPREAD_CELLS), normalize=False)
    while True:
        _, best, _, (column, row) = cv2.minMaxLoc(sums)
        if best < LEAST_SEEN:
            return found
        square = np.s_[:, max(row - 1, 0) : row + 2, max(column - 1, 0) : column + 2]
        mass = left[square]
        both = mass.sum(axis=0)
        total = float(both.sum())
        rows = np.arange(square[1].start, square[1].start + both.shape[0])
        columns = np.arange(square[2].start, square[2].start + both.shape[1])
        y = float((both.sum(axis=1) * rows).sum() / total) - 1
        x = float((both.sum(axis=0) * columns).sum() / total) - 1
        of_a, of_b = mass.sum(axis=(1, 2)).tolist()
        middle = (CELL_PX - 1) / 2
        found.append(Sighting(x * CELL_PX + middle, y * CELL_PX + middle, of_a, of_b))
        left[square] = 0
        near = np.s_[max(row - 3, 0) : row + 4, max(column - 3, 0) : column + 4]
        sums[near] = cv2.boxFilter(left.sum(axis=0)[near], -1, (SPREAD_CELLS, SPREAD_CELLS), normalize=False)
        sums[max(row - 1, 0) : row + 2, max(column - 1, 0) : column + 2] = 0
