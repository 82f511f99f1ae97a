"""Speak sentences: from recordings, or with espeak-ng."""

import io
import re
import shutil
import struct
import subprocess
import tempfile
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from hardware.audio.mixer import SPEECH_CHANNEL, SharedMixer
from hardware.audio.recordings import MAX_BYTES, recorded, recording_of
from hardware.device import Clock, Device, HardwareError

PROGRAM = "espeak-ng"

WORDS_PER_MINUTE = 150  # how fast espeak-ng speaks, somewhat slower than its usual 175

SYNTHESIS_TIMEOUT_S = 5.0  # timeout for a sentence's synthesis; on two busy cores one took 0.1 s

VOICES = {"en": "en-gb", "fr": "fr-fr"}
"""espeak-ng's voices of languages that differ from the language's code."""

GREEK = {"A": "\N{GREEK CAPITAL LETTER ALPHA}", "B": "\N{GREEK CAPITAL LETTER BETA}"}

INSTALL = "sudo apt install espeak-ng, or put recordings into their folder (five-lines voice lists them)"


class VoiceDevice(Device):
    """A device that speaks; this base is silent."""

    def say(self, sentences: Sequence[str], language: str) -> None:
        """Speak sentences in place of any current ones; returns at once."""

    def stop(self) -> None:
        """Stop speaking."""

    def update(self) -> None:
        """Continue speaking; called some thirty times a second.

        Raises HardwareError when the voice fails.
        """


class StandInVoice(VoiceDevice):
    """The stand-in: silence."""


