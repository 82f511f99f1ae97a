"""What a station makes for those outside: camera and screen, report, backup, texts as they look."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

import cv2
import numpy as np

from companion import FiveLinesError
from companion.app.backup import write_backup
from companion.app.house_texts import HouseTexts
from companion.app.report import write_report
from companion.app.texts_preview import MAX_WIDTH_PX, Preview, previewed
from companion.app.window import Window
from companion.interface.outside import AskFile, FileKind, TryTexts, Wanted
from companion.journal import FILE_NAME as JOURNAL
from companion.settings.sections import Language, Settings, from_home
from companion.station.despatch import Job, Made
from companion.station.stimuli import TextsTold
from hardware.camera.camera import Frame
from hardware.device import Clock
from vision.arrays import Picture
from vision.picture_file import encode_picture

OLDEST_S = 5.0
"""A picture that is older is not what the camera sees now."""

MAX_JOURNAL_BYTES = 40_000_000
"""A backup takes memory three times: the copy in /tmp, which may be memory, the copy read, and the zip.

A small machine has room for that beside the station; with more games it is made at the station.
"""

MAX_LINE_LENGTH, MAX_ABOUT_LENGTH = 200, 3000
"""Letters of a title or a welcome line, and of what is about the board: more than any screen has room for."""

NOTHING: MappingProxyType[str, object] = MappingProxyType({})


class NotMadeError(FiveLinesError, RuntimeError):
    """Something can't be made for those outside now; the message says why."""


@dataclass(frozen=True, slots=True)
class OutsideFiles:
    """Makes what is wanted. `latest` gives the camera's newest picture."""

    latest: Callable[[], Frame | None]
    window: Window
    texts: HouseTexts
    settings_file: Path
    settings: Settings
    clock: Clock

    def __call__(self, wanted: Wanted) -> Job:
        """Take what is needed now; the job does the rest. Raises NotMadeError."""
        match wanted:
            case TryTexts():
                return self._texts(wanted)
            case AskFile(FileKind.PICTURE):
                return self._picture()
            case AskFile(FileKind.SCREEN):
                taken = self.window.screen.taken()
                return lambda path: _write(path, np.ascontiguousarray(taken()[..., ::-1]))
            case AskFile(FileKind.REPORT):
                return self._report
            case AskFile():
                return self._backup

    def _picture(self) -> Job:
        frame = self.latest()
        if frame is None or self.clock() - frame.at_s > OLDEST_S:
            raise NotMadeError("the camera gives no picture now")
        return lambda path: _write(path, frame.picture)

    def _report(self, path: Path) -> Made:
        write_report(path.parent, self.settings_file).rename(path)
        return Made(NOTHING)

    def _backup(self, path: Path) -> Made:
        journal = from_home(self.settings.station.data) / JOURNAL
        if journal.exists() and journal.stat().st_size > MAX_JOURNAL_BYTES:
            raise NotMadeError("there are too many games to send; at the station: five-lines backup FILE")
        write_backup(path, self.settings_file, self.settings)
        return Made(NOTHING)

    def _texts(self, wanted: TryTexts) -> Job:
        said = wanted.texts
        if wanted.language not in tuple(Language):
            raise NotMadeError(f"{wanted.language[:40]!r} is no language of the station's")
        if max(len(said.title), len(said.line)) > MAX_LINE_LENGTH or len(said.about) > MAX_ABOUT_LENGTH:
            raise NotMadeError("that is longer than any screen has room for")
        look = self.texts.look()

        def tried(path: Path) -> Made:
            files = self.texts.files_with(wanted.language, said)
            flaws, picture = previewed(Preview(files, wanted.language, look))
            if picture:
                path.write_bytes(picture)
            told = {"flaws": [{"kind": flaw.kind, "file": flaw.file} for flaw in flaws]}
            if flaws or not wanted.keep:
                return Made(told)
            return Made(told, (TextsTold(self.texts.keep_files(files)),))

        return tried


def _write(path: Path, picture: Picture) -> Made:
    """A picture as a JPEG, no wider than a phone can use."""
    height, width = picture.shape[:2]
    scale = MAX_WIDTH_PX / width
    if scale < 1:
        size = MAX_WIDTH_PX, max(1, round(height * scale))
        picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    path.write_bytes(encode_picture(picture, ".jpg"))
    return Made(NOTHING)
