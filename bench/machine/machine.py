"""A whole machine in user mode: a kernel as a process, its systemd and devices, and disks that outlive it."""

import base64
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from bench.machine.command import MachineError

SHOWN = "shown.log"
"""The file in a machine's folder to which it writes what the station has reported, outside of the machine."""

NOT_STORED = ("event=fault", "event=mended")
"""Lines of the log that tell how the machine is, not what has happened in a game."""

CONSOLE = "console.log"
HOST = "host"
"""The folder of the machine's that is seen inside, too."""

MEMORY_MB = 1500
LOOK_S = 0.05
MAX_WORK_S = 3600.0
"""An update, on a busy computer."""

INSIDE = Path(__file__).with_name("inside")
READY = b"the box is ready\n"

CAMERA = (
    "vivid.n_devs=1",
    "vivid.node_types=0x101",
    "vivid.num_inputs=1",
    "vivid.input_types=3",
    "vivid.num_outputs=1",
    "vivid.output_types=1",
)
"""One camera, whose only input can be connected to its only output."""


@dataclass(frozen=True, slots=True)
class Boot:
    """Parts of a machine: kernel, root and data, and what its station's unit has beside its own.

    `initrd` lays an overlay in memory over the root, as over one that is read-only. `worked`: somebody
    hangs devices on it, and works them from outside. `more` are parameters of the kernel.
    """

    kernel: Path
    root: Path
    data: Path
    unit: str
    initrd: Path | None = None
    worked: bool = False
    more: tuple[str, ...] = ()


class Machine:
    """A machine with a root that is as it was at each start, and a data disk on which all stays.

    It starts when it is entered, and runs until its power is cut, at the latest when it is left. `folder`
    gets its console and what the station has reported.
    """

    def __init__(self, boot: Boot, folder: Path) -> None:
        self._boot = boot
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        self._work: socket.socket | None = None
        self._heard = b""

    def __enter__(self) -> Self:
        shutil.copytree(INSIDE, self.host / "bench/machine/inside", dirs_exist_ok=True)
        changes = self._folder / "root.changes"
        changes.unlink(missing_ok=True)
        drop_half_a_line(self._folder / SHOWN)
        self._work, theirs = socket.socketpair()
        with (
            theirs,
            (self._folder / CONSOLE).open("ab") as console,
            (self._folder / SHOWN).open("ab") as shown,
        ):
            self._process = subprocess.Popen(
                self.command(changes, shown.fileno(), theirs.fileno()),
                stdin=subprocess.DEVNULL,
                stdout=console,
                stderr=console,
                pass_fds=(shown.fileno(), theirs.fileno()),
                # All its processes can then be killed at once.
                start_new_session=True,
            )
        return self

    def __exit__(self, *_: object) -> None:
        self.cut_power()

    @property
    def host(self) -> Path:
        """The folder that is seen inside, too."""
        return self._folder / HOST

    def command(self, changes: Path, shown: int, work: int) -> Sequence[str]:
        """Return the command that starts it; `changes` keeps writes to its root, `shown` its reports."""
        boot = self._boot
        units = [credential("systemd.unit-dropin.five-lines.service~zz-box", boot.unit)]
        if boot.worked:
            worker = (INSIDE / "box.service").read_text(encoding="utf-8")
            units += [credential("systemd.extra-unit.box.service", worker), "systemd.wants=box.service"]
        return (
            str(boot.kernel),
            "seccomp=on",
            f"mem={MEMORY_MB}M",
            f"uml_dir={self._folder}/mconsole",
            f"ubd0={changes},{boot.root}",
            f"ubd1={boot.data}",
            f"hostfs={self.host}",
            "root=/dev/ubda",
            "rw",
            "con=null",
            "con0=null,fd:1",
            f"con2=null,fd:{shown}",
            f"con3=fd:{work},fd:{work}",
            "ssl=null",
            *CAMERA,
            "systemd.show_status=error",
            *((f"initrd={boot.initrd}", "overlayroot=tmpfs:recurse=0") if boot.initrd else ()),
            *units,
            *boot.more,
        )

    def await_line(self, number: int, max_s: float) -> None:
        """Wait until the station has reported so many lines; raises MachineError when it does not."""
        until_s = time.monotonic() + max_s
        while len(lines_shown(self._folder / SHOWN)) < number:
            self.go_on(LOOK_S)
            if time.monotonic() > until_s:
                raise MachineError(f"the station tells nothing for {max_s:.0f} s: {self._last_words()}")

    def go_on(self, seconds: float) -> None:
        """Let it run for a while; raises MachineError when it stops by itself."""
        assert self._process is not None
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return
        raise MachineError(f"the machine has stopped by itself: {self._last_words()}")

    def await_work(self, max_s: float) -> None:
        """Wait until its devices can be worked; raises MachineError when they can't."""
        self._receive(READY, max_s)

    def do(self, **wish: object) -> dict[str, Any]:
        """Have something done inside (`inside/agent.py` says what there is), and what came of it."""
        assert self._work is not None
        self._work.sendall(json.dumps(wish).encode() + b"\n")
        answer: dict[str, Any] = json.loads(self._receive(b"\n", MAX_WORK_S))
        return answer

    def work(self, **wish: object) -> dict[str, Any]:
        """The same, but raises MachineError when it could not be done."""
        answer = self.do(**wish)
        if not answer.get("ok", True):
            raise MachineError(f"{wish}: {answer['why']}")
        return answer

    def run(self, command: str) -> str:
        """Run a shell command inside, as root; what it printed. Raises MachineError when it fails."""
        done = self.do(run=command)
        if done["status"] != 0:
            raise MachineError(f"{command} ended with {done['status']}:\n{done['out']}")
        out: str = done["out"]
        return out

    def cut_power(self) -> None:
        """From one moment to the next the machine is without power."""
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        if self._work is not None:
            self._work.close()
        self._process = self._work = None

    def _receive(self, end: bytes, max_s: float) -> bytes:
        assert self._work is not None
        until_s = time.monotonic() + max_s
        while end not in self._heard:
            self._work.settimeout(LOOK_S)
            try:
                came = self._work.recv(65536)
            except TimeoutError:
                came = b""
                self.go_on(LOOK_S)
            self._heard += came
            if time.monotonic() > until_s:
                raise MachineError(f"nothing came from inside for {max_s:.0f} s: {self._last_words()}")
        answer, self._heard = self._heard.split(end, 1)
        return answer

    def _last_words(self) -> str:
        console = self._folder / CONSOLE
        return f"see {console}, which ends with\n" + console.read_text(errors="replace")[-1500:]


def credential(name: str, text: str) -> str:
    """A parameter of the kernel by which systemd is handed a file."""
    return f"systemd.set_credential_binary={name}:{base64.b64encode(text.encode()).decode()}"


def lines_shown(file: Path) -> list[str]:
    """Return the lines that the station has reported of its games; the last may have been cut."""
    if not file.exists():
        return []
    whole = file.read_bytes().decode(errors="replace").split("\n")[:-1]
    # Before each line stands how grave it is, and a console ends it with a return as well.
    lines = [re.sub(r"^<\d>", "", line.rstrip("\r")) for line in whole]
    return [line for line in lines if line.startswith("event=") and not line.startswith(NOT_STORED)]


def drop_half_a_line(file: Path) -> None:
    """Take away what was cut in the middle, so that what is written next does not become part of it."""
    if file.exists():
        answer = file.read_bytes()
        file.write_bytes(answer[: answer.rfind(b"\n") + 1])
