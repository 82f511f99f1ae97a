"""A hand that carries a counter, in black figure: gloss with incised lines."""

from functools import lru_cache

import pygame

from companion.display.drawing.icons import FINE, blank
from companion.presentation.board_geometry import Place
from companion.presentation.palette import Colour, Palette

WIDTH, HEIGHT = 9.0, 28.0  # size of the drawing of hand and arm, in radii of the counter
AT = (2.4, 1.2)
"""Where the middle of the counter is in it: its rim between thumb and forefinger, its face visible."""
_FROM = (3.0, 2.0)  # origin of the fingers' coordinates in it
CUT = 0.1  # width of an incised line, in the same radii

_Line = tuple[tuple[float, float], ...]
_FINGERS: tuple[tuple[_Line, float], ...] = (
    (((2.2, 3.9), (3.1, 2.5), (2.5, 1.5)), 0.8),
    (((2.0, 3.4), (2.75, 1.6), (1.95, 0.6)), 0.9),
    (((1.6, 3.1), (2.15, 0.95), (1.3, -0.05)), 0.96),
    (((0.9, 3.0), (1.35, 0.75), (0.5, -0.3)), 0.96),
)
"""Joints and width of each finger, from the little finger to the forefinger on the counter."""
_THUMB: tuple[_Line, float] = (((0.2, 3.9), (-1.1, 2.2), (-0.6, 0.7)), 1.02)
_ARM = ((-0.3, 4.7), (2.1, 4.5), (5.6, 26.0), (1.2, 26.0))
_PALM = (0.95, 3.9, 1.6)


def draw_hand(
    surface: pygame.Surface, place: Place, counter_px: int, palette: Palette, *, far: bool = False
) -> None:
    """Draw a hand with its fingers on a counter of a given diameter, its arm reaching up from below.

    A `far` one reaches down from above.
    """
    hand, radius = _hand(counter_px, palette.main.fill, palette.main.ink, far), counter_px / 2
    sizes = zip(place, AT, hand.get_size(), strict=True)
    surface.blit(hand, [round(it - abs(far * size - there * radius)) for it, there, size in sizes])


@lru_cache(maxsize=4)
def _hand(counter_px: int, fill: Colour, cut: Colour, far: bool) -> pygame.Surface:
    unit = counter_px / 2 * FINE
    sheet = blank((round(WIDTH * unit), round(HEIGHT * unit)), fill)
    for line, width in _FINGERS[:2]:
        _draw_finger(sheet, line, width, unit, fill, cut)
    _draw_arm(sheet, unit, fill, cut)
    for line, width in (*_FINGERS[2:], _THUMB):
        _draw_finger(sheet, line, width, unit, fill, cut)
    # The hand lies over where fingers and arm begin.
    x, y, radius = _PALM
    pygame.draw.circle(sheet, fill, _on_sheet((x, y), unit), radius * unit)
    size = round(WIDTH * counter_px / 2), round(HEIGHT * counter_px / 2)
    drawn = pygame.transform.rotate(pygame.transform.smoothscale(sheet, size), 180 * far)
    drawn.set_alpha(255, pygame.RLEACCEL)  # Most of it is empty or opaque: drawn 20 times as fast.
    return drawn


def _draw_arm(sheet: pygame.Surface, unit: float, fill: Colour, cut: Colour) -> None:
    outline = [_on_sheet(place, unit) for place in _ARM]
    x, y, radius = _PALM
    pygame.draw.polygon(sheet, cut, outline)
    pygame.draw.lines(sheet, cut, False, [outline[3], outline[0]], round(2 * CUT * unit))
    pygame.draw.lines(sheet, cut, False, outline[1:3], round(2 * CUT * unit))
    pygame.draw.circle(sheet, cut, _on_sheet((x, y), unit), (radius + CUT) * unit)
    pygame.draw.polygon(sheet, fill, outline)


def _draw_finger(
    sheet: pygame.Surface, line: _Line, width: float, unit: float, fill: Colour, cut: Colour
) -> None:
    """Draw a finger with a rim: thick lines with round ends and joints."""
    places = [_on_sheet(place, unit) for place in line]
    for colour, thick in ((cut, width + 2 * CUT), (fill, width)):
        pygame.draw.lines(sheet, colour, False, places, round(thick * unit))
        for place in places:
            pygame.draw.circle(sheet, colour, place, thick / 2 * unit)


def _on_sheet(place: tuple[float, float], unit: float) -> tuple[float, float]:
    return (place[0] + _FROM[0]) * unit, (place[1] + _FROM[1]) * unit
