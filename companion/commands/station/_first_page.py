"""The page that a station shows while it starts: an empty board, in the colours of the theme.

It comes before most of the program has been imported, and has no words, so it needs no catalogue and no font.
"""

from contextlib import suppress

import pygame

from companion.app.pygame_setup import NoDisplayError, open_surface
from companion.display.drawing.palette import PALETTES
from companion.settings.sections import DisplaySettings


def show_first_page(settings: DisplaySettings) -> None:
    """Open the window and draw the board; where that fails, the station says so when it opens its own."""
    with suppress(NoDisplayError):
        size = settings.width_px, settings.height_px
        draw_first_page(open_surface(size, fullscreen=settings.fullscreen), settings)
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
