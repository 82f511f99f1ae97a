"""Players are called by the colours of their counters, never both by the same."""

import pytest

from companion.display.drawing.palette import PALETTES, Colour, Palette
from companion.display.seat_names import ColourName, colour_name, seat_colours
from companion.game import Seat


@pytest.mark.parametrize(
    ("colour", "name"),
    [
        ((20, 20, 24), ColourName.BLACK),
        ((240, 236, 225), ColourName.WHITE),
        ((120, 118, 115), ColourName.GREY),
        ((190, 30, 40), ColourName.RED),
        ((240, 140, 40), ColourName.ORANGE),
        ((110, 70, 40), ColourName.BROWN),
        ((230, 205, 60), ColourName.YELLOW),
        ((40, 130, 60), ColourName.GREEN),
        ((20, 70, 40), ColourName.GREEN),
        ((18, 24, 38), ColourName.BLACK),
        ((5, 15, 30), ColourName.BLACK),
        ((30, 80, 190), ColourName.BLUE),
        ((130, 50, 160), ColourName.VIOLET),
    ],
)
def test_a_colour_has_the_name_that_a_child_would_give_it(colour: Colour, name: ColourName) -> None:
    assert colour_name(colour) is name


def test_two_of_one_colour_are_told_by_how_light_they_are() -> None:
    assert seat_colours((90, 20, 20), (220, 90, 90)) == (ColourName.DARK, ColourName.LIGHT)
    assert seat_colours((220, 90, 90), (90, 20, 20)) == (ColourName.LIGHT, ColourName.DARK)


@pytest.mark.parametrize("palette", PALETTES.values(), ids=list(PALETTES))
def test_in_every_theme_the_two_players_have_two_names(palette: Palette) -> None:
    a, b = (palette.counter(seat).fill for seat in Seat)
    assert len(set(seat_colours(a, b))) == 2
