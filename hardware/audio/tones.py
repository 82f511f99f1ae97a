"""The occasions of a sound, and the notes that a buzzer plays for each."""

from dataclasses import dataclass
from enum import StrEnum


class Cue(StrEnum):
    """The occasions of a sound, by the names of their files."""

    THROW = "die"
    BONES = "bones"
    YES = "set-down"
    HIT = "hit"
    HOME = "home"
    REFUSED = "not-so"
    GREETING = "greeting"
    WIN = "wreath"


@dataclass(frozen=True)
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
    Cue.BONES: _tuned(*[(12 - step % 3, 0.02) if step % 2 == 0 else (None, 0.04) for step in range(11)]),
    Cue.YES: _tuned((3, 0.11), (10, 0.2)),
    Cue.HIT: _tuned((-5, 0.06), (None, 0.03), (10, 0.14)),
    Cue.HOME: _tuned((3, 0.11), (10, 0.11), (15, 0.3)),
    Cue.REFUSED: _tuned((-2, 0.2), (None, 0.05), (-5, 0.32)),
    Cue.GREETING: _tuned((3, 0.14), (7, 0.3)),
    Cue.WIN: _tuned((-2, 0.16), (2, 0.16), (5, 0.16), (10, 0.28), (7, 0.14), (10, 0.6)),
}
"""The sounds of a buzzer."""
