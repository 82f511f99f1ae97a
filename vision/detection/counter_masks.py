"""Occlusion masks: what counters leave of a picture, if more or less around each belongs to it."""

from collections.abc import Iterable, Sequence

import numpy as np

from companion.game.board import PerSeat, Seat
from vision.arrays import Picture
from vision.calibration import Calibration
from vision.detection.counter_outline import fill, outlines


class CounterMasks:
    """Masks of what lies outside of counters' outlines, for several radii, in diameters, of their discs."""

    def __init__(self, calibration: Calibration, radii: Sequence[float]) -> None:
        lines = [outlines(calibration, radius) for radius in radii]
        self._span = max(int(np.abs(line).max()) for seats in lines for line in seats)
        side = 2 * self._span + 1
        self._stamps = PerSeat.made(lambda _: np.full((len(radii), side, side), 255, np.uint8))
        for seat in Seat:
            for stamp, line in zip(self._stamps.of(seat), lines, strict=True):
                fill(stamp, line.of(seat), self._span, self._span)
        height, width = calibration.board.shape
        # With so much around it, no stamp reaches beyond the picture.
        self._shape = (len(radii), height + 2 * self._span, width + 2 * self._span)

    def left(self, counters: Iterable[tuple[Seat, float, float]]) -> Picture:
        """What counters of a seat at (x, y) leave, (radii, h, w): 255, and 0 within their outlines."""
        span = self._span
        left = np.full(self._shape, 255, np.uint8)
        for seat, x, y in counters:
            column, row = round(x), round(y)
            around = left[:, row : row + 2 * span + 1, column : column + 2 * span + 1]
            around &= self._stamps.of(seat)
        return left[:, span:-span, span:-span]
