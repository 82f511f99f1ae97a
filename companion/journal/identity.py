"""Whose a file is: a journal of this program, perhaps damaged or newer, or not; and its writer's lock."""

import sqlite3
from contextlib import closing
from pathlib import Path

from companion.journal.errors import DamagedError, ForeignError, InUseError, NewerError, as_journal_errors


class FileAt:
    """The file at a path now; later another file may be there, or none."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._identity = _identity(path)

    @property
    def is_in_place(self) -> bool:
        """True if the path still leads to this file; False once it was deleted, or mounted over."""
        return _identity(self._path) == self._identity


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def lock_of(path: Path) -> Path:
    """Return the lock file beside a journal, locked while a station writes; it is never deleted."""
    return Path(f"{path}-lock")


class Lock:
    """Exclusive right to write a journal until this program closes it or dies; readers are not affected.

    Raises InUseError when another station has it and other JournalErrors when the disk does not allow it.
    """

    def __init__(self, path: Path) -> None:
        # An empty database beside the journal, locked for good: the operating system releases it when the
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
        """True if the locked file is still the one at its path."""
        return self._file.is_in_place

    def close(self) -> None:
        """Release the journal."""
        self._connection.close()


FILE_NAME = "journal.sqlite"  # name of a journal in the folder of a station's data

SCHEMA_VERSION = 1
APPLICATION_ID = 0x354C_4E45  # "5LNE": tells `file` and ourselves whose database this is
COLUMNS = ("number", "game", "at", "kind", "fields")  # the columns of the table `entries`

_MAGIC = b"SQLite format 3\0"
_APPLICATION_ID_AT = slice(68, 72)
"""Place of the id in a database's first bytes (sqlite.org/fileformat2.html, 1.3)."""


def is_begun(path: Path, busy_s: float) -> bool:
    """True if a file holds a journal; False for a missing or empty file.

    Waits up to `busy_s` for another program that holds the file. Changes nothing in it or beside it.

    Raises ForeignError for a file that never was a journal, DamagedError for one that can't be read,
    NewerError; OSError and sqlite3.Error as they come.
    """
    if not path.exists():
        return False
    if not path.is_file() and not path.is_dir():
        # A pipe would be waited for; a folder says itself what it is when it is opened.
        raise _foreign(path, "no file but a device or a pipe")
    with path.open("rb") as file:
        header = file.read(100)
    if not header:
        return False
    if not header.startswith(_MAGIC):
        # SQLite would find that out as well, but might delete the write-ahead log beside it when closing.
        if not _was_kept_at(path):
            raise _foreign(path, "a file of another kind")
        raise DamagedError(f"{path}: the journal is damaged (it does not begin as one)")
    try:
        return _is_begun_database(path, busy_s)
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        # A name that is no UTF-8 makes what SQLite says of it none either.
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
        if code not in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise
        marked = header[_APPLICATION_ID_AT] == APPLICATION_ID.to_bytes(4, "big")
        if not marked and not _was_kept_at(path):
            raise _foreign(path, "another program's database") from error
        raise DamagedError(f"{path}: the journal is damaged ({error})") from error


def _is_begun_database(path: Path, busy_s: float) -> bool:
    with closing(_untouched(path, busy_s)) as connection:
        # Seen at one moment: a station may be making the journal just now.
        connection.execute("BEGIN")
        application_id = connection.execute("PRAGMA application_id").fetchone()[0]
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        columns = tuple(row[1] for row in connection.execute("PRAGMA table_info(entries)"))
    if tables == application_id == 0:
        return False
    if application_id != APPLICATION_ID:
        if columns != COLUMNS:
            raise _foreign(path, "another program's database")
        raise DamagedError(f"{path}: the journal is damaged (its mark is {application_id:#x})")
    if version > SCHEMA_VERSION:
        raise NewerError(path, version, SCHEMA_VERSION)
    if version != SCHEMA_VERSION:
        raise DamagedError(f"{path}: the journal is damaged (there is no version {version})")
    return True


def _untouched(path: Path, busy_s: float) -> sqlite3.Connection:
    """Return a connection that leaves the file unchanged, and merges no write-ahead log when closed."""
    log = Path(f"{path}-wal")
    # Without a log nobody is writing; SQLite would lay an empty one beside the file even to read it.
    how = "mode=ro" if log.exists() and log.stat().st_size else "mode=ro&immutable=1"
    uri = f"{path.absolute().as_uri()}?{how}"
    return sqlite3.connect(uri, uri=True, timeout=busy_s, isolation_level=None)


def _was_kept_at(path: Path) -> bool:
    """True if a station keeps its journal under this name: the usual one, or one locked before."""
    return path.name == FILE_NAME or lock_of(path).exists()


def _foreign(path: Path, what: str) -> ForeignError:
    return ForeignError(
        f"{path}: this is {what}, no journal of Five Lines, and is left as it is; "
        "name another file with --journal, or another folder as [station] data"
    )
