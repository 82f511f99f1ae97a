"""The lock that keeps a second station from writing the same journal."""

import sqlite3
from pathlib import Path

from companion.journal.errors import InUseError
from companion.journal.file_at import FileAt
from companion.journal.sqlite_errors import as_journal_errors


def lock_of(path: Path) -> Path:
    """The file beside a journal that is locked while a station writes it; it stays for good."""
    return Path(f"{path}-lock")


class Lock:
    """A journal belongs to this program until it closes or dies, however it dies; readers are not hindered.

    Raises InUseError when another station has it and other JournalErrors when the disk does not allow it.
    """

    def __init__(self, path: Path) -> None:
        # An empty database beside the journal, locked for good: the operating system lets go of it when the
        # program is killed, and it works the same on every system that SQLite knows.
        with as_journal_errors(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(lock_of(path), timeout=0, isolation_level=None)
            try:
                # Without a rollback journal, which a full disk has no room for.
                self._connection.execute("PRAGMA journal_mode = OFF")
                self._connection.execute("BEGIN EXCLUSIVE")
            except BaseException as error:
                self._connection.close()
                if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY:
                    raise InUseError(
                        f"{path}: another station is writing this journal; close it, "
                        "or give this one a journal of its own"
                    ) from error
                raise
            self._file = FileAt(lock_of(path))

    @property
    def is_in_place(self) -> bool:
        """Whether the locked file is still the one that others would find."""
        return self._file.is_in_place

    def close(self) -> None:
        """Let go of the journal."""
        self._connection.close()
