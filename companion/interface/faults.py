"""Faults of a station, how severe each is, and who sees it."""

from collections.abc import Iterable
from enum import StrEnum


class Fault(StrEnum):
    """Faults, the most severe first; each has its sentence in every language."""

    UNEXPECTED = "unexpected"
    CAMERA_MISSING = "camera-missing"
    CAMERA_LOST = "camera-lost"
    CAMERA_FROZEN = "camera-frozen"
    CAMERA_SWAPPED = "camera-swapped"
    CAMERA_RESIZED = "camera-resized"
    CAMERA_TURNED = "camera-turned"
    NOT_CALIBRATED = "not-calibrated"
    BOARD_MOVED = "board-moved"
    SETTINGS_WRONG = "settings-wrong"
    DISK_FULL = "disk-full"
    NOT_STORED = "not-stored"
    JOURNAL_SET_ASIDE = "journal-set-aside"
    BUTTON_STUCK = "button-stuck"
    BUTTON_MISSING = "button-missing"
    SECOND_BUTTON_MISSING = "second-button-missing"
    MOVES_AT_RANDOM = "moves-at-random"
    CHANCES_MISSING = "chances-missing"
    LAMPS_MISSING = "lamps-missing"
    SOUND_MISSING = "sound-missing"
    VOICE_MISSING = "voice-missing"
    NOT_KEPT = "not-kept"
    CAMERA_SOFT = "camera-soft"
    CAMERA_SPOT = "camera-spot"
    CAMERA_RESTLESS = "camera-restless"


WITHOUT_PICTURES = (Fault.CAMERA_MISSING, Fault.CAMERA_LOST, Fault.CAMERA_FROZEN, Fault.CAMERA_SWAPPED)
"""Faults of a camera that gives no pictures."""

BLINDING = (*WITHOUT_PICTURES, Fault.CAMERA_RESIZED, Fault.CAMERA_TURNED, Fault.NOT_CALIBRATED)
"""Faults that keep the board from being read."""

STOPPING = (*BLINDING, Fault.BOARD_MOVED, Fault.SETTINGS_WRONG)
"""Faults that stop the game with a page of their own, as unexpected faults do."""

FOR_STAFF = frozenset(
    {
        Fault.SOUND_MISSING,
        Fault.VOICE_MISSING,
        Fault.CAMERA_SOFT,
        Fault.CAMERA_SPOT,
        Fault.CAMERA_RESTLESS,
    }
)
"""Faults that visitors can do nothing about: only staff pages show them."""


def gravest_first(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """Return faults in the order in which they are shown."""
    return tuple(sorted(faults, key=[*Fault].index))
