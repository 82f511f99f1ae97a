"""A camera through picamera2, a Raspberry Pi's own or a USB one, with its automatics locked once settled.

picamera2 and libcamera come from the Raspberry Pi's own packages and probe the hardware when they are
imported; only `Picamera2Source` imports them.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

import cv2
import numpy as np

from hardware.camera.camera import Picture
from hardware.camera.exposure import Exposure, Metered, flicker_free, is_settled
from hardware.camera.health import SILENCE_S
from hardware.camera.sensor_modes import SensorMode, whole_view
from hardware.device import HardwareError
from hardware.settings import CameraSettings

SETTLING_FRAMES = 45  # maximum number of frames for the automatics to settle before they are locked
LOCKING_FRAMES = 12  # maximum number of frames for controls to take effect; sensors take some three
AF_MANUAL, AF_CONTINUOUS = 0, 2  # libcamera's values of AfMode

AF_SCANNING, AF_FAILED = 1, 3
"""libcamera's values of AfState while a search goes on, and after one that found nothing sharp."""

AUTOMATICS = {"exposure": "AeEnable", "white balance": "AwbEnable", "focus": "AfMode"}
"""The automatics, and the control that switches each off."""

TO_BGR: Mapping[str, int | None] = {
    "RGB888": None,
    "BGR888": cv2.COLOR_RGB2BGR,
    "XRGB8888": cv2.COLOR_BGRA2BGR,
    "XBGR8888": cv2.COLOR_RGBA2BGR,
    "NV12": cv2.COLOR_YUV2BGR_NV12,
    "YUV420": cv2.COLOR_YUV2BGR_I420,
    "YUYV": cv2.COLOR_YUV2BGR_YUYV,
    "MJPEG": cv2.COLOR_RGB2BGR,
}
"""Conversions of formats to BGR; the last two are those of USB cameras. libcamera names channels from the
high byte down, so its RGB888 is BGR in memory, as the picamera2 manual's table of formats says; MJPEG arrives
decoded to RGB (picamera2 0.3.38, `make_array`)."""


