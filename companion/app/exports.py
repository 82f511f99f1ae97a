"""Exports for remote clients: pictures of camera and screen, report, backup, previews of texts."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from types import MappingProxyType

import cv2
import numpy as np

from companion import FiveLinesError
from companion.app.house_texts import HouseTexts
from companion.app.texts_preview import MAX_WIDTH_PX, Preview, previewed
from companion.app.window import Window
from companion.interface.commands import FileKind, RemoteQuestion
from companion.interface.texts import MAX_ABOUT_LENGTH, MAX_LINE_LENGTH, Texts
from companion.journal import FILE_NAME as JOURNAL
from companion.journal import Database
from companion.settings.sections import Language, Settings, from_home
from companion.station.game.stored_chances import course_of, now_of
from companion.station.remote.export_queue import Export, Job
from hardware.camera.camera import Frame
from hardware.device import Clock
from hardware.pins import is_raspberry_pi
from vision.arrays import Picture, as_levels
from vision.picture_file import encode_picture

OLDEST_S = 5.0  # maximum age of a picture that counts as what the camera sees now

MAX_JOURNAL_BYTES = 40_000_000
"""A backup takes memory three times: the copy in /tmp, which may be memory, the copy read, and the zip.

A small machine has room for that beside the station; with more games it is made at the station.
"""

NOTHING: MappingProxyType[str, object] = MappingProxyType({})


class ExportError(FiveLinesError, RuntimeError):
    """An export can't be made now; the message says why."""


@dataclass(frozen=True)
class Exports:
    """Makes the requested export. `latest` returns the camera's newest picture."""

    latest: Callable[[], Frame | None]
    window: Window
    texts: HouseTexts
    settings_file: Path
    settings: Settings
    clock: Clock

    def __call__(self, question: RemoteQuestion) -> Job:
        """Take a snapshot of the station and return the job that does the rest; raise ExportError."""
        if question.name == "texts":
            return self._preview(**question.arguments)
        if question.name == "chances":
            return lambda path: self._chances(**question.arguments)
        match question.arguments["kind"]:
            case FileKind.PICTURE:
                return self._picture()
            case FileKind.SCREEN:
                taken = self.window.screen.taken()
                return lambda path: _write(path, np.ascontiguousarray(taken()[..., ::-1]))
            case FileKind.REPORT:
                return self._report
            case _:
                return self._backup

    def _picture(self) -> Job:
        frame = self.latest()
        if frame is None or self.clock() - frame.at_s > OLDEST_S:
            raise ExportError("the camera gives no picture now")
        return lambda path: _write(path, frame.picture)

    def _chances(self, game: int, now: bool) -> Export:
        station = self.settings.station
        with closing(Database.for_reading(from_home(station.data) / JOURNAL)) as database:
            stored = database.game(game)
        if now:
            return Export({"now": now_of(stored, station.tables)})
        return Export({"course": course_of(stored, station.tables)})

    def _report(self, path: Path) -> Export:
        write_report(path.parent, self.settings_file).rename(path)
        return Export(NOTHING)

    def _backup(self, path: Path) -> Export:
        from companion.app.backups.backup import write_backup

        journal = from_home(self.settings.station.data) / JOURNAL
        if journal.exists() and journal.stat().st_size > MAX_JOURNAL_BYTES:
            raise ExportError("there are too many games to send; at the station: five-lines backup FILE")
        write_backup(path, self.settings_file, self.settings)
        return Export(NOTHING)

    def _preview(self, language: str, title: str, line: str, about: str, keep: bool, ticket: str) -> Job:
        if language not in tuple(Language):
            raise ExportError(f"{language[:40]!r} is no language of the station's")
        if max(len(title), len(line)) > MAX_LINE_LENGTH or len(about) > MAX_ABOUT_LENGTH:
            raise ExportError("that is longer than any screen has room for")
        look = self.texts.look()

        def job(path: Path) -> Export:
            files = self.texts.files_with(language, Texts(title, line, about))
            flaws, picture = previewed(Preview(files, language, look))
            if picture:
                path.write_bytes(picture)
            answer = {"flaws": [asdict(flaw) for flaw in flaws]}
            if flaws or not keep:
                return Export(answer)
            return Export(answer, (self.texts.keep_files(files),))

        return job


def _write(path: Path, picture: Picture) -> Export:
    """Write a picture as a JPEG, no wider than a phone can use."""
    height, width = picture.shape[:2]
    scale = MAX_WIDTH_PX / width
    if scale < 1:
        size = MAX_WIDTH_PX, max(1, round(height * scale))
        picture = as_levels(cv2.resize(picture, size, interpolation=cv2.INTER_AREA))
    path.write_bytes(encode_picture(picture, ".jpg"))
    return Export(NOTHING)


def write_report(folder: Path, settings_file: Path) -> Path:
    """Write a report into a folder and return its file; raise OSError."""
    from companion.doctor.bundle import write_bundle
    from companion.doctor.checkup import DEVICES, Target
    from companion.doctor.findings import Check

    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"report-{datetime.now():%Y%m%d-%H%M%S}.zip"
    target = Target(settings_file, on_pi=is_raspberry_pi())
    # A running station keeps its devices to itself and may not use the network; voices take long to check.
    skipped = (*DEVICES, Check.LINK, Check.VOICE)
    checks = [check for check in Check if check not in skipped]
    write_bundle(path, list(target.check(checks)), settings_file)
    return path
