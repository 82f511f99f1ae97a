"""A backup: everything of a station that can't be bought again, in one file.

The looks of bare boards, of the calibration and of games, are the only pictures in it; nobody is on them.
"""

import hashlib
import json
import sqlite3
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, nullcontext, suppress
from io import BufferedReader
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from companion import FiveLinesError, __version__
from companion.app.backups import SWAPPING
from companion.app.backups.encryption import encrypting
from companion.interface.presentation import BOARDS
from companion.interface.views import BackupResult
from companion.journal import FILE_NAME as JOURNAL
from companion.journal import JournalError
from companion.journal.database import copy_without_sealed
from companion.journal.visits import FILE_NAME as VISITS
from companion.settings.sections import Settings, from_home
from companion.settings.texts_folder import FOLDER as TEXTS
from companion.system.atomic_file import naming, temporary_folder, writing_whole
from companion.system.data import MAX_DATA_BYTES, MAX_GAMES_BYTES, MAX_TOML_BYTES, json_data
from companion.system.rights import acting_as_owner_of

FORMAT = 1
MANIFEST, SETTINGS, BOARD, CALIBRATION = "manifest.json", "station.toml", "board.toml", "calibration"
FOLDERS = (CALIBRATION, TEXTS, BOARDS)
MAX_FILES = 1000
"""Maximum number of files in a backup; a station has some tens, and each takes a sync to disk."""
PIECE_BYTES = 1_000_000
NO_ZIP = zipfile.BadZipFile, KeyError, ValueError, EOFError, zlib.error, NotImplementedError
ENCRYPTED = 1  # the flag bit of an encrypted file in a zip


class BackupError(FiveLinesError, ValueError):
    """A backup can't be written or restored; nothing was changed. Its `result` is shown on the screen."""

    result = BackupResult.FAILED


class DamagedBackupError(BackupError):
    """The file is a backup, but not as it was written."""

    result = BackupResult.DAMAGED


class NewerBackupError(BackupError):
    """A newer version has written the backup."""

    result = BackupResult.NEWER


class GameLeftOut(str):
    """A line about a game that is not in a backup."""


def write_backup(
    path: Path,
    settings_file: Path,
    settings: Settings,
    *,
    show: Callable[[str], None] = lambda _: None,
    passphrase: str = "",
    tell: Callable[[int], None] = lambda _: None,
) -> tuple[str, ...]:
    """Write a station's backup, whole or not at all, also while it runs; the names in it. Raises OSError.

    A game with the electronic die that is not over is left out with its seed; `show` gets a line about it,
    `tell` the megabytes that were packed so far.
    With a passphrase the file is encrypted; raises EncryptionError where that is not possible.
    """
    settings_file = settings_file.absolute()
    if settings_file.with_name(SWAPPING).exists():
        raise BackupError(
            f"{settings_file}: a restore was interrupted here; start the station, or restore again, which "
            "puts back what was there; nothing was written"
        )
    sums, packed_bytes = dict[str, str](), 0
    with (
        writing_whole(path) as plain,
        acting_as_owner_of(settings_file.parent),
        # Deleted files can be recovered from a stick, so what is to be encrypted never lies on it in clear.
        temporary_folder(settings_file) as copies,
        encrypting(plain, passphrase) if passphrase else nullcontext(plain) as write,
        zipfile.ZipFile(_Into(write), "w", zipfile.ZIP_DEFLATED) as file,
    ):
        for name, part in _parts(settings_file, settings, copies, show):
            digest = hashlib.sha256()
            try:
                source = part.open("rb")
            except OSError as error:
                if not name.startswith((TEXTS, BOARDS)):
                    raise
                show(f"{part} is left out: it can't be read ({error.strerror}).")
                continue
            with source, file.open(name, "w", force_zip64=True) as packed:
                while piece := _read(source):
                    digest.update(piece)
                    packed.write(piece)
                    packed_bytes += len(piece)
                    tell(packed_bytes // PIECE_BYTES)
            sums[name] = digest.hexdigest()
        manifest = {"format": FORMAT, "version": __version__, "sha256": sums}
        file.writestr(MANIFEST, json.dumps(manifest, indent=1))
    return tuple(sums)


def _read(source: BufferedReader) -> bytes:
    """Read a piece of a file of the station; an error names the file, as it is no fault of the stick."""
    with naming(Path(source.name)):
        return source.read(PIECE_BYTES)


class _Into:
    """A file for `zipfile`, written sequentially by a function that takes pieces."""

    def __init__(self, write: Callable[[bytes], None]) -> None:
        self._write = write

    def write(self, data: bytes) -> int:
        self._write(data)
        return len(data)

    def flush(self) -> None:
        """Do nothing: nothing is buffered here."""

    def close(self) -> None:
        """Do nothing: the caller closes the file."""


def _parts(
    settings_file: Path, settings: Settings, copies: Path, show: Callable[[str], None]
) -> Iterator[tuple[str, Path]]:
    """Yield the files of a backup by their names in it; copies of those that the station may be writing."""
    yield SETTINGS, settings_file
    station = settings.station
    # Without a name it is the folder that root works in, which may be closed to the station's user.
    if station.board.name and station.board.is_file():
        yield BOARD, station.board
    calibration, data = from_home(station.calibration), from_home(station.data)
    # What was learned on a finer grid lies in a folder within.
    for file in sorted((*calibration.glob("*"), *calibration.glob("*/*"))):
        inside = file.relative_to(calibration)
        if file.is_file() and not any(part.startswith(".") for part in inside.parts):
            yield f"{CALIBRATION}/{inside.as_posix()}", file
    for file in sorted((*(data / TEXTS).glob("*"), *(data / BOARDS).glob("*.jpg"))):
        # A link may lead where one can't look; what is opened is never a pipe, for which one would wait.
        with suppress(OSError):
            if file.name.startswith(".") or (file.exists() and not file.is_file()):
                continue
        yield f"{file.parent.name}/{file.name}", file
    if (data / JOURNAL).exists():
        yield JOURNAL, _copied_journal(data / JOURNAL, copies / JOURNAL, show)
    if (data / VISITS).exists():
        yield VISITS, _copied(data / VISITS, copies / VISITS)


def _copied(path: Path, copy: Path) -> Path:
    """Return a consistent copy of a database."""
    try:
        with (
            closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(copy)) as target,
        ):
            source.backup(target)
    except sqlite3.Error as error:
        raise BackupError(f"{path}: it can't be copied ({error}); nothing was written") from error
    return copy


