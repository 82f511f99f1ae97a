"""The page that a station shows while it starts: an empty board, in the colours of the theme.

It comes before most of the program has been imported, and has no words, so it needs no catalogue and no font.
"""

from contextlib import suppress

import pygame

from companion.app.pygame_setup import NoDisplayError, open_surface, window_size_px
from companion.presentation.palette import PALETTES
from companion.settings.sections import DisplaySettings


def show_first_page(settings: DisplaySettings, table_wh: tuple[int, int] = (0, 0)) -> None:
    """Open the window and draw the board; where that fails, the station says so when it opens its own.

    `table_wh` is the size of the virtual table's picture, whose place on the left stays empty.
    """
    with suppress(NoDisplayError):
        left_px, size = table_wh[0], window_size_px(settings, table_wh)
        window = open_surface(size, fullscreen=settings.fullscreen and not left_px)
        pages = window.subsurface(left_px, 0, window.get_width() - left_px, window.get_height())
        draw_first_page(pages, settings)
        pygame.display.flip()


def draw_first_page(surface: pygame.Surface, settings: DisplaySettings) -> None:
    """Draw the board in the middle of a surface, as the page is turned."""
    palette, pitch = PALETTES[settings.theme], 0.8 * min(surface.get_size()) / 6
    surface.fill(palette.page.fill)
    board = pygame.Rect(0, 0, round(6 * pitch), round(6 * pitch))
    board.center = surface.get_rect().center
    pygame.draw.rect(surface, palette.board, board, border_radius=round(pitch / 3))
    width = max(2, round(pitch / 20))
    for number in range(-2, 3):
        ink = palette.board_line if number else palette.sacred_line
        places = [pygame.Vector2(number, end).rotate(settings.rotation) * pitch for end in (-2.5, 2.5)]
        top, bottom = (board.center + place for place in places)
        pygame.draw.line(surface, ink, top, bottom, width)
        for end in (top, bottom):
            pygame.draw.circle(surface, palette.board, end, pitch * 0.3)
            pygame.draw.circle(surface, ink, end, pitch * 0.3, width)
