"""Sounds: soft and short, through the mixer, a buzzer on a mock pin, or as a stand-in."""

import os
import sys

import numpy as np
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.audio.mixer import SAMPLE_RATE
from hardware.audio.sound import BuzzerSound, MixerSound, StandInSound
from hardware.audio.tones import MELODIES, Cue, samples
from hardware.device import HardwareError
from hardware.settings import SoundSettings
from tests.support.fake_clock import FakeClock


@pytest.mark.parametrize("cue", list(Cue))
def test_every_sound_is_short_soft_and_without_clicks(cue: Cue) -> None:
    wave = samples(cue).astype(float) / 32767
    assert 0.2 < wave.size / SAMPLE_RATE < 1.6
    assert 0.5 < np.abs(wave).max() <= 0.61
    assert np.sqrt(np.mean(wave**2)) < 1 / 3
    assert abs(wave[0]) < 0.02
    assert abs(wave[-1]) < 0.02


def test_yes_rises_and_not_so_falls() -> None:
    def pitches(cue: Cue) -> list[float]:
        return [note.hz for note in MELODIES[cue] if note.hz]

    assert pitches(Cue.YES)[0] < pitches(Cue.YES)[-1]
    assert pitches(Cue.REFUSED)[0] > pitches(Cue.REFUSED)[-1]


@pytest.mark.parametrize("cue", [Cue.YES, Cue.REFUSED, Cue.WIN])
def test_the_mixer_plays_the_pitch_that_the_buzzer_plays(cue: Cue) -> None:
    first = MELODIES[cue][0]
    wave = samples(cue)[: round(first.length_s * SAMPLE_RATE)].astype(float)
    spectrum = np.abs(np.fft.rfft(wave, 8 * wave.size))
    assert np.argmax(spectrum) * SAMPLE_RATE / (8 * wave.size) == pytest.approx(first.hz, rel=0.02)


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
    assert repr(sound) == "<sound, a stand-in, volume 1>"


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
