"""What can be out of order at a station."""

from enum import StrEnum


class Fault(StrEnum):
    """A thing that is out of order; each has its sentence in every language."""

    CAMERA_MISSING = "camera-missing"
    CAMERA_LOST = "camera-lost"
    NOT_CALIBRATED = "not-calibrated"
    BOARD_MOVED = "board-moved"
    BUTTON_MISSING = "button-missing"
    BUTTON_STUCK = "button-stuck"
    LAMPS_MISSING = "lamps-missing"
    SOUND_MISSING = "sound-missing"
    DISK_FULL = "disk-full"
    NOT_STORED = "not-stored"
    JOURNAL_SET_ASIDE = "journal-set-aside"
    SETTINGS_WRONG = "settings-wrong"
    NOT_KEPT = "not-kept"
    CHANCES_MISSING = "chances-missing"
    MOVES_AT_RANDOM = "moves-at-random"
    UNEXPECTED = "unexpected"