class SpokenVoice(VoiceDevice):
    """Speak through the mixer; a subprocess synthesises sentences without a recording.

    Nothing waits for the subprocess; one that hangs is killed, and `update` raises. `loudness` returns the
    volume, 0 to 1, at any time. Raises HardwareError with neither espeak-ng nor recordings, or without an
    output.
    """

    def __init__(
        self, recordings: Path, clock: Clock, loudness: Callable[[], float], output: str = ""
    ) -> None:
        self._recordings = recordings
        self._clock = clock
        self._loudness = loudness
        self._program = shutil.which(PROGRAM)
        if self._program is None and not any(recordings.glob("*/*")):
            raise HardwareError("no voice: espeak-ng is not installed, and nothing is recorded", INSTALL)
        self._use = SharedMixer(output)
        self._channel: Any = self._use.mixer.Channel(SPEECH_CHANNEL)
        self._recorded: dict[str, Mapping[str, Path]] = {}
        self._language = ""
        self._left: deque[str] = deque()
        self._ready: Any = None
        self._process: subprocess.Popen[bytes] | None = None
        self._wave: IO[bytes] | None = None
        self._began_s = self._waited_s = 0.0
        self._ended: list[subprocess.Popen[bytes]] = []

    def say(self, sentences: Sequence[str], language: str) -> None:
        """Speak sentences in place of any current ones; returns at once."""
        self.stop()
        if self._loudness() > 0:
            self._left, self._language = deque(sentences), language

    def stop(self) -> None:
        """Stop speaking, and cancel the synthesis."""
        self._left.clear()
        self._ready = None
        if self._process is not None:
            # Waiting adds up over cancelled sentences: a hung program may never get the full timeout.
            self._waited_s += self._clock() - self._began_s
            self._end_process()
        if self._use.works:
            self._channel.stop()

    def update(self) -> None:
        """Collect what was synthesised, play what is ready, and start the next sentence."""
        self._ended = [process for process in self._ended if process.poll() is None]
        self._take()
        if self._ready is not None and not self._plays:
            self._channel.play(self._ready)
            self._ready = None
        if self._plays:
            self._channel.set_volume(self._loudness() ** 2)
        if self._left and self._ready is None and self._process is None:
            self._begin(self._left.popleft())

    def close(self) -> None:
        """Stop speaking and release the mixer."""
        self.stop()
        for process in self._ended:
            with suppress(subprocess.TimeoutExpired):
                process.wait(1.0)
        self._use.close()

    @property
    def _plays(self) -> bool:
        return self._use.works and self._channel.get_busy()

    def _begin(self, sentence: str) -> None:
        """Load a sentence's recording, or start its synthesis."""
        file = recording_of(sentence, self._files())
        if file is not None:
            self._ready = self._sound(file)
        if self._ready is None and self._program is not None:
            self._begin_process(self._program, sentence)

    def _files(self) -> Mapping[str, Path]:
        if self._language not in self._recorded:
            self._recorded[self._language] = recorded(self._recordings, self._language)
        return self._recorded[self._language]

    def _begin_process(self, program: str, sentence: str) -> None:
        self._wave = tempfile.TemporaryFile()  # noqa: SIM115  # closed once it is read, or not wanted
        words = command(program, sentence, self._language)
        try:
            self._process = subprocess.Popen(
                words, stdin=subprocess.DEVNULL, stdout=self._wave, stderr=subprocess.DEVNULL
            )
        except OSError as error:
            self._end_process()
            raise HardwareError(f"no voice: {program}: {error.strerror}", INSTALL) from error
        self._began_s = self._clock()

    def _take(self) -> None:
        """Collect the synthesised sentence once the subprocess has ended."""
        process, wave = self._process, self._wave
        if process is None or wave is None:
            return
        status = process.poll()
        if status is None:
            if self._waited_s + self._clock() - self._began_s >= SYNTHESIS_TIMEOUT_S:
                self._end_process()
                raise HardwareError(f"no voice: {PROGRAM} does not answer", "five-lines doctor --only voice")
            return
        wave.seek(0)
        made = fix_wav_sizes(wave.read(MAX_BYTES))
        self._waited_s = 0.0
        self._end_process()
        self._ready = self._sound(io.BytesIO(made)) if status == 0 else None
        if self._ready is None:
            raise HardwareError(
                f"no voice: {PROGRAM} makes nothing that can be heard (it ended with {status})",
                "five-lines doctor --only voice",
            )

    def _end_process(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
            self._ended.append(self._process)
        if self._wave is not None:
            self._wave.close()
        self._process = self._wave = None

    def _sound(self, source: Path | io.BytesIO) -> Any:
        """Return a playable sound; None if it can't be decoded."""
        import pygame

        if not self._use.works:
            raise HardwareError("no voice: the sound is gone", "plug in a loudspeaker")
        try:
            return self._use.mixer.Sound(file=str(source) if isinstance(source, Path) else source)
        except (pygame.error, OSError):
            return None


def command(program: str, sentence: str, language: str) -> tuple[str, ...]:
    """Return the command that synthesises a sentence to its standard output."""
    voice = VOICES.get(language, language)
    # An arrow between two points is spoken as a pause.
    plain = sentence.replace("→", ",")
    if language == "el":
        # The letters of points look the same; Latin ones would be spoken as English ones.
        plain = re.sub(r"(?<=\b[1-5])[AB]\b", lambda found: GREEK[found[0]], plain)
    return program, "--stdout", "-v", voice, "-s", str(WORDS_PER_MINUTE), "--", plain


def fix_wav_sizes(made: bytes) -> bytes:
    """Return a WAV with its true sizes in the header; espeak-ng states 2 GB when it writes to a pipe.

    The mixer would allocate the stated size. Everything else stays the same.
    """
    if made[:4] != b"RIFF" or made[8:12] != b"WAVE":
        return made
    true, at = bytearray(made), 12
    struct.pack_into("<I", true, 4, len(made) - 8)
    while at + 8 <= len(made):
        (size,) = struct.unpack_from("<I", made, at + 4)
        there = len(made) - at - 8
        if made[at : at + 4] == b"data":
            struct.pack_into("<I", true, at + 4, min(size, there))
        # A chunk of an odd size is followed by one byte more.
        at += 8 + size + size % 2
    return bytes(true)
