"""Files from outside, read only up to the maximum size of their kind."""

from pathlib import Path

from companion.system.data import DataError


def bytes_of(path: Path, most_bytes: int) -> bytes:
    """Return the bytes of a file; raise OSError, or DataError if it is larger, or endless like a device."""
    with path.open("rb") as file:
        held = file.read(most_bytes + 1)
    if len(held) > most_bytes:
        raise DataError(f"it has more than {most_bytes // 1000} kB, and files of its kind are smaller")
    return held


def text_of(path: Path, most_bytes: int) -> str:
    """Return the text of a file with line feeds; raise OSError, DataError and UnicodeDecodeError."""
    return bytes_of(path, most_bytes).decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