class Picamera2Source:
    """An open camera; `controls` are those locked, `unlocked` names the automatics that go on.

    Raises HardwareError when picamera2 is missing, no camera is connected, or another program uses it.
    """

    def __init__(self, settings: CameraSettings) -> None:
        self._settings = settings
        self._camera = _open(settings.number)
        try:
            self._format = self._configure(self._mode())
            self._camera.start()
            self.controls = self._lock(self._settle())
            self.unlocked = tuple(
                name
                for name, switch in AUTOMATICS.items()
                if switch in self._camera.camera_controls and switch not in self.controls
            )
        except Exception as error:
            # A half-configured camera may fail to close; the first error matters.
            with suppress(Exception):
                self.close()
            why, remedy = _why(error), None
            if isinstance(error, HardwareError):
                why, remedy = error.what, error.remedy
            elif isinstance(error, TypeError):
                remedy = "picamera2 may be too old: sudo apt update, then sudo apt full-upgrade"
            raise HardwareError(f"the camera {settings.number} can't be set up: {why}", remedy) from error

    def take(self) -> Picture:
        """Return the next picture, (H, W, 3) uint8 BGR; raises HardwareError when none comes."""
        request = self._request()
        try:
            array = request.make_array("main")
        finally:
            request.release()
        conversion = TO_BGR[self._format]
        if conversion is not None:
            array = cv2.cvtColor(np.ascontiguousarray(array), conversion)
        # The planes of YUV420 include padding at the end of rows.
        return np.asarray(array[:, : self._width_px], np.uint8)

    def set_frame_rate(self, frame_rate: float) -> None:
        """Set how many pictures a second the sensor takes; the camera's own limits apply."""
        self._camera.set_controls(self._available(_frame_duration(frame_rate)))

    def close(self) -> None:
        """Close the camera."""
        self._camera.close()

    def __repr__(self) -> str:
        locked = ", ".join(f"{name} {value}" for name, value in self.controls.items())
        sensor = f", sensor {'x'.join(map(str, self._sensor_px))}" if self._sensor_px else ""
        unlocked = f"; could not lock {', '.join(self.unlocked)}" if self.unlocked else ""
        return f"<picamera2 camera {self._settings.number}{sensor}, {self._format}: {locked}{unlocked}>"

    def _mode(self) -> SensorMode | None:
        """Return the sensor's mode with the whole view; None for a camera that lists no modes."""
        # Only a Raspberry Pi's sensors have modes; for other cameras the call fails.
        if "ColorFilterArrangement" not in self._camera.camera_properties:
            return None
        try:
            listed = self._camera.sensor_modes
        except (RuntimeError, OSError):
            # picamera2 configures each mode to list it; memory may not suffice for the largest.
            return None
        modes = [
            SensorMode(mode["size"], mode["bit_depth"], mode["fps"], mode["crop_limits"])
            for mode in listed
            if "crop_limits" in mode
        ]
        size_px = self._settings.width_px, self._settings.height_px
        return whole_view(modes, size_px, self._settings.frame_rate)

    def _configure(self, mode: SensorMode | None) -> str:
        """Configure BGR frames of the set size and rate; return the format that was really configured."""
        sensor = {"output_size": mode.size_px, "bit_depth": mode.bit_depth} if mode else {}
        self._camera.configure(
            self._camera.create_video_configuration(
                main={"size": (self._settings.width_px, self._settings.height_px), "format": "RGB888"},
                # Nobody reads raw pictures, which take memory that a small board lacks.
                raw=None,
                controls=self._available(_frame_duration(self._settings.frame_rate)),
                buffer_count=4,
                sensor=sensor,
            )
        )
        served = self._camera.camera_configuration()
        main = served["main"]
        configured, self._width_px = str(main["format"]), int(main["size"][0])
        self._sensor_px = (served.get("sensor") or {}).get("output_size")
        if configured not in TO_BGR:
            raise HardwareError(
                f"it serves pictures as {configured}, none of {', '.join(TO_BGR)}",
                "set [camera] device to opencv, or use another camera",
            )
        return configured

    def _settle(self) -> Metered | None:
        """Wait for the automatics and return what they settled on; None for a camera without metadata.

        Where autofocus has found nothing sharp, the result is without a focus.
        """
        self._camera.set_controls(self._available(self._focus() or {"AfMode": AF_CONTINUOUS}))
        history: list[Metered] = []
        focusing = None
        for _ in range(SETTLING_FRAMES):
            metadata = self._metadata()
            metered, focusing = _metered(metadata), metadata.get("AfState")
            if metered is None:
                return None
            history.append(metered)
            if focusing != AF_SCANNING and is_settled(history):
                break
        is_sharp = focusing not in (AF_SCANNING, AF_FAILED)
        return history[-1] if is_sharp else replace(history[-1], focus_dioptres=None)

    def _lock(self, metered: Metered | None) -> dict[str, Any]:
        """Set exposure, gain, white balance and focus together, wait for them, and return what was set."""
        controls = self._available(self._locked(metered)) if metered else {}
        if not controls:
            return {}
        self._camera.set_controls(controls)
        for _ in range(LOCKING_FRAMES):
            time_us = self._metadata().get("ExposureTime", 0)
            if abs(time_us - controls.get("ExposureTime", time_us)) <= 0.02 * time_us:
                break
        return controls

    def _locked(self, metered: Metered) -> dict[str, Any]:
        """Return the controls that keep what was metered, or what the settings fix instead."""
        settings = self._settings
        least, greatest, *_ = self._camera.camera_controls.get("AnalogueGain", (1.0, 16.0, 1.0))
        gains = (float(least), float(greatest))
        exposure = metered.exposure
        if settings.exposure_ms:
            time_us = settings.exposure_ms * 1000
            gain = exposure.time_us * exposure.gain / time_us
            exposure = Exposure(round(time_us), min(max(gain, gains[0]), gains[1]))
        else:
            exposure = flicker_free(exposure, settings.mains_hz, 1_000_000 / settings.frame_rate, gains)
        controls: dict[str, Any] = {
            "AeEnable": False,
            "ExposureTime": exposure.time_us,
            "AnalogueGain": exposure.gain,
        }
        if metered.colour_gains:
            controls |= {"AwbEnable": False, "ColourGains": metered.colour_gains}
        return controls | self._focus(metered.focus_dioptres)

    def _focus(self, metered_dioptres: float | None = None) -> dict[str, Any]:
        """Return the controls that keep the focus of the settings, or else the metered one."""
        dioptres = self._settings.focus_dioptres or metered_dioptres
        return {} if dioptres is None else {"AfMode": AF_MANUAL, "LensPosition": dioptres}

    def _available(self, controls: dict[str, Any]) -> dict[str, Any]:
        """Return those controls that the camera has; picamera2 refuses all if it lacks one."""
        return {name: value for name, value in controls.items() if name in self._camera.camera_controls}

    def _metadata(self) -> Mapping[str, Any]:
        request = self._request()
        try:
            metadata: Mapping[str, Any] = request.get_metadata()
        finally:
            request.release()
        return metadata

    def _request(self) -> Any:
        try:
            return self._camera.capture_request(wait=SILENCE_S)
        except TimeoutError as error:
            raise HardwareError(
                f"the camera {self._settings.number} sent nothing for {SILENCE_S:g} s",
                "check its cable",
            ) from error


def has_own_camera() -> bool:
    """True if libcamera finds a camera that is not a USB one."""
    try:
        from picamera2 import Picamera2

        return any("/usb" not in camera["Id"] for camera in Picamera2.global_camera_info())
    except Exception:  # As in `_open`.
        return False


def _open(number: int) -> Any:
    try:
        from picamera2 import Picamera2
    except Exception as error:  # Libraries of different ages raise whatever they meet.
        raise HardwareError(
            f"picamera2 can't be used here ({_why(error)})",
            "on a Raspberry Pi: sudo apt install python3-picamera2, elsewhere set [camera] device to opencv "
            "or virtual",
        ) from error
    try:
        return Picamera2(number)
    except (RuntimeError, IndexError) as error:
        raise HardwareError(
            f"the camera {number} can't be opened: {_why(error)}",
            "check its cable with rpicam-hello --list-cameras, and that no other program uses it",
        ) from error


def _why(error: BaseException) -> str:
    """Return the innermost reason on one line; picamera2 wraps it in less specific errors."""
    while error.__cause__ is not None and str(error.__cause__):
        error = error.__cause__
    return " ".join(str(error).split()) or type(error).__name__


def _frame_duration(frame_rate: float) -> dict[str, Any]:
    frame_us = round(1_000_000 / frame_rate)
    return {"FrameDurationLimits": (frame_us, frame_us)}


def _metered(metadata: Mapping[str, Any]) -> Metered | None:
    if "ExposureTime" not in metadata or "AnalogueGain" not in metadata:
        return None
    gain = metadata["AnalogueGain"] * metadata.get("DigitalGain", 1.0)
    return Metered(
        Exposure(metadata["ExposureTime"], gain), metadata.get("ColourGains"), metadata.get("LensPosition")
    )
