"""The camera that the settings name, and how it is opened."""

from functools import partial

from hardware.camera.camera import FROZEN_S, FrameSource, LiveCamera, OpenSource
from hardware.device import Clock
from hardware.errors import HardwareError
from hardware.pins import is_raspberry_pi
from hardware.settings import CameraDevice, CameraSettings


def open_camera(settings: CameraSettings, clock: Clock, virtual: OpenSource | None = None) -> LiveCamera:
    """A camera of the device that the settings name, not started yet.

    `virtual` opens the virtual table, for the device of that name. A camera that can't be opened is lost and
    tried again; nothing is raised here.
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
    """The device that the settings name, opened; raises HardwareError that tells what is missing."""
    # A device's libraries are imported when it is opened: they take time, and picamera2 probes the hardware.
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
    """The device, with `auto` made out."""
    if settings.device is not CameraDevice.AUTO:
        return settings.device
    return CameraDevice.PICAMERA2 if is_raspberry_pi() else CameraDevice.VIRTUAL
