"""Read a picture's size from its header before decoding: a few bytes may announce gigabytes.

In a PNG the size of each chunk is announced as well, and OpenCV makes room for it before it looks for it.
"""

import zlib

_PNG = b"\x89PNG\r\n\x1a\n"
_JPEG = b"\xff\xd8\xff"
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""JPEG's markers of a frame's header, which holds the size (ITU-T T.81, table B.1)."""
_BARE = frozenset(range(0xD0, 0xD8)) | {0x01}  # those that no length follows

_HEIC = frozenset((b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"))
"""Brands of pictures in HEIF (ISO 23008-12), as phones take them."""


def is_webp(data: bytes) -> bool:
    """True if data begins as a WebP picture does (RFC 9649)."""
    return data.startswith(b"RIFF") and data[8:12] == b"WEBP"


def is_heic(data: bytes) -> bool:
    """True if data begins as a HEIC picture does."""
    return data[4:8] == b"ftyp" and data[8:12] in _HEIC


def size_wh(data: bytes) -> tuple[int, int] | None:
    """Return width and height as a PNG, JPEG or WebP states them; None for other data or without a size."""
    if is_webp(data):
        return _webp_size_wh(data)
    if data.startswith(_PNG):
        return (int.from_bytes(data[16:20]), int.from_bytes(data[20:24])) if data[12:16] == b"IHDR" else None
    if not data.startswith(_JPEG):
        return None
    at = 2
    while True:
        # As decoders do: whatever stands before a marker is skipped, and so are bytes that fill up.
        at = data.find(b"\xff", at)
        while at >= 0 and data[at : at + 1] == b"\xff":
            at += 1
        if at < 0 or at + 8 > len(data):
            return None
        marker = data[at]
        if marker in _FRAMES:
            return int.from_bytes(data[at + 6 : at + 8]), int.from_bytes(data[at + 4 : at + 6])
        at += 1
        if marker != 0 and marker not in _BARE:
            at += int.from_bytes(data[at : at + 2])


def _webp_size_wh(data: bytes) -> tuple[int, int] | None:
    """Return the size in a WebP's first chunk: lossy, lossless or extended (RFC 9649, section 2)."""
    kind, content = data[12:16], data[20:30]
    if len(content) < 10:
        return None
    if kind == b"VP8 " and content[3:6] == b"\x9d\x01\x2a":
        # The two highest bits of each are a scale for the display.
        width, height = (int.from_bytes(content[at : at + 2], "little") & 0x3FFF for at in (6, 8))
        return width, height
    if kind == b"VP8L" and content[0] == 0x2F:
        both = int.from_bytes(content[1:5], "little")
        return (both & 0x3FFF) + 1, (both >> 14 & 0x3FFF) + 1
    if kind == b"VP8X":
        width, height = (int.from_bytes(content[at : at + 3], "little") + 1 for at in (4, 7))
        return width, height
    return None


def is_damaged(data: bytes) -> bool:
    """True if a picture ends too soon, which decoders fill with grey, or if a PNG has a wrong checksum."""
    if is_webp(data):
        return int.from_bytes(data[4:8], "little") + 8 > len(data)
    if data.startswith(_PNG):
        at = len(_PNG)
        while data[at + 4 : at + 8] != b"IEND":
            # Length, kind, content and checksum.
            end = at + 8 + int.from_bytes(data[at : at + 4])
            if end + 4 > len(data) or zlib.crc32(data[at + 4 : end]) != int.from_bytes(data[end : end + 4]):
                return True
            at = end + 4
        return False
    return data.startswith(_JPEG) and b"\xff\xd9" not in data[-4096:]
