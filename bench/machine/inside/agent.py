"""Runs inside the machine, as root: does what comes in over a console, a line of JSON each.

It needs nothing but Python, and nothing of the program that is tried.
"""

import json
import socket
import subprocess
import sys
import tty
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.machine.inside.camera import PictureTaker
from bench.machine.inside.pins import Pins
from bench.machine.inside.screen import dump
from bench.machine.inside.touch import TouchPanel

CONSOLE = Path("/dev/tty3")
HOST = Path("/mnt/host")
"""A folder of the world outside."""

DOOR = "/run/five-lines/station.sock"
MAX_ANSWER_S = 5.0
READY = b"the box is ready\n"

Wish = dict[str, Any]


class Box:
    """The machine as it is worked from outside."""

    def __init__(self) -> None:
        self._pins, self._touch, self._camera = Pins(), TouchPanel(), PictureTaker()
        self.wishes: dict[str, Callable[[Any], Wish | None]] = {
            "run": self.run,
            "ask": self.ask,
            "touch": lambda place: self._touch.touch(*place),
            "press": lambda how: self._pins.press(*how),
            "lamps": lambda how: {"shares": self._pins.shares(*how)},
            "screen": lambda name: dump(HOST / name),
            "show": lambda name: self._camera.show((HOST / name).read_bytes()),
        }

    def answer(self, wish: Wish) -> Wish:
        """Do what is wished, and tell what came of it."""
        ((what, how),) = wish.items()
        try:
            answer = self.wishes[what](how)
        except OSError as error:
            return {"ok": False, "why": f"{type(error).__name__}: {error}"}
        return {"ok": True} if answer is None else answer

    def run(self, command: str) -> Wish:
        """Run a shell command."""
        done = subprocess.run(
            ["sh", "-c", command],
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
        return {"status": done.returncode, "out": done.stdout}

    def ask(self, question: Wish) -> Wish:
        """Return the station's answer at its socket; `ok` is false as long as it does not."""
        with socket.socket(socket.AF_UNIX) as door:
            door.settimeout(MAX_ANSWER_S)
            door.connect(DOOR)
            door.sendall(json.dumps(question).encode() + b"\n")
            answer: Wish = json.loads(door.makefile("rb").readline() or b'{"ok": false}')
            return answer


def main() -> None:
    """Answer for as long as the machine runs."""
    box = Box()
    with CONSOLE.open("r+b", buffering=0) as console:
        tty.setraw(console.fileno())
        console.write(READY)
        heard = b""
        while True:
            came = console.read(65536)
            if not came:
                sys.exit("nobody is at the other end")
            heard += came
            while b"\n" in heard:
                line, heard = heard.split(b"\n", 1)
                said = memoryview(json.dumps(box.answer(json.loads(line))).encode() + b"\n")
                while said:
                    said = said[console.write(said) :]


if __name__ == "__main__":
    main()
