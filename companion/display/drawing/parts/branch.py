"""A growing olive branch: the crown of winners at the great games."""

import math

import pygame

from companion.display.drawing.icons import blank
from companion.display.drawing.palette import Colour

TWICE = 2
"""Branches are drawn twice as large and scaled down, which smooths their edges."""

LEAVES = 11
GROWS = 0.35
"""Share of the whole time that each leaf takes; leaves farther from the root start later."""


def leaf_grown(number: int, progress: float) -> float:
    """Return how far a leaf has grown, 0 to 1; all are whole at the end."""
    begins = (1 - GROWS) * number / (LEAVES - 1)
    part = min(max((progress - begins) / GROWS, 0.0), 1.0)
    return part * part * (3 - 2 * part)


def draw_branch(surface: pygame.Surface, box: pygame.Rect, colour: Colour, progress: float) -> None:
    """Draw a branch along a box, from left to right, leaves in pairs, up to its growth."""
    size = (box.width * TWICE, box.height * TWICE)
    sheet = blank(size, colour)
    middle, step = size[1] / 2, size[0] / (LEAVES + 1)
    length = min(step * 1.25, size[1] * 0.62)
    end = size[0] * min(1.0, progress / (1 - GROWS) + 0.02)
    pygame.draw.line(sheet, colour, (0, middle), (end - step / 2, middle), max(2, size[1] // 40))
    for number in range(LEAVES):
        grown = leaf_grown(number, progress)
        if grown <= 0.05:
            continue
        root = (step * (number + 0.5), middle)
        for side in (-1, 1):
            _draw_leaf(sheet, root, side * math.radians(52), length * grown, colour)
    surface.blit(pygame.transform.smoothscale(sheet, box.size), box.topleft)


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
