"""Icons, so that a page can be understood before it is read; their shapes are in `icons.toml`."""

import itertools
import math
from collections.abc import Iterator
from enum import StrEnum
from functools import cache, lru_cache
from typing import Any

import pygame

from companion.display.drawing.palette import Colour
from companion.system.data import toml_beside

PEN = 0.085  # width of the pen, in shares of the side

ARC_STEPS, ELLIPSE_STEPS = 48, 60

FINE = 4  # icons are drawn this many times larger and scaled down, which smooths their edges


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
    PHONE = "phone"
    ERASE = "erase"


def blank(size: tuple[int, int], edge: Colour) -> pygame.Surface:
    """Return a clear sheet to draw on; scaled down, edges blend with this colour, not with black."""
    sheet = pygame.Surface(size, pygame.SRCALPHA)
    sheet.fill((*edge, 0))
    return sheet


@lru_cache(maxsize=128)
def icon_surface(icon: Icon, side_px: int, colour: Colour) -> pygame.Surface:
    """Return an icon on a transparent square."""
    side = max(side_px, 1) * FINE
    sheet = blank((side, side), colour)
    for shape in _shapes()[icon]:
        _draw(sheet, shape, colour)
    return pygame.transform.smoothscale(sheet, (max(side_px, 1), max(side_px, 1)))


@cache
def _shapes() -> dict[str, list[dict[str, Any]]]:
    return toml_beside(__file__, "icons.toml")


def _draw(sheet: pygame.Surface, shape: dict[str, Any], colour: Colour) -> None:
    side = sheet.get_width()
    pen = max(1, round(side * PEN))

    def placed(points: list[list[float]]) -> list[tuple[int, int]]:
        return [(round(x * side), round(y * side)) for point in points for x, y in _along(point)]

    match shape:
        case {"line": points}:
            width = max(1, round(pen * shape.get("width", 1.0)))
            _stroke(sheet, placed(points), width, colour, closed=shape.get("closed", False))
        case {"area": points}:
            pygame.draw.polygon(sheet, colour, placed(points))
        case {"dot": centre}:
            radius = round(shape["radius"] * side) if "radius" in shape else round(shape["pens"] * pen)
            paint = (*colour, 0) if shape.get("clear") else colour
            pygame.draw.circle(sheet, paint, placed([centre])[0], radius)


def _along(point: list[float]) -> Iterator[tuple[float, float]]:
    """Yield a point, or the points along an arc."""
    if len(point) == 2:
        yield point[0], point[1]
        return
    x, y, radius, start, end, *height = point
    steps = ELLIPSE_STEPS if height else ARC_STEPS
    for step in range(steps + 1):
        angle = math.radians(start + (end - start) * step / steps)
        yield x + radius * math.cos(angle), y + (height[0] if height else radius) * math.sin(angle)


def _stroke(
    sheet: pygame.Surface, places: list[tuple[int, int]], width: int, colour: Colour, *, closed: bool
) -> None:
    """Draw a line with round joints and ends."""
    ends = [*places, places[0]] if closed else places
    for one, other in itertools.pairwise(ends):
        pygame.draw.line(sheet, colour, one, other, width)
    for place in ends:
        pygame.draw.circle(sheet, colour, place, width // 2)
