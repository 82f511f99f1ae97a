"""Runs inside the machine, as root: does what comes in over a serial port, a line of JSON each.

It needs nothing but Python, and nothing of the program that is tried.
"""

import json
import shutil
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from bench.machine.inside.camera import PictureTaker

PORT = Path("/dev/virtio-ports/box.work")
HOST = Path("/mnt/host")
"""A folder of the world outside."""

DOOR = "/run/five-lines/station.sock"
JOURNAL, COPY = "/var/lib/five-lines/journal.sqlite", "/run/box-journal.sqlite"
MAX_ANSWER_S = 120.0
READY = b"the box is ready\n"

Wish = dict[str, Any]


class Box:
    """The machine as it is worked from outside."""

    def __init__(self) -> None:
        self._camera: PictureTaker | None = None
        self.wishes: dict[str, Callable[[Any], Wish | None]] = {
            "run": self.run,
            "ask": self.ask,
            "show": self.show,
            "journal": self.journal,
        }

    def answer(self, wish: Wish) -> Wish:
        """Do what is wished, and tell what came of it."""
        ((what, how),) = wish.items()
        try:
            answer = self.wishes[what](how)
        except (OSError, sqlite3.Error) as error:
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

    def show(self, name: str) -> None:
        """Lay pictures before the camera."""
        if self._camera is None:
            self._camera = PictureTaker()
        self._camera.show((HOST / name).read_bytes())

    def journal(self, name: str) -> None:
        """Copy what the station has stored of its games to the world outside, while it goes on."""
        Path(COPY).unlink(missing_ok=True)
        with (
            closing(sqlite3.connect(f"file:{JOURNAL}?mode=ro", uri=True)) as stored,
            closing(sqlite3.connect(COPY)) as copy,
        ):
            stored.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE").fetchone()
        shutil.copyfile(COPY, HOST / name)

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
    with PORT.open("r+b", buffering=0) as port:
        port.write(READY)
        heard = b""
        while True:
            came = port.read(65536)
            if not came:
                sys.exit("nobody is at the other end")
            heard += came
            while b"\n" in heard:
                line, heard = heard.split(b"\n", 1)
                said = memoryview(json.dumps(box.answer(json.loads(line))).encode() + b"\n")
                while said:
                    said = said[port.write(said) :]


if __name__ == "__main__":
    main()
