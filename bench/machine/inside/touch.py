"""Inside the machine: a touch panel, whose events come to programs from the kernel as those of any other."""

import fcntl
import os
import struct
import time
from pathlib import Path

UINPUT = Path("/dev/uinput")
SET_EVENT, SET_KEY, SET_ABSOLUTE, SET_PROPERTY = (0x40045564, 0x40045565, 0x40045567, 0x4004556E)
SET_UP, SET_UP_ABSOLUTE, CREATE = 0x405C5503, 0x401C5504, 0x5501
SYNCHRONIZE, KEY, ABSOLUTE = 0, 1, 3
BUTTON_TOUCH, DIRECT, USB = 0x14A, 1, 3
X, Y, SLOT, MT_X, MT_Y, TRACKING = 0, 1, 0x2F, 0x35, 0x36, 0x39
FULL_SCALE = 4095
MAX_FINGERS = 2


class TouchPanel:
    """A panel for two fingers, as large as the screen."""

    def __init__(self) -> None:
        self._device = os.open(UINPUT, os.O_WRONLY | os.O_CLOEXEC)
        self._touches = 0
        for kind in (KEY, ABSOLUTE):
            fcntl.ioctl(self._device, SET_EVENT, kind)
        fcntl.ioctl(self._device, SET_KEY, BUTTON_TOUCH)
        fcntl.ioctl(self._device, SET_PROPERTY, DIRECT)
        for axis, most in (
            (X, FULL_SCALE),
            (Y, FULL_SCALE),
            (SLOT, MAX_FINGERS - 1),
            (MT_X, FULL_SCALE),
            (MT_Y, FULL_SCALE),
            (TRACKING, 65535),
        ):
            fcntl.ioctl(self._device, SET_ABSOLUTE, axis)
            fcntl.ioctl(self._device, SET_UP_ABSOLUTE, struct.pack("Hxx6i", axis, 0, 0, most, 0, 0, 0))
        fcntl.ioctl(self._device, SET_UP, struct.pack("4H80sI", USB, 1, 1, 1, b"box touch panel", 0))
        fcntl.ioctl(self._device, CREATE)

    def touch(self, right: float, down: float, held_s: float = 0.15) -> None:
        """Touch a place, as shares of the screen's width and height, and let go."""
        x, y = round(right * FULL_SCALE), round(down * FULL_SCALE)
        self._touches += 1
        self._send((ABSOLUTE, SLOT, 0), (ABSOLUTE, TRACKING, self._touches % 65536))
        self._send((ABSOLUTE, MT_X, x), (ABSOLUTE, MT_Y, y), (ABSOLUTE, X, x), (ABSOLUTE, Y, y))
        self._send((KEY, BUTTON_TOUCH, 1), (SYNCHRONIZE, 0, 0))
        time.sleep(held_s)
        self._send((ABSOLUTE, TRACKING, -1), (KEY, BUTTON_TOUCH, 0), (SYNCHRONIZE, 0, 0))

    def _send(self, *events: tuple[int, int, int]) -> None:
        for kind, code, value in events:
            os.write(self._device, struct.pack("qqHHi", 0, 0, kind, code, value))
