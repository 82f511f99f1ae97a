"""The two palettes: every colour of the pages, and how strongly two of them contrast."""

from dataclasses import dataclass

from companion.game import Seat
from companion.interface.theme import Theme

Colour = tuple[int, int, int]
"""Red, green, blue, 0 to 255 each."""

TEXT_CONTRAST = 7.0
"""The least contrast of text with what is behind it (WCAG 2.2, success criterion 1.4.6)."""


def contrast(one: Colour, other: Colour) -> float:
    """The contrast ratio of two colours, 1 to 21, as WCAG 2.2 defines it."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Colour) -> float:
    red, green, blue = (
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
        for channel in (value / 255 for value in colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@dataclass(frozen=True, slots=True)
class Paint:
    """A surface, and the colour of what is written on it."""

    fill: Colour
    ink: Colour


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of the pages. `counters` are those of A and of B, each with the colour of its mark."""

    theme: Theme
    page: Paint
    panel: Paint
    main: Paint
    """What to do next."""
    wrong: Paint
    right: Paint
    go: Colour
    """Arrows and rings on the board: where a counter may go, where one has to go back, what lies right."""
    back: Colour
    good: Colour
    soft: Colour
    """Less important text, on the page or on a panel."""
    rule: Colour
    """Lines that part things, and the outlines of buttons."""
    board: Colour
    board_line: Colour
    sacred_line: Colour
    die: Paint
    counters: tuple[Paint, Paint]

    def counter(self, seat: Seat) -> Paint:
        """The colours of a seat's counters and of the mark on them."""
        return self.counters[0 if seat is Seat.A else 1]


BRIGHT = Palette(
    theme=Theme.BRIGHT,
    page=Paint((250, 247, 240), (28, 26, 22)),
    panel=Paint((238, 232, 220), (28, 26, 22)),
    main=Paint((22, 74, 84), (255, 255, 255)),
    wrong=Paint((138, 28, 22), (255, 255, 255)),
    right=Paint((24, 82, 42), (255, 255, 255)),
    go=(22, 74, 84),
    back=(138, 28, 22),
    good=(24, 82, 42),
    soft=(74, 68, 58),
    rule=(150, 140, 122),
    board=(232, 219, 192),
    board_line=(92, 76, 52),
    sacred_line=(166, 42, 26),
    die=Paint((255, 253, 248), (28, 26, 22)),
    counters=(Paint((25, 84, 166), (255, 255, 255)), Paint((255, 255, 255), (44, 40, 34))),
)

LOW_LIGHT = Palette(
    theme=Theme.LOW_LIGHT,
    page=Paint((20, 18, 15), (238, 228, 208)),
    panel=Paint((38, 34, 28), (238, 228, 208)),
    main=Paint((86, 62, 20), (255, 242, 216)),
    wrong=Paint((104, 32, 22), (255, 234, 222)),
    right=Paint((36, 72, 40), (232, 246, 226)),
    go=(236, 186, 92),
    back=(248, 158, 136),
    good=(152, 206, 148),
    soft=(206, 194, 170),
    rule=(112, 102, 84),
    board=(62, 54, 42),
    board_line=(176, 160, 128),
    sacred_line=(236, 132, 92),
    die=Paint((238, 228, 208), (20, 18, 15)),
    counters=(Paint((70, 140, 226), (14, 14, 20)), Paint((240, 236, 226), (44, 40, 34))),
)

PALETTES: dict[Theme, Palette] = {palette.theme: palette for palette in (LOW_LIGHT, BRIGHT)}
