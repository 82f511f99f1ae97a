"""Open the camera of the settings."""

from functools import partial

from hardware.camera.camera import FROZEN_S, FrameSource, LiveCamera, OpenSource
from hardware.device import Clock
from hardware.errors import HardwareError
from hardware.pins import is_raspberry_pi
from hardware.settings import CameraDevice, CameraSettings


def open_camera(settings: CameraSettings, clock: Clock, virtual: OpenSource | None = None) -> LiveCamera:
    """Return a camera of the configured device, not started yet.

    `virtual` opens the virtual table, for the device of that name. A camera that can't be opened is lost and
    retried; nothing is raised here.
    """
    device = device_of(settings)
    is_real = device in (CameraDevice.PICAMERA2, CameraDevice.OPENCV)
    number = f" {settings.number}" if is_real else ""
    return LiveCamera(
        f"{device}{number}",
        partial(open_source, settings, clock, virtual),
        clock,
        frame_rate=settings.frame_rate,
        silence_s=settings.silence_s,
        frozen_s=FROZEN_S if is_real else None,
    )


def open_source(settings: CameraSettings, clock: Clock, virtual: OpenSource | None = None) -> FrameSource:
    """Open the configured device; raises HardwareError with what is missing."""
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
    return CameraDevice.PICAMERA2 if is_raspberry_pi() else CameraDevice.VIRTUAL
