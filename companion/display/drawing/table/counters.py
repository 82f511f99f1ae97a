"""Counters: each seat has a mark as well as a colour."""

from functools import lru_cache

import pygame

from companion.display.drawing.canvas import Canvas
from companion.display.drawing.icons import FINE, blank
from companion.display.drawing.relief import lit_disc, soft_disc
from companion.game import Seat
from companion.presentation.palette import Colour, Paint, Palette, contrast
from companion.presentation.proportions import ARM, COUNTER_EDGE, DOT, RING, RING_WIDTH

SEEN_CONTRAST = 3.0  # minimum contrast of graphics (WCAG 2.2, success criterion 1.4.11)
PLATED = 0.84  # share of a plate that the counter on it takes


@lru_cache(maxsize=128)
def counter(seat: Seat, diameter_px: int, palette: Palette) -> pygame.Surface:
    """Return a counter on a transparent surface: A's has a dot, B's a ring and a cross."""
    diameter_px = max(diameter_px, 4)
    paint = palette.counter(seat)
    drawn = lit_disc(
        diameter_px, paint.fill, palette.board_line, COUNTER_EDGE, 1.0 if palette.relief else 0.0
    )
    drawn.blit(_mark(seat, diameter_px, palette), (0, 0))
    return drawn


def _mark(seat: Seat, diameter_px: int, palette: Palette) -> pygame.Surface:
    ink = palette.counter(seat).ink
    side = diameter_px * FINE
    sheet = blank((side, side), ink)
    middle, radius = (side // 2, side // 2), side // 2
    if seat is Seat.A:
        pygame.draw.circle(sheet, ink, middle, round(radius * DOT))
    else:
        width = max(2, round(radius * RING_WIDTH))
        pygame.draw.circle(sheet, ink, middle, round(radius * RING), width)
        arm = round(radius * ARM)
        for dx, dy in ((arm, 0), (0, arm)):
            one, other = (middle[0] - dx, middle[1] - dy), (middle[0] + dx, middle[1] + dy)
            pygame.draw.line(sheet, ink, one, other, width)
    return pygame.transform.smoothscale(sheet, (diameter_px, diameter_px))


def draw_counter(
    surface: pygame.Surface,
    seat: Seat,
    middle: tuple[float, float],
    diameter_px: int,
    palette: Palette,
    lifted: float = 0.0,
) -> None:
    """Draw a counter centred on a place; `lifted` 0 lies on the board, 1 is as high as it is wide."""
    if palette.relief and diameter_px >= 16:
        shadow = soft_disc(diameter_px, 0.08 + 0.1 * lifted)
        low = diameter_px * (0.05 + 0.25 * lifted)
        surface.blit(shadow, shadow.get_rect(center=(round(middle[0] + low * 0.6), round(middle[1] + low))))
    drawn = counter(seat, diameter_px, palette)
    surface.blit(drawn, drawn.get_rect(center=(round(middle[0]), round(middle[1]))))


def draw_counter_on(
    canvas: Canvas, seat: Seat, middle: tuple[float, float], diameter_px: int, behind: Paint
) -> None:
    """Draw a counter on a plate, with a visible rim where it would be hard to see."""
    palette, surface = canvas.palette, canvas.surface
    if contrast(palette.counter(seat).fill, behind.fill) < SEEN_CONTRAST:
        rim = _disc(diameter_px, behind.ink)
        surface.blit(rim, rim.get_rect(center=(round(middle[0]), round(middle[1]))))
        diameter_px = round(diameter_px * PLATED)
    draw_counter(surface, seat, middle, diameter_px, palette)


@lru_cache(maxsize=32)
def _disc(diameter_px: int, colour: Colour) -> pygame.Surface:
    side = max(diameter_px, 4) * FINE
    sheet = blank((side, side), colour)
    pygame.draw.circle(sheet, colour, (side // 2, side // 2), side // 2)
    return pygame.transform.smoothscale(sheet, (side // FINE, side // FINE))
