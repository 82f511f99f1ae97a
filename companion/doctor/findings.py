"""Findings of checks, in plain words."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Check(StrEnum):
    """Checks, in the order in which they are reported."""

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

    def fine(self, what: str, next_step: str | None = None) -> "Finding":
        """Return the finding that all is well."""
        return Finding(self, Severity.FINE, what, next_step)

    def absent(self, what: str) -> "Finding":
        """Return the finding that something is missing, as expected on such a machine."""
        return Finding(self, Severity.ABSENT, what)

    def warn(self, what: str, next_step: str) -> "Finding":
        """Return the finding that something works, but needs attention."""
        return Finding(self, Severity.WARNING, what, next_step)

    def wrong(self, what: str, next_step: str) -> "Finding":
        """Return the finding that something is wrong."""
        return Finding(self, Severity.WRONG, what, next_step)


class Severity(StrEnum):
    """Severity of a finding."""

    FINE = "fine"
    ABSENT = "not here"  # missing, as expected on such a machine
    WARNING = "warning"  # it works, but needs attention
    WRONG = "wrong"


@dataclass(frozen=True)
class Finding:
    """A finding in one line; `next_step` says what to do, whenever something is to be done."""

    check: Check
    mark: Severity
    what: str
    next_step: str | None = None

    def __post_init__(self) -> None:
        """Raise ValueError if something is to be done and `next_step` is missing."""
        if self.mark in (Severity.WARNING, Severity.WRONG) and not self.next_step:
            raise ValueError(f"{self.check}: {self.what}: say what to do about it")


def exit_status(findings: Iterable[Finding]) -> int:
    """Return 1 if something is wrong, else 0."""
    return int(any(finding.mark is Severity.WRONG for finding in findings))


def lines(finding: Finding) -> list[str]:
    """Return the finding for a terminal, and its next step on a line of its own."""
    rows = [f"{finding.mark:8}  {finding.check:9}  {finding.what}"]
    if finding.next_step:
        rows.append(f"{'':21}-> {finding.next_step}")
    return rows