def _copied_journal(path: Path, copy: Path, show: Callable[[str], None]) -> Path:
    """Return a copy of a journal without games whose dice are still sealed."""
    try:
        games = copy_without_sealed(path, copy)
    except JournalError as error:
        why = str(error).removeprefix(f"{path}: ")
        raise BackupError(f"{path}: it can't be copied ({why}); nothing was written") from error
    for game in games:
        show(GameLeftOut(f"Game {game} is not over and is left out: its seed is a secret until then."))
    return copy


def check_backup(path: Path, source: BinaryIO | None = None) -> None:
    """Raise BackupError unless a backup holds what its list says, every sum as it was written.

    `source` is what was decrypted of it.
    Nothing in it is read whole but the list and the settings: some kB can be packed that become gigabytes.
    """
    if path.exists() and not path.is_file():
        raise BackupError(f"{path}: this is no file; name the backup itself")
    try:
        with zipfile.ZipFile(source or path) as file:
            if MANIFEST not in file.namelist():
                raise DamagedBackupError(f"{path}: this is no backup; its {MANIFEST} is missing")
            if not all(map(_is_packed_as_ours, file.infolist())):
                raise DamagedBackupError(f"{path}: no backup is packed like this; take another copy of it")
            sizes = {info.filename: info.file_size for info in file.infolist()}
            if (
                sum(info.file_size for info in file.infolist()) > MAX_GAMES_BYTES
                or len(file.infolist()) > MAX_FILES
                or sizes[MANIFEST] > MAX_DATA_BYTES
                or sizes.get(SETTINGS, 0) > MAX_TOML_BYTES
            ):
                raise DamagedBackupError(f"{path}: this is larger than any backup; nothing was changed")
            manifest = json_data(file.read(MANIFEST).decode())
            if manifest["format"].whole() > FORMAT:
                raise NewerBackupError(f"{path}: a newer Five Lines has written this; update this one first")
            sums = {name: data.text() for name, data in manifest["sha256"].table().items()}
            listed = sorted((*sums, MANIFEST))
            if SETTINGS not in sums or listed != sorted(file.namelist()) or not all(map(_is_ours, sums)):
                raise DamagedBackupError(
                    f"{path}: what is in it is not what its list says; take another copy of it"
                )
            for name, expected in sums.items():
                found = hashlib.sha256()
                for piece in pieces(file, name):
                    found.update(piece)
                if found.hexdigest() != expected:
                    raise DamagedBackupError(f"{path}: {name} in it is damaged; take another copy of it")
    except BackupError:
        raise
    except NO_ZIP as error:
        raise DamagedBackupError(
            f"{path}: this is no whole backup ({error}); take another copy of it"
        ) from error


def is_other_zip(path: Path) -> bool:
    """True if a file is a whole zip, but no backup; not for one that can't be read or opened."""
    with suppress(*NO_ZIP, OSError), zipfile.ZipFile(path) as file:
        return MANIFEST not in file.namelist()
    return False


def pieces(file: zipfile.ZipFile, name: str) -> Iterator[bytes]:
    """Yield the bytes of a file in a zip, a piece at a time."""
    with file.open(name) as packed:
        yield from iter(lambda: packed.read(PIECE_BYTES), b"")


def _is_packed_as_ours(info: zipfile.ZipInfo) -> bool:
    """True if a file is stored or deflated, without a password; a damaged byte may name other methods."""
    return info.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) and not info.flag_bits & ENCRYPTED


def _is_ours(name: str) -> bool:
    """True if it is a thing that is restored; a name can lead nowhere else."""
    inside = PurePosixPath(name)
    return name in (SETTINGS, BOARD, JOURNAL, VISITS) or (
        len(inside.parts) in (2, 3) and inside.parts[0] in FOLDERS and ".." not in inside.parts
    )
