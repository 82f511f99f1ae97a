"""Sounds: soft and short, through the mixer, a buzzer on a mock pin, or as a stand-in."""

import os
import sys
import wave
from pathlib import Path

import numpy as np
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin
from numpy.typing import NDArray

from deploy.sounds import LOUD, levelled, made
from hardware.audio.mixer import SAMPLE_RATE
from hardware.audio.sound import SOUNDS, BuzzerSound, MixerSound, StandInSound
from hardware.audio.tones import MELODIES, Cue
from hardware.device import HardwareError
from hardware.settings import SoundSettings
from tests.support.fake_clock import FakeClock


def samples(file: Path) -> NDArray[np.float64]:
    """The samples of a sound, full scale 1."""
    with wave.open(str(file)) as sound:
        assert sound.getparams()[:3] == (1, 2, SAMPLE_RATE)
        return np.frombuffer(sound.readframes(sound.getnframes()), "<i2") / 32767


@pytest.mark.parametrize("cue", list(Cue))
def test_every_sound_is_short_without_clicks_and_as_loud_as_the_others(cue: Cue) -> None:
    heard = samples(SOUNDS / f"{cue}.wav")
    assert 0.2 < heard.size / SAMPLE_RATE < 1.6
    assert abs(heard[0]) < 0.02
    assert abs(heard[-1]) < 0.02
    window = SAMPLE_RATE // 10
    rms = np.sqrt(np.convolve(heard**2, np.ones(window) / window, "valid").max())
    assert 20 * np.log10(rms / LOUD) == pytest.approx(0, abs=2), "in dB"
    assert 1.2 * rms < np.abs(heard).max() < 0.9


def test_the_files_are_those_that_the_script_makes_and_each_is_described() -> None:
    described = (SOUNDS / "README.txt").read_text(encoding="utf-8")
    assert sorted(it.name for it in SOUNDS.iterdir()) == sorted(["README.txt", *(f"{it}.wav" for it in Cue)])
    for cue, sound in made().items():
        assert np.abs(samples(SOUNDS / f"{cue}.wav") - levelled(sound)).max() < 0.001
        assert f"{cue}.wav" in described


def test_the_house_replaces_a_sound_by_a_file_of_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    own = tmp_path / "sounds"
    own.mkdir()
    (own / "hit.wav").write_bytes((SOUNDS / "wreath.wav").read_bytes())
    (own / "Not so.wav").write_bytes(b"no sound at all")
    with MixerSound(SoundSettings(), tmp_path) as sound:
        long_s = {cue: it.get_length() for cue, it in sound._sounds.items()}
    assert long_s[Cue.HIT] == long_s[Cue.WIN] != long_s[Cue.HOME]
    assert long_s[Cue.REFUSED] == pytest.approx(samples(SOUNDS / "not-so.wav").size / SAMPLE_RATE, abs=0.001)


def test_yes_rises_and_not_so_falls() -> None:
    def pitches(cue: Cue) -> list[float]:
        return [note.hz for note in MELODIES[cue] if note.hz]

    assert pitches(Cue.YES)[0] < pitches(Cue.YES)[-1]
    assert pitches(Cue.REFUSED)[0] > pitches(Cue.REFUSED)[-1]


@pytest.mark.parametrize("cue", [Cue.REFUSED, Cue.WIN])
def test_the_mixer_plays_the_pitch_that_the_buzzer_plays(cue: Cue) -> None:
    first = MELODIES[cue][0]
    heard = samples(SOUNDS / f"{cue}.wav")[: round(first.length_s * SAMPLE_RATE)]
    spectrum = np.abs(np.fft.rfft(heard, 8 * heard.size))
    assert np.argmax(spectrum) * SAMPLE_RATE / (8 * heard.size) == pytest.approx(first.hz, rel=0.02)


