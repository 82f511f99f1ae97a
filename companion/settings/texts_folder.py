"""A folder with a house's texts: a file for each language, a logo, and pages of the story.

`en.txt`, `de.txt` and so on: the first line is the title, the second the welcome line, all else is about the
board. `logo.png` or `logo.jpg` is the logo. `story-1.jpg` and `story-1-en.txt` replace the first page of the
story: a sentence, a second sentence, then the source.
"""

from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np

from companion.interface.texts import (
    NOTHING_SAID,
    STORY_PAGES,
    FlawKind,
    HousePicture,
    TextFlaw,
    Texts,
    TextSet,
)
from companion.settings.sections import Language
from companion.system.atomic_file import folder_written_whole
from companion.system.data import MAX_LOGO_BYTES, MAX_LOGO_PIXELS, MAX_TEXT_BYTES, DataError, bytes_of
from companion.system.decoded_picture import PictureFlaw, decoded

FOLDER = "texts"  # name of the folder in a station's data folder

STORY = tuple(f"story-{number}" for number in range(1, STORY_PAGES + 1))
"""Prefixes of the names of files of the story."""

PICTURE_NAMES = tuple(f"{stem}.{kind}" for stem in ("logo", *STORY) for kind in ("png", "jpg", "jpeg"))
TEXT_NAMES = tuple(f"{stem}{code}.txt" for stem in ("", *(f"{it}-" for it in STORY)) for code in Language)

MAX_SIDE_PX = {True: 600, False: 1280}
"""Maximum side of a picture by whether it is the logo; a larger one is scaled down."""


def read_files(folder: Path) -> tuple[dict[str, bytes], tuple[TextFlaw, ...]]:
    """Return the files of texts in a folder by their names, and the flaws of those that can't be read."""
    files: dict[str, bytes] = {}
    flaws: list[TextFlaw] = []
    for name in (*TEXT_NAMES, *PICTURE_NAMES):
        path, most = folder / name, MAX_LOGO_BYTES if name in PICTURE_NAMES else MAX_TEXT_BYTES
        try:
            if not path.is_file():
                continue
            files[name] = bytes_of(path, most)
        except DataError:
            flaws.append(TextFlaw(FlawKind.TOO_LARGE, name))
        except OSError:
            flaws.append(TextFlaw(FlawKind.UNREADABLE, name))
    return files, tuple(flaws)


def texts_in(files: Mapping[str, bytes]) -> tuple[TextSet, tuple[TextFlaw, ...]]:
    """Return the texts in files, and the flaws of the others."""
    said: dict[str, dict[str, Texts]] = {}
    pictures: dict[str, HousePicture] = {}
    flaws = []
    for name, data in files.items():
        stem, _, kind = name.rpartition(".")
        part, _, language = stem.rpartition("-")
        match _picture(data, MAX_SIDE_PX[stem == "logo"]) if kind != "txt" else _texts(data):
            case HousePicture() as picture:
                pictures.setdefault(stem, picture)
            case Texts() as texts if texts != NOTHING_SAID:
                said.setdefault(part, {})[language] = texts
            case FlawKind() as flaw:
                flaws.append(TextFlaw(flaw, name))
    story = {
        number: TextSet(said.get(part, {}), pictures.get(part))
        for number, part in enumerate(STORY, start=1)
        if part in said or part in pictures
    }
    return TextSet(said.get("", {}), pictures.get("logo"), story), tuple(flaws)


def read_texts(folder: Path) -> tuple[TextSet, tuple[TextFlaw, ...]]:
    """Return the texts in a folder, and the flaws of its files; a missing folder has none."""
    files, unread = read_files(folder)
    texts, flaws = texts_in(files)
    return texts, (*unread, *flaws)


def save_texts(files: Mapping[str, bytes], folder: Path) -> None:
    """Replace a folder by these files, completely or not at all; raise OSError."""
    with folder_written_whole(folder) as new:
        for name, data in files.items():
            (new / name).write_bytes(data)


def _texts(data: bytes) -> Texts | FlawKind:
    # Windows' editor calls this one Unicode.
    coding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        text = data.decode(coding)
    except UnicodeDecodeError:
        return FlawKind.UNREADABLE
    if any(not (letter.isprintable() or letter.isspace()) for letter in text):
        return FlawKind.UNREADABLE
    title, line, *about = [*(" ".join(row.split()) for row in text.splitlines()), "", ""]
    return Texts(title, line, "\n".join(about).strip())


def _picture(data: bytes, max_side_px: int) -> HousePicture | FlawKind:
    """Return a picture, no larger than it is shown."""
    picture = decoded(data, MAX_LOGO_PIXELS, cv2.IMREAD_UNCHANGED)
    if isinstance(picture, PictureFlaw):
        return FlawKind.TOO_LARGE if picture is PictureFlaw.TOO_LARGE else FlawKind.NO_PICTURE
    height, width = picture.shape[:2]
    if picture.dtype != np.uint8:
        picture = (picture // 257).astype(np.uint8)
    to_rgba = {2: cv2.COLOR_GRAY2RGBA, 3: cv2.COLOR_BGR2RGBA, 4: cv2.COLOR_BGRA2RGBA}
    pixels = cv2.cvtColor(picture, to_rgba[2 if picture.ndim == 2 else picture.shape[2]])
    scale = max_side_px / max(width, height)
    if scale < 1:
        size = max(1, round(width * scale)), max(1, round(height * scale))
        pixels = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
    return HousePicture(np.ascontiguousarray(pixels, np.uint8))
