"""Checks of the voice: espeak-ng speaks the station's languages, and recordings can be played."""

import io
import shutil
import subprocess
import wave
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.doctor.findings import Check, Finding
from companion.interface.presentation import VoiceMode
from companion.presentation.words import LANGUAGES
from companion.settings.sections import Settings
from hardware.audio.recordings import MAX_BYTES, recorded
from hardware.audio.voice import INSTALL, PROGRAM, SYNTHESIS_TIMEOUT_S, command

SAMPLE = "1 2 3"
OPENINGS = (b"RIFF", b"OggS")  # first bytes of files that can be played: WAV and Ogg


@dataclass(frozen=True)
class Voices:
    """Voices found; `dumb` are the languages in which the program is silent, None without a program."""

    dumb: tuple[str, ...] | None
    recordings: int = 0
    unplayable: tuple[Path, ...] = ()


def probe(settings: Settings) -> Voices:
    """Let the program speak in each language, and check the recordings."""
    devices = settings.devices()
    program = shutil.which(PROGRAM)
    dumb = None
    if program is not None:
        dumb = tuple(code for code in LANGUAGES if not _speaks(command(program, SAMPLE, code)))
    files = [it for code in LANGUAGES for it in recorded(devices.recordings, code).values()]
    return Voices(dumb, len(files), tuple(file for file in files if not _plays(file)))


def judge(facts: Voices, settings: Settings) -> Iterator[Finding]:
    """Check that pages can be spoken, if they should be."""
    if settings.visitors.voice is VoiceMode.OFF:
        yield Check.VOICE.absent("pages are not spoken: [visitors] voice is off")
        return
    how_many = "1 recording" if facts.recordings == 1 else f"{facts.recordings} recordings"
    if facts.dumb is None and not facts.recordings:
        yield Check.VOICE.warn(f"{PROGRAM} is missing, and nothing is recorded", INSTALL)
    elif facts.dumb is None:
        yield Check.VOICE.warn(
            f"{PROGRAM} is missing: only what is in {how_many} is spoken",
            "sudo apt install espeak-ng, for all else",
        )
    elif facts.dumb:
        yield Check.VOICE.warn(
            f"{PROGRAM} says nothing within {SYNTHESIS_TIMEOUT_S:g} s in {', '.join(facts.dumb)}",
            "try it: espeak-ng -v de 1; then sudo apt install --reinstall espeak-ng",
        )
    else:
        yield Check.VOICE.fine(f"{PROGRAM} speaks all languages; {how_many}")
    for file in facts.unplayable:
        step = f"record it again as WAV or Ogg, {MAX_BYTES // 1_000_000} MB at most"
        yield Check.VOICE.warn(f"{file} can't be played", step)


def _speaks(words: Sequence[str]) -> bool:
    try:
        made = subprocess.run(words, capture_output=True, timeout=SYNTHESIS_TIMEOUT_S, check=True).stdout
        with wave.open(io.BytesIO(made)) as sound:
            return len(sound.readframes(1)) > 0
    except (OSError, subprocess.SubprocessError, wave.Error, EOFError):
        return False


def _plays(file: Path) -> bool:
    try:
        with file.open("rb") as stream:
            return stream.read(4) in OPENINGS and file.stat().st_size <= MAX_BYTES
    except OSError:
        return False
