"""What counters leave of a picture: around each, more or less of what is seen belongs to it."""

from collections.abc import Iterable, Sequence

import numpy as np

from vision.arrays import Picture
from vision.calibration import Calibration
from vision.detection.counter_outline import blot, outlines


class CounterMasks:
    """Masks of what lies outside of counters' outlines, for several radii, in diameters, of their discs."""

    def __init__(self, calibration: Calibration, radii: Sequence[float]) -> None:
        lines = [outlines(calibration, radius) for radius in radii]
        self._span = max(int(np.abs(line).max()) for kinds in lines for line in kinds)
        side = 2 * self._span + 1
        self._stamps = np.full((2, len(radii), side, side), 255, np.uint8)
        for index, kinds in enumerate(lines):
            for kind, line in enumerate(kinds):
                blot(self._stamps[kind, index], line, self._span, self._span)
        height, width = calibration.known.shape
        # With so much around it, no stamp reaches beyond the picture.
        self._shape = (len(radii), height + 2 * self._span, width + 2 * self._span)

    def left(self, counters: Iterable[tuple[int, float, float]]) -> Picture:
        """What counters of some kind at (x, y) leave, (radii, h, w): 255, and 0 within their outlines."""
        span = self._span
        left = np.full(self._shape, 255, np.uint8)
        for kind, x, y in counters:
            column, row = round(x), round(y)
            around = left[:, row : row + 2 * span + 1, column : column + 2 * span + 1]
            around &= self._stamps[kind]
        return left[:, span:-span, span:-span]
