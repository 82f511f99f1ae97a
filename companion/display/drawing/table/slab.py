"""The bare drawn board: its picture or a slab of clay, incised lines, the sacred one painted."""

from functools import lru_cache

import pygame

from companion.display.drawing.icons import FINE, blank
from companion.display.drawing.relief import clay, lit_disc, shade
from companion.display.drawing.table.skin import inlay, inlay_box
from companion.game import RING, Point
from companion.presentation.board_geometry import BoardGeometry
from companion.presentation.palette import Colour, Palette
from companion.presentation.proportions import LINE, SACRED

SEEN_THROUGH = 96  # opacity, of 255, of a hollow over the board's picture


@lru_cache(maxsize=12)
def slab(
    size_wh: tuple[int, int], label_px: int, radius_px: int, palette: Palette, *, beside: bool
) -> pygame.Surface:
    """Return the bare board."""
    geometry = BoardGeometry(pygame.Rect((0, 0), size_wh), label_px, beside=beside)
    drawn = _plate(size_wh, radius_px, palette)
    if palette.skin is not None:
        _inlay(drawn, geometry, palette)
    for point in RING[:5]:
        opposite = RING[9 - RING.index(point)]
        _draw_line(drawn, geometry, point, opposite, palette)
    diameter = round(geometry.point_px)
    for point in Point:
        hollow = _hollow(diameter, palette, sacred=_is_sacred(point))
        x, y = geometry.point(point)
        drawn.blit(hollow, hollow.get_rect(center=(round(x), round(y))))
    drawn.set_alpha(255, pygame.RLEACCEL)  # All but its corners is opaque: drawn ten times as fast.
    return drawn


def _is_sacred(point: Point) -> bool:
    return point in (Point.A3, Point.B3)


def _plate(size_wh: tuple[int, int], radius_px: int, palette: Palette) -> pygame.Surface:
    depth = 1.0 if palette.relief else 0.0
    drawn = pygame.Surface(size_wh, pygame.SRCALPHA)
    drawn.blit(clay(size_wh, palette.board, depth), (0, 0))
    width, height = size_wh
    mask = blank((width * FINE, height * FINE), (255, 255, 255))
    pygame.draw.rect(mask, (255, 255, 255, 255), mask.get_rect(), border_radius=radius_px * FINE)
    drawn.blit(pygame.transform.smoothscale(mask, size_wh), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    line = shade(palette.board, -0.3) if palette.relief else palette.board_line
    pygame.draw.rect(drawn, line, drawn.get_rect(), 2, border_radius=radius_px)
    return drawn


def _inlay(drawn: pygame.Surface, geometry: BoardGeometry, palette: Palette) -> None:
    """Set the board's own picture into a frame of the same colour."""
    if palette.skin is None:
        return
    box = inlay_box(geometry)
    if box.width <= 0 or box.height <= 0:
        return
    drawn.blit(inlay(palette.skin, geometry), box.topleft)
    dark, light = shade(palette.board, -0.35), shade(palette.board, 0.3)
    pygame.draw.lines(drawn, dark, False, [box.bottomleft, box.topleft, box.topright], 2)
    pygame.draw.lines(drawn, light, False, [box.bottomleft, box.bottomright, box.topright], 2)


def _draw_line(
    drawn: pygame.Surface, geometry: BoardGeometry, one: Point, other: Point, palette: Palette
) -> None:
    (x, top), (_, bottom) = geometry.point(other), geometry.point(one)
    # From rim to rim: the hollows are seen through.
    top, bottom = top + geometry.point_px * 0.46, bottom - geometry.point_px * 0.46
    if not _is_sacred(one):
        _cut(drawn, x, top, bottom, max(2, round(geometry.point_px * LINE)), palette.board_line, palette)
        return
    width = max(5, round(geometry.point_px * SACRED))
    edge = max(1, width // 5)
    band = pygame.Rect(round(x - width / 2), round(top), width, round(bottom - top))
    pygame.draw.rect(drawn, palette.sacred_line, band)
    # Light in its middle: it is recognised without its colour.
    inner = band.inflate(-2 * max(edge, round(width * 0.34)), 0)
    pygame.draw.rect(drawn, palette.board, inner)
    if palette.relief:
        pygame.draw.line(drawn, shade(palette.board, 0.25), band.topright, band.bottomright)
    ring = round(geometry.point_px * 0.42)
    middle = lit_disc(ring, palette.board, palette.sacred_line, 0.28, 0.0)
    drawn.blit(middle, middle.get_rect(center=(round(x), round((top + bottom) / 2))))


def _cut(
    drawn: pygame.Surface,
    x: float,
    top: float,
    bottom: float,
    width: int,
    colour: Colour,
    palette: Palette,
) -> None:
    """Draw a line cut into the clay: its far edge catches the light."""
    left = round(x - width / 2)
    pygame.draw.rect(drawn, colour, (left, round(top), width, round(bottom - top)))
    if palette.relief:
        light = shade(palette.board, 0.3)
        pygame.draw.line(drawn, light, (left + width, round(top)), (left + width, round(bottom)))


@lru_cache(maxsize=16)
def _hollow(diameter_px: int, palette: Palette, *, sacred: bool) -> pygame.Surface:
    """Draw a point: a shallow hollow with a line round it."""
    fill = shade(palette.board, -0.07) if palette.relief else palette.board
    edge = palette.sacred_line if sacred else palette.board_line
    share = 0.16 if sacred else 0.1
    drawn = lit_disc(diameter_px, fill, edge, share, -0.45 if palette.relief else 0.0)
    if palette.skin is not None:
        # What the board is made of is seen in it.
        inner = pygame.Surface(drawn.get_size(), pygame.SRCALPHA)
        inner.fill((255, 255, 255, 255))
        middle, radius = diameter_px // 2, round(diameter_px / 2 * (1 - share))
        pygame.draw.circle(inner, (255, 255, 255, SEEN_THROUGH), (middle, middle), radius)
        drawn.blit(inner, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return drawn
