"""Files from outside, read only up to the maximum size of their kind."""

from pathlib import Path

from companion.system.data import DataError


def bytes_of(path: Path, max_bytes: int) -> bytes:
    """Return the bytes of a file; raise OSError, or DataError if it is larger, or endless like a device."""
    with path.open("rb") as file:
        held = file.read(max_bytes + 1)
    if len(held) > max_bytes:
        raise DataError(f"it has more than {max_bytes // 1000} kB, and files of its kind are smaller")
    return held


def text_of(path: Path, max_bytes: int) -> str:
    """Return a file's text, lines ended by line feeds; raise OSError, DataError and UnicodeDecodeError."""
    return bytes_of(path, max_bytes).decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
