"""A folder with a house's texts: a file for each language, and a logo.

`en.txt`, `de.txt` and so on: the first line is the title, the second the welcome line, all else is about the
board. `logo.png` or `logo.jpg` is the logo.
"""

from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np

from companion.interface.texts import NOTHING_SAID, FlawKind, Logo, TextFlaw, Texts, TextSet
from companion.settings.sections import Language
from companion.system.atomic_file import folder_written_whole
from companion.system.data import DataError
from companion.system.decoded_picture import PictureFlaw, decoded
from companion.system.limits import MAX_LOGO_BYTES, MAX_LOGO_PIXELS, MAX_TEXT_BYTES
from companion.system.outside_file import bytes_of

FOLDER = "texts"
"""Name of the folder in a station's data folder."""

LOGO_NAMES = ("logo.png", "logo.jpg", "logo.jpeg")

LOGO_SIDE_PX = 600
"""Maximum side of a logo; a larger one is scaled down."""


def read_files(folder: Path) -> tuple[dict[str, bytes], tuple[TextFlaw, ...]]:
    """Return the files of texts in a folder by their names, and the flaws of those that can't be read."""
    files: dict[str, bytes] = {}
    flaws: list[TextFlaw] = []
    for name in (*(f"{language}.txt" for language in Language), *LOGO_NAMES):
        path, most = folder / name, MAX_LOGO_BYTES if name in LOGO_NAMES else MAX_TEXT_BYTES
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
    by_language: dict[str, Texts] = {}
    logo: Logo | None = None
    flaws = []
    for name, data in files.items():
        match _logo(data) if name in LOGO_NAMES else _texts(data):
            case Logo() as found:
                logo = logo or found
            case Texts() as said if said != NOTHING_SAID:
                by_language[name.removesuffix(".txt")] = said
            case FlawKind() as kind:
                flaws.append(TextFlaw(kind, name))
    return TextSet(by_language, logo), tuple(flaws)


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


def _logo(data: bytes) -> Logo | FlawKind:
    """The logo, no larger than it is shown."""
    picture = decoded(data, MAX_LOGO_PIXELS, cv2.IMREAD_UNCHANGED)
    if isinstance(picture, PictureFlaw):
        return FlawKind.TOO_LARGE if picture is PictureFlaw.TOO_LARGE else FlawKind.NO_PICTURE
    height, width = picture.shape[:2]
    if picture.dtype != np.uint8:
        picture = (picture // 257).astype(np.uint8)
    to_rgba = {2: cv2.COLOR_GRAY2RGBA, 3: cv2.COLOR_BGR2RGBA, 4: cv2.COLOR_BGRA2RGBA}
    pixels = cv2.cvtColor(picture, to_rgba[2 if picture.ndim == 2 else picture.shape[2]])
    scale = LOGO_SIDE_PX / max(width, height)
    if scale < 1:
        size = max(1, round(width * scale)), max(1, round(height * scale))
        pixels = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
    return Logo(np.ascontiguousarray(pixels, np.uint8))
