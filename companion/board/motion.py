"""A board's motion over the table since its calibration."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class RigidMotion:
    """A board's motion since calibration: turned anticlockwise about its middle, then shifted."""

    x_mm: float = 0.0
    y_mm: float = 0.0
    turn_rad: float = 0.0

    @property
    def distance_mm(self) -> float:
        """Distance that the board's middle has moved."""
        return float(np.hypot(self.x_mm, self.y_mm))

    @property
    def matrix(self) -> NDArray[np.float64]:
        """The matrix (3, 3) that moves places (x, y, 1) on the board."""
        cos, sin = np.cos(self.turn_rad), np.sin(self.turn_rad)
        return np.array([[cos, -sin, self.x_mm], [sin, cos, self.y_mm], [0, 0, 1]])

    def moved(self, places_mm: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return places (N, 2) on the board after the motion."""
        turn, shift = self.matrix[:2, :2], self.matrix[:2, 2]
        return np.asarray(np.asarray(places_mm) @ turn.T + shift, np.float64)


STILL = RigidMotion()
