"""Paths that this system can hold: file names are bytes, in the encoding of the locale."""

import codecs
import os
import sys
from pathlib import Path


def unusable(path: Path) -> str | None:
    """Return why this system can't have a file at a path, whatever lies there; None if it can."""
    if "\0" in str(path):
        return "no file name can hold the sign U+0000; write another path"
    try:
        os.fsencode(path)
    except UnicodeEncodeError as error:
        return unspellable(error)
    return None


def unspellable(error: UnicodeEncodeError) -> str:
    """Return an error of `os.fsencode`, or of opening a file, in plain words."""
    # The terminal lacks the letter as well.
    return (
        f"a path can't be spelled: the locale's file names are {sys.getfilesystemencoding()}, which lacks "
        f"U+{ord(error.object[error.start]):04X}; set a UTF-8 locale (LC_ALL=C.UTF-8), or use another path"
    )


def is_unspellable(error: UnicodeEncodeError) -> bool:
    """True if an error is of a file name in the locale's encoding, which is not UTF-8."""
    ours = codecs.lookup(sys.getfilesystemencoding())
    return ours.name != "utf-8" and codecs.lookup(error.encoding).name == ours.name
