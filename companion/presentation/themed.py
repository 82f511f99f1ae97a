"""A palette in the colours of the real table, so that each player recognises their counters.

Colours are converted by the formulas of sRGB (IEC 61966-2-1) and CIELAB with the white D65: the page for
phones uses this module, and its process loads no OpenCV.
"""

from dataclasses import replace
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from companion.game.board import PerSeat
from companion.interface.presentation import TableColours, Theme, look_of
from companion.presentation.palette import BRIGHT, PALETTES, Colour, Paint, Palette, contrast
from companion.presentation.seat_names import ColourName, colour_name

APART = 32.0  # minimum difference in lightness (CIELAB, 0 to 100) between the counters of the two seats
LIGHTNESS = (14.0, 94.0)  # the darkest and the lightest that a counter is drawn
BOARD_CHROMA = (16.0, 0.4)  # maximum chroma of a black board, and its increase per step of lightness
WHITE = 90.0  # minimum lightness of drawn white counters, which a dim picture shows as grey
DARK, PALE = (24, 16, 12), (255, 246, 232)  # the colours that marks may have

_XYZ = np.array(
    [[0.412453, 0.357580, 0.180423], [0.212671, 0.715160, 0.072169], [0.019334, 0.119193, 0.950227]]
)
_FROM_RGB = _XYZ.T / _XYZ.sum(axis=1)  # to shares of the white's XYZ


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


def _apart(one: NDArray[np.float32], other: NDArray[np.float32]) -> PerSeat[NDArray[np.float32]]:
    """Change two colours, as far as there is room, until their lightnesses differ enough; return them."""
    least, most = LIGHTNESS
    lights = np.clip([one[0], other[0]], least, most)
    light, dark = (0, 1) if lights[0] >= lights[1] else (1, 0)
    lacking = max(0.0, APART - float(lights[light] - lights[dark]))
    lights[light] = min(most, lights[light] + lacking / 2)
    lights[dark] = max(least, min(lights[dark], lights[light] - APART))
    lights[light] = max(lights[light], lights[dark] + APART)
    one[0], other[0] = lights
    lighter = (one, other)[light]
    if colour_name(colour_of(lighter)) is ColourName.WHITE:
        lighter[0] = max(lighter[0], WHITE)
    return PerSeat(one, other)


def _paint(colour: NDArray[np.float32]) -> Paint:
    fill = colour_of(colour)
    for share in (0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.2, 0.0):
        if abs(lightness(fill) - colour[0]) < 1:
            break
        # No screen has it as light, or as dark, and so colourful.
        fill = colour_of(np.array([colour[0], *(share * colour[1:])], np.float32))
    return Paint(fill, max((DARK, PALE), key=lambda ink: contrast(fill, ink)))


def _board(palette: Palette, seen: Colour) -> Colour:
    """Return the board's hue as seen, with as much colour as the palette's lightness allows."""
    light = lightness(palette.board)
    _, a, b = lab_of(seen)
    chroma = float(np.hypot(a, b))
    most = BOARD_CHROMA[0] + BOARD_CHROMA[1] * light
    share = min(1.0, most / chroma) if chroma else 1.0
    drawn = colour_of(np.array([light, a * share, b * share], np.float32))
    wanted = contrast(palette.board, palette.page.ink)
    while contrast(drawn, palette.page.ink) < wanted and 2 < light < 98:
        # Colours that no screen has come out with another lightness.
        light += 1.0 if lightness(palette.board) > 50 else -1.0
        drawn = colour_of(np.array([light, a * share, b * share], np.float32))
    return drawn


def lab_of(rgb: ArrayLike) -> NDArray[np.float32]:
    """Return colours (..., 3), 0 to 255 each, in CIELAB."""
    encoded = np.asarray(rgb) / 255
    share = np.where(encoded <= 0.04045, encoded / 12.92, ((encoded + 0.055) / 1.055) ** 2.4) @ _FROM_RGB
    root = np.where(share > 0.008856, np.cbrt(share), 7.787 * share + 16 / 116)
    x, y, z = np.moveaxis(root, -1, 0)
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1).astype(np.float32)


def rgb_of(lab: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Return CIELAB colours (..., 3) as the nearest that a screen has, 0 to 255 each."""
    light, a, b = np.moveaxis(lab.astype(np.float64), -1, 0)
    root = np.stack([a / 500, 0 * light, -b / 200], axis=-1) + (light[..., None] + 16) / 116
    share = np.where(root > 6 / 29, root**3, (root - 16 / 116) / 7.787)
    linear = np.clip(share @ np.linalg.inv(_FROM_RGB), 0, 1)
    encoded = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    return np.asarray(np.round(255 * encoded), np.uint8)


def colour_of(lab: NDArray[np.float32]) -> Colour:
    """Return one CIELAB colour (3,) as the nearest that a screen has."""
    red, green, blue = rgb_of(lab).tolist()
    return red, green, blue
