"""Inside the machine: the kernel's own camera (vivid), before whose lens lies what it is given."""

import fcntl
import mmap
import os
import struct
import sys
import threading
from pathlib import Path

LENS, CAMERA = Path("/dev/video1"), Path("/dev/video0")
"""Two devices: what is written to the one comes out of the other."""

QUERY_CONTROL, SET_CONTROL = 0xC0445624, 0xC008561C
SET_FORMAT, SET_TIMINGS = 0xC0D05605, 0xC0845657
ASK_BUFFERS, QUERY_BUFFER, QUEUE_BUFFER, TAKE_BUFFER = 0xC0145608, 0xC0585609, 0xC058560F, 0xC0585611
BEGIN = 0x40045612
NEXT_CONTROL = 0x80000000
CONTROLS = {b"HDMI 000-0 Is Connected To": 2, b"OSD Text Mode": 2}
"""The output is the camera's input (0 is a test picture, 1 nothing), and nothing is written over it."""

CAPTURED, PUT_OUT = 1, 2
PROGRESSIVE = 1
SIZE_WH = (640, 480)
SIGNAL = struct.pack("=5IQ10I", 0, *SIZE_WH, 0, 0, 25_175_000, 16, 96, 48, 10, 2, 33, 0, 0, 0, 3).ljust(
    132, b"\0"
)
"""Of that size, 60 times a second: width, height, its clock, and what lies between the pictures."""

PICTURE = SIZE_WH[0] * SIZE_WH[1] * 3
BUFFERS, IN_MEMORY = 3, 1
MEMORY_AT, OFFSET_AT = 60, 64
"""Where in what tells of a buffer its kind of memory stands, and its place and length."""

TURNS_S = 1.0
"""So often the next of the pictures is put out: a sensor has noise, and one that gives the same is broken."""


class PictureTaker:
    """Shows pictures to the camera, by turns."""

    def __init__(self) -> None:
        self._news = threading.Condition()
        self._pictures: list[bytes] = []
        with CAMERA.open("rb", buffering=0) as camera:
            for name, value in CONTROLS.items():
                fcntl.ioctl(camera, SET_CONTROL, struct.pack("Ii", _control(camera.fileno(), name), value))
            _set_size(camera.fileno(), CAPTURED)
        self._lens = Lens()
        threading.Thread(target=self._go_on, daemon=True).start()

    def show(self, pictures: bytes) -> None:
        """Show pictures (BGR, one after another) from now on."""
        with self._news:
            self._pictures = [pictures[at : at + PICTURE] for at in range(0, len(pictures), PICTURE)]
            self._news.notify()

    def _go_on(self) -> None:
        turn = 0
        while True:
            with self._news:
                self._news.wait(TURNS_S)
                pictures = self._pictures
            if pictures:
                turn += 1
                self._lens.put_out(pictures[turn % len(pictures)])


class Lens:
    """The output. Its driver hands out a buffer once there is a newer one, and puts out the last for ever."""

    def __init__(self) -> None:
        self._device = os.open(LENS, os.O_RDWR | os.O_CLOEXEC)
        _set_size(self._device, PUT_OUT)
        fcntl.ioctl(self._device, ASK_BUFFERS, struct.pack("5I", BUFFERS, PUT_OUT, IN_MEMORY, 0, 0))
        self._memory = []
        for index in range(BUFFERS):
            answer = fcntl.ioctl(self._device, QUERY_BUFFER, _buffer(index))
            offset, length = struct.unpack_from("QI", answer, OFFSET_AT)
            self._memory.append(mmap.mmap(self._device, length, offset=offset))
        self._queued = 0

    def put_out(self, picture: bytes) -> None:
        """Put a picture out from now on."""
        index = self._queued
        if index >= BUFFERS:
            (index,) = struct.unpack_from("I", fcntl.ioctl(self._device, TAKE_BUFFER, _buffer(0)))
        self._memory[index][: len(picture)] = picture
        fcntl.ioctl(self._device, QUEUE_BUFFER, _buffer(index, len(picture)))
        self._queued += 1
        if self._queued == BUFFERS:
            fcntl.ioctl(self._device, BEGIN, struct.pack("I", PUT_OUT))


def _buffer(index: int, used: int = 0) -> bytes:
    head = struct.pack("5I", index, PUT_OUT, used, 0, PROGRESSIVE)
    return (head.ljust(MEMORY_AT, b"\0") + struct.pack("I", IN_MEMORY)).ljust(88, b"\0")


def _control(camera: int, wanted: bytes) -> int:
    """The control of a name."""
    number = 0
    while True:
        answer = fcntl.ioctl(camera, QUERY_CONTROL, struct.pack("I64x", number | NEXT_CONTROL))
        number = int.from_bytes(answer[:4], sys.byteorder)
        if answer[8:40].rstrip(b"\0") == wanted:
            return number


def _set_size(device: int, kind: int) -> None:
    """Have a signal, and pictures in it, of a size."""
    fcntl.ioctl(device, SET_TIMINGS, SIGNAL)
    wanted = struct.pack("I4xII4sI", kind, *SIZE_WH, b"BGR3", PROGRESSIVE)
    fcntl.ioctl(device, SET_FORMAT, wanted.ljust(208, b"\0"))
