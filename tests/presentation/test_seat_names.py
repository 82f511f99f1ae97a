"""Players are called by the colours of their counters, never both by the same."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.game import Seat
from companion.game.board import PerSeat
from companion.interface.presentation import TableColours, Theme
from companion.presentation.palette import PALETTES, Colour, Palette
from companion.presentation.seat_names import ColourName, colour_name, names_in, seat_colours
from companion.presentation.themed import WHITE, lightness, themed
from companion.presentation.words import LANGUAGES, translator
from five_lines_make.looks import LOOKS, Livery

COLOURS = st.tuples(*[st.integers(0, 255)] * 3)


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
        # As cameras saw them: white and ivory in dim and warm light, black at dawn, tan and dark pebbles.
        ((161, 158, 154), ColourName.WHITE),
        ((168, 151, 138), ColourName.WHITE),
        ((159, 145, 114), ColourName.WHITE),
        ((200, 189, 186), ColourName.WHITE),
        ((94, 93, 90), ColourName.GREY),
        ((117, 108, 93), ColourName.GREY),
        ((69, 74, 104), ColourName.GREY),
        ((46, 44, 41), ColourName.BLACK),
        ((185, 142, 84), ColourName.BROWN),
        ((89, 67, 40), ColourName.BROWN),
        ((202, 101, 60), ColourName.ORANGE),
        ((51, 76, 49), ColourName.GREEN),
    ],
)
def test_a_colour_has_the_name_that_a_child_would_give_it(colour: Colour, name: ColourName) -> None:
    assert colour_name(colour) is name


def test_two_of_one_colour_are_named_by_how_light_they_are() -> None:
    assert seat_colours((90, 20, 20), (220, 90, 90)) == (ColourName.DARK, ColourName.LIGHT)
    assert seat_colours((220, 90, 90), (90, 20, 20)) == (ColourName.LIGHT, ColourName.DARK)


@pytest.mark.parametrize("palette", PALETTES.values(), ids=list(PALETTES))
def test_in_every_theme_the_two_players_have_two_names(palette: Palette) -> None:
    a, b = (palette.counter(seat).fill for seat in Seat)
    assert len(set(seat_colours(a, b))) == 2


def seen(colour: tuple[float, float, float], light: tuple[float, float, float]) -> Colour:
    """A printed colour, 0 to 1, as a camera sees it in a light: a share of each channel's linear light."""
    red, green, blue = (
        min(255, round(255 * part * share ** (1 / 2.2))) for part, share in zip(colour, light, strict=True)
    )
    return red, green, blue


def shown(a: Colour, b: Colour, palette: Palette) -> Palette:
    """The palette of the screen of a station that has learned these counters, on wood."""
    return themed(palette, TableColours((150, 104, 62), PerSeat(a, b)))


DIM_TO_BRIGHT = [0.6, 0.75, 0.9, 1.0]
TINTS = [(1.0, 1.0, 1.0), (1.0, 0.92, 0.82), (0.9, 0.95, 1.0)]


@pytest.mark.parametrize("look", LOOKS.values(), ids=list(LOOKS))
def test_printed_counters_are_called_by_what_is_printed_in_any_usual_light(look: Livery) -> None:
    printed = [seen(fill, (1, 1, 1)) for fill, _ in look.counters]
    for share, tint, palette in product(DIM_TO_BRIGHT, TINTS, PALETTES.values()):
        if palette.relief:
            light = share * tint[0], share * tint[1], share * tint[2]
            a, b = (seen(fill, light) for fill, _ in look.counters)
            fills = [it.fill for it in shown(a, b, palette).counters]
            assert seat_colours(fills[0], fills[1]) == seat_colours(printed[0], printed[1]), light


@given(COLOURS, COLOURS)
def test_any_two_learned_colours_have_two_names_in_every_language(a: Colour, b: Colour) -> None:
    palette = shown(a, b, PALETTES[Theme.BRIGHT])
    fills = [it.fill for it in palette.counters]
    for code in LANGUAGES:
        names = names_in(palette, translator(code))
        called = [names(seat) for seat in Seat]
        assert called[0].name != called[1].name, code
        assert called[0].counter != called[1].counter, code
    lighter = max(fills, key=lightness)
    assert colour_name(lighter) is not ColourName.WHITE or lightness(lighter) >= WHITE - 10, "drawn pale"
