"""Motion detection on a small grey picture of the table."""

from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Picture

WIDTH_PX = 80
"""Width of the small picture: a counter is still a few pixels wide."""

SAMPLES = 4
"""Pixels each way averaged for one of the small picture. With 2, dim light (noise of 6 grey levels) never
looked still."""

MOVED_GREY = 14
"""Minimum change of a pixel in grey levels; noise and flicker stay below it."""

MIN_MOVED = 3
"""Minimum number of changed pixels that is motion."""


class Motion(StrEnum):
    """State of the table."""

    MOVING = "moving"
    STILL = "still"


class MotionDetector:
    """Detect when the table has been still for `hold_s` seconds.

    Each frame comes with its time, so that films and tests need not wait. A picture is compared with the
    first one of the current rest, so that slow movement counts, too; a change of light does not.
    """

    def __init__(self, hold_s: float = 0.4) -> None:
        self._hold_s = hold_s
        self._began_s = 0.0
        self._resting: NDArray[np.int16] | None = None

    def see(self, frame: Picture, now_s: float) -> Motion:
        """Return the state after a frame (H, W, 3) uint8 BGR at a time in seconds."""
        small = _small(frame)
        if self._resting is None or self._resting.shape != small.shape or _moved(small, self._resting):
            self._resting = small
            self._began_s = now_s
            return Motion.STILL if self._hold_s <= 0 else Motion.MOVING
        return Motion.STILL if now_s - self._began_s >= self._hold_s else Motion.MOVING


def _small(frame: Picture) -> NDArray[np.int16]:
    """Return a small grey picture; pixels are skipped first, since averaging all would take longer."""
    skip = max(1, frame.shape[1] // (SAMPLES * WIDTH_PX))
    height = round(frame.shape[0] * WIDTH_PX / frame.shape[1])
    green = np.ascontiguousarray(frame[::skip, ::skip, 1])
    return np.asarray(cv2.resize(green, (WIDTH_PX, height), interpolation=cv2.INTER_AREA)).astype(np.int16)


def _moved(small: NDArray[np.int16], resting: NDArray[np.int16]) -> bool:
    difference = small - resting
    difference -= np.int16(np.median(difference))
    return int(np.count_nonzero(np.abs(difference) > MOVED_GREY)) >= MIN_MOVED
