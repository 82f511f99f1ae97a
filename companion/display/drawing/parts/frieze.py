"""A meander, as on vases, along the bottom of pages that have room for it."""

import itertools
from functools import lru_cache

import pygame

from companion.display.drawing.canvas import Canvas
from companion.display.drawing.icons import FINE, blank
from companion.display.drawing.layout import cut_top
from companion.presentation.palette import Colour

HEIGHT_MM = 6.5  # height of the frieze
MIN_ROOM = 1.5  # minimum height of the box, in heights of the frieze

_KEY = ((0, 4), (0, 0), (4, 0), (4, 3), (2, 3), (2, 2), (3, 2), (3, 1), (1, 1), (1, 4), (5, 4))
"""One turn of the meander, in squares from its upper left corner; the next begins five to the right."""
_ACROSS, _DOWN = 5, 4


def draw_frieze(canvas: Canvas, box: pygame.Rect) -> None:
    """Draw a meander along the lower edge of a box, if there is room and the palette isn't plain."""
    height = canvas.metrics.px(HEIGHT_MM)
    if not canvas.palette.relief or box.height < MIN_ROOM * height or box.width < 2 * height:
        return
    drawn = meander(box.width, height, canvas.palette.rule)
    canvas.surface.blit(drawn, drawn.get_rect(midbottom=box.midbottom))


def draw_frieze_below(canvas: Canvas, box: pygame.Rect, used_px: int) -> None:
    """Draw a frieze in what is left of a box below its used height."""
    draw_frieze(canvas, cut_top(box, min(used_px, box.height))[1])


@lru_cache(maxsize=8)
def meander(width: int, height: int, colour: Colour) -> pygame.Surface:
    """Draw as many whole turns as fit a width, between two lines."""
    square = height * FINE / (_DOWN + 4)
    turns = max(1, int((width * FINE / square - 1) // _ACROSS))
    thick = max(1, round(square * 0.42))
    across = (turns * _ACROSS + 1) * square
    sheet = blank((round(across), height * FINE), colour)
    way = [
        ((number * _ACROSS + x + 0.5) * square, (y + 2) * square) for number in range(turns) for x, y in _KEY
    ]
    for (x1, y1), (x2, y2) in itertools.pairwise(way):
        left, top = min(x1, x2) - thick / 2, min(y1, y2) - thick / 2
        size = abs(x2 - x1) + thick, abs(y2 - y1) + thick
        pygame.draw.rect(sheet, colour, pygame.Rect(round(left), round(top), round(size[0]), round(size[1])))
    for y in (0.5, _DOWN + 3.5):
        line = pygame.Rect(0, round(y * square - thick / 2), sheet.get_width(), thick)
        pygame.draw.rect(sheet, colour, line)
    return pygame.transform.smoothscale(sheet, (width, height))
