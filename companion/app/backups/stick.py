"""Backups on a USB stick, as staff write and restore them on the screen."""

import errno
import sys
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

from companion import FiveLinesError
from companion.interface.views import BackupDone, BackupResult, FoundBackup
from companion.settings.settings_file import settings_at

ROOT = Path("/")
PLACES = ("media/*", "media/*/*", "run/media/*/*", "mnt/*")  # where sticks are mounted, below the root
MAX_FOUND = 6  # backups that are offered, the newest ones

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
NOT_WRITABLE = (errno.EROFS, errno.EACCES, errno.EPERM)


class BackupStick:
    """Writes backups of the station with these settings to a stick, and restores them."""

    def __init__(self, settings_file: Path) -> None:
        self._settings_file = settings_file

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


def _stick() -> Path | None:
    """Return the folder of the stick that is mounted, None without one."""
    return next((path for place in PLACES for path in _mounted(place)), None)


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
