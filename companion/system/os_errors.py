"""What the operating system refuses, in a line for a person: which file, why, and what to do."""

import errno
import os

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


def in_words(error: OSError) -> str:
    """An error of the operating system as `FILE: why; what to do`, as far as it tells."""
    if error.errno is None:
        return str(error)
    where = f"{os.fsdecode(error.filename)}: " if isinstance(error.filename, str | bytes) else ""
    why = error.strerror or os.strerror(error.errno)
    advice = _ADVICE.get(error.errno)
    return f"{where}{why}; {advice}" if advice else f"{where}{why}"
