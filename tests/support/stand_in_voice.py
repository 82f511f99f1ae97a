"""A program that stands in for espeak-ng: it notes what it is to speak, and gives a short tone."""

import os
import struct
import wave
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

import pytest

PATIENCE_S = 60.0
"""How long a real process may take here at most."""


@dataclass
class StandInEspeak:
    """The program, first on the way to all others; `spoken` is what it was to speak, in which voice."""

    folder: Path

    @property
    def spoken(self) -> list[tuple[str, str]]:
        """Voice and sentence, in the order in which they were asked for."""
        log = self.folder / "spoken"
        lines = log.read_text(encoding="utf-8").splitlines() if log.exists() else []
        return [(voice, said) for voice, _, said in (line.partition("\t") for line in lines)]

    def sentences(self) -> list[str]:
        """The sentences alone."""
        return [said for _, said in self.spoken]

    def hang(self) -> None:
        """From now on it begins and never ends."""
        (self.folder / "hangs").touch()

    def mend(self) -> None:
        """From now on it answers again."""
        (self.folder / "hangs").unlink()

    def until(self, is_there: Callable[[], bool], turn: Callable[[], None]) -> None:
        """Turn the program until something is there; time passes for the processes, not for the program."""
        until_s = monotonic() + PATIENCE_S
        while not is_there():
            assert monotonic() < until_s, self.spoken
            turn()


def stand_in_espeak(folder: Path, monkeypatch: pytest.MonkeyPatch) -> StandInEspeak:
    """Put the program into a folder, and the folder in front of all others."""
    folder.mkdir()
    tone(folder / "tone.wav")
    with (folder / "tone.wav").open("r+b") as sound:
        # espeak-ng can't know the sizes when it begins to write to a pipe: these stand in their place.
        sound.seek(4)
        sound.write(struct.pack("<I", 0x7FFFF024))
        sound.seek(40)
        sound.write(struct.pack("<I", 0x7FFFF000))
    program = folder / "espeak-ng"
    program.write_text(
        "#!/bin/sh\n"
        f'cd "{folder}" || exit 1\n'
        "voice=$3\n"
        'while [ "$1" != -- ]; do shift; done\n'
        'printf "%s\\t%s\\n" "$voice" "$2" >> spoken\n'
        "if [ -e hangs ]; then exec sleep 600; fi\n"
        "exec cat tone.wav\n",
        encoding="utf-8",
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    return StandInEspeak(folder)


def tone(file: Path, samples: int = 441) -> None:
    """Write a sound of 20 ms."""
    with wave.open(str(file), "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(22050)
        sound.writeframes(b"\x00\x10" * samples)
