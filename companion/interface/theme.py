"""The two sets of colours that pages can be shown in."""

from enum import StrEnum


class Theme(StrEnum):
    """The colours of the screen."""

    LOW_LIGHT = "low-light"
    BRIGHT = "bright"
