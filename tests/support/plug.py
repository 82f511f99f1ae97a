"""Pulling the plug on a station that prints what it shows."""

import signal
import subprocess
from collections.abc import Sequence

from tests.support.root import ROOT


def shown_until_killed(command: Sequence[str], lines: int, spins: int) -> list[str]:
    """What a command printed until it was killed, some moments after so many lines; the last may be cut.

    The moments are turns of an empty loop, which take longer on a machine that is slower itself.
    """
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as station:
        assert station.stdout is not None
        assert station.stderr is not None
        shown = [station.stdout.readline() for _ in range(lines)]
        for _ in range(spins):
            pass
        station.kill()
        # Not communicate(): it reads past the lines that readline has fetched and not given out yet.
        shown += station.stdout.readlines()
        complaint = station.stderr.read()
    assert station.returncode == -signal.SIGKILL, complaint
    return shown
