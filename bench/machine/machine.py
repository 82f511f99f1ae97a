"""A whole 64-bit Arm machine as a process of qemu: its systemd and devices, and disks that outlive it."""

import base64
import json
import re
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
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

MEMORY_MB, CORES = 1024, 2
PANEL_WH = (800, 480)
LOOK_S = 0.05
MAX_WORK_S = 3600.0
"""An update, on a busy computer."""

INSIDE = Path(__file__).with_name("inside")
READY = b"the box is ready\n"

FULL_SCALE = 32767
"""The far end of each axis of the touch panel."""

FINGER_S, KEY_S = 0.3, 0.5
"""Seconds for which a finger or a key stays down: the emulated station looks rarely."""


@dataclass(frozen=True)
class Boot:
    """Parts of a machine: kernel, root and data, and what its station's unit has beside its own.

    `unit` is the content of a drop-in; comments in it are left out. `more` are parameters of the kernel.
    """

    kernel: Path
    initrd: Path
    root: Path
    data: Path
    unit: str
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
        self._monitor: socket.socket | None = None
        self._heard = b""

    def __enter__(self) -> Self:
        shutil.copytree(INSIDE, self.host / "bench/machine/inside", dirs_exist_ok=True)
        drop_half_a_line(self._folder / SHOWN)
        for name in ("work", "monitor"):
            (self._folder / name).unlink(missing_ok=True)
        with (self._folder / "qemu.log").open("ab") as log:
            self._process = subprocess.Popen(self.command(), stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self._work, self._monitor = (self._connected(name) for name in ("work", "monitor"))
        self._ask_monitor("qmp_capabilities")
        return self

    def __exit__(self, *_: object) -> None:
        self.cut_power()

    @property
    def host(self) -> Path:
        """The folder that is seen inside, too."""
        return self._folder / HOST

    def command(self) -> Sequence[str]:
        """Return the command that starts it. Writes to its root are forgotten with it."""
        boot, folder = self._boot, self._folder
        unit = "".join(line + "\n" for line in boot.unit.splitlines() if not line.startswith("#"))
        parameters = (
            "root=/dev/vda",
            "rw",
            "console=ttyAMA0",
            "systemd.show_status=error",
            credential("systemd.unit-dropin.five-lines.service~zz-box", unit),
            *boot.more,
        )
        # fmt: off
        return (
            "qemu-system-aarch64", "-M", "virt", "-cpu", "cortex-a72", "-smp", f"{CORES}",
            "-m", f"{MEMORY_MB}", "-accel", "tcg,thread=multi,tb-size=512",
            "-display", "none", "-nodefaults", "-nic", "none",
            "-kernel", str(boot.kernel), "-initrd", str(boot.initrd), "-append", " ".join(parameters),
            "-chardev", f"file,id=console,path={folder / CONSOLE},append=on", "-serial", "chardev:console",
            "-qmp", f"unix:{folder}/monitor,server=on,wait=off",
            "-drive", f"file={boot.root},format=raw,if=none,id=root,snapshot=on",
            "-device", "virtio-blk-pci,drive=root",
            "-drive", f"file={boot.data},format=raw,if=none,id=data",
            "-device", "virtio-blk-pci,drive=data",
            "-device", f"virtio-gpu-pci,xres={PANEL_WH[0]},yres={PANEL_WH[1]}",
            "-device", "virtio-tablet-pci", "-device", "virtio-keyboard-pci",
            "-device", "virtio-serial-pci",
            "-chardev", f"socket,id=work,path={folder}/work,server=on,wait=off",
            "-device", "virtserialport,chardev=work,name=box.work",
            "-chardev", f"file,id=shown,path={folder / SHOWN},append=on",
            "-device", "virtserialport,chardev=shown,name=box.shown",
            "-virtfs", f"local,path={self.host},mount_tag=host,security_model=none",
        )
        # fmt: on

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

    def touch(self, right: float, down: float) -> None:
        """Touch a place, as shares of the screen's width and height, and let go."""
        places = zip("xy", (right, down), strict=True)
        self._send(*(_event("abs", axis=axis, value=round(at * FULL_SCALE)) for axis, at in places))
        for is_down in (True, False):
            self._send(_event("btn", button="left", down=is_down))
            self.go_on(FINGER_S)

    def press(self) -> None:
        """Press the space bar, which throws as the button does."""
        for is_down in (True, False):
            self._send(_event("key", key={"type": "qcode", "data": "spc"}, down=is_down))
            self.go_on(KEY_S)

    def photograph(self, file: Path) -> None:
        """Write what is on the panel into a PNG file."""
        self._ask_monitor("screendump", filename=str(file), format="png")

    def cut_power(self) -> None:
        """From one moment to the next the machine is without power."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
        for line in (self._work, self._monitor):
            if line is not None:
                line.close()
        self._process = self._work = self._monitor = None

    def _send(self, *events: dict[str, object]) -> None:
        self._ask_monitor("input-send-event", events=events)

    def _ask_monitor(self, command: str, **arguments: object) -> None:
        """Have qemu itself do something; raises MachineError if it can't."""
        assert self._monitor is not None
        self._monitor.sendall(json.dumps({"execute": command, "arguments": arguments}).encode() + b"\n")
        with self._monitor.makefile("rb") as lines:
            for line in lines:
                answer = json.loads(line)
                if "error" in answer:
                    raise MachineError(f"qemu: {command}: {answer['error']}")
                if "return" in answer:
                    return
        raise MachineError(f"the machine has stopped by itself: {self._last_words()}")

    def _connected(self, name: str) -> socket.socket:
        line = socket.socket(socket.AF_UNIX)
        for _ in range(600):
            with suppress(FileNotFoundError, ConnectionRefusedError):
                line.connect(str(self._folder / name))
                return line
            self.go_on(LOOK_S)
        raise MachineError(f"qemu opens no {name}: {self._last_words()}")

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
        logs = [self._folder / name for name in ("qemu.log", CONSOLE)]
        ends = [file.read_text(errors="replace")[-1500:] for file in logs if file.exists()]
        return f"see {self._folder / CONSOLE}, which ends with\n" + "\n".join(ends)


def _event(kind: str, **data: object) -> dict[str, object]:
    return {"type": kind, "data": data}


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
