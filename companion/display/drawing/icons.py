"""Icons, so that a page can be understood before it is read."""

import itertools
import math
from collections.abc import Callable
from enum import StrEnum
from functools import lru_cache

import pygame

from companion.display.drawing.palette import Colour

FINE = 4  # icons are drawn this many times larger and scaled down, which smooths their edges

Pen = Callable[[float, float], tuple[int, int]]


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

    def at(x: float, y: float) -> tuple[int, int]:
        return round(x * side), round(y * side)

    _DRAWINGS[icon](sheet, at, max(1, round(side * 0.085)), colour)
    return pygame.transform.smoothscale(sheet, (max(side_px, 1), max(side_px, 1)))


def _stroke(
    sheet: pygame.Surface, places: list[tuple[int, int]], width: int, colour: Colour, *, closed: bool = False
) -> None:
    """Draw a line with round joints and ends."""
    ends = [*places, places[0]] if closed else places
    for one, other in itertools.pairwise(ends):
        pygame.draw.line(sheet, colour, one, other, width)
    for place in ends:
        pygame.draw.circle(sheet, colour, place, width // 2)


def _arc(
    at: Pen, x: float, y: float, radius: float, start: float, end: float, flat: float = 1.0
) -> list[tuple[int, int]]:
    steps = 48
    angles = (math.radians(start + (end - start) * i / steps) for i in range(steps + 1))
    return [at(x + radius * math.cos(angle), y + flat * radius * math.sin(angle)) for angle in angles]


def _pause(sheet: pygame.Surface, at: Pen, width: int, colour: Colour) -> None:
    for x in (0.34, 0.66):
        _stroke(sheet, [at(x, 0.24), at(x, 0.76)], width * 2, colour)


def _hint(sheet: pygame.Surface, at: Pen, width: int, colour: Colour) -> None:
    _stroke(sheet, [*_arc(at, 0.5, 0.34, 0.18, -180, 50), at(0.5, 0.56), at(0.5, 0.64)], width, colour)
    pygame.draw.circle(sheet, colour, at(0.5, 0.82), round(width * 0.75))


def _back(sheet: pygame.Surface, at: Pen, width: int, colour: Colour) -> None:
    _stroke(sheet, [at(0.6, 0.22), at(0.32, 0.5), at(0.6, 0.78)], width, colour)


def _forward(sheet: pygame.Surface, at: Pen, width: int, colour: Colour) -> None:
    _stroke(sheet, [at(0.4, 0.22), at(0.68, 0.5), at(0.4, 0.78)], width, colour)


def _languages(sheet: pygame.Surface, at: Pen, width: int, colour: Colour) -> None:
    thin = max(1, round(width * 0.7))
    _stroke(sheet, _arc(at, 0.5, 0.5, 0.38, 0, 360), thin, colour)
    _stroke(sheet, [at(0.12, 0.5), at(0.88, 0.5)], thin, colour)
    _stroke(sheet, [at(0.5 + 0.17 * math.cos(a), 0.5 + 0.38 * math.sin(a)) for a in _turn()], thin, colour)
    for y in (0.3, 0.7):
        _stroke(sheet, [at(0.19, y), at(0.81, y)], thin, colour)


def _turn() -> list[float]:
    return [math.tau * i / 60 for i in range(61)]


def _settings(sheet: pygame.Surface, at: Pen, width: int, colour: Colour) -> None:
    for y, knob in ((0.26, 0.66), (0.5, 0.34), (0.74, 0.58)):
        _stroke(sheet, [at(0.16, y), at(0.84, y)], max(1, round(width * 0.7)), colour)
        pygame.draw.circle(sheet, colour, at(knob, y), width)


def _eye(sheet: pygame.Surface, at: Pen, width: int, colour: Colour) -> None:
    upper = _arc(at, 0.5, 0.72, 0.46, -158, -22, 1.0)
    lower = _arc(at, 0.5, 0.28, 0.46, 22, 158, 1.0)
    _stroke(sheet, upper + lower, max(1, round(width * 0.8)), colour, closed=True)
    pygame.draw.circle(sheet, colour, at(0.5, 0.5), round(width * 1.5))


def _no_eye(sheet: pygame.Surface, at: Pen, width: int, colour: Colour) -> None:
    _eye(sheet, at, width, colour)
    _stroke(sheet, [at(0.2, 0.84), at(0.8, 0.16)], width, colour)


def _plus(sheet: pygame.Surface, at: Pen, width: int, colour: Colour) -> None:
    _minus(sheet, at, width, colour)
    _stroke(sheet, [at(0.5, 0.24), at(0.5, 0.76)], width, colour)


def _minus(sheet: pygame.Surface, at: Pen, width: int, colour: Colour) -> None:
    _stroke(sheet, [at(0.24, 0.5), at(0.76, 0.5)], width, colour)


def _tick(sheet: pygame.Surface, at: Pen, width: int, colour: Colour) -> None:
    _stroke(sheet, [at(0.2, 0.54), at(0.42, 0.76), at(0.82, 0.26)], width, colour)


def _warning(sheet: pygame.Surface, at: Pen, width: int, colour: Colour) -> None:
    _stroke(sheet, [at(0.5, 0.14), at(0.9, 0.84), at(0.1, 0.84)], width, colour, closed=True)
    _stroke(sheet, [at(0.5, 0.4), at(0.5, 0.58)], width, colour)
    pygame.draw.circle(sheet, colour, at(0.5, 0.71), round(width * 0.55))


def _undo(sheet: pygame.Surface, at: Pen, width: int, colour: Colour) -> None:
    _stroke(sheet, _arc(at, 0.54, 0.56, 0.27, -180, 110), width, colour)
    _stroke(sheet, [at(0.12, 0.42), at(0.27, 0.6), at(0.44, 0.44)], width, colour)


def _speaker(sheet: pygame.Surface, at: Pen, colour: Colour) -> None:
    cone = [at(0.12, 0.4), at(0.28, 0.4), at(0.5, 0.2), at(0.5, 0.8), at(0.28, 0.6), at(0.12, 0.6)]
    pygame.draw.polygon(sheet, colour, cone)


def _sound(sheet: pygame.Surface, at: Pen, width: int, colour: Colour) -> None:
    _speaker(sheet, at, colour)
    for radius in (0.16, 0.32):
        _stroke(sheet, _arc(at, 0.54, 0.5, radius, -42, 42), max(1, round(width * 0.8)), colour)


def _silence(sheet: pygame.Surface, at: Pen, width: int, colour: Colour) -> None:
    _speaker(sheet, at, colour)
    _stroke(sheet, [at(0.62, 0.38), at(0.86, 0.62)], width, colour)
    _stroke(sheet, [at(0.86, 0.38), at(0.62, 0.62)], width, colour)


def _sun(sheet: pygame.Surface, at: Pen, width: int, colour: Colour) -> None:
    pygame.draw.circle(sheet, colour, at(0.5, 0.5), at(0.18, 0)[0])
    for i in range(8):
        x, y = math.cos(math.tau * i / 8), math.sin(math.tau * i / 8)
        _stroke(sheet, [at(0.5 + 0.3 * x, 0.5 + 0.3 * y), at(0.5 + 0.4 * x, 0.5 + 0.4 * y)], width, colour)


def _moon(sheet: pygame.Surface, at: Pen, width: int, colour: Colour) -> None:
    pygame.draw.circle(sheet, colour, at(0.48, 0.5), at(0.34, 0)[0])
    pygame.draw.circle(sheet, (*colour, 0), at(0.62, 0.4), at(0.29, 0)[0])


def _book(sheet: pygame.Surface, at: Pen, width: int, colour: Colour) -> None:
    thin = max(1, round(width * 0.8))
    for outer in (0.1, 0.9):
        page = [at(0.5, 0.28), at((0.5 + outer) / 2, 0.2), at(outer, 0.24), at(outer, 0.76)]
        page += [at((0.5 + outer) / 2, 0.72), at(0.5, 0.8)]
        _stroke(sheet, page, thin, colour, closed=True)


def _play(sheet: pygame.Surface, at: Pen, width: int, colour: Colour) -> None:
    triangle = [at(0.32, 0.22), at(0.78, 0.5), at(0.32, 0.78)]
    pygame.draw.polygon(sheet, colour, triangle)
    _stroke(sheet, triangle, width, colour, closed=True)


def _dice(sheet: pygame.Surface, at: Pen, width: int, colour: Colour) -> None:
    corners = [at(0.18, 0.18), at(0.82, 0.18), at(0.82, 0.82), at(0.18, 0.82)]
    _stroke(sheet, corners, width, colour, closed=True)
    for x, y in ((0.36, 0.36), (0.64, 0.36), (0.5, 0.5), (0.36, 0.64), (0.64, 0.64)):
        pygame.draw.circle(sheet, colour, at(x, y), round(width * 0.75))


def _mend(sheet: pygame.Surface, at: Pen, width: int, colour: Colour) -> None:
    _stroke(
        sheet, [at(0.2, 0.8), at(0.24, 0.6), at(0.66, 0.18), at(0.82, 0.34), at(0.4, 0.76)], width, colour
    )
    _stroke(sheet, [at(0.4, 0.76), at(0.2, 0.8)], width, colour)


def _again(sheet: pygame.Surface, at: Pen, width: int, colour: Colour) -> None:
    _stroke(sheet, _arc(at, 0.5, 0.52, 0.3, -50, 230), width, colour)
    _stroke(sheet, [at(0.7, 0.1), at(0.7, 0.3), at(0.5, 0.3)], width, colour)


def _bulb(sheet: pygame.Surface, at: Pen, width: int, colour: Colour) -> None:
    thin = max(1, round(width * 0.8))
    glass = [at(0.42, 0.7), *_arc(at, 0.5, 0.4, 0.26, 115, 425), at(0.58, 0.7)]
    _stroke(sheet, glass, thin, colour, closed=True)
    _stroke(sheet, [at(0.42, 0.84), at(0.58, 0.84)], thin, colour)


def _curve(sheet: pygame.Surface, at: Pen, width: int, colour: Colour) -> None:
    thin = max(1, round(width * 0.8))
    _stroke(sheet, [at(0.14, 0.14), at(0.14, 0.86), at(0.88, 0.86)], thin, colour)
    _stroke(sheet, [at(0.26, 0.6), at(0.42, 0.4), at(0.58, 0.66), at(0.84, 0.2)], width, colour)


def _search(sheet: pygame.Surface, at: Pen, width: int, colour: Colour) -> None:
    _stroke(sheet, _arc(at, 0.42, 0.42, 0.26, 0, 360), width, colour)
    _stroke(sheet, [at(0.62, 0.62), at(0.86, 0.86)], width, colour)


def _clock(sheet: pygame.Surface, at: Pen, width: int, colour: Colour) -> None:
    thin = max(1, round(width * 0.8))
    _stroke(sheet, _arc(at, 0.5, 0.5, 0.36, 0, 360), thin, colour)
    _stroke(sheet, [at(0.5, 0.26), at(0.5, 0.5), at(0.68, 0.6)], thin, colour)


_DRAWINGS: dict[Icon, Callable[[pygame.Surface, Pen, int, Colour], None]] = {
    Icon.PAUSE: _pause,
    Icon.HINT: _hint,
    Icon.BACK: _back,
    Icon.FORWARD: _forward,
    Icon.LANGUAGES: _languages,
    Icon.SETTINGS: _settings,
    Icon.EYE: _eye,
    Icon.NO_EYE: _no_eye,
    Icon.PLUS: _plus,
    Icon.MINUS: _minus,
    Icon.TICK: _tick,
    Icon.WARNING: _warning,
    Icon.UNDO: _undo,
    Icon.SOUND: _sound,
    Icon.SILENCE: _silence,
    Icon.SUN: _sun,
    Icon.MOON: _moon,
    Icon.BOOK: _book,
    Icon.PLAY: _play,
    Icon.DICE: _dice,
    Icon.MEND: _mend,
    Icon.AGAIN: _again,
    Icon.BULB: _bulb,
    Icon.CURVE: _curve,
    Icon.SEARCH: _search,
    Icon.CLOCK: _clock,
}
