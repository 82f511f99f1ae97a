"""Arrows on the drawn board: where a counter may go, has to go back, shall go, or went."""

import itertools
import math
from dataclasses import dataclass
from enum import Enum

import pygame

from companion.display.drawing.board_geometry import Place
from companion.display.drawing.counters import counter
from companion.display.drawing.palette import Palette
from companion.game import OWN_HALF, Move, Point, Reserve, Seat, point_at

TWICE = 2
"""Arrows are drawn twice as large and then made small, which makes their edges smooth."""

STEPS = 60
"""Into so many straight parts a bent way is cut."""


class ArrowStyle(Enum):
    """What an arrow means, and so how it looks."""

    MAY = "may"
    """The counter may go there: one of several, slender."""
    BACK = "back"
    """The counter has to go back there."""
    SHALL = "shall"
    """The counter shall go there: broad, the counter ringed, and its ghost where it will lie."""
    WENT = "went"
    """The counter went there, and another move was better: dashed."""


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow for a counter of a seat, between points; None is beside the board, in hand."""

    seat: Seat
    source: Point | None
    target: Point | None
    look: ArrowStyle = ArrowStyle.MAY


def arrows_of(move: Move, look: ArrowStyle) -> tuple[Arrow, ...]:
    """The arrow of a move, and that of the counter it sends back in hand."""
    source = move.source if isinstance(move.source, Point) else None
    if move.source is Reserve.HOME:
        source = point_at(move.seat, OWN_HALF)
    arrow = Arrow(move.seat, source, move.target, look)
    return (arrow, Arrow(move.seat.other, move.target, None, look)) if move.hits else (arrow,)


def draw_arrow(
    sheet: pygame.Surface, source: Place, target: Place, look: ArrowStyle, point_px: float, palette: Palette
) -> None:
    """A bent arrow with a thin halo that sets it off from counters, on a sheet `TWICE` as large."""
    colour = palette.back if look in (ArrowStyle.BACK, ArrowStyle.WENT) else palette.go
    width = max(3.0 * TWICE, point_px * (0.24 if look is ArrowStyle.SHALL else 0.13))
    trimmed = point_px * 0.28
    path = [
        place
        for place in bent_path(source, target, sheet.get_size(), width * 1.2)
        if math.dist(place, target) > trimmed and math.dist(place, source) > trimmed
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
            if look is ArrowStyle.WENT and not extra and number % 8 >= 5:
                continue
            pygame.draw.circle(sheet, paint, one, (width + extra) / 2 - 1)
            pygame.draw.line(sheet, paint, one, other, round(width + extra))
        pygame.draw.polygon(sheet, paint, barbs)
        if extra:
            pygame.draw.polygon(sheet, paint, barbs, round(extra))


def bent_path(source: Place, target: Place, size_wh: tuple[int, int], margin_px: float) -> list[Place]:
    """The way from one place to another, bent as far as it stays on a sheet of a size.

    It bends towards the middle, where there is room; where there is none, to the other side.
    """
    (ax, ay), (bx, by) = source, target
    across, down = -(by - ay), bx - ax
    mid_x, mid_y = (ax + bx) / 2, (ay + by) / 2
    towards = (size_wh[0] / 2 - mid_x) * across * 0.2 + (size_wh[1] / 2 - mid_y) * down
    side = -1.0 if towards < 0 else 1.0
    for bend in (0.28, -0.28, 0.2, -0.2, 0.12, -0.12, 0.0):
        middle = (mid_x + side * bend * across, mid_y + side * bend * down)
        path = [bezier(source, middle, target, i / STEPS) for i in range(STEPS + 1)]
        if all(
            margin_px <= x <= size_wh[0] - margin_px and margin_px <= y <= size_wh[1] - margin_px
            for x, y in path
        ):
            break
    return path


def draw_ghost(sheet: pygame.Surface, seat: Seat, middle: Place, counter_px: int, palette: Palette) -> None:
    """A counter as it will lie: half seen, in a broken ring."""
    drawn = counter(seat, counter_px, palette).copy()
    drawn.set_alpha(150)
    sheet.blit(drawn, drawn.get_rect(center=(round(middle[0]), round(middle[1]))))
    radius, dashes = counter_px * 0.58, 9
    for dash in range(dashes):
        angles = [math.tau * (dash + i / 16) / dashes for i in range(9)]
        arc = [(middle[0] + radius * math.cos(a), middle[1] + radius * math.sin(a)) for a in angles]
        for place in arc:
            pygame.draw.circle(sheet, palette.go, place, max(1.0, counter_px * 0.05))


def bezier(one: Place, bend: Place, other: Place, t: float) -> Place:
    """A place on the way from one place to another, bent towards a third; `t` runs from 0 to 1."""
    u = 1 - t
    return (
        u * u * one[0] + 2 * u * t * bend[0] + t * t * other[0],
        u * u * one[1] + 2 * u * t * bend[1] + t * t * other[1],
    )
