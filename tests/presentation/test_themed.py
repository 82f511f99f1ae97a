"""Pages show the counters and the board in the colours of those on the table, apart and with their marks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.game import Seat
from companion.game.board import PerSeat
from companion.interface.presentation import Rgb, TableColours
from companion.presentation.palette import BRIGHT, HIGH_CONTRAST, LOW_LIGHT, Palette, contrast
from companion.presentation.themed import APART, LIGHTNESS, lightness, themed

colours = st.tuples(*[st.integers(0, 255)] * 3)
palettes = st.sampled_from([BRIGHT, LOW_LIGHT])
WOOD: Rgb = (150, 104, 62)


def a_table(a: Rgb, b: Rgb, board: Rgb = WOOD) -> TableColours:
    return TableColours(board, PerSeat(a, b))


def test_counters_that_are_easily_distinguished_are_shown_as_they_are() -> None:
    shown = themed(BRIGHT, a_table((20, 60, 130), (230, 140, 60)))
    for seat, (red, green, blue) in ((Seat.A, (20, 60, 130)), (Seat.B, (230, 140, 60))):
        assert shown.counter(seat).fill == pytest.approx((red, green, blue), abs=2)


@given(palettes, colours, colours, colours)
def test_counters_differ_in_lightness_and_bear_marks(palette: Palette, a: Rgb, b: Rgb, board: Rgb) -> None:
    shown = themed(palette, a_table(a, b, board))
    lights = [lightness(paint.fill) for paint in shown.counters]
    assert abs(lights[0] - lights[1]) >= APART - 2
    assert min(lights) >= LIGHTNESS[0] - 2
    assert all(contrast(paint.fill, paint.ink) >= 3 for paint in shown.counters)


@given(palettes, colours)
def test_what_is_drawn_on_the_board_stands_out_whatever_its_colour(palette: Palette, board: Rgb) -> None:
    shown = themed(palette, a_table((20, 60, 130), (230, 140, 60), board))
    assert contrast(shown.board, shown.page.ink) >= 7
    drawn = (shown.board_line, shown.sacred_line, shown.go, shown.back, shown.good)
    assert min(contrast(colour, shown.board) for colour in drawn) >= 3


def test_the_lighter_counters_stay_the_lighter_ones() -> None:
    red, green = (170, 60, 50), (70, 110, 60)
    shown = themed(BRIGHT, a_table(red, green))
    a, b = (lightness(paint.fill) for paint in shown.counters)
    assert (a > b) == (lightness(red) > lightness(green))


def test_black_on_white_stays_so() -> None:
    assert themed(HIGH_CONTRAST, a_table((170, 60, 50), (70, 110, 60))) == HIGH_CONTRAST
