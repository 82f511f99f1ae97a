"""Open the camera of the settings."""

from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

from hardware.camera.camera import FROZEN_S, FrameSource, LiveCamera, OpenSource, PacedSource, Picture
from hardware.camera.health import SILENCE_S
from hardware.camera.identity import SameCamera, has_usb_camera
from hardware.device import Clock, HardwareError
from hardware.pins import is_raspberry_pi
from hardware.settings import CameraDevice, CameraSettings


def open_camera(
    settings: CameraSettings, clock: Clock, virtual: OpenSource | None = None, memory: Path | None = None
) -> LiveCamera:
    """Return a camera of the configured device, not started yet.

    `virtual` opens the virtual table, for the device of that name; `memory` is the file that remembers which
    USB camera is used. A camera that can't be opened is lost and retried; nothing is raised here.
    """
    device = device_of(settings)
    is_real = device in (CameraDevice.PICAMERA2, CameraDevice.OPENCV)
    number = f" {settings.number}" if is_real else ""
    opens = partial(open_source, clock=clock, virtual=virtual)
    same = SameCamera(replace(settings, device=device), opens, memory)
    return LiveCamera(
        f"{device}{number}",
        same if device is CameraDevice.OPENCV else partial(opens, settings),
        clock,
        accept_another=same.accept_another,
        frame_rate=settings.frame_rate,
        silence_s=SILENCE_S,
        frozen_s=FROZEN_S if is_real else None,
    )


def open_source(settings: CameraSettings, clock: Clock, virtual: OpenSource | None = None) -> FrameSource:
    """Open the configured device, its pictures upright as set; raises HardwareError with what is missing."""
    source = _open_device(settings, clock, virtual)
    return _UprightSource(source, settings) if settings.mirrored or settings.rotation else source


class _UprightSource:
    """Pictures of a source, mirrored and then turned as the settings say."""

    def __init__(self, source: FrameSource, settings: CameraSettings) -> None:
        self._source = source
        self._mirrored = settings.mirrored
        self._rotation = settings.rotation

    @property
    def unlocked(self) -> tuple[str, ...]:
        """Names of the automatics that go on."""
        return getattr(self._source, "unlocked", ())

    def take(self) -> Picture:
        picture = self._source.take()
        if self._mirrored:
            picture = picture[:, ::-1]
        # NumPy turns anticlockwise.
        return np.ascontiguousarray(np.rot90(picture, -self._rotation // 90))

    def set_frame_rate(self, frame_rate: float) -> None:
        if isinstance(self._source, PacedSource):
            self._source.set_frame_rate(frame_rate)

    def close(self) -> None:
        self._source.close()

    def __repr__(self) -> str:
        mirrored = "mirrored, " if self._mirrored else ""
        return f"{self._source!r}, {mirrored}turned by {self._rotation} degrees"


def _open_device(settings: CameraSettings, clock: Clock, virtual: OpenSource | None) -> FrameSource:
    # Import a device's libraries only here: they take time, and picamera2 probes the hardware.
    match device_of(settings):
        case CameraDevice.PICAMERA2:
            from hardware.camera.raspberry_pi import Picamera2Source

            return Picamera2Source(settings)
        case CameraDevice.OPENCV:
            from hardware.camera.opencv import OpenCvSource

            return OpenCvSource(settings, clock)
        case CameraDevice.FILM:
            from hardware.camera.film import FilmSource

            return FilmSource(settings.film, clock, frame_rate=settings.frame_rate)
        case _ if virtual is not None:
            return virtual()
    raise HardwareError("no virtual table is open here", "set [camera] device to picamera2, opencv or film")


def device_of(settings: CameraSettings) -> CameraDevice:
    """Return the configured device, with `auto` resolved."""
    if settings.device is not CameraDevice.AUTO:
        return settings.device
    if not is_raspberry_pi():
        return CameraDevice.VIRTUAL
    # Asking libcamera takes seconds; only where the answer matters it is asked.
    if has_usb_camera():
        from hardware.camera.raspberry_pi import has_own_camera

        if not has_own_camera():
            return CameraDevice.OPENCV
    return CameraDevice.PICAMERA2
