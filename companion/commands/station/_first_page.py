"""The page that a station shows while it starts: an empty board, in the colours of the theme.

It comes before the modules that draw the other pages and read the board have been imported, which takes
most of a start. It has no words, so it needs no catalogue and no font.
"""

from contextlib import suppress

import pygame

from companion.app.pygame_setup import NoDisplayError, open_surface
from companion.display.drawing.palette import PALETTES
from companion.settings.sections import DisplaySettings

PITCHES = 5.0  # length of a line in distances between lines; the board is as wide, with its frame
LINES = 5


def show_first_page(settings: DisplaySettings) -> None:
    """Open the window of the pages and draw the board on it.

    Where that fails the station says so itself, unless another one runs, which it says first.
    """
    size = settings.width_px, settings.height_px
    with suppress(NoDisplayError):
        draw_first_page(open_surface(size, fullscreen=settings.fullscreen), settings)
        pygame.display.flip()


def draw_first_page(surface: pygame.Surface, settings: DisplaySettings) -> None:
    """Draw the board in the middle of a surface, its lines from the lower edge of the page to the upper."""
    palette = PALETTES[settings.theme]
    surface.fill(palette.page.fill)
    pitch = 0.8 * min(surface.get_size()) / (PITCHES + 1)
    board = pygame.Rect(0, 0, round((PITCHES + 1) * pitch), round((PITCHES + 1) * pitch))
    board.center = surface.get_rect().center
    pygame.draw.rect(surface, palette.board, board, border_radius=round(pitch / 3))
    width = max(2, round(pitch / 20))
    for number in range(LINES):
        ink = palette.sacred_line if number == LINES // 2 else palette.board_line
        across = (number - LINES // 2) * pitch
        top = pygame.Vector2(across, -PITCHES / 2 * pitch).rotate(settings.rotation)
        bottom = pygame.Vector2(across, PITCHES / 2 * pitch).rotate(settings.rotation)
        pygame.draw.line(surface, ink, board.center + top, board.center + bottom, width)
        for end in (board.center + top, board.center + bottom):
            pygame.draw.circle(surface, palette.board, end, pitch * 0.3)
            pygame.draw.circle(surface, ink, end, pitch * 0.3, width)
