"""Backups and releases on a USB stick, as staff write, restore and install them on the screen."""

import errno
import platform
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from companion import FiveLinesError, __version__
from companion.interface.views import BackupDone, BackupResult, FoundBackup, Update, UpdateState
from companion.settings.sections import PROGRAM, UNITS, SystemRequest
from companion.settings.settings_file import settings_at
from companion.system.data import system_text

ROOT = Path("/")
PLACES = ("media/*", "media/*/*", "run/media/*/*", "mnt/*")  # where sticks are mounted, below the root
TAKEN_S = 60.0  # seconds after which nobody takes a request any more
MAX_FOUND = 6  # backups that are offered, the newest ones

VERSION = re.compile(r"[0-9.]+")
"""The version of a release, as `deploy/service/update-from-stick` takes it from an archive's name."""

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
NOT_WRITABLE = (errno.EROFS, errno.EACCES, errno.EPERM)


class BackupStick:
    """Writes backups of the station with these settings to a stick, restores them, and finds releases.

    `run` is the folder of requests to the system; None if there is none.
    """

    def __init__(self, settings_file: Path, run: Path | None = None) -> None:
        self._settings_file = settings_file
        self._run = run

    def find(self) -> tuple[FoundBackup, ...] | None:
        """Return the newest backups on a stick; None if there is no stick."""
        from companion.app.backups.backup import is_other_zip

        stick = _stick()
        if stick is None:
            return None
        try:
            found = [
                FoundBackup(file.name, datetime.fromtimestamp(file.stat().st_mtime).astimezone())
                for file in stick.glob("*.zip")
                if file.is_file() and not is_other_zip(file)  # a link may lead nowhere
            ]
        except OSError:
            return None
        return tuple(sorted(found, key=lambda it: it.written, reverse=True)[:MAX_FOUND])

    def find_update(self) -> Update | None:
        """Return the newest release on a stick, and an update's state; None if the system installs none."""
        if self._run is None or not any((folder / SystemRequest.UPDATE.unit).exists() for folder in UNITS):
            return None
        from companion.doctor.libraries import numbers

        found = _newest_release(numbers)
        newer = bool(found and numbers(found) > numbers(__version__))
        current, previous = (
            link.readlink().name if link.is_symlink() else ""
            for link in (PROGRAM / "current", PROGRAM / "previous")
        )
        # Both name the same after a power cut between the two.
        before = previous.partition("-")[0] if previous != current else ""
        for request, version in ((SystemRequest.UPDATE, found), (SystemRequest.UPDATE_BACK, before)):
            asked = self._run / request.file
            if asked.exists():
                # The unit takes it at once, if it runs.
                is_late = time.time() - asked.stat().st_mtime > TAKEN_S
                now = UpdateState.FAILED if is_late else UpdateState.WORKING
                return Update(found, newer, before, now, version or "")
        said = system_text(self._run.with_name(f"{self._run.name}-update") / "state")
        word, _, version = said.partition("\n")
        state = UpdateState(word) if word in tuple(UpdateState) else None
        return Update(found, newer, before, state, version)

    def save(self, tell: Callable[[int], None]) -> BackupDone:
        """Write a backup to the stick; `tell` gets the megabytes that are written so far."""
        from companion.app.backups.backup import GameLeftOut, write_backup
        from companion.app.backups.restore import sync

        stick, lines = _stick(), list[str]()
        if stick is None:
            return BackupDone(BackupResult.NO_STICK)
        path = stick / f"five-lines-{datetime.now():%Y-%m-%d-%H%M%S}.zip"
        try:
            settings = settings_at(self._settings_file)
            write_backup(path, self._settings_file, settings, show=lines.append, tell=tell)
            # It is on the stick by its name when that may be pulled out.
            sync({path, stick})
        except (OSError, FiveLinesError) as error:
            return _failed(error, stick)
        games = sum(isinstance(line, GameLeftOut) for line in lines)
        return BackupDone(BackupResult.SAVED, path.name, games)

    def restore(self, name: str, tell: Callable[[int], None]) -> BackupDone:
        """Restore a backup, as the command does with --replace: what was here is kept beside it."""
        from companion.app.backups.encryption import is_encrypted
        from companion.app.backups.restore import SettingLeft, restore_backup

        stick, lines = _stick(), list[str]()
        if stick is None:
            return BackupDone(BackupResult.NO_STICK)
        try:
            if is_encrypted(stick / name):
                return BackupDone(BackupResult.ENCRYPTED)
            restore_backup(stick / name, self._settings_file, replace=True, show=lines.append, tell=tell)
        except (OSError, FiveLinesError) as error:
            return _failed(error, stick)
        left = tuple(line.setting for line in lines if isinstance(line, SettingLeft))
        return BackupDone(BackupResult.RESTORED, name, settings=left)


def _sticks() -> Iterator[Path]:
    """Yield the folders of the sticks that are mounted."""
    return (path for place in PLACES for path in _mounted(place))


def _stick() -> Path | None:
    """Return the folder of the first stick, None without one."""
    return next(_sticks(), None)


def _newest_release(numbers: Callable[[str], tuple[int, ...]]) -> str | None:
    """Return the newest version of which a stick has an archive for this machine; empty without one.

    None without a stick.
    """
    end = f"-{platform.machine()}.tar.gz"
    sticks, versions = list(_sticks()), list[str]()
    for stick in sticks:
        with suppress(OSError):
            names = [file.name for file in stick.glob(f"five-lines-*{end}")]
            versions += [name.removeprefix("five-lines-").removesuffix(end) for name in names]
    if not sticks:
        return None
    return max((it for it in versions if VERSION.fullmatch(it)), key=numbers, default="")


def _mounted(place: str) -> Iterator[Path]:
    for path in sorted(ROOT.glob(place)):
        try:
            # To look into it has a stick mounted that is mounted only when it is wanted.
            next(path.iterdir(), None)
            if path.is_mount():
                yield path
        except OSError:
            continue


def _failed(error: OSError | FiveLinesError, stick: Path) -> BackupDone:
    print(f"five-lines: backup: {error}", file=sys.stderr)
    code = getattr(error.__cause__ or error, "errno", None)
    # What went wrong with a file here is wrapped, or names it.
    of_stick = isinstance(error, OSError) and str(error.filename or stick).startswith(str(stick))
    if code in FULL:
        return BackupDone(BackupResult.FULL)
    if of_stick and code in NOT_WRITABLE:
        return BackupDone(BackupResult.READ_ONLY)
    if of_stick or _stick() != stick:
        return BackupDone(BackupResult.PULLED_OUT)
    return BackupDone(getattr(error, "result", BackupResult.FAILED))
