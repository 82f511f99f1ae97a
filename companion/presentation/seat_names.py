"""Names of the players on the pages: the colours of their counters."""

import colorsys
from enum import StrEnum

from companion.game import Seat
from companion.presentation.palette import Colour, Palette
from companion.referee.words import Called, Names, Translate

BLACK_BELOW = 0.3  # maximum brightness (0 to 1) of a grey called black
WHITE_FROM = 143
"""Minimum of the middle one of three channels (0 to 255) of a grey called white.

It lies between what cameras see of white or ivory counters and of grey pebbles; the tests have both.
"""
DARKEST_COLOURED = 0.15  # minimum brightness of a named dark colour: below it cameras invent colours
BRIGHT_FROM, COLOURFUL_FROM = 0.5, 0.4
"""Minimum brightness, and saturation times brightness (0 to 1), of orange and yellow; else they are brown."""


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
    (40, ColourName.ORANGE),
    (70, ColourName.YELLOW),
    (190, ColourName.GREEN),
    (260, ColourName.BLUE),
    (345, ColourName.VIOLET),
    (361, ColourName.RED),
)
"""Upper limit of each colour's hue, in degrees."""

_COLOURED_FROM = 0.25, 0.35  # minimum saturation (0 to 1) of a named colour, and the minimum in the dark
_TINTS = {ColourName.ORANGE: (0.25, 0.6), ColourName.YELLOW: (0.32, 0.6), ColourName.BLUE: (0.34, 0.4)}
"""The same for the hues that lamps, ivory and the sky give to white and black."""


def colour_name(colour: Colour) -> ColourName:
    """Return the name of a colour."""
    hue, saturation, bright = colorsys.rgb_to_hsv(*(part / 255 for part in colour))
    name = next(name for most, name in _HUES if hue * 360 < most)
    coloured, in_the_dark = _TINTS.get(name, _COLOURED_FROM)
    if bright < (DARKEST_COLOURED if saturation >= in_the_dark else BLACK_BELOW):
        return ColourName.BLACK
    if saturation < coloured:
        return ColourName.WHITE if sorted(colour)[1] >= WHITE_FROM else ColourName.GREY
    is_dull = bright < BRIGHT_FROM or saturation * bright < COLOURFUL_FROM
    return ColourName.BROWN if is_dull and name in (ColourName.ORANGE, ColourName.YELLOW) else name


def seat_colours(one: Colour, other: Colour) -> tuple[ColourName, ColourName]:
    """Return the names of two colours side by side: never the same."""
    names = colour_name(one), colour_name(other)
    if names[0] is not names[1]:
        return names
    both = ColourName.DARK, ColourName.LIGHT
    return both if sum(one) <= sum(other) else both[::-1]


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
