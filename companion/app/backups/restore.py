"""Restore a backup into this station's own folders: all of it or nothing, even if interrupted.

Everything is unpacked beside its target, under a name of its own, and checked. Then it takes its place by
renames. A note beside the settings lists them before the first one. While that note is there, the state
before counts: after an error, and when the next `restore` or the station starts, the renames are undone.
Deleting the note makes the restored state count. What was there before is kept beside it under a dated name,
until somebody removes it.
"""

import json
import os
import shutil
import sqlite3
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, fields, replace
from datetime import datetime
from pathlib import Path, PurePosixPath
from tempfile import TemporaryFile
from typing import BinaryIO

from calibration.calibration_folder import load, may_be_replaced
from calibration.errors import CalibrationError
from companion import __version__
from companion.app.backups import SWAPPING, UNPACKING, interrupted_restore
from companion.app.backups.backup import (
    BOARD,
    CALIBRATION,
    MANIFEST,
    PIECE_BYTES,
    SETTINGS,
    BackupError,
    DamagedBackupError,
    NewerBackupError,
    check_backup,
    pieces,
)
from companion.app.backups.encryption import EncryptionError, decrypted, is_encrypted, passphrase_in
from companion.doctor.libraries import numbers
from companion.interface.presentation import BOARDS
from companion.journal import FILE_NAME as JOURNAL
from companion.journal import Database, JournalError
from companion.journal.errors import as_journal_errors
from companion.journal.identity import Lock, lock_of
from companion.journal.visits import FILE_NAME as VISITS
from companion.journal.visits import VisitBook
from companion.settings.errors import SettingsError
from companion.settings.sections import DATA, Settings, from_home
from companion.settings.settings_file import changed_text, parse_settings, read_settings
from companion.settings.texts_folder import FOLDER as TEXTS
from companion.system.atomic_file import READABLE_BY_ALL, write_whole
from companion.system.data import MAX_DATA_BYTES, DataError, json_data, text_of
from companion.system.os_errors import in_words
from companion.system.rights import acting_as_owner_of
from hardware.settings import CameraDevice

_PEER = ("broker", "port", "tls", "user", "station")  # of the link: who gets the password, and by what name

SIDECARS = ("-wal", "-shm", "-journal")
"""Suffixes of the files that SQLite may keep beside a database; they belong to that one alone."""


@dataclass(frozen=True)
class _Part:
    """A file or folder of the backup: its name there, where it is unpacked, and its target."""

    name: str
    staged: Path
    target: Path
    kept: Path

    @property
    def renames(self) -> Iterator[tuple[Path, Path]]:
        """Yield the renames that put the part in place of its target."""
        for ending in ("", *(SIDECARS if self.name in (JOURNAL, VISITS) else ())):
            old = Path(f"{self.target}{ending}")
            if os.path.lexists(old):
                yield old, Path(f"{self.kept}{ending}")
        yield self.staged, self.target


class SettingLeft(str):
    """A line about a setting of the backup that is not taken."""

    @property
    def setting(self) -> str:
        """The name of the setting, with its section."""
        return self.partition(" = ")[0].strip()


