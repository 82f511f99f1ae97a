"""Motion detection on a small grey picture of the table."""

from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Doubles, Picture, as_doubles
from vision.calibration import Calibration

WIDTH_PX = 80  # width of the small picture: a counter is still a few pixels wide

SAMPLES = 4
"""Pixels each way averaged for one of the small picture. With 2, dim light (noise of 6 grey levels) never
looked still."""

MOVED_GREY = 14  # minimum change of a pixel in grey levels; noise and flicker stay below it
MIN_MOVED = 3  # minimum number of changed pixels that is motion

RIM_COUNTERS = 1.5
"""Reach of the watched area beyond the outer points, in counters: one that lies there, and a rim of one."""

SETTLED_S = 1 / 6  # rest before an early reading, in seconds: 4 pictures alike, even if the first came late

MAX_UNREST_S = 3.0
"""Time, in seconds, after which movement is taken for unrest that may never end, such as a lamp's flicker:
a hand at the board rests sooner, or is seen in a reading."""


class Motion(StrEnum):
    """State of the table; SETTLED is rest for `SETTLED_S`, RESTLESS movement for more than `MAX_UNREST_S`."""

    MOVING = "moving"
    SETTLED = "settled"
    RESTLESS = "restless"
    STILL = "still"


class MotionDetector:
    """Detect when the table has been still for `hold_s` seconds.

    Each frame comes with its time, so that films and tests need not wait. A picture is compared with the
    first one of the current rest, so that slow movement counts, too; a change of light does not.
    """

    def __init__(self, hold_s: float = 0.4) -> None:
        self._hold_s = hold_s
        self._began_s = 0.0
        self._moving_since_s: float | None = None
        self._resting: NDArray[np.int16] | None = None

    def see(self, frame: Picture, now_s: float, area: Doubles | None = None) -> Motion:
        """Return the state after a frame (H, W, 3) uint8 BGR at a time in seconds.

        Only what moves within `area` counts, a polygon (N, 2) in shares of the frame's width and height.
        """
        small = _small(frame)
        if self._resting is None or self._resting.shape != small.shape or _moved(small, self._resting, area):
            self._resting = small
            self._began_s = now_s
        if now_s - self._began_s >= self._hold_s:
            self._moving_since_s = None
            return Motion.STILL
        if self._moving_since_s is None:
            self._moving_since_s = now_s
        if now_s - self._moving_since_s >= MAX_UNREST_S:
            return Motion.RESTLESS
        return Motion.SETTLED if now_s - self._began_s >= SETTLED_S else Motion.MOVING


def board_outline(calibration: Calibration) -> Doubles:
    """Return the outline (4, 2) of the board and a rim, in shares of the frame's width and height."""
    spec = calibration.spec
    rim = RIM_COUNTERS * spec.counter_diameter_mm * np.sign(spec.corners_mm)
    at_px = calibration.camera.to_px(spec, spec.corners_mm + rim)
    return as_doubles((at_px + 0.5) / calibration.camera.frame_size_wh)


def _small(frame: Picture) -> NDArray[np.int16]:
    """Return a small grey picture; pixels are skipped first, since averaging all would take longer."""
    skip = max(1, frame.shape[1] // (SAMPLES * WIDTH_PX))
    height = round(frame.shape[0] * WIDTH_PX / frame.shape[1])
    green = np.ascontiguousarray(frame[::skip, ::skip, 1])
    return np.asarray(cv2.resize(green, (WIDTH_PX, height), interpolation=cv2.INTER_AREA)).astype(np.int16)


def _moved(small: NDArray[np.int16], resting: NDArray[np.int16], area: Doubles | None) -> bool:
    difference = small - resting
    if area is not None:
        inside = np.zeros(small.shape, np.uint8)
        cv2.fillPoly(inside, [np.rint(area * small.shape[::-1] - 0.5).astype(np.int32)], 1)
        difference = difference[inside > 0]
    difference -= np.int16(np.median(difference)) if difference.size else 0
    return int(np.count_nonzero(np.abs(difference) > MOVED_GREY)) >= MIN_MOVED
