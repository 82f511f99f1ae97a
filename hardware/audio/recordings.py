"""What people have recorded of the words: files named by what is spoken in them, a folder a language."""

import re
import unicodedata
from collections.abc import Mapping
from pathlib import Path

SUFFIXES = (".wav", ".ogg")

MAX_BYTES = 8_000_000
"""What is larger is no sentence: 45 s as a CD has it. It would hold up the station while it is read."""


MAX_LETTERS = 80
"""So long a file's name is at most, without its suffix: a Greek one takes two of 255 bytes for each."""


def file_stem(sentence: str) -> str:
    """The name of a sentence's file, without its suffix: small letters and figures, with hyphens between."""
    plain = unicodedata.normalize("NFC", sentence).lower()
    return re.sub(r"[\W_]+", "-", plain).strip("-")[:MAX_LETTERS].strip("-")


def recorded(folder: Path, language: str) -> Mapping[str, Path]:
    """The files of a language by their stems; none where there is no such folder, or it can't be read."""
    try:
        files = sorted((folder / language).iterdir())
    except OSError:
        return {}
    return {file_stem(file.stem): file for file in files if file.suffix.lower() in SUFFIXES}


def recording_of(sentence: str, files: Mapping[str, Path]) -> Path | None:
    """The file in which a sentence was recorded, if there is one that can be read at once."""
    file = files.get(file_stem(sentence))
    try:
        return file if file is not None and file.stat().st_size <= MAX_BYTES else None
    except OSError:
        return None
