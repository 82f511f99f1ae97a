"""The colours and the density that pages can be shown in."""

from enum import StrEnum


class Theme(StrEnum):
    """The colours of the screen."""

    LOW_LIGHT = "low-light"
    BRIGHT = "bright"
    HIGH_CONTRAST = "high-contrast"


class Density(StrEnum):
    """How much room a page gives to what is touched and read."""

    GALLERY = "gallery"
    HOME = "home"
