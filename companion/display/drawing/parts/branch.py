"""A growing olive wreath: the crown of winners at the great games."""

import math

import pygame

from companion.display.drawing.canvas import Canvas
from companion.display.drawing.icons import blank
from companion.game import Point
from companion.presentation.board_geometry import BoardGeometry
from companion.presentation.palette import Colour

TWICE = 2  # branches are drawn twice as large and scaled down, which smooths their edges

LEAVES = 11
MIN_GROWN = 0.05  # a leaf that is smaller is not drawn
GROWS = 0.35  # share of the whole time that each leaf takes; leaves farther from the root start later


def leaf_grown(number: int, progress: float) -> float:
    """Return how far a leaf has grown, 0 to 1; all are whole at the end."""
    begins = (1 - GROWS) * number / (LEAVES - 1)
    part = min(max((progress - begins) / GROWS, 0.0), 1.0)
    return part * part * (3 - 2 * part)


def draw_crown(canvas: Canvas, geometry: BoardGeometry, goal: Point, progress: float) -> None:
    """Draw a wreath round the half of the line that the winner has filled."""
    (x, y), inwards = geometry.point(goal), geometry.inwards(goal)
    high = geometry.half_px + geometry.point_px * 0.7
    wide = min(2 * geometry.pitch_px, 1.2 * high)
    crown = pygame.Rect(0, 0, round(wide), round(high))
    crown.center = round(x), round(y + inwards * (geometry.half_px - geometry.point_px * 0.3) / 2)
    draw_wreath(canvas.surface, crown, canvas.palette.good, progress, opens_up=inwards > 0)


def draw_wreath(
    surface: pygame.Surface, box: pygame.Rect, colour: Colour, progress: float, *, opens_up: bool = True
) -> None:
    """Draw two branches, up to their growth, round a box from its lower edge; the top stays open."""
    sheet = blank((box.width * TWICE, box.height * TWICE), colour)
    middle = sheet.get_width() / 2, sheet.get_height() / 2
    length = min(sheet.get_width() * 0.24, sheet.get_height() / LEAVES * 1.5)
    across, down = middle[0] - length * 0.75, middle[1] - length * 0.75
    end = min(1.0, progress / (1 - GROWS) + 0.02)
    for side in (-1, 1):
        stem = [_on_wreath(middle, across, down, side, end * part / 40) for part in range(41)]
        pygame.draw.lines(sheet, colour, False, stem, max(2, round(length / 9)))
        for number in range(LEAVES):
            grown, share = leaf_grown(number, progress), number / (LEAVES - 1)
            if grown > MIN_GROWN:
                root = _on_wreath(middle, across, down, side, share)
                ahead = _on_wreath(middle, across, down, side, share + 0.02)
                angle = math.atan2(ahead[1] - root[1], ahead[0] - root[0])
                for turn in (-1, 1):
                    _draw_leaf(sheet, root, angle + turn * math.radians(40), length * grown, colour)
    wreath = pygame.transform.smoothscale(sheet, box.size)
    surface.blit(wreath if opens_up else pygame.transform.flip(wreath, False, True), box.topleft)


def _on_wreath(
    middle: tuple[float, float], across: float, down: float, side: int, share: float
) -> tuple[float, float]:
    """Return the place at a share of one branch, 0 at its root."""
    angle = math.radians(90 - side * 150 * share)
    return middle[0] + across * math.cos(angle), middle[1] + down * math.sin(angle)


def _draw_leaf(
    sheet: pygame.Surface, root: tuple[float, float], angle: float, length: float, colour: Colour
) -> None:
    along, across = (math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))
    outline = []
    for side in (1, -1):
        for part in range(13):
            share = part / 12 if side == 1 else 1 - part / 12
            wide = side * 0.15 * length * math.sin(math.pi * share) ** 0.8
            outline.append(
                (
                    root[0] + along[0] * length * share + across[0] * wide,
                    root[1] + along[1] * length * share + across[1] * wide,
                )
            )
    pygame.draw.polygon(sheet, colour, outline)
