"""Where the network sees counters: peaks of its answers, each with how likely it is."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats
from vision.witness.inputs import CELL_PX

LEAST_SEEN = 0.02
"""Probability from which on a counter that may lie somewhere is told at all."""

REACH_CELLS, APART_CELLS = 2, 2.5
"""How far, in cells, the cells reach that show one counter, and how near another can not lie: touching
counters' middles are four cells apart."""


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


def chances(logits: Floats) -> Floats:
    """The chances (classes, rows, columns) that sum to 1 in each cell, from log odds."""
    scaled = np.exp(logits - logits.max(axis=0))
    return np.asarray(scaled / scaled.sum(axis=0), np.float32)


def sightings(chance: Floats) -> list[Sighting]:
    """All counters that may lie in the picture, the likeliest first."""
    rows, columns = np.mgrid[0 : chance.shape[1], 0 : chance.shape[2]]
    left = chance[1:3].sum(axis=0)
    found: list[Sighting] = []
    while True:
        _, best, _, (column, row) = cv2.minMaxLoc(left)
        if best < LEAST_SEEN:
            return found
        near = np.s_[
            max(row - REACH_CELLS, 0) : row + REACH_CELLS + 1,
            max(column - REACH_CELLS, 0) : column + REACH_CELLS + 1,
        ]
        mass = chance[1:3][:, near[0], near[1]] * (
            np.hypot(rows[near] - row, columns[near] - column) <= REACH_CELLS
        )
        both = mass.sum(axis=0)
        total = float(both.sum())
        of_b = float(mass[1].sum()) / total * best
        middle = (CELL_PX - 1) / 2
        found.append(
            Sighting(
                x=float((both * columns[near]).sum()) / total * CELL_PX + middle,
                y=float((both * rows[near]).sum()) / total * CELL_PX + middle,
                of_a=best - of_b,
                of_b=of_b,
            )
        )
        left[np.hypot(rows - row, columns - column) < APART_CELLS] = 0
