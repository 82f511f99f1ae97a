"""Whether a file that is open is still the one that its path leads to."""

from pathlib import Path


class FileAt:
    """The file that is at a path now; a path may lead to another later, or to none."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._identity = _identity(path)

    @property
    def is_in_place(self) -> bool:
        """Whether the path still leads to this file, as it does not once it was deleted, or mounted over."""
        return _identity(self._path) == self._identity


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
