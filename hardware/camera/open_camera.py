"""Which camera it is: the source that the settings name."""

from collections.abc import Callable
from functools import partial

from hardware.camera.camera import FrameSource, LiveCamera, OpenSource
from hardware.clock import Clock
from hardware.errors import HardwareError
from hardware.pins import on_a_pi
from hardware.settings import CameraDevice, CameraSettings


def open_camera(settings: CameraSettings, clock: Clock, virtual: OpenSource | None = None) -> LiveCamera:
    """A camera of the device that the settings name, not started yet.

    `virtual` opens the virtual table, for the device of that name. A camera that can't be opened is lost and
    tried again; nothing is raised here.
    """
    device = device_of(settings)
    openers: dict[CameraDevice, Callable[[], FrameSource]] = {
        CameraDevice.PICAMERA2: partial(_picamera2, settings),
        CameraDevice.OPENCV: partial(_opencv, settings, clock),
        CameraDevice.FILM: partial(_film, settings, clock),
        CameraDevice.VIRTUAL: virtual or _no_virtual_table,
    }
    number = f" {settings.number}" if device in (CameraDevice.PICAMERA2, CameraDevice.OPENCV) else ""
    return LiveCamera(
        f"{device}{number}",
        openers[device],
        clock,
        frame_rate=settings.frame_rate,
        silence_s=settings.silence_s,
    )


def device_of(settings: CameraSettings) -> CameraDevice:
    """The device, with `auto` made out."""
    if settings.device is not CameraDevice.AUTO:
        return settings.device
    return CameraDevice.PICAMERA2 if on_a_pi() else CameraDevice.VIRTUAL


# Each device's libraries are imported when it is opened: they take time, and picamera2 probes the hardware.


def _picamera2(settings: CameraSettings) -> FrameSource:
    from hardware.camera.raspberry_pi import Picamera2Source

    return Picamera2Source(settings)


def _opencv(settings: CameraSettings, clock: Clock) -> FrameSource:
    from hardware.camera.opencv import OpenCvSource

    return OpenCvSource(settings, clock)


def _film(settings: CameraSettings, clock: Clock) -> FrameSource:
    from hardware.camera.film import FilmSource

    return FilmSource(settings.film, clock, frame_rate=settings.frame_rate)


def _no_virtual_table() -> FrameSource:
    raise HardwareError("no virtual table is open here", "set [camera] device to picamera2, opencv or film")
