"""The drawn board has the board's own picture for a surface: in its place, and all stands out on it."""

from dataclasses import replace

import numpy as np
import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.display.drawing.table.skin import SPREAD, inlay, inlay_box, with_skin
from companion.display.drawing.table.slab import slab
from companion.game import RING, Point
from companion.game.board import PerSeat
from companion.interface.presentation import Rgb, Skin, TableColours
from companion.presentation.board_geometry import BoardGeometry
from companion.presentation.palette import (
    BRIGHT,
    HIGH_CONTRAST,
    LOW_LIGHT,
    TEXT_CONTRAST,
    Palette,
    contrast,
)
from companion.presentation.themed import themed

PITCH, LONG, EDGE = 40, 240, 20


def a_board(fill: Rgb, spots: dict[Point, Rgb]) -> Skin:
    """A picture of a bare board in one colour, with spots on some of its points."""
    pixels = np.full((LONG + 2 * EDGE, 4 * PITCH + 2 * EDGE, 3), fill, np.uint8)
    for point, colour in spots.items():
        index = RING.index(point)
        x = EDGE + PITCH * (index if index < 5 else 9 - index)
        y = EDGE + (LONG if index < 5 else 0)
        pixels[y - 4 : y + 5, x - 4 : x + 5] = colour
    return Skin(pixels, left_px=EDGE, pitch_px=PITCH, top_px=EDGE, bottom_px=EDGE + LONG)


SCREENS = [(400, 380), (640, 300), (420, 620)]


@pytest.mark.parametrize("size", SCREENS)
def test_no_ring_of_the_picture_is_a_ghost_beside_the_drawn_ones(size: tuple[int, int]) -> None:
    geometry = BoardGeometry(pygame.Rect((0, 0), size), 20, beside=True)
    board = a_board((60, 60, 60), dict.fromkeys(RING, (255, 255, 255)))
    assert (pygame.surfarray.array3d(inlay(board, geometry)) == 60).all()


@pytest.mark.parametrize("gap", range(4))
@pytest.mark.parametrize("size", SCREENS)
def test_a_vein_between_two_lines_lies_there(gap: int, size: tuple[int, int]) -> None:
    geometry = BoardGeometry(pygame.Rect((0, 0), size), 20, beside=True)
    board = a_board((60, 60, 60), {})
    middle_px = EDGE + PITCH * gap + PITCH // 2
    board.pixels[:, middle_px - 2 : middle_px + 3] = (255, 255, 255)
    drawn = pygame.surfarray.array3d(inlay(board, geometry))
    (one, _), (other, _) = geometry.point(RING[gap]), geometry.point(RING[gap + 1])
    column = round((one + other) / 2) - inlay_box(geometry).left
    assert (drawn[column] > 200).all()


@pytest.mark.slow
@pytest.mark.parametrize("palette", [BRIGHT, LOW_LIGHT], ids=lambda palette: palette.theme)
@settings(max_examples=20, deadline=None)
@given(*[st.tuples(*[st.integers(0, 255)] * 3)] * 3)
def test_what_is_drawn_on_the_board_stands_out_wherever_it_is(
    palette: Palette, fill: Rgb, one: Rgb, other: Rgb
) -> None:
    skin = a_board(fill, {Point.A1: one, Point.B4: other})
    shown = with_skin(themed(palette, TableColours(fill, PerSeat((20, 60, 130), (230, 140, 60)))), skin)
    assert shown.skin is not None
    colours = np.unique(shown.skin.pixels.reshape(-1, 3), axis=0)
    spread = [contrast((int(r), int(g), int(b)), shown.page.ink) for r, g, b in colours]
    assert min(spread) >= TEXT_CONTRAST - 0.5
    assert SPREAD <= 10


def test_without_a_picture_and_in_high_contrast_the_board_is_drawn_in_its_colour() -> None:
    table = TableColours((200, 150, 90), PerSeat((20, 60, 130), (230, 140, 60)))
    skin = a_board((200, 150, 90), {})
    assert with_skin(themed(BRIGHT, table), None).skin is None
    assert with_skin(themed(HIGH_CONTRAST, table), skin).skin is None


def test_the_picture_is_in_a_frame_of_the_colour_of_the_board() -> None:
    pygame.display.init()
    skin = a_board((200, 150, 90), {})
    skin.pixels[:, EDGE + PITCH // 2] = (40, 30, 20)
    shown = with_skin(
        themed(BRIGHT, TableColours((200, 150, 90), PerSeat((20, 60, 130), (230, 140, 60)))), skin
    )
    slabs = (slab((400, 380), 20, 9, palette, beside=False) for palette in (shown, replace(shown, skin=None)))
    drawn, plain = (pygame.surfarray.array3d(each).astype(int) for each in slabs)
    assert np.abs(drawn - plain).max() > 10
    edge = drawn[180:220, 4:12].reshape(-1, 3).mean(axis=0)
    assert edge == pytest.approx(shown.board, abs=8)
