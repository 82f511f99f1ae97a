"""Synthesise the sounds: short, soft notes and noises."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from hardware.audio.mixer import SAMPLE_RATE

ATTACK_S = 0.012
RELEASE_S = 0.06  # attack and release times of a tone: a hard edge would click

PARTIALS = ((1, 1.0), (2, 0.28), (3, 0.1), (4, 0.04))
"""Partials of a tone and their strengths, between a flute and a small bell."""


class Cue(StrEnum):
    """The occasions of a sound."""

    THROW = "throw"
    YES = "yes"
    REFUSED = "not so"
    WIN = "win"


@dataclass(frozen=True, slots=True)
class Note:
    """A tone of a frequency, silence at 0 Hz, and its length."""

    hz: float
    length_s: float


def _tuned(*semitones_and_lengths: tuple[int | None, float]) -> tuple[Note, ...]:
    """Return notes by semitones over A4 (440 Hz, equal temperament), None for silence."""
    return tuple(
        Note(0.0 if semitones is None else 440 * 2 ** (semitones / 12), length_s)
        for semitones, length_s in semitones_and_lengths
    )


MELODIES: dict[Cue, tuple[Note, ...]] = {
    Cue.THROW: _tuned(*[(9 - step % 3, 0.025) if step % 2 == 0 else (None, 0.045) for step in range(9)]),
    Cue.YES: _tuned((3, 0.11), (10, 0.2)),
    Cue.REFUSED: _tuned((-2, 0.2), (None, 0.05), (-5, 0.32)),
    Cue.WIN: _tuned((-2, 0.16), (2, 0.16), (5, 0.16), (10, 0.28), (7, 0.14), (10, 0.6)),
}
"""The sounds of a buzzer. A loudspeaker plays the same, except a rattle of dice for the throw."""


def samples(cue: Cue) -> NDArray[np.int16]:
    """Return a sound as (N,) int16 at SAMPLE_RATE, mono, on average below a third of full scale."""
    wave = rattle() if cue is Cue.THROW else np.concatenate([tone(note) for note in MELODIES[cue]])
    peak = float(np.abs(wave).max())
    return np.round(wave * (0.6 * 32767 / peak)).astype(np.int16)


def tone(note: Note) -> NDArray[np.float64]:
    """Return one tone, (N,) within -2..2, starting and ending at zero."""
    t_s = np.arange(round(note.length_s * SAMPLE_RATE)) / SAMPLE_RATE
    if note.hz == 0:
        return np.zeros_like(t_s)
    wave = sum(strength * np.sin(2 * np.pi * note.hz * number * t_s) for number, strength in PARTIALS)
    swell = np.minimum(1, t_s / ATTACK_S) * np.minimum(1, (note.length_s - t_s) / RELEASE_S)
    return np.asarray(wave * swell * np.exp(-2.5 * t_s), np.float64)


def rattle(knocks: int = 9, length_s: float = 0.75) -> NDArray[np.float64]:
    """Return the sound of rolling dice, (N,) floats: knocks that get slower and softer.

    The noise is always the same and independent of the throw.
    """
    noise = np.random.default_rng(7)
    wave = np.zeros(round(length_s * SAMPLE_RATE))
    for number in range(knocks):
        at = round(0.8 * (number / knocks) ** 1.4 * wave.size)
        t_s = np.arange(round(0.05 * SAMPLE_RATE)) / SAMPLE_RATE
        pitch_hz = noise.uniform(900, 1700)
        hiss = noise.normal(size=t_s.size) * np.exp(-t_s / 0.004)
        ring = np.sin(2 * np.pi * pitch_hz * t_s) * np.exp(-t_s / 0.011)
        knock = (0.5 * hiss + ring) * np.minimum(1, t_s / 0.001) * 0.85**number
        wave[at : at + knock.size] += knock[: wave.size - at]
    wave *= np.minimum(1, (length_s - np.arange(wave.size) / SAMPLE_RATE) / RELEASE_S)
    return wave
