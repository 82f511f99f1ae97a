"""Names of the players on the pages: the colours of their counters."""

import colorsys
from enum import StrEnum
from typing import TYPE_CHECKING

from companion.display.drawing.palette import Colour, Palette
from companion.game import Seat
from companion.referee.words import Called, Names, Translate

if TYPE_CHECKING:
    from companion.display.drawing.canvas import Canvas

BLACK_BELOW, WHITE_FROM = 0.3, 0.7
"""Maximum brightness (0 to 1) of a grey called black, and minimum of one called white."""
COLOURED_FROM, COLOURED_IN_THE_DARK_FROM = 0.25, 0.6
"""Minimum saturation (0 to 1) of a colour with a name of its own, and the minimum in the dark."""
DARKEST_COLOURED = 0.15  # minimum brightness of a named dark colour: below it cameras invent colours
BROWN_BELOW = 0.7  # orange and red-yellow below this brightness are called brown


class ColourName(StrEnum):
    """The colours that a child has names for."""

    BLACK = "black"
    WHITE = "white"
    GREY = "grey"
    RED = "red"
    ORANGE = "orange"
    BROWN = "brown"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"
    VIOLET = "violet"
    DARK = "dark"
    LIGHT = "light"


_HUES = (
    (15, ColourName.RED),
    (42, ColourName.ORANGE),
    (70, ColourName.YELLOW),
    (165, ColourName.GREEN),
    (260, ColourName.BLUE),
    (345, ColourName.VIOLET),
    (361, ColourName.RED),
)
"""Upper limit of each colour's hue, in degrees."""


def colour_name(colour: Colour) -> ColourName:
    """Return the name of a colour."""
    hue, saturation, bright = colorsys.rgb_to_hsv(*(part / 255 for part in colour))
    least = max(DARKEST_COLOURED, 0.0 if saturation >= COLOURED_IN_THE_DARK_FROM else BLACK_BELOW)
    if bright < least:
        return ColourName.BLACK
    if saturation < COLOURED_FROM:
        return ColourName.WHITE if bright >= WHITE_FROM else ColourName.GREY
    name = next(name for most, name in _HUES if hue * 360 < most)
    return ColourName.BROWN if name is ColourName.ORANGE and bright < BROWN_BELOW else name


def seat_colours(one: Colour, other: Colour) -> tuple[ColourName, ColourName]:
    """Return the names of two colours side by side: never the same."""
    names = colour_name(one), colour_name(other)
    if names[0] is not names[1]:
        return names
    dark, light = ColourName.DARK, ColourName.LIGHT
    return (dark, light) if sum(one) <= sum(other) else (light, dark)


def who(canvas: "Canvas", seat: Seat) -> str:
    """Return a player's name in the page's language, capitalised to begin a sentence."""
    return called(canvas)(seat).name


def called(canvas: "Canvas") -> Names:
    """Return the players' names in the page's language and colours."""
    return names_in(canvas.palette, canvas.tr)


def names_in(palette: Palette, tr: Translate) -> Names:
    """Return the players' names by the colours of a palette."""
    one, other = seat_colours(*(palette.counter(seat).fill for seat in Seat))

    def name(seat: Seat) -> Called:
        return _called(one if seat is Seat.A else other, tr)

    return name


def _called(name: ColourName, tr: Translate) -> Called:
    words = {
        ColourName.BLACK: Called(tr("Black"), tr("black counter")),
        ColourName.WHITE: Called(tr("White"), tr("white counter")),
        ColourName.GREY: Called(tr("Grey"), tr("grey counter")),
        ColourName.RED: Called(tr("Red"), tr("red counter")),
        ColourName.ORANGE: Called(tr("Orange"), tr("orange counter")),
        ColourName.BROWN: Called(tr("Brown"), tr("brown counter")),
        ColourName.YELLOW: Called(tr("Yellow"), tr("yellow counter")),
        ColourName.GREEN: Called(tr("Green"), tr("green counter")),
        ColourName.BLUE: Called(tr("Blue"), tr("blue counter")),
        ColourName.VIOLET: Called(tr("Violet"), tr("violet counter")),
        ColourName.DARK: Called(tr("Dark"), tr("dark counter")),
        ColourName.LIGHT: Called(tr("Light"), tr("light counter")),
    }
    return words[name]
