"""Backup and restore of a station, and the note of a restore that is going on."""

from pathlib import Path

UNPACKING = ".five-lines-restore-unpacking"
"""Name of the note while parts are unpacked, or removed again: nothing has been replaced yet."""

SWAPPING = ".five-lines-restore-swapping"
"""The name of a file beside the settings, while a restore puts files in place or after it was interrupted."""


def interrupted_restore(settings_file: Path) -> Path | None:
    """Return the note of a restore that has not come to its end, beside the settings; None without one."""
    notes = (settings_file.absolute().with_name(name) for name in (SWAPPING, UNPACKING))
    return next((note for note in notes if note.exists()), None)
