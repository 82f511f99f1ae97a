"""The report that staff write on the screen: the doctor's findings while the station keeps the devices."""

from datetime import datetime
from pathlib import Path

from companion.doctor.bundle import write_bundle
from companion.doctor.checkup import DEVICES, Target
from companion.doctor.findings import Check
from hardware.pins import is_raspberry_pi

NOT_FROM_HERE = (Check.LINK, Check.VOICE)
"""Checks that the station skips: it may not use the network, and the voice is slow in all languages."""

LOOKED_AT = tuple(check for check in Check if check not in (*DEVICES, *NOT_FROM_HERE))
"""Checks of the report: a running station also keeps its devices for itself."""


def write_report(folder: Path, settings_file: Path) -> Path:
    """Write a report into a folder and return its file; raise OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"report-{datetime.now():%Y%m%d-%H%M%S}.zip"
    target = Target(settings_file, on_pi=is_raspberry_pi())
    write_bundle(path, list(target.check(LOOKED_AT)), settings_file)
    return path
