"""The voice at a real mixer: its own channel, and sounds that take no more memory than they need."""

import io
import wave
from pathlib import Path

import pytest

from hardware.audio.sound import MixerSound
from hardware.audio.tones import Cue
from hardware.audio.voice import SpokenVoice, command, fix_wav_sizes
from hardware.settings import SoundSettings
from tests.support.fake_clock import FakeClock
from tests.support.stand_in_voice import stand_in_espeak, tone


def test_what_states_two_gigabytes_states_what_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = stand_in_espeak(tmp_path / "bin", monkeypatch).folder
    tone(tmp_path / "true.wav")
    made = (folder / "tone.wav").read_bytes()
    with wave.open(io.BytesIO(made)) as stated:
        assert stated.getnframes() > 1_000_000_000
    mended = fix_wav_sizes(made)
    assert mended == (tmp_path / "true.wav").read_bytes()
    assert fix_wav_sizes(mended) == mended


@pytest.mark.parametrize("made", [b"", b"RIFF", b"OggS and more", b"RIFF\0\0\0\0WAVEdata"])
def test_what_has_no_sizes_stays_as_it_is(made: bytes) -> None:
    assert fix_wav_sizes(made)[8:] == made[8:]
    assert len(fix_wav_sizes(made)) == len(made)


def test_a_new_sentence_leaves_the_cue_that_is_heard_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    espeak = stand_in_espeak(tmp_path / "bin", monkeypatch)
    import pygame

    with (
        MixerSound(SoundSettings()) as sound,
        SpokenVoice(tmp_path / "none", FakeClock(), lambda: 1.0) as voice,
    ):
        voice.say(["One"], "en")
        espeak.until(pygame.mixer.get_busy, voice.update)
        espeak.until(lambda: not pygame.mixer.get_busy(), voice.update)
        sound.play(Cue.REFUSED)
        assert pygame.mixer.get_busy()
        voice.say(["Two"], "en")
        assert pygame.mixer.get_busy()
        voice.stop()
        assert pygame.mixer.get_busy()


def test_points_are_spoken_with_greek_letters_in_greek_and_nothing_else_is() -> None:
    alpha, beta = "\N{GREEK CAPITAL LETTER ALPHA}", "\N{GREEK CAPITAL LETTER BETA}"
    said = "3A → 2B: British Museum, A4"
    assert command("espeak-ng", said, "el")[-1] == f"3{alpha} , 2{beta}: British Museum, A4"
    assert command("espeak-ng", said, "de")[-1] == said.replace("→", ",")
