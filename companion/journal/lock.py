"""The lock that keeps a second station from writing the same journal."""

import sqlite3
from pathlib import Path

from companion.journal.errors import RIGHTS, InUseError, NotWritableError


def lock_of(path: Path) -> Path:
    """The file beside a journal that is locked while a station writes it; it stays for good."""
    return Path(f"{path}-lock")


class Lock:
    """A journal belongs to this program until it closes or dies, however it dies; readers are not hindered.

    Raises InUseError when another station has it and NotWritableError when the folder can't be written.
    """

    def __init__(self, path: Path) -> None:
        # An empty database beside the journal, locked for good: the operating system lets go of it when the
        # program is killed, and it works the same on every system that SQLite knows.
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(lock_of(path), timeout=0, isolation_level=None)
        except (OSError, sqlite3.OperationalError) as error:
            raise NotWritableError(f"{path}: the journal can't be kept there ({error}); {RIGHTS}") from error
        try:
            self._connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            self._connection.close()
            if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
                raise InUseError(
                    f"{path}: another station is writing this journal; close it, "
                    "or give this one a journal of its own"
                ) from error
            raise NotWritableError(f"{path}: the journal can't be kept there ({error}); {RIGHTS}") from error

    def close(self) -> None:
        """Let go of the journal."""
        self._connection.close()