def restore_backup(
    path: Path,
    settings_file: Path,
    *,
    replace: bool,
    take_link: bool = False,
    source: BinaryIO | None = None,
    show: Callable[[str], None] = lambda _: None,
    tell: Callable[[int], None] = lambda _: None,
) -> tuple[str, ...]:
    """Put a backup back into the folders of the station with these settings; return the names of its files.

    `source` is what was decrypted of it. `show` gets what the backup holds, line by line, before anything
    takes its place, `tell` the megabytes that were unpacked so far. Raises BackupError, OSError, and
    InUseError while the station runs; all is then as it was. Without `replace` a station that has games
    already is refused. Settings that open the machine, those of the link, stay as they are here unless
    `take_link`; the broker, who gets the password, stays.
    """
    check_backup(path, source)
    settings_file = settings_file.absolute()
    # The backup is opened before, as it may lie where only root can read.
    with zipfile.ZipFile(source or path) as file, acting_as_owner_of(settings_file.parent):
        undo_restore(settings_file)
        own = _own_settings(settings_file)
        located = own.located(settings_file.parent).station
        data, calibration = from_home(located.data), from_home(located.calibration)
        journal = data / JOURNAL
        names = tuple(name for name in file.namelist() if name != MANIFEST)
        text, differences = _settings_for_here(path, file, own, take_link=take_link)
        targets = {
            JOURNAL: journal,
            VISITS: data / VISITS,
            CALIBRATION: calibration,
            TEXTS: data / TEXTS,
            BOARDS: data / BOARDS,
            BOARD: settings_file.with_name(BOARD),
            SETTINGS: settings_file,
        }
        targets = {part: it for part, it in targets.items() if any(_is_within(name, part) for name in names)}
        if CALIBRATION in targets:
            _refuse_other_folder(calibration, (data, settings_file))
        if journal.exists() and not replace:
            raise BackupError(f"{journal}: games are here already; with --replace the backup's come instead")
        new_folders = {
            it for target in (*targets.values(), journal) for it in target.parents if not it.exists()
        }
        with closing(Lock(journal)):
            parts = _parts(targets)
            try:
                _write_note(settings_file, journal, parts)
                unpacked_bytes = 0
                for part in parts:
                    _unpack(path, file, part, text)
                    unpacked_bytes += sum(
                        it.file_size for it in file.infolist() if _is_within(it.filename, part.name)
                    )
                    tell(unpacked_bytes // PIECE_BYTES)
                for line in (*_contents(path, file, parts), *differences):
                    show(line)
                kept = [part.kept for part in parts if os.path.lexists(part.target)]
                _swap(settings_file, parts)
            except BaseException as error:
                _undo(settings_file)
                _remove_new(new_folders, lock_of(journal))
                if isinstance(error, OSError):
                    raise BackupError(f"{in_words(error)}; nothing was changed") from error
                raise
        sync({settings_file.parent})
    if kept:
        show(f"What was here is kept beside it as {kept[0].name} and so on, until you remove it.")
    return names


@contextmanager
def in_clear(path: Path, passphrase: Path | None, settings_file: Path) -> Iterator[BinaryIO | None]:
    """Yield what is decrypted with the passphrase in a file; None for a backup that can be read as it is.

    It lies beside the settings, not on the stick, in a file without a name, of which nothing stays even if
    the program is killed. Raises BackupError, EncryptionError and OSError.
    """
    if is_encrypted(path) != (passphrase is not None):
        state, what = ("", "give its passphrase with") if passphrase is None else ("not ", "leave out")
        raise BackupError(f"{path}: this is {state}encrypted; {what} --passphrase; nothing was changed")
    if passphrase is None:
        yield None
        return
    phrase = passphrase_in(passphrase)
    here = next(it for it in settings_file.absolute().parents if it.exists())
    with path.open("rb") as source, acting_as_owner_of(here), TemporaryFile(dir=here) as clear:
        try:
            clear.writelines(decrypted(source, phrase))
        except EncryptionError as error:
            raise BackupError(f"{path}: {error}; nothing was changed") from error
        yield clear


def undo_restore(settings_file: Path) -> None:
    """Undo a restore that was interrupted, if there was one, so that all is as it was before.

    Raises InUseError while that restore still runs, and BackupError when it can't be undone now.
    """
    settings_file = settings_file.absolute()
    with acting_as_owner_of(settings_file.parent):
        if note := interrupted_restore(settings_file):
            with closing(Lock(_noted(note)[0])):
                _undo(settings_file)


def _own_settings(settings_file: Path) -> Settings:
    """Return the settings of this station, or of a new one; none of them comes from a backup."""
    if os.path.lexists(settings_file):
        try:
            return read_settings(settings_file)
        except SettingsError as error:
            raise BackupError(
                f"{settings_file}: this does not say where the station's folders are; mend it, or move it "
                f"away, then restore again; nothing was changed ({error})"
            ) from error
    new = Settings()
    if settings_file == (from_home(DATA) / SETTINGS).absolute():
        return new
    return replace(new, station=replace(new.station, data=Path("data"), calibration=Path("calibration")))


def _settings_for_here(
    path: Path, file: zipfile.ZipFile, own: Settings, *, take_link: bool
) -> tuple[str, list[str]]:
    """Return the backup's settings with what stays as here, and lines that list the differences."""
    try:
        text = file.read(SETTINGS).decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise DamagedBackupError(
            f"{path}: the settings in it are no text ({error}); nothing was changed"
        ) from error
    try:
        theirs = here = parse_settings(text)
    except SettingsError as error:
        # Its sums are right, so a version that knows these settings may have written them.
        version = json_data(file.read(MANIFEST).decode())["version"].text()[:20]
        kind = NewerBackupError if numbers(version) > numbers(__version__) else DamagedBackupError
        raise kind(
            f"{path}: Five Lines {version} has written settings that {__version__} can't use ({error}); "
            "nothing was changed"
        ) from error
    # Without a file of the board's measures, those in its calibration count.
    board = Path(BOARD if BOARD in file.namelist() else "")
    lines = []
    for section in fields(own):
        of_here, of_backup = getattr(own, section.name), getattr(theirs, section.name)
        for field in fields(of_here):
            before, given = getattr(of_here, field.name), getattr(of_backup, field.name)
            stays = field.type is Path or given is CameraDevice.FILM
            if section.name == "link":
                stays = stays or not take_link or field.name in _PEER
            taken = given if not stays else board if field.name == "board" else before
            which, left = ("until now", before) if taken == given else ("the backup says", given)
            if taken != left:
                line = f"  [{section.name}] {field.name} = {_short(taken)} ({which} {_short(left)})"
                lines.append(SettingLeft(line) if stays else line)
            changed = replace(getattr(here, section.name), **{field.name: taken})
            here = replace(here, **{section.name: changed})
    return changed_text(text, here), lines or ["  settings: as here"]


def _short(value: object) -> str:
    text = repr("" if value == Path() else str(value) if isinstance(value, Path | str) else value)
    return text if len(text) <= 60 else f"{text[:60]}..."


def _refuse_other_folder(calibration: Path, others: Iterable[Path]) -> None:
    # `Path.resolve` fails at a link that leads to itself.
    if any(Path(os.path.realpath(it)).is_relative_to(os.path.realpath(calibration)) for it in others):
        raise BackupError(
            f"{calibration}: the station's games or settings lie in its calibration folder; give that a "
            "folder of its own in [station] calibration; nothing was changed"
        )
    if os.path.lexists(calibration) and not may_be_replaced(calibration):
        raise BackupError(
            f"{calibration}: this is there and is no calibration; move it away, then restore again; nothing "
            "was changed"
        )


def _parts(targets: dict[str, Path]) -> tuple[_Part, ...]:
    # To the microsecond, so that no two restores share a name.
    stamp = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S-%f")
    return tuple(
        _Part(
            name,
            target.with_name(f".{target.name}.restoring-{stamp}"),
            target,
            target.with_name(f"{target.name}.before-restore-{stamp}"),
        )
        for name, target in targets.items()
    )


def _unpack(path: Path, file: zipfile.ZipFile, part: _Part, settings_text: str) -> None:
    """Unpack a part beside its target, to the disk, and check it."""
    name = part.name
    try:
        part.target.parent.mkdir(parents=True, exist_ok=True)
        if name == SETTINGS:
            _write(part.staged, (settings_text.encode(),))
        elif name in (BOARD, JOURNAL, VISITS):
            _write(part.staged, pieces(file, name))
        else:
            part.staged.mkdir()
            for name in (it for it in file.namelist() if _is_within(it, part.name)):
                place = part.staged / PurePosixPath(name).relative_to(part.name)
                place.parent.mkdir(exist_ok=True)
                _write(place, pieces(file, name))
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", error)
        raise BackupError(
            f"{part.target}: {name!r} of the backup can't be unpacked beside it ({why}); nothing was "
            "changed; make room, check the rights, or take another copy of the backup"
        ) from error
    try:
        if part.name in (JOURNAL, VISITS):
            _refuse_code(part.staged)
        if part.name == JOURNAL:
            with closing(Database.for_reading(part.staged)) as database:
                database.check_pages()
                for number in database.games():
                    database.game(number)
        elif part.name == VISITS:
            VisitBook(part.staged).days()
        elif part.name == CALIBRATION:
            load(part.staged)
    except (JournalError, CalibrationError) as error:
        why = str(error).removeprefix(f"{part.staged}: ")
        rescue = (
            f"; without another, unzip {JOURNAL} and save its other games with `five-lines games export "
            f"--all -o games.jsonl --journal {JOURNAL}`, which `five-lines games import` takes over"
        )
        raise DamagedBackupError(
            f"{path}: {part.name} in it is not sound, nothing was changed ({why}); take another backup"
            f"{rescue if part.name == JOURNAL else ''}"
        ) from error
    finally:
        _remove_sidecars(part.staged)


def _refuse_code(database: Path) -> None:
    """Raise JournalError for a database that runs statements of its own when the station uses it."""
    found = (
        "SELECT name FROM sqlite_master WHERE type = 'trigger' OR type = 'view' "
        "AND name IN ('entries', 'checksums', 'visits', 'days', 'undated')"
    )
    with as_journal_errors(database), closing(sqlite3.connect(database)) as connection:
        if names := connection.execute(found).fetchone():
            raise JournalError(f"{database}: it has code of its own, {names[0]!r}, which no station writes")


def _write(place: Path, data: Iterable[bytes]) -> None:
    with place.open("xb") as file:
        for piece in data:
            file.write(piece)
        file.flush()
        os.fchmod(file.fileno(), READABLE_BY_ALL)
        os.fsync(file.fileno())


def _contents(path: Path, file: zipfile.ZipFile, parts: Iterable[_Part]) -> Iterator[str]:
    """Describe what a backup holds, for a person."""
    yield f"{path}: written {'{}-{:02}-{:02} {:02}:{:02}'.format(*file.getinfo(MANIFEST).date_time)}"
    for part in parts:
        if part.name == JOURNAL:
            with closing(Database.for_reading(part.staged)) as database:
                yield f"  games: {sum(1 for _ in database.games())}"
            _remove_sidecars(part.staged)
        elif part.name == VISITS:
            days = VisitBook(part.staged).days()
            yield f"  visits: {sum(sums.visits for sums in days.values())}, on {len(days)} days"
        elif part.name != SETTINGS:
            yield f"  {part.name}: {sum(_is_within(name, part.name) for name in file.namelist())} files"


def _remove_sidecars(database: Path) -> None:
    for ending in SIDECARS:
        Path(f"{database}{ending}").unlink(missing_ok=True)


def _swap(settings_file: Path, parts: Iterable[_Part]) -> None:
    """Move the parts into place; the replaced ones are kept."""
    renames = [rename for part in parts for rename in part.renames]
    folders = {settings_file.parent, *(after.parent for _, after in renames)}
    swapping = settings_file.with_name(SWAPPING)
    sync(folders)
    settings_file.with_name(UNPACKING).rename(swapping)
    sync({settings_file.parent})
    for before, after in renames:
        before.rename(after)
    sync(folders)
    swapping.unlink()


def _write_note(settings_file: Path, journal: Path, parts: Iterable[_Part]) -> None:
    settings_file.parent.mkdir(parents=True, exist_ok=True)
    note = {
        "journal": str(journal),
        "staged": [str(part.staged) for part in parts],
        "renames": [[str(before), str(after)] for part in parts for before, after in part.renames],
    }
    write_whole(settings_file.with_name(UNPACKING), json.dumps(note).encode())


def _noted(note: Path) -> tuple[Path, list[Path], list[tuple[Path, Path]]]:
    """Return the journal to lock, what is unpacked where, and the renames."""
    try:
        noted = json_data(text_of(note, MAX_DATA_BYTES))
        staged = [Path(item.text()) for item in noted["staged"].items()]
        pairs = [[Path(end.text()) for end in item.items()] for item in noted["renames"].items()]
        return Path(noted["journal"].text()), staged, [(before, after) for before, after in pairs]
    except (DataError, ValueError) as error:
        raise BackupError(f"{note}: the note of an interrupted restore is damaged ({error})") from error


def _undo(settings_file: Path) -> None:
    """Make all as it was before; can itself be interrupted, and done again."""
    note = interrupted_restore(settings_file)
    if note is None:
        return
    _, staged, renames = _noted(note)
    try:
        if note.name == SWAPPING:
            for before, after in reversed(renames):
                if os.path.lexists(after) and not os.path.lexists(before):
                    after.rename(before)
            sync({before.parent for before, _ in renames})
            note = note.rename(settings_file.with_name(UNPACKING))
            sync({note.parent})
        for path in staged:
            if path.is_dir():
                shutil.rmtree(path)
            path.unlink(missing_ok=True)
            _remove_sidecars(path)
        note.unlink()
    except OSError as error:
        raise BackupError(
            f"{error.filename or note}: what was there before can't be put back yet ({error.strerror}); mend "
            "that and start the station, or restore again: either puts it back first"
        ) from error


def _remove_new(folders: Iterable[Path], lock: Path) -> None:
    if lock.parent in folders:
        lock.unlink(missing_ok=True)
    for folder in sorted(folders, reverse=True):
        with suppress(OSError):  # it is not empty
            folder.rmdir()


def sync(folders: Iterable[Path]) -> None:
    """Have files, and renames in folders, on the disk."""
    for folder in folders:
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _is_within(name: str, part: str) -> bool:
    return name == part or name.startswith(f"{part}/")
