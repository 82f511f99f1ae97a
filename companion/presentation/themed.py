"""A palette in the colours of the real table, so that each player recognises their counters.

Colours are converted by the formulas of sRGB (IEC 61966-2-1) and CIELAB with the white D65, each channel a
number or an array: the page for phones uses this module, and its process has no room for numpy.
"""

import math
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from companion.game.board import PerSeat
from companion.interface.presentation import TableColours, Theme, look_of
from companion.presentation.palette import BRIGHT, PALETTES, Colour, Paint, Palette, contrast, linear, one_of
from companion.presentation.seat_names import ColourName, colour_name

APART = 32.0  # minimum difference in lightness (CIELAB, 0 to 100) between the counters of the two seats
LIGHTNESS = (14.0, 94.0)  # the darkest and the lightest that a counter is drawn
BOARD_CHROMA = (16.0, 0.4)  # maximum chroma of a black board, and its increase per step of lightness
WHITE = 90.0  # minimum lightness of drawn white counters, which a dim picture shows as grey
DARK, PALE = (24, 16, 12), (255, 246, 232)  # the colours that marks may have

_TO_XYZ = (  # of the white, from linear sRGB
    (0.43395276, 0.37621941, 0.18982783),
    (0.212671, 0.71516, 0.072169),
    (0.01775791, 0.10947652, 0.87276557),
)
_FROM_XYZ = (
    (3.07993494, -1.53715152, -0.54278342),
    (-0.92123418, 1.87599, 0.04524418),
    (0.05288968, -0.20404134, 1.15115166),
)

Lab = tuple[float, float, float]


@lru_cache(maxsize=16)
def themed(palette: Palette, colours: TableColours) -> Palette:
    """Return a palette with counters and board in the colours of a table.

    Counter colours that are too alike are moved apart in lightness. The board keeps the palette's lightness,
    so that everything drawn on it stands out. A palette without relief stays as it is.
    """
    if not palette.relief:
        return palette
    a, b = _apart(*(lab_of(colour) for colour in colours.counters))
    return replace(palette, board=_board(palette, colours.board), counters=(_paint(a), _paint(b)))


def palette_of(look: str, theme: Theme | None = None) -> Palette:
    """Return the palette of a game's table, in another theme if one is named; the bright one if unknown."""
    found = look_of(look)
    return (
        PALETTES[theme or BRIGHT.theme]
        if found is None
        else themed(PALETTES[theme or found.theme], found.colours)
    )


def lightness(colour: Colour) -> float:
    """Return the lightness of a colour, 0 to 100 (CIELAB)."""
    return float(lab_of(colour)[0])


def _apart(one: Lab, other: Lab) -> PerSeat[Lab]:
    """Change two colours, as far as there is room, until their lightnesses differ enough; return them."""
    least, most = LIGHTNESS
    lights = [min(most, max(least, it[0])) for it in (one, other)]
    light, dark = (0, 1) if lights[0] >= lights[1] else (1, 0)
    lacking = max(0.0, APART - (lights[light] - lights[dark]))
    lights[light] = min(most, lights[light] + lacking / 2)
    lights[dark] = max(least, min(lights[dark], lights[light] - APART))
    lights[light] = max(lights[light], lights[dark] + APART)
    if colour_name(colour_of((lights[light], *(one, other)[light][1:]))) is ColourName.WHITE:
        lights[light] = max(lights[light], WHITE)
    return PerSeat((lights[0], *one[1:]), (lights[1], *other[1:]))


def _paint(colour: Lab) -> Paint:
    fill = colour_of(colour)
    for share in (0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.2, 0.0):
        if abs(lightness(fill) - colour[0]) < 1:
            break
        # No screen has it as light, or as dark, and so colourful.
        fill = colour_of((colour[0], share * colour[1], share * colour[2]))
    return Paint(fill, max((DARK, PALE), key=lambda ink: contrast(fill, ink)))


def _board(palette: Palette, seen: Colour) -> Colour:
    """Return the board's hue as seen, with as much colour as the palette's lightness allows."""
    light = lightness(palette.board)
    _, a, b = lab_of(seen)
    chroma = math.hypot(a, b)
    most = BOARD_CHROMA[0] + BOARD_CHROMA[1] * light
    share = min(1.0, most / chroma) if chroma else 1.0
    wanted = contrast(palette.board, palette.page.ink)
    step = 1.0 if light > 50 else -1.0
    while True:
        drawn = colour_of((light, a * share, b * share))
        if contrast(drawn, palette.page.ink) >= wanted or not 2 < light < 98:
            return drawn
        # Colours that no screen has come out with another lightness.
        light += step


def lab_of(rgb: Iterable[Any], where: Any = one_of) -> tuple[Any, Any, Any]:
    """Return a colour in CIELAB; `rgb` are red, green and blue, 0 to 255 each; `where` as numpy has it."""
    xyz = _times(_TO_XYZ, (linear(channel, where) for channel in rgb))
    x, y, z = (where(it > 0.008856, it ** (1 / 3), 7.787 * it + 16 / 116) for it in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def rgb_of(lab: Iterable[Any], where: Any = one_of) -> list[Any]:
    """Return red, green and blue of the nearest colour that a screen has, 0 to 255 each, not rounded."""
    light, a, b = lab
    y = (light + 16) / 116
    shares = [where(it > 6 / 29, it**3, (it - 16 / 116) / 7.787) for it in (y + a / 500, y, y - b / 200)]
    lights = [where(it < 0, 0, where(it > 1, 1, it)) for it in _times(_FROM_XYZ, shares)]
    return [where(it <= 0.0031308, 3294.6 * it, 269.025 * it ** (1 / 2.4) - 14.025) for it in lights]


def _times(matrix: Iterable[Lab], channels: Iterable[Any]) -> list[Any]:
    one, two, three = channels
    return [a * one + b * two + c * three for a, b, c in matrix]


def colour_of(lab: Lab) -> Colour:
    """Return a CIELAB colour as the nearest that a screen has."""
    red, green, blue = (round(channel) for channel in rgb_of(lab))
    return red, green, blue
