"""Icons, so that a page can be understood before it is read: an SVG file each, in the colour of the text."""

import io
from enum import StrEnum
from functools import lru_cache
from pathlib import Path

import pygame

from companion.presentation.palette import Colour

PICTURES = Path(__file__).with_name("icons")

FINE = 4  # what pygame draws is drawn this many times larger and scaled down, which smooths their edges


class Icon(StrEnum):
    """The icons."""

    PAUSE = "pause"
    HINT = "hint"
    BACK = "back"
    FORWARD = "forward"
    LANGUAGES = "languages"
    SETTINGS = "settings"
    EYE = "eye"
    NO_EYE = "no-eye"
    PLUS = "plus"
    MINUS = "minus"
    TICK = "tick"
    WARNING = "warning"
    UNDO = "undo"
    SOUND = "sound"
    SILENCE = "silence"
    SUN = "sun"
    MOON = "moon"
    BOOK = "book"
    PLAY = "play"
    DICE = "dice"
    MEND = "mend"
    AGAIN = "again"
    BULB = "bulb"
    CURVE = "curve"
    SEARCH = "search"
    CLOCK = "clock"
    TOUCH = "touch"
    TAP = "tap"
    PERSON = "person"
    COMPUTER = "computer"
    PHONE = "phone"
    PLUG = "plug"
    ERASE = "erase"


def blank(size: tuple[int, int], edge: Colour) -> pygame.Surface:
    """Return a clear sheet to draw on; scaled down, edges blend with this colour, not with black."""
    sheet = pygame.Surface(size, pygame.SRCALPHA)
    sheet.fill((*edge, 0))
    return sheet


@lru_cache(maxsize=128)
def icon_surface(icon: Icon, side_px: int, colour: Colour) -> pygame.Surface:
    """Return an icon on a transparent square."""
    side, paint = max(side_px, 1), "#{:02x}{:02x}{:02x}".format(*colour)
    svg = (PICTURES / f"{icon}.svg").read_text().replace("currentColor", paint)
    svg = svg.replace('width="100" height="100"', f'width="{side}" height="{side}"', 1)
    sheet = blank((side, side), colour)
    sheet.blit(pygame.image.load(io.BytesIO(svg.encode()), f"{icon}.svg"), (0, 0))
    return sheet
