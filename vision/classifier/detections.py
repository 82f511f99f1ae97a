"""Detections: peaks of the network's output, each with its probability."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, as_floats
from vision.classifier.inputs import CELL_PX, CLASSIFIER_COUNTER_PX

MIN_PROBABILITY = 0.02  # probability below which a detection is dropped

REACH_CELLS = (CLASSIFIER_COUNTER_PX + CELL_PX) / (2 * CELL_PX)
"""Radius, in cells, of those that show one counter: its radius plus half a cell."""


@dataclass(frozen=True)
class Detection:
    """A possible counter: its middle in pixels, and the probabilities that it is A's and that it is B's."""

    x: float
    y: float
    of_a: float
    of_b: float

    @property
    def probability(self) -> float:
        """Probability, 0 to 1, that a counter of any seat lies there."""
        return min(1.0, self.of_a + self.of_b)


def probabilities(logits: Floats) -> Floats:
    """Return the softmax (classes, rows, columns) of logits."""
    scaled = np.exp(logits - logits.max(axis=0))
    return as_floats(scaled / scaled.sum(axis=0))


def detections(probability: Floats) -> list[Detection]:
    """Return all possible counters in the picture, the likeliest first."""
    rows, columns = np.mgrid[0 : probability.shape[1], 0 : probability.shape[2]]
    left = probability[1:3].sum(axis=0)
    found: list[Detection] = []
    while True:
        _, best, _, (column, row) = cv2.minMaxLoc(left)
        if best < MIN_PROBABILITY:
            return found
        near = np.hypot(rows - row, columns - column) < REACH_CELLS
        of_a, of_b = probability[1:3, near].sum(axis=1)
        weights = probability[1:3, near].sum(axis=0) / (of_a + of_b)
        middle = (CELL_PX - 1) / 2
        found.append(
            Detection(
                x=float(weights @ columns[near]) * CELL_PX + middle,
                y=float(weights @ rows[near]) * CELL_PX + middle,
                of_a=float(best * of_a / (of_a + of_b)),
                of_b=float(best * of_b / (of_a + of_b)),
            )
        )
        left[near] = 0
