"""Whether the table before the camera is still, from a small grey picture."""

from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Picture

WIDTH_PX = 80
"""Width of the small picture: a counter is still a few pixels wide in it."""

SAMPLES = 4
"""So many pixels each way are averaged for one of the small picture: with 2, a camera whose noise has a
standard deviation of 6 grey levels, as in dim light, never saw a still table."""

MOVED_GREY = 14
"""Grey levels by which a pixel has to change; noise and flicker stay below once averaged down."""

MIN_MOVED = 3
"""How many pixels have to change for something to have moved."""


class Motion(StrEnum):
    """Whether anything moves."""

    MOVING = "moving"
    STILL = "still"


class MotionDetector:
    """Tells when the table has been still for `hold_s` seconds.

    The clock is passed in with each frame, so that films and tests need no waiting. A picture is compared
    with the one the present rest began with, so that slow movement counts as movement too; overall change of
    light does not.
    """

    def __init__(self, hold_s: float = 0.4) -> None:
        self._hold_s = hold_s
        self._began_s = 0.0
        self._resting: NDArray[np.int16] | None = None

    def see(self, frame: Picture, now_s: float) -> Motion:
        """Takes in a frame (H, W, 3) uint8 BGR at a time in seconds; still once nothing moved long enough."""
        small = _small(frame)
        if self._resting is None or self._resting.shape != small.shape or _moved(small, self._resting):
            self._resting = small
            self._began_s = now_s
            return Motion.STILL if self._hold_s <= 0 else Motion.MOVING
        return Motion.STILL if now_s - self._began_s >= self._hold_s else Motion.MOVING


def _small(frame: Picture) -> NDArray[np.int16]:
    """A small grey picture; pixels are skipped first, since averaging the whole frame would take longer."""
    skip = max(1, frame.shape[1] // (SAMPLES * WIDTH_PX))
    height = round(frame.shape[0] * WIDTH_PX / frame.shape[1])
    green = np.ascontiguousarray(frame[::skip, ::skip, 1])
    return np.asarray(cv2.resize(green, (WIDTH_PX, height), interpolation=cv2.INTER_AREA)).astype(np.int16)


def _moved(small: NDArray[np.int16], resting: NDArray[np.int16]) -> bool:
    difference = small - resting
    difference -= np.int16(np.median(difference))
    return int(np.count_nonzero(np.abs(difference) > MOVED_GREY)) >= MIN_MOVED
