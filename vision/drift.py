"""How the colours of counters drift as the light on a table changes slowly, learned within bounds."""

import numpy as np
from numpy.typing import NDArray

from vision.calibrated import Calibration
from vision.looks import counter_mask, known_pixels

Floats = NDArray[np.float32]

RATE = 0.25
"""What share of the way to what is seen one lesson goes."""

MOST_STEP = np.array([0.05, 0.02, 0.03], np.float32)
"""How far one lesson goes at most, in log-opponent units: a single bad one changes next to nothing."""

MOST_DRIFT = np.array([0.8, 0.4, 0.6], np.float32)
"""How far from what was calibrated all lessons together go at most."""

LEAST_APART = 0.5
"""Share that has to remain of the calibrated difference of each seat's colour from the other's and from the
board's."""

WORTH_TELLING = 0.6
"""From how many of its greatest steps on a drift is worth working out the looks of counters anew."""


class Drift:
    """Where the colours of both seats' counters are now, as differences from those that were calibrated."""

    def __init__(self, calibration: Calibration) -> None:
        inside = counter_mask()
        patches = (calibration.counters_a, calibration.counters_b)
        self._usual = np.array([np.median(known_pixels(p[:, inside]), axis=0) for p in patches], np.float32)
        self._apart = _apart(self._usual)
        self._drift = np.zeros((2, 3), np.float32)
        self._told = self._drift.copy()

    def see(self, colours: tuple[Floats, Floats]) -> Floats | None:
        """Follows the colours (n, 3) of counters of A and of B, each one's middle colour.

        Gives the drift (2, 3) of both seats when it has become another worth working with.
        """
        drift = self._drift.copy()
        for kind, seen in enumerate(colours):
            if len(seen):
                way = RATE * (np.median(seen, axis=0) - self._usual[kind] - drift[kind])
                drift[kind] += np.clip(way, -MOST_STEP, MOST_STEP)
        drift = np.clip(drift, -MOST_DRIFT, MOST_DRIFT)
        if (_apart(self._usual + drift) < LEAST_APART * self._apart).any():
            return None
        self._drift = drift
        if (np.abs(drift - self._told) < WORTH_TELLING * MOST_STEP).all():
            return None
        self._told = drift
        return drift


def _apart(colours: Floats) -> Floats:
    """How far A's colour is from B's, and both from the board's, to which they are relative; (3,)."""
    return np.asarray(np.linalg.norm([colours[0] - colours[1], *colours], axis=1), np.float32)
