"""Errors of the operating system in one line: which file, why and what to do; and paths it can't hold."""

import codecs
import errno
import os
import sys
from pathlib import Path
from typing import TextIO

_ADVICE = {
    errno.ENOENT: "check its name and that its folder is there",
    errno.ENOTDIR: "a file stands where a folder is needed; name another place",
    errno.EEXIST: "name another place, or move what is there away",
    errno.EISDIR: "name a file",
    errno.EACCES: "check the rights of file and folder",
    errno.EPERM: "check the rights of file and folder",
    errno.EROFS: "name a place that can be written",
    errno.ENOSPC: "make room and try again",
    errno.EDQUOT: "make room and try again",
}


EXIT_BROKEN_PIPE = 2


def in_words(error: OSError) -> str:
    """Return the error as `FILE: why; what to do`, as far as these are known."""
    if error.errno is None:
        return str(error)
    where = f"{os.fsdecode(error.filename)}: " if isinstance(error.filename, str | bytes) else ""
    why = error.strerror or os.strerror(error.errno)
    advice = _ADVICE.get(error.errno)
    return f"{where}{why}{f'; {advice}' if advice else ''}"


def detach(stream: TextIO) -> int:
    """Discard further output where its reader has gone (`five-lines ... | head`); return the exit status."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    return EXIT_BROKEN_PIPE


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
