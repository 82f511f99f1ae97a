"""Whether pages are spoken."""

from enum import StrEnum


class Voice(StrEnum):
    """Whether pages are spoken: never, when somebody switches it on, or until somebody switches it off."""

    OFF = "off"
    OFFERED = "offered"
    ON = "on"