def test_mute_and_volume_keep_quiet_and_mute_remembers_the_volume() -> None:
    sound = StandInSound(SoundSettings(volume=0.4))
    sound.play(Cue.YES)
    sound.set_volume(0.4, mute=True)
    sound.play(Cue.WIN)
    sound.set_volume(0.0, mute=False)
    sound.play(Cue.WIN)
    sound.set_volume(3.0, mute=False)
    sound.play(Cue.REFUSED)
    assert list(sound.played) == [Cue.YES, Cue.REFUSED]
    assert sound.loudness == 1


def test_the_mixer_plays_and_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    import pygame

    with MixerSound(SoundSettings()) as sound:
        assert pygame.mixer.get_init() == (SAMPLE_RATE, -16, 1)
        sound.play(Cue.THROW)
        assert pygame.mixer.get_busy()
    assert pygame.mixer.get_init() is None


def test_a_mixer_whose_sounds_can_not_be_made_is_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    import pygame

    def no_memory(**_: object) -> None:
        raise pygame.error("Out of memory")

    with monkeypatch.context() as full:
        full.setattr(pygame.mixer, "Sound", no_memory)
        with pytest.raises(HardwareError, match="no sound: Out of memory"):
            MixerSound(SoundSettings())
    assert pygame.mixer.get_init() is None


def test_a_missing_sound_device_is_reported_on_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no-such-driver")
    with pytest.raises(HardwareError, match=r"no sound: .*\[sound\] device to buzzer or none") as told:
        MixerSound(SoundSettings())
    assert "\n" not in str(told.value)


def test_without_pygame_the_sound_is_missing_and_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pygame", None)
    with pytest.raises(HardwareError, match="pygame can't be loaded"):
        MixerSound(SoundSettings())
    assert os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] == "1"


def test_a_pygame_without_its_mixer_is_a_missing_sound_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """As pip's pygame on a system without glib."""
    import pygame

    class Missing:
        def __getattr__(self, name: str) -> None:
            raise NotImplementedError("mixer module not available")

    monkeypatch.setattr(pygame, "mixer", Missing())
    with pytest.raises(HardwareError, match="no sound: mixer module not available"):
        MixerSound(SoundSettings())


def test_the_buzzer_plays_its_notes_in_their_time_and_then_is_silent() -> None:
    clock, pins = FakeClock(), MockFactory(pin_class=MockPWMPin)
    with BuzzerSound(SoundSettings(buzzer_pin=12), clock, pins) as sound:
        pin, heard = pins.pin(12), []
        sound.play(Cue.REFUSED)
        for _ in range(100):
            sound.update()
            heard.append(pin.frequency)
            clock.go(0.01)
    notes = [note.hz or None for note in MELODIES[Cue.REFUSED]]
    changes = [hz for number, hz in enumerate(heard) if number == 0 or heard[number - 1] != hz]
    assert changes == [hz and pytest.approx(hz) for hz in notes] + [None]
    assert heard.index(None) * 0.01 == pytest.approx(MELODIES[Cue.REFUSED][0].length_s, abs=0.02)


def test_a_new_sound_cuts_the_one_before_and_every_note_can_be_played() -> None:
    clock, pins = FakeClock(), MockFactory(pin_class=MockPWMPin)
    with BuzzerSound(SoundSettings(), clock, pins) as sound:
        for cue in Cue:
            sound.play(cue)
            clock.go(0.01)
            sound.update()
        assert pins.pin(12).frequency == pytest.approx(MELODIES[Cue.WIN][0].hz)
        clock.go(10)
        sound.update()
        assert pins.pin(12).frequency is None


def test_a_buzzer_on_a_taken_pin_is_reported() -> None:
    clock, pins = FakeClock(), MockFactory(pin_class=MockPWMPin)
    with (
        BuzzerSound(SoundSettings(), clock, pins),
        pytest.raises(HardwareError, match=r"the buzzer on GPIO 12 is taken .*\[sound\]"),
    ):
        BuzzerSound(SoundSettings(), clock, pins)
