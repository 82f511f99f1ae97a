"""The palettes: every colour of the pages, and the contrast of two colours.

They come from Greek vases: clay, gloss black, pale slip, and a little purple.
"""

from dataclasses import dataclass
from typing import Any

from companion.game import Seat
from companion.interface.presentation import Skin, Theme

Colour = tuple[int, int, int]  # red, green, blue, 0 to 255 each
TEXT_CONTRAST = 7.0  # minimum contrast of text (WCAG 2.2, success criterion 1.4.6)


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast ratio of two colours, 1 to 21 (WCAG 2.2)."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Colour) -> float:
    red, green, blue = map(linear, colour)
    return float(0.2126 * red + 0.7152 * green + 0.0722 * blue)


def one_of(is_first: bool, first: float, second: float) -> float:
    """Return one of two numbers, as numpy.where does for arrays."""
    return first if is_first else second


def linear(channel: Any, where: Any = one_of) -> Any:
    """Return the light, 0 to 1, of a channel of sRGB, 0 to 255."""
    return where(channel <= 10.31475, channel / 3294.6, ((channel + 14.025) / 269.025) ** 2.4)


@dataclass(frozen=True)
class Paint:
    """A background, and the colour of what is written on it."""

    fill: Colour
    ink: Colour


@dataclass(frozen=True)
class Palette:
    """The colours of the pages. `counters` are those of A and B, each with the colour of its mark."""

    theme: Theme
    page: Paint
    panel: Paint
    main: Paint  # the main action
    wrong: Paint
    right: Paint
    caution: Paint  # something that can be used, but wants something done
    go: Colour  # arrows and rings on the board: a possible move, a way back, a right counter
    back: Colour
    good: Colour
    soft: Colour  # less important text, on the page or on a panel
    rule: Colour  # dividing lines and outlines of buttons
    board: Colour
    board_line: Colour
    sacred_line: Colour
    die: Paint
    counters: tuple[Paint, Paint]
    relief: bool = True  # True if things look solid: lit from the upper left, with a shadow below
    skin: Skin | None = None  # picture of the board's surface, as light as `board`; None: clay of that colour

    def counter(self, seat: Seat) -> Paint:
        """Return the colours of a seat's counters and of their mark."""
        return self.counters[0 if seat is Seat.A else 1]


BRIGHT = Palette(
    theme=Theme.BRIGHT,
    page=Paint((247, 238, 222), (24, 16, 12)),
    panel=Paint((236, 216, 186), (30, 22, 17)),
    main=Paint((27, 20, 16), (244, 178, 122)),
    wrong=Paint((122, 22, 34), (255, 242, 228)),
    right=Paint((56, 68, 22), (252, 246, 226)),
    caution=Paint((232, 178, 64), (30, 18, 6)),
    go=(27, 20, 16),
    back=(112, 14, 30),
    good=(44, 60, 12),
    soft=(76, 56, 40),
    rule=(150, 108, 72),
    board=(230, 168, 116),
    board_line=(78, 40, 22),
    sacred_line=(112, 14, 30),
    die=Paint((253, 246, 230), (40, 28, 20)),
    counters=(Paint((30, 22, 18), (240, 160, 100)), Paint((252, 244, 230), (66, 34, 20))),
)
"""Black-figure: gloss black and purple on clay and pale slip."""

LOW_LIGHT = Palette(
    theme=Theme.LOW_LIGHT,
    page=Paint((18, 13, 10), (240, 208, 172)),
    panel=Paint((46, 29, 20), (240, 208, 172)),
    main=Paint((226, 146, 90), (18, 13, 10)),
    wrong=Paint((146, 26, 34), (255, 240, 230)),
    right=Paint((164, 174, 96), (16, 12, 8)),
    caution=Paint((240, 186, 70), (20, 12, 6)),
    go=(250, 208, 126),
    back=(255, 156, 136),
    good=(182, 208, 132),
    soft=(214, 182, 148),
    rule=(122, 78, 50),
    board=(80, 42, 25),
    board_line=(226, 160, 108),
    sacred_line=(255, 190, 176),
    die=Paint((240, 226, 200), (28, 20, 14)),
    counters=(Paint((12, 9, 8), (240, 160, 100)), Paint((244, 230, 206), (66, 34, 20))),
)
"""Red-figure: clay left standing in gloss black."""

HIGH_CONTRAST = Palette(
    theme=Theme.HIGH_CONTRAST,
    page=Paint((255, 255, 255), (0, 0, 0)),
    panel=Paint((248, 248, 248), (0, 0, 0)),
    main=Paint((0, 0, 0), (255, 255, 255)),
    wrong=Paint((96, 0, 12), (255, 255, 255)),
    right=Paint((0, 58, 20), (255, 255, 255)),
    caution=Paint((255, 214, 90), (0, 0, 0)),
    go=(0, 40, 150),
    back=(96, 0, 12),
    good=(0, 58, 20),
    soft=(0, 0, 0),
    rule=(0, 0, 0),
    board=(255, 255, 255),
    board_line=(0, 0, 0),
    sacred_line=(96, 0, 12),
    die=Paint((255, 255, 255), (0, 0, 0)),
    counters=(Paint((0, 0, 0), (250, 250, 250)), Paint((255, 255, 255), (10, 10, 10))),
    relief=False,
)
"""Black on white, for people with low vision."""

PALETTES: dict[Theme, Palette] = {palette.theme: palette for palette in (LOW_LIGHT, BRIGHT, HIGH_CONTRAST)}
