"""Make the sounds of a station: `python -m deploy.sounds`, from the clone. Every run makes the same files."""

import wave
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hardware.audio.mixer import SAMPLE_RATE
from hardware.audio.sound import SOUNDS
from hardware.audio.tones import MELODIES, Cue, Note

Wave = NDArray[np.float64]  # (N,) samples at SAMPLE_RATE, mono

LOUD = 0.17  # RMS of the loudest WINDOW_S of each sound, of full scale: so all are about as loud
WINDOW_S = 0.1  # about as long as the ear adds up what it hears
PEAK = 0.89  # 1 dB below full scale, so that no loudspeaker's own filter clips

ATTACK_S, RELEASE_S = 0.012, 0.06  # of a tone: a hard edge would click
PARTIALS = ((1, 1.0), (2, 0.28), (3, 0.1), (4, 0.04))  # of a tone, between a flute and a small bell

# The partials of a knock: Hz, strength, and the seconds in which each dies away to a third.
TABLE = ((160, 0.35, 0.04), (410, 0.7, 0.028), (930, 0.8, 0.02), (1730, 1.0, 0.014), (3100, 0.8, 0.009))
COUNTER = ((290, 1.0, 0.04), (760, 0.7, 0.028), (1480, 0.35, 0.016), (2700, 0.15, 0.008))
BONE = ((1350, 0.8, 0.012), (2450, 1.0, 0.009), (3900, 0.6, 0.006), (310, 0.3, 0.014))
STONE = ((620, 0.5, 0.03), (1880, 1.0, 0.03), (3120, 0.7, 0.02), (4700, 0.35, 0.012))

Partials = tuple[tuple[float, float, float], ...]


def tone(note: Note) -> Wave:
    """Return one tone, starting and ending at zero."""
    t_s = np.arange(round(note.length_s * SAMPLE_RATE)) / SAMPLE_RATE
    tuned = sum(strength * np.sin(2 * np.pi * note.hz * number * t_s) for number, strength in PARTIALS)
    swell = np.minimum(1, t_s / ATTACK_S) * np.minimum(1, (note.length_s - t_s) / RELEASE_S)
    return np.asarray(tuned * swell * np.exp(-2.5 * t_s), np.float64)


def melody(cue: Cue) -> Wave:
    """Return the notes of a buzzer as tones."""
    return np.concatenate([tone(note) for note in MELODIES[cue]])


def knock(partials: Partials, noise: np.random.Generator, hardness: float = 0.4) -> Wave:
    """Return one knock of a body: a short hiss, and what rings after it, a little different each time."""
    t_s = np.arange(round(0.25 * SAMPLE_RATE)) / SAMPLE_RATE
    body = hardness * noise.normal(size=t_s.size) * np.exp(-t_s / 0.0025)
    for hz, strength, decay_s in partials:
        pitch = hz * noise.uniform(0.96, 1.04)
        ring = np.sin(2 * np.pi * pitch * t_s) * np.exp(-t_s / decay_s)
        body = body + strength * noise.uniform(0.7, 1.0) * ring
    return np.asarray(body * np.minimum(1, t_s / 0.0008), np.float64)


def laid(parts: Iterable[tuple[float, float, Wave]], length_s: float) -> Wave:
    """Return sounds one over the other: the second of each, its strength and itself."""
    whole = np.zeros(round(length_s * SAMPLE_RATE))
    for at_s, strength, part in parts:
        at = round(at_s * SAMPLE_RATE)
        whole[at : at + part.size] += strength * part[: whole.size - at]
    return whole


def bounces(partials: Partials, first_s: float, ratio: float, count: int, seed: int) -> Wave:
    """Return a body that falls and bounces: each time sooner and softer."""
    noise = np.random.default_rng(seed)
    pauses_s = [first_s * ratio**number * noise.uniform(0.85, 1.15) for number in range(count - 1)]
    at_s = np.cumsum([0.0, *pauses_s])
    parts = [(float(at), 0.86**number, knock(partials, noise)) for number, at in enumerate(at_s)]
    return laid(parts, float(at_s[-1]) + 0.25)


def made() -> dict[Cue, Wave]:
    """Return all sounds, before their levels are matched."""
    noise = np.random.default_rng(1)
    four = [(0.03 * bone, 0.9, bounces(BONE, 0.15 - 0.02 * bone, 0.8, 7, 20 + bone)) for bone in range(4)]
    roll = [(0.3, 0.35, bounces(COUNTER, 0.12, 0.72, 5, 4)), (0.0, 1.0, knock(STONE, noise, 0.7))]
    tap = knock(COUNTER, noise)
    swell = np.sin(np.pi * np.linspace(0, 1, round(1.4 * SAMPLE_RATE))) ** 2
    # Low-passed by a mean of neighbours: leaves, not a hiss.
    leaves = np.convolve(noise.normal(size=swell.size), np.ones(9) / 9, "same") * swell
    return {
        Cue.THROW: bounces(TABLE, 0.19, 0.78, 9, 7),
        Cue.BONES: laid(four, 1.0),
        Cue.YES: laid([(0.0, 0.9, tap), (0.09, 0.55, melody(Cue.YES))], 0.45),
        Cue.HIT: laid(roll, 0.9),
        Cue.HOME: laid([(0.0, 0.8, tap), (0.09, 0.6, melody(Cue.HOME))], 0.78),
        Cue.REFUSED: melody(Cue.REFUSED),
        Cue.GREETING: laid([(0.0, 0.35, tap), (0.06, 0.8, melody(Cue.GREETING))], 0.55),
        Cue.WIN: laid([(0.0, 1.0, melody(Cue.WIN)), (0.1, 0.25, leaves)], 1.55),
    }


def loudest(sound: Wave) -> float:
    """Return the RMS of the loudest WINDOW_S."""
    window = round(WINDOW_S * SAMPLE_RATE)
    power = np.convolve(sound**2, np.ones(window) / window, "valid")
    return float(np.sqrt(power.max()))


def levelled(sound: Wave) -> Wave:
    """Return a sound as loud as the others; the tips of knocks are rounded, as tape does it."""
    gain, rounded = 1.0, sound
    for _ in range(30):
        gain *= LOUD / loudest(rounded)
        rounded = np.tanh(sound * gain / PEAK) * PEAK
    end = np.minimum(1, np.arange(sound.size)[::-1] / (0.03 * SAMPLE_RATE))
    return np.asarray(rounded * end, np.float64)


def main() -> None:
    """Write the files."""
    for cue, sound in made().items():
        with wave.open(str(Path(SOUNDS) / f"{cue}.wav"), "wb") as file:
            file.setparams((1, 2, SAMPLE_RATE, 0, "NONE", ""))
            file.writeframes(np.round(levelled(sound) * 32767).astype("<i2").tobytes())


if __name__ == "__main__":
    main()
