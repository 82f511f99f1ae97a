"""Arrows on the drawn board: a possible move, a way back, the move to make, the move made."""

import itertools
import math
from collections.abc import Sequence

import pygame

from companion.display.drawing.fonts import font
from companion.display.drawing.table.counters import counter
from companion.game import Seat
from companion.presentation.board_geometry import Place
from companion.presentation.board_picture import ArrowStyle
from companion.presentation.fonts import Face
from companion.presentation.palette import Palette

TWICE = 2  # arrows are drawn twice as large and scaled down, which smooths their edges


def draw_arrow(
    sheet: pygame.Surface, way: Sequence[Place], look: ArrowStyle, point_px: float, palette: Palette
) -> None:
    """Draw an arrow along a way, with a thin halo that sets it off, on a sheet enlarged by `TWICE`."""
    source, target = way[0], way[-1]
    colour = palette.back if look in (ArrowStyle.BACK, ArrowStyle.WENT) else palette.go
    width = arrow_width_px(look, point_px)
    trimmed = point_px * 0.28
    path = [
        place for place in way if math.dist(place, target) > trimmed and math.dist(place, source) > trimmed
    ]
    if len(path) < 2:
        return
    tip, (bx, by) = path[-1], target
    angle = math.atan2(by - tip[1], bx - tip[0])
    head = width * (1.5 if look is ArrowStyle.SHALL else 2.1)
    barbs = [
        (tip[0] + head * math.cos(angle + turn), tip[1] + head * math.sin(angle + turn))
        for turn in (0.0, 2.3, -2.3)
    ]
    halo = 2.0 * TWICE
    for paint, extra in ((palette.board, halo), (colour, 0.0)):
        for number, (one, other) in enumerate(itertools.pairwise(path)):
            if look in (ArrowStyle.WENT, ArrowStyle.BACK) and not extra and number % 8 >= 5:
                continue
            # A thick line of pygame is thinner where it slants, and flat at its ends.
            half = (width + extra) / 2
            side = (pygame.Vector2(other) - one).normalize().rotate(90) * half
            pygame.draw.polygon(sheet, paint, (one + side, other + side, other - side, one - side))
            for end in (one, other):
                pygame.draw.circle(sheet, paint, end, half)
        pygame.draw.polygon(sheet, paint, barbs)
        if extra:
            pygame.draw.polygon(sheet, paint, barbs, round(extra))


def arrow_width_px(look: ArrowStyle, point_px: float) -> float:
    """Return the width of an arrow's line on an enlarged sheet."""
    return max(3.0 * TWICE, point_px * (0.24 if look is ArrowStyle.SHALL else 0.13))


def draw_step(
    surface: pygame.Surface,
    number: int,
    middle: Place,
    width_px: float,
    look: ArrowStyle,
    palette: Palette,
) -> None:
    """Draw the number of a step, counted from the counter's start, on a disc."""
    strong = palette.back if look in (ArrowStyle.BACK, ArrowStyle.WENT) else palette.go
    fill, ink = (strong, palette.page.fill) if look is not ArrowStyle.MAY else (palette.page.fill, strong)
    place = round(middle[0]), round(middle[1])
    radius = max(7, round(width_px / 2))
    pygame.draw.circle(surface, strong, place, radius + 1)
    pygame.draw.circle(surface, fill, place, radius - 1)
    drawn = font(round(radius * 1.7), Face.BOLD).render(str(number), True, ink)
    box = drawn.get_bounding_rect()
    surface.blit(drawn, (place[0] - box.centerx, place[1] - box.centery))


def draw_ghost(sheet: pygame.Surface, seat: Seat, middle: Place, counter_px: int, palette: Palette) -> None:
    """Draw a counter where it will lie: half transparent, in a broken ring."""
    drawn = counter(seat, counter_px, palette).copy()
    drawn.set_alpha(150)
    sheet.blit(drawn, drawn.get_rect(center=(round(middle[0]), round(middle[1]))))
    radius, dashes = counter_px * 0.58, 9
    for dash in range(dashes):
        angles = [math.tau * (dash + i / 16) / dashes for i in range(9)]
        arc = [(middle[0] + radius * math.cos(a), middle[1] + radius * math.sin(a)) for a in angles]
        for place in arc:
            pygame.draw.circle(sheet, palette.go, place, max(1.0, counter_px * 0.05))
