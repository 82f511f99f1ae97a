"""Recordings of sentences: one folder per language, each file named by its sentence."""

import re
import unicodedata
from collections.abc import Mapping
from pathlib import Path

SUFFIXES = (".wav", ".ogg")

MAX_BYTES = 8_000_000
"""Maximum size of a recording: 45 s in CD quality. Larger files would block the station while loading."""


MAX_LETTERS = 80  # maximum length of a file's stem: Greek takes two of 255 bytes for each letter


def file_stem(sentence: str) -> str:
    """Return the stem of a sentence's file: lower case letters and digits, with hyphens between."""
    plain = unicodedata.normalize("NFC", sentence).lower()
    return re.sub(r"[\W_]+", "-", plain).strip("-")[:MAX_LETTERS].strip("-")


def recorded(folder: Path, language: str) -> Mapping[str, Path]:
    """Return a language's files by their stems; empty without a readable folder."""
    try:
        files = sorted((folder / language).iterdir())
    except OSError:
        return {}
    return {file_stem(file.stem): file for file in files if file.suffix.lower() in SUFFIXES}


def recording_of(sentence: str, files: Mapping[str, Path]) -> Path | None:
    """Return the recording of a sentence, or None without a readable one of at most MAX_BYTES."""
    file = files.get(file_stem(sentence))
    try:
        return file if file is not None and file.stat().st_size <= MAX_BYTES else None
    except OSError:
        return None
