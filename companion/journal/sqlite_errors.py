"""Whatever disk and SQLite complain of, as the journal's own errors, which tell what to do."""

import errno
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from companion.journal.errors import (
    RIGHTS,
    DamagedError,
    FullError,
    InUseError,
    JournalError,
    NotWritableError,
)

NO_ROOM_BYTES = 100_000
"""With less room than this SQLite may fail to lay its shared memory, 32 KiB, beside a journal; it calls that
an error of input or output."""


@contextmanager
def as_journal_errors(path: Path) -> Iterator[None]:
    """Make the JournalError that tells what to do of whatever disk or SQLite complains of inside."""
    try:
        yield
    except JournalError:
        raise
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise _full(path) from error
        raise NotWritableError(
            f"{path}: the journal can't be kept there ({error.strerror}); {RIGHTS}"
        ) from error
    except UnicodeDecodeError as error:
        # SQLite has complained of a name that is no UTF-8.
        raise DamagedError(f"{path}: the journal is damaged ({error})") from error
    except sqlite3.ProgrammingError:
        raise  # our own fault, such as another thread's use of the connection
    except sqlite3.Error as error:
        raise _translated(path, error) from error


def _translated(path: Path, error: sqlite3.Error) -> JournalError:
    if isinstance(error, sqlite3.OperationalError) and not hasattr(error, "sqlite_errorcode"):
        # One of Python's own adapter, which found a text that is no UTF-8.
        return DamagedError(f"{path}: the journal is damaged ({error})")
    # The low byte is the primary code.
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    match code:
        case sqlite3.SQLITE_FULL:
            return _full(path)
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_ERROR:
            # The last one: our own queries make sense, so the tables must be other ones.
            return DamagedError(f"{path}: the journal is damaged ({error})")
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM | sqlite3.SQLITE_AUTH:
            return NotWritableError(f"{path}: the journal can't be opened ({error}); {RIGHTS}")
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return InUseError(f"{path}: another program holds the journal; close it")
        case sqlite3.SQLITE_IOERR if _has_no_room(path):
            return _full(path)
        case _:
            return JournalError(f"{path}: the journal fails ({error})")


def _full(path: Path) -> FullError:
    return FullError(f"{path}: the disk is full; make room on it")


def _has_no_room(path: Path) -> bool:
    with suppress(OSError):
        return shutil.disk_usage(path.parent).free < NO_ROOM_BYTES
    return False
