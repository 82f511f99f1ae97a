"""Counters as they are seen: a seat is told by its mark as well as by its colour."""

from functools import lru_cache

import pygame

from companion.display.drawing.icons import FINE, blank
from companion.display.drawing.palette import Palette
from companion.game import Seat


@lru_cache(maxsize=64)
def counter(seat: Seat, diameter_px: int, palette: Palette) -> pygame.Surface:
    """A counter on nothing: A's bears a dot, B's a ring and a cross."""
    side = max(diameter_px, 4) * FINE
    sheet = blank((side, side), palette.board_line)
    middle, radius = (side // 2, side // 2), side // 2
    paint = palette.counter(seat)
    edge = max(2, round(side * 0.05))
    pygame.draw.circle(sheet, palette.board_line, middle, radius)
    pygame.draw.circle(sheet, paint.fill, middle, radius - edge)
    if seat is Seat.A:
        pygame.draw.circle(sheet, paint.ink, middle, round(radius * 0.3))
    else:
        width = max(2, round(radius * 0.14))
        pygame.draw.circle(sheet, paint.ink, middle, round(radius * 0.68), width)
        arm = round(radius * 0.36)
        for dx, dy in ((arm, 0), (0, arm)):
            one, other = (middle[0] - dx, middle[1] - dy), (middle[0] + dx, middle[1] + dy)
            pygame.draw.line(sheet, paint.ink, one, other, width)
    return pygame.transform.smoothscale(sheet, (side // FINE, side // FINE))


def draw_counter(
    surface: pygame.Surface, seat: Seat, middle: tuple[float, float], diameter_px: int, palette: Palette
) -> None:
    """A counter with its middle on a place."""
    drawn = counter(seat, diameter_px, palette)
    surface.blit(drawn, drawn.get_rect(center=(round(middle[0]), round(middle[1]))))
