"""Errors of the operating system: one line that says which file, why and what to do; and closed pipes."""

import errno
import os
import sys

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
    return f"{where}{why}; {advice}" if advice else f"{where}{why}"


def flush_stdout() -> None:
    """Write out what was printed; discard it and raise OSError if that can't be done."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        detach_stdout()
        raise


def detach_stdout() -> int:
    """Discard further output after its reader has gone (`five-lines ... | head`); return the exit status."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return EXIT_BROKEN_PIPE
