"""Read a picture's size from its header before decoding: a few bytes may announce gigabytes.

In a PNG the size of each chunk is announced as well, and OpenCV makes room for it before it looks for it.
"""

_PNG = b"\x89PNG\r\n\x1a\n"
_JPEG = b"\xff\xd8\xff"
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""JPEG's markers of a frame's header, which holds the size (ITU-T T.81, table B.1)."""
_BARE = frozenset(range(0xD0, 0xD8)) | {0x01}
"""Those that no length follows."""


def size_wh(data: bytes) -> tuple[int, int] | None:
    """Return width and height as a PNG or JPEG states them, None for other data or without a size."""
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


def is_cut_short(data: bytes) -> bool:
    """True if a PNG or JPEG ends too soon: decoders fill what is missing with grey and report nothing."""
    if data.startswith(_PNG):
        at = len(_PNG)
        while data[at + 4 : at + 8] != b"IEND":
            # Length, kind, content and checksum.
            at += 12 + int.from_bytes(data[at : at + 4])
            if at >= len(data):
                return True
        return False
    return data.startswith(_JPEG) and b"\xff\xd9" not in data[-4096:]
