"""Inside the machine: what the kernel sends to its screen, as the kernel itself has it."""

import ctypes
import fcntl
import mmap
import os
import struct
from contextlib import suppress
from pathlib import Path

CARD = Path("/dev/dri/card0")


def _order(direction: int, number: int, size: int) -> int:
    return direction << 30 | size << 16 | ord("d") << 8 | number


DROP_MASTER = _order(0, 0x1F, 0)
SET_CLIENT_CAP = _order(1, 0x0D, 16)
GEM_CLOSE = _order(1, 0x09, 8)
MAP_DUMB = _order(3, 0xB3, 16)
GET_PLANES = _order(3, 0xB5, 16)
GET_PLANE = _order(3, 0xB6, 32)
GET_FRAMEBUFFER = _order(3, 0xCE, 104)
UNIVERSAL_PLANES = 2
MAX_PLANES = 64


def dump(file: Path) -> dict[str, object]:
    """Write the picture that is on the screen into a file; its size, and how its pixels are coded."""
    card = os.open(CARD, os.O_RDWR | os.O_CLOEXEC)
    try:
        _let_others_be_master(card)
        fcntl.ioctl(card, SET_CLIENT_CAP, struct.pack("QQ", UNIVERSAL_PLANES, 1))
        shown = [frame for frame in map(_frame, *_on(card)) if frame]
        if not shown:
            return {"ok": False, "why": "nothing is on the screen"}
        width, height, code, handle, pitch, offset = max(shown)
        answer = fcntl.ioctl(card, MAP_DUMB, struct.pack("IIQ", handle, 0, 0))
        with mmap.mmap(
            card,
            offset + pitch * height,
            mmap.MAP_SHARED,
            mmap.PROT_READ,
            offset=struct.unpack("IIQ", answer)[2],
        ) as seen:
            file.write_bytes(seen[offset : offset + pitch * height])
        for _, _, _, other, _, _ in shown:
            fcntl.ioctl(card, GEM_CLOSE, struct.pack("II", other, 0))
    finally:
        os.close(card)
    return {"ok": True, "width": width, "height": height, "pitch": pitch, "code": code}


def _let_others_be_master(card: int) -> None:
    """The first to open the card may change what it shows; that is not for us."""
    with suppress(OSError):
        fcntl.ioctl(card, DROP_MASTER)


def _on(card: int) -> tuple[list[int], list[int]]:
    """The card as often as there are planes, and the planes."""
    planes = bytearray(4 * MAX_PLANES)
    place = _place_of(planes)
    answer = fcntl.ioctl(card, GET_PLANES, struct.pack("QII", place, MAX_PLANES, 0))
    count = min(struct.unpack("QII", answer)[1], MAX_PLANES)
    found = list(struct.unpack_from(f"{count}I", planes))
    return [card] * count, found


def _place_of(memory: bytearray) -> int:
    return ctypes.addressof(ctypes.c_char.from_buffer(memory))


def _frame(card: int, plane: int) -> tuple[int, int, str, int, int, int] | None:
    """Return what a plane shows: width, height, code, handle, pitch and offset."""
    answer = fcntl.ioctl(card, GET_PLANE, struct.pack("6IQ", plane, 0, 0, 0, 0, 0, 0))
    framebuffer = struct.unpack("6IQ", answer)[2]
    if not framebuffer:
        return None
    answer = fcntl.ioctl(card, GET_FRAMEBUFFER, struct.pack("I100x", framebuffer))
    _, width, height, code, _, handle, *rest = struct.unpack("17I4x4Q", answer)
    pitch, offset = rest[3], rest[7]
    return width, height, struct.pack("I", code).decode(), handle, pitch, offset
