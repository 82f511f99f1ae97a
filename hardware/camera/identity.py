"""Which camera a number means: numbers of USB cameras change when one is plugged in again."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from companion.system.atomic_file import write_whole
from companion.system.data import DataError, text_of
from hardware.camera.camera import FrameSource
from hardware.device import SwappedError
from hardware.settings import CameraSettings

ROOT = Path("/")
BY_ID = Path("dev/v4l/by-id")
"""Links of udev from the maker, model and serial number of a camera to its device."""


MAX_MEMORY_BYTES = 1000  # maximum size of the file that remembers a camera


def has_usb_camera(root: Path = ROOT) -> bool:
    """True if a USB camera is plugged in."""
    return any((root / BY_ID).glob("usb-*"))


def identity_of(number: int, root: Path = ROOT) -> str | None:
    """Return the name of the camera /dev/video`number`; None where the system gives no name."""
    device = _device(number, root).resolve()
    links = sorted((root / BY_ID).glob("*"))
    return next((link.name for link in links if link.resolve() == device and device.exists()), None)


def number_of(identity: str, root: Path = ROOT) -> int | None:
    """Return the number that a camera has now; None if it is not plugged in."""
    name = (root / BY_ID / identity).resolve().name
    digits = name.removeprefix("video")
    there = name.startswith("video") and digits.isdecimal() and _device(int(digits), root).exists()
    return int(digits) if there else None


class SameCamera:
    """Opens the camera of the settings, and later the same one again, whatever its number has become.

    `open_source` opens a camera by its settings. A camera without a name is known by its number. The file
    `memory` keeps the name over a restart, for as long as the settings give the same number.
    """

    def __init__(
        self,
        settings: CameraSettings,
        open_source: Callable[[CameraSettings], FrameSource],
        memory: Path | None = None,
        root: Path = ROOT,
    ) -> None:
        self._settings = settings
        self._open_source = open_source
        self._memory = memory
        self._root = root
        self._may_be_another = False
        self._identity = self._remembered()

    def __call__(self) -> FrameSource:
        """Open the camera; raises HardwareError, a SwappedError if another one is at its place."""
        number = self._number()
        self._may_be_another = False
        source = self._open_source(replace(self._settings, number=number))
        identity = identity_of(number, self._root)
        if self._identity is None and identity is not None:
            self._identity = identity
            self._remember(identity)
        return source

    def accept_another(self) -> None:
        """Use the camera that is there from now on if the one before is not plugged in."""
        self._may_be_another = True

    def _remembered(self) -> str | None:
        with suppress(OSError, DataError):
            if self._memory is not None:
                number, _, identity = text_of(self._memory, MAX_MEMORY_BYTES).strip().partition(" ")
                return (identity or None) if number == str(self._settings.number) else None
        return None

    def _remember(self, identity: str) -> None:
        # A disk that is full or read-only has a fault of its own.
        with suppress(OSError):
            if self._memory is not None:
                write_whole(self._memory, f"{self._settings.number} {identity}\n".encode())

    def _number(self) -> int:
        number = self._settings.number
        here = identity_of(number, self._root)
        if self._identity in (None, here) or (here is None and _device(number, self._root).exists()):
            return number
        found = number_of(self._identity or "", self._root)
        if found is None and self._may_be_another:
            self._identity = None
        elif found is None and here is not None:
            raise SwappedError(
                f"another camera is at its place: /dev/video{number} is {here}, not {self._identity}",
                "plug the other one in again; `Try again` on the screen uses this one",
            )
        return number if found is None else found


def _device(number: int, root: Path) -> Path:
    return root / "dev" / f"video{number}"
