"""Files and folders that are written completely or not at all."""

import errno
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from companion.system.rights import acting_as_owner_of

READABLE_BY_ALL = 0o644
OWNER_ONLY = 0o600

TEMPORARY = ".five-lines-tmp-"
"""Prefix of the names of all temporary folders beside files."""


def write_whole(path: Path, data: bytes, mode: int = READABLE_BY_ALL) -> None:
    """Write a file, readable by all unless `mode` says else, in place of one of that name.

    On any error that one stays as it was; an OSError then names the file that was to be written.
    """
    with writing_whole(path, mode) as write:
        write(data)


def write_named(path: Path, data: bytes) -> None:
    """Write a file that a person has named, as `write_whole` does; as root, for the owner of its folder."""
    with acting_as_owner_of(path.parent):
        write_whole(path, data)


@contextmanager
def writing_whole(path: Path, mode: int = READABLE_BY_ALL) -> Iterator[Callable[[bytes], None]]:
    """Yield a function that writes a file piece by piece; in the end it replaces the file of that name."""
    with _open_beside(path) as (beside, file):

        def write(data: bytes) -> None:
            with naming(path):
                file.write(data)

        yield write
        with naming(path):
            _close_whole(file, mode)
            beside.replace(path)


def write_all_whole(files: Mapping[Path, bytes]) -> None:
    """Write files, readable by all, in place of those of their names: all of them or none.

    An OSError names the file that could not be written.
    """
    with ExitStack() as stack:
        ready = []
        for path, data in files.items():
            beside, file = stack.enter_context(_open_beside(path))
            with naming(path):
                file.write(data)
                _close_whole(file, READABLE_BY_ALL)
            ready.append((beside, path))
        for beside, path in ready:
            with naming(path):
                beside.replace(path)


@contextmanager
def folder_written_whole(folder: Path) -> Iterator[Path]:
    """Yield an empty folder to write into, which replaces `folder` and its content at the end.

    On any error the one before stays as it was. The folders above it are made where they are missing.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    with temporary_folder(folder) as beside:
        new, old = beside / "new", beside / "old"
        new.mkdir()
        yield new
        for path in new.rglob("*"):
            if path.is_file():
                with path.open("rb") as file:
                    os.fsync(file.fileno())
        if folder.exists():
            folder.rename(old)
        try:
            new.rename(folder)
        except OSError:
            if old.exists():
                old.rename(folder)
            raise


@contextmanager
def temporary_folder(path: Path) -> Iterator[Path]:
    """Yield a new empty folder beside `path`, removed at the end; raise OSError, which names `path`.

    It is locked meanwhile. What lies there unlocked, a killed program has left: it is removed first.
    """
    remove_leftovers(path.parent)
    own = lock = None
    try:
        with naming(path):
            while own is None or not own.exists():
                # Another program may take it for a leftover until it is locked.
                own = Path(tempfile.mkdtemp(prefix=TEMPORARY, dir=path.parent))
                lock = _locked(own)
        yield own
    finally:
        if own is not None:
            shutil.rmtree(own, ignore_errors=True)
        if lock is not None:
            os.close(lock)


def remove_leftovers(folder: Path) -> None:
    """Remove the temporary folders that killed programs have left in a folder."""
    for path in folder.glob(f"{TEMPORARY}*"):
        lock = _locked(path)
        if lock is not None:
            shutil.rmtree(path, ignore_errors=True)
            os.close(lock)


def _locked(folder: Path) -> int | None:
    """Return the handle of a folder that is locked until it is closed; None where that is not possible."""
    with suppress(OSError, ImportError):
        import fcntl

        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(handle)
            raise
        return handle
    return None


@contextmanager
def _open_beside(path: Path) -> Iterator[tuple[Path, BinaryIO]]:
    """Yield a file beside another's place, open to write into; it is removed if it was not moved."""
    with naming(path):
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, "Is a directory")
        if path.exists() and not path.is_file():
            raise OSError(errno.EINVAL, "it is no file but a device or a pipe, and must not be replaced")
        begins = b""
        with suppress(OSError), path.open("rb") as before:
            begins = before.read(15)
        if begins == b"SQLite format 3":
            raise OSError(errno.EEXIST, "it is a database, such as the games of a station")
    with temporary_folder(path) as folder:
        beside = folder / "new"
        with naming(path):
            file = beside.open("xb")
        with file:
            yield beside, file


def _close_whole(file: BinaryIO, mode: int) -> None:
    """Flush a file to the disk to the last byte, set its rights, and close it."""
    with file:
        file.flush()
        os.fchmod(file.fileno(), mode)
        os.fsync(file.fileno())


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Make errors of the operating system name a file: the one to be written, not that beside it."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
