"""Knucklebones: the four sides of a sheep's ankle bone, each with its shape and its name.

Two sides are broad: the back, which bulges (*pranes*), and the belly, which is hollow (*hyptios*). Two are
narrow and fall seldom: *chios*, with a pit like an ear, and *koos*, with a ridge like an S.
"""

import math
from functools import lru_cache

import pygame

from companion.display.drawing.icons import FINE, blank
from companion.display.drawing.relief import shade
from companion.presentation.palette import Palette
from companion.presentation.proportions import SIDES

_BROAD, _NARROW = 0.64, 0.46  # heights of the sides in units of their width

Outline = list[tuple[float, float]]


@lru_cache(maxsize=64)
def bone(index: int, width_px: int, palette: Palette) -> pygame.Surface:
    """Draw a side of a knucklebone in a given width, on a transparent surface."""
    width = max(width_px, 8) * FINE
    height_share = _NARROW if index in (0, 3) else _BROAD
    height = round(width * (height_share + 0.06))
    sheet = blank((width, height), palette.die.ink)
    fill, ink = palette.die.fill, palette.die.ink
    dark = shade(fill, -0.16) if palette.relief else fill
    light = shade(fill, 0.4)
    edge = max(2, round(width * 0.022))

    def at(x: float, y: float) -> tuple[float, float]:
        """Return a place relative to the middle of the side: -1 to 1 across, up and down in the same unit."""
        return width * (0.5 + 0.47 * x), height * 0.5 + width * height_share * 0.5 * y

    def draw(outline: Outline, colour: tuple[int, int, int]) -> None:
        pygame.draw.polygon(sheet, colour, [at(x, y) for x, y in outline])

    def stroke(way: Outline, colour: tuple[int, int, int], thick: float = 1.0) -> None:
        for x, y in way:
            pygame.draw.circle(sheet, colour, at(x, y), max(1.0, edge * thick / 2))

    whole = _outline(index)
    draw(whole, dark)
    draw([(x * 0.95 - 0.02, y * 0.9 - 0.05) for x, y in whole], fill)
    match SIDES[index]:
        case "χῖος":
            draw(_oval(0.08, 0.02, 0.34, 0.52), dark)
            stroke(_oval(0.08, 0.02, 0.34, 0.52), ink, 0.8)
            stroke(_oval(0.12, 0.06, 0.18, 0.3, -40, 220), ink, 0.7)
        case "ὕπτιος":
            draw(_oval(0, 0.02, 0.42, 0.62), dark)
            draw(_oval(0, 0.1, 0.32, 0.44), shade(fill, -0.3) if palette.relief else fill)
            stroke(_oval(0, 0.02, 0.42, 0.62), ink, 0.9)
        case "πρανής":
            for side in (-1, 1):
                bulge = [(side * x, y) for x, y in _oval(0.4, 0, 0.2, 0.66, 100, 260)]
                stroke(bulge, ink, 0.8)
            draw(_oval(-0.04, -0.3, 0.2, 0.16), light)
        case "κῷος":
            ridge = [(x, 0.42 * math.sin(x * math.pi / 0.62)) for x in _steps(-0.62, 0.62)]
            stroke(ridge, ink, 1.0)
            stroke(_oval(-0.7, 0.1, 0.1, 0.26), ink, 0.6)
    stroke([*whole, whole[0]], ink, 1.4)
    return pygame.transform.smoothscale(sheet, (width // FINE, height // FINE))


def _outline(index: int) -> Outline:
    """Return a rounded oblong with four knobs; narrow sides are waisted on one side only."""
    places = []
    for step in range(480):
        angle = math.tau * step / 480
        x, y = math.cos(angle), math.sin(angle)
        squarer = 1 / (abs(x) ** 3.0 + abs(y) ** 3.0) ** (1 / 3.0)
        x, y = x * squarer, y * squarer
        waist = 0.2 * math.exp(-((x / 0.36) ** 2))
        notch = 0.1 * math.exp(-((y / 0.34) ** 2))
        if index == 0 and y > 0:
            waist = 0.08 * math.exp(-((x / 0.5) ** 2))
        if index == 3:
            waist = 0.22 * math.exp(-(((x - (0.3 if y > 0 else -0.3)) / 0.32) ** 2))
        places.append((x * (1 - notch), y * (1 - waist)))
    return places


def _oval(x: float, y: float, across: float, down: float, start: float = 0, end: float = 360) -> Outline:
    return [
        (x + across * math.cos(math.radians(angle)), y + down * math.sin(math.radians(angle)))
        for angle in _steps(start, end)
    ]


def _steps(start: float, end: float) -> list[float]:
    return [start + (end - start) * step / 240 for step in range(241)]
