"""Errors of a journal, which name the file and what to do; errors of SQLite and disk become such."""

import errno
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from companion import FiveLinesError
from companion.system.data import DataError

RIGHTS = "check the rights of the file and its folder"
"""Advice when the system does not let a file be opened or written."""


class JournalError(FiveLinesError, OSError):
    """The journal can't be stored in or read just now."""


class FullError(JournalError):
    """The disk has no room for another entry."""


class NotWritableError(JournalError):
    """The journal's file or folder can't be opened or written."""


class InUseError(JournalError):
    """Another program holds the journal."""


class ReplacedError(JournalError):
    """Another journal has taken the place of the one that was being written."""


class NoSuchGameError(JournalError, LookupError):
    """A journal holds no such game."""


class DamagedError(JournalError, ValueError):
    """A journal can't be read."""


class ForeignError(JournalError, ValueError):
    """A file never was a journal of this program."""


class NewerError(JournalError, ValueError):
    """A journal is whole, but of a later `version` than this program reads."""

    def __init__(self, path: Path, version: int, readable: int) -> None:
        super().__init__(
            f"{path}: this journal is of version {version}, made by a newer Five Lines; this one reads "
            f"version {readable}, so update it to go on in that journal"
        )
        self.version = version


class InconsistentError(JournalError, ValueError):
    """A stored game holds an event that can't have happened; the message names the entry."""


class CorpusError(JournalError, ValueError):
    """A file of games is not as it was written, or does not fit the journal; nothing was changed."""


class SealedError(JournalError, LookupError):
    """A game's throws can't be recomputed: it is not over, or its die was not electronic."""


NO_ROOM_BYTES = 100_000
"""With less room SQLite may fail to create its shared memory, 32 KiB, beside a journal, with an I/O error."""


@contextmanager
def as_journal_errors(path: Path, subject: str = "journal", remedy: str = "") -> Iterator[None]:
    """Translate errors of disk, SQLite and data inside into JournalErrors, which say what to do.

    `subject` is what the file at `path` is called, `remedy` what to do if it is damaged.
    """
    try:
        yield
    except JournalError:
        raise
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise _full(path) from error
        raise NotWritableError(
            f"{path}: the {subject} can't be kept there ({error.strerror}); {RIGHTS}"
        ) from error
    except sqlite3.ProgrammingError:
        raise  # our own fault, such as another thread's use of the connection
    except (sqlite3.Error, UnicodeDecodeError, DataError) as error:
        raise _translated(path, error, subject, remedy) from error


def _translated(path: Path, error: Exception, subject: str, remedy: str) -> JournalError:
    # The low byte is the primary code; for a text that is no UTF-8, Python's own adapter gives none.
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
    match code:
        case sqlite3.SQLITE_FULL:
            return _full(path)
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_ERROR:
            # The last one: our own queries make sense, so the tables must be other ones.
            return DamagedError(f"{path}: the {subject} is damaged ({' '.join(str(error).split())}){remedy}")
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM | sqlite3.SQLITE_AUTH:
            return NotWritableError(f"{path}: the {subject} can't be opened ({error}); {RIGHTS}")
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return InUseError(f"{path}: another program holds the {subject}; close it")
        case sqlite3.SQLITE_IOERR if _has_no_room(path):
            return _full(path)
        case _:
            return JournalError(f"{path}: the {subject} fails ({error})")


def _full(path: Path) -> FullError:
    return FullError(f"{path}: the disk is full; make room on it")


def _has_no_room(path: Path) -> bool:
    with suppress(OSError):
        return shutil.disk_usage(path.parent).free < NO_ROOM_BYTES
    return False
