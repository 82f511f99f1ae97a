"""What a check has found, in plain words."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Check(StrEnum):
    """What is looked at, in the order in which it is said."""

    LIBRARIES = "libraries"
    SETTINGS = "settings"
    SERVICE = "service"
    POWER = "power"
    HEAT = "heat"
    CLOCK = "clock"
    DISK = "disk"
    JOURNAL = "journal"
    CAMERA = "camera"
    LIGHT = "light"
    BOARD = "board"
    PINS = "pins"
    BUTTON = "button"
    SCREEN = "screen"
    SWITCHING = "switching"
    TOUCH = "touch"
    FONTS = "fonts"
    SOUND = "sound"
    VOICE = "voice"
    LINK = "link"


class Mark(StrEnum):
    """How it stands with it."""

    FINE = "fine"
    ABSENT = "not here"
    """Not there, and that is as it should be on such a machine."""
    MIND = "mind"
    """It works, but somebody should look after it."""
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line for people; `next_step` says what to do and is there whenever something is to be done."""

    check: Check
    mark: Mark
    what: str
    next_step: str | None = None

    def __post_init__(self) -> None:
        """Raises ValueError when there is something to do and nobody says what."""
        if self.mark in (Mark.MIND, Mark.WRONG) and not self.next_step:
            raise ValueError(f"{self.check}: {self.what}: say what to do about it")


def exit_status(findings: Iterable[Finding]) -> int:
    """1 when something is wrong, else 0."""
    return int(any(finding.mark is Mark.WRONG for finding in findings))


def lines(finding: Finding) -> list[str]:
    """The finding for a terminal, and its next step on a line of its own."""
    rows = [f"{finding.mark:8}  {finding.check:9}  {finding.what}"]
    if finding.next_step:
        rows.append(f"{'':21}-> {finding.next_step}")
    return rows
