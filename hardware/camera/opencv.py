"""Any camera that OpenCV opens, with exposure, white balance and focus locked where possible."""

import math
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import cv2
import numpy as np

from hardware.camera.camera import Picture
from hardware.camera.exposure import FLICKER_PERIODS_US
from hardware.device import Clock, HardwareError
from hardware.settings import CameraSettings

SETTLING_FRAMES = 30  # frames for the automatics to settle before they are locked; a second or two
BUFFERED_FRAMES = 5  # maximum number of frames in a driver's buffer
AT_ONCE_S = 0.002  # time, in seconds, within which a buffered frame is returned
SILENT = 0  # OpenCV's log level without any output

V4L2_EXPOSURE_UNIT_US = 100.0
V4L2_MANUAL_EXPOSURE = 1
"""Manual mode of auto exposure on Linux, where exposures are in units of 100 us (V4L2_EXPOSURE_MANUAL,
V4L2_CID_EXPOSURE_ABSOLUTE). Other systems differ: there the current exposure is kept."""


class OpenCvSource:
    """An open camera; `unlocked` names what could not be locked.

    Raises HardwareError when there is no such camera, or it sends nothing.
    """

    def __init__(self, settings: CameraSettings, clock: Clock, video: cv2.VideoCapture | None = None) -> None:
        self._number = settings.number
        self._clock = clock
        self._video = video if video is not None else _open(settings.number)
        try:
            self._set(cv2.CAP_PROP_FRAME_WIDTH, settings.width_px)
            self._set(cv2.CAP_PROP_FRAME_HEIGHT, settings.height_px)
            self._set(cv2.CAP_PROP_FPS, settings.frame_rate)
            self._frame_rate = self._video.get(cv2.CAP_PROP_FPS) or settings.frame_rate
            self._frame_s = clock()
            for _ in range(SETTLING_FRAMES):
                self._grab()
            self.unlocked = self._lock(settings)
        except Exception:
            self.close()
            raise

    def take(self) -> Picture:
        """Return the next picture, (H, W, 3) uint8 BGR; raises HardwareError when none comes."""
        self._grab_newest()
        there, picture = self._video.retrieve()
        if not there or picture is None:
            raise HardwareError(
                f"the camera {self._number} sent a picture that can't be decoded", "try another format"
            )
        if picture.ndim == 2:
            picture = cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)
        return np.asarray(picture, np.uint8)

    def close(self) -> None:
        """Close the camera."""
        self._video.release()

    def __repr__(self) -> str:
        reported = f"could not lock {', '.join(self.unlocked)}" if self.unlocked else "locked"
        return f"<OpenCV camera {self._number}, {reported}>"

    def _grab_newest(self) -> None:
        """Grab a frame, skipping those that were in the driver's buffer."""
        waiting = int((self._clock() - self._frame_s) * self._frame_rate) - 1
        for _ in range(min(waiting, BUFFERED_FRAMES)):
            if self._grab():
                return
        self._grab()

    def _grab(self) -> bool:
        """Grab the next frame; return whether it had to be waited for."""
        asked_s = self._clock()
        if not self._video.grab():
            raise HardwareError(f"the camera {self._number} sends no pictures", "check its cable")
        now_s = self._clock()
        waited = now_s - asked_s > AT_ONCE_S
        # A frame returned at once was buffered: it is at best one frame newer than the one before.
        self._frame_s = now_s if waited else min(now_s, self._frame_s + 1 / self._frame_rate)
        return waited

    def _lock(self, settings: CameraSettings) -> tuple[str, ...]:
        """Lock what can be locked; return the names of the rest."""
        linux = self._video.getBackendName() == "V4L2"
        steps: Iterable[tuple[str, Callable[[], bool]]] = (
            ("exposure", lambda: self._lock_exposure(settings, linux)),
            ("white balance", lambda: self._keep(cv2.CAP_PROP_AUTO_WB, cv2.CAP_PROP_WB_TEMPERATURE)),
            ("focus", lambda: self._keep(cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_FOCUS)),
        )
        return tuple(name for name, step in steps if not step())

    def _lock_exposure(self, settings: CameraSettings, linux: bool) -> bool:
        units = self._video.get(cv2.CAP_PROP_EXPOSURE)
        if not linux:
            return self._set(cv2.CAP_PROP_AUTO_EXPOSURE, 0) and self._set(cv2.CAP_PROP_EXPOSURE, units)
        if units <= 0 and not settings.exposure_ms:
            return False
        asked_us = settings.exposure_ms * 1000 or _whole_flickers(
            units * V4L2_EXPOSURE_UNIT_US, settings.mains_hz
        )
        return self._set(cv2.CAP_PROP_AUTO_EXPOSURE, V4L2_MANUAL_EXPOSURE) and self._set(
            cv2.CAP_PROP_EXPOSURE, round(asked_us / V4L2_EXPOSURE_UNIT_US)
        )

    def _keep(self, automatic: int, value: int) -> bool:
        """Switch an automatic off and set the value it had reached."""
        kept = self._video.get(value)
        return self._set(automatic, 0) and self._set(value, kept)

    def _set(self, name: int, value: float) -> bool:
        return bool(self._video.set(name, value))


def _whole_flickers(exposure_us: float, mains_hz: int) -> float:
    """Return the nearest exposure of whole flicker periods; there is no gain to make up for more."""
    period_us = FLICKER_PERIODS_US[mains_hz]
    flickers = math.floor(exposure_us / period_us + 0.5)
    return flickers * period_us if flickers else exposure_us


def _open(number: int) -> cv2.VideoCapture:
    device = Path(f"/dev/video{number}")
    if sys.platform == "linux" and not device.exists():
        raise HardwareError(
            f"there is no camera {number} ({device})",
            "plug it in, or give [camera] number of a /dev/video*",
        )
    # OpenCV of Debian 12 and 13 (4.11, 4.10) lacks this switch.
    log = getattr(cv2.utils, "logging", cv2)
    before = log.setLogLevel(SILENT)
    try:
        # Name V4L2, or else other back ends are tried in turn, which takes long.
        video = cv2.VideoCapture(number, cv2.CAP_V4L2 if sys.platform == "linux" else cv2.CAP_ANY)
    finally:
        log.setLogLevel(before)
    if not video.isOpened():
        raise HardwareError(
            f"the camera {number} can't be opened",
            "is it in use by another program, or is it no camera but a converter? Set [camera] number to "
            "another",
        )
    return video
