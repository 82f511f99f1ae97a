"""Processes that are killed, or fail, while they change files."""

import os
import signal
import sys
import time
from collections.abc import Callable

from companion import FiveLinesError


def change(number: int, run: Callable[[], object], then: Callable[[], object]) -> int:
    """Run it in a process that does `then` before its change of that number to the disk; its exit code.

    0 when it made fewer changes, 1 when it went on all the same, 2 for an error of ours and 3 for any other.
    """
    changes = ("os.rename", "os.remove", "os.rmdir", "os.mkdir", "sqlite3.connect")
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    left = number

    def audit(event: str, args: tuple[object, ...]) -> None:
        nonlocal left
        flags = args[2] if event == "open" else 0
        writes = isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR)
        if event in changes or writes:
            left -= 1
            if left == 0:
                then()

    sys.addaudithook(audit)
    code = 3
    try:
        run()
        code = 0 if left > 0 else 1
    except FiveLinesError:
        code = 2
    finally:
        os._exit(code)


def killed_after(seconds: float, run: Callable[[], object]) -> bool:
    """Run it in a process that is killed after this time; False if it had ended before."""
    child = os.fork()
    if not child:
        try:
            run()
        finally:
            os._exit(0)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])
