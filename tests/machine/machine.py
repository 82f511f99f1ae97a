"""A whole machine in user mode: Debian's own kernel as a process, its systemd, and disks that outlive it."""

import os
import re
import signal
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Self

KERNEL = "linux.uml"
"""The kernel in user mode (Debian's package user-mode-linux)."""

SHOWN = "shown.log"
"""The file in a machine's folder to which it writes what the station has told, outside of the machine."""

NOT_STORED = ("event=fault", "event=mended")
"""Lines of the log that tell how the machine is, not what has happened in a game."""

CONSOLE = "console.log"
MEMORY_MB = 1200
LOOK_S = 0.05


class MachineError(Exception):
    """The machine did not do what was expected; the message says what."""


class Machine:
    """A machine with a root that is as it was at each start, and a data disk on which all stays.

    It starts when it is entered, and runs until its power is cut, at the latest when it is left. `folder`
    gets its console and what the station has told. `seed` settles what the robot in it plays.
    """

    def __init__(self, root: Path, data: Path, folder: Path, seed: int) -> None:
        self._root = root
        self._data = data
        self._folder = folder
        self._seed = seed
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self._folder.mkdir(parents=True, exist_ok=True)
        changes = self._folder / "root.changes"
        changes.unlink(missing_ok=True)
        drop_half_a_line(self._folder / SHOWN)
        with (self._folder / CONSOLE).open("ab") as console, (self._folder / SHOWN).open("ab") as shown:
            self._process = subprocess.Popen(
                self.command(changes, shown.fileno()),
                stdin=subprocess.DEVNULL,
                stdout=console,
                stderr=console,
                pass_fds=(shown.fileno(),),
                # All its processes can then be killed at once.
                start_new_session=True,
            )
        return self

    def __exit__(self, *_: object) -> None:
        self.cut_power()

    def command(self, changes: Path, shown: int) -> Sequence[str]:
        """What starts it; what is written to the root goes to `changes`, what is told to `shown`."""
        return (
            KERNEL,
            f"mem={MEMORY_MB}M",
            f"uml_dir={self._folder}/mconsole",
            f"ubd0={changes},{self._root}",
            f"ubd1={self._data}",
            "root=/dev/ubda",
            "rw",
            "systemd.show_status=error",
            "con=null",
            "con0=null,fd:1",
            f"con2=null,fd:{shown}",
            "ssl=null",
            f"systemd.setenv=BOX_SEED={self._seed}",
        )

    def await_line(self, number: int, longest_s: float) -> None:
        """Wait until the station has told so many lines; raises MachineError when it does not."""
        until_s = time.monotonic() + longest_s
        while len(lines_shown(self._folder / SHOWN)) < number:
            self.go_on(LOOK_S)
            if time.monotonic() > until_s:
                raise MachineError(f"the station tells nothing for {longest_s:.0f} s: {self._last_words()}")

    def go_on(self, seconds: float) -> None:
        """Let it run for a while; raises MachineError when it stops by itself."""
        assert self._process is not None
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return
        raise MachineError(f"the machine has stopped by itself: {self._last_words()}")

    def cut_power(self) -> None:
        """From one moment to the next the machine is without power."""
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        self._process = None

    def _last_words(self) -> str:
        console = self._folder / CONSOLE
        return f"see {console}, which ends with\n" + console.read_text(errors="replace")[-1500:]


def lines_shown(file: Path) -> list[str]:
    """What has happened in games by what the station has told, line by line; the last may have been cut."""
    if not file.exists():
        return []
    whole = file.read_bytes().decode(errors="replace").split("\n")[:-1]
    # Before each line stands how grave it is, and a console ends it with a return as well.
    lines = [re.sub(r"^<\d>", "", line.rstrip("\r")) for line in whole]
    return [line for line in lines if line.startswith("event=") and not line.startswith(NOT_STORED)]


def drop_half_a_line(file: Path) -> None:
    """Take away what was cut in the middle, so that what is told next does not become part of it."""
    if file.exists():
        told = file.read_bytes()
        file.write_bytes(told[: told.rfind(b"\n") + 1])
