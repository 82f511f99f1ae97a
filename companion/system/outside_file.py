"""Files from outside, read whole only if they are no larger than files of their kind are."""

from pathlib import Path

from companion.system.data import DataError


def bytes_of(path: Path, most_bytes: int) -> bytes:
    """What a file holds; raises OSError, and DataError if it is larger, or has no end, as devices may."""
    with path.open("rb") as file:
        held = file.read(most_bytes + 1)
    if len(held) > most_bytes:
        raise DataError(f"it has more than {most_bytes // 1000} kB, and files of its kind are smaller")
    return held


def text_of(path: Path, most_bytes: int) -> str:
    """The text of a file, its lines ended by line feeds; raises OSError, DataError and UnicodeDecodeError."""
    return bytes_of(path, most_bytes).decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
