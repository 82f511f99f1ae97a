"""Sizes in millimetres turned into pixels, and boxes cut into rows and columns."""

import itertools
import math
from dataclasses import dataclass

import pygame

TARGET_MM = 9.0
"""The least side of anything that is to be touched."""

SMALL_MM = 3.1
BODY_MM = 4.4
PROMPT_MM = 6.2
TITLE_MM = 7.4
"""Sizes of type, from line to line. SMALL_MM is the least that is legible at arm's length."""


@dataclass(frozen=True, slots=True)
class Metrics:
    """How many pixels a millimetre has on the usual panel of a size.

    Screens with fewer than 640 pixels on the longer side are taken for 3.5 inch panels, all others for 7 inch
    ones: 800x480 has 5.2 pixels a millimetre, 480x320 has 6.5, 1024x600 has 6.7 and 720x1280 has 8.3.
    """

    width_px: int
    height_px: int

    @property
    def px_per_mm(self) -> float:
        """Pixels a millimetre."""
        inches = 3.5 if max(self.width_px, self.height_px) < 640 else 7.0
        return math.hypot(self.width_px, self.height_px) / (inches * 25.4)

    def px(self, length_mm: float) -> int:
        """A length in pixels."""
        return round(length_mm * self.px_per_mm)

    @property
    def target_px(self) -> int:
        """The least side of anything that is to be touched."""
        return math.ceil(TARGET_MM * self.px_per_mm)

    @property
    def gap_px(self) -> int:
        """The usual space between things; narrow where every pixel is needed."""
        return self.px(0.6 if self.small else 1.6)

    @property
    def small(self) -> bool:
        """Whether the screen is so small that words have to be few."""
        return min(self.width_px, self.height_px) < 400

    @property
    def portrait(self) -> bool:
        """Whether the screen stands upright."""
        return self.height_px > self.width_px


def rows(box: pygame.Rect, count: int, gap_px: int) -> list[pygame.Rect]:
    """A box cut into rows of the same height."""
    edges = [box.top + round(i * (box.height + gap_px) / count) for i in range(count + 1)]
    return [
        pygame.Rect(box.left, top, box.width, below - gap_px - top)
        for top, below in itertools.pairwise(edges)
    ]


def columns(box: pygame.Rect, count: int, gap_px: int) -> list[pygame.Rect]:
    """A box cut into columns of the same width."""
    edges = [box.left + round(i * (box.width + gap_px) / count) for i in range(count + 1)]
    return [
        pygame.Rect(left, box.top, right - gap_px - left, box.height)
        for left, right in itertools.pairwise(edges)
    ]


def grid(box: pygame.Rect, across: int, down: int, gap_px: int) -> list[pygame.Rect]:
    """A box cut into cells, row by row."""
    return [cell for row in rows(box, down, gap_px) for cell in columns(row, across, gap_px)]


def cut_top(box: pygame.Rect, height_px: int, gap_px: int = 0) -> tuple[pygame.Rect, pygame.Rect]:
    """The upper part of a box with a height, and the rest below it."""
    rest = pygame.Rect(box.left, box.top + height_px + gap_px, box.width, box.height - height_px - gap_px)
    return pygame.Rect(box.left, box.top, box.width, height_px), rest


def cut_bottom(box: pygame.Rect, height_px: int, gap_px: int = 0) -> tuple[pygame.Rect, pygame.Rect]:
    """The rest of a box, and its lower part with a height."""
    lower = pygame.Rect(box.left, box.bottom - height_px, box.width, height_px)
    return pygame.Rect(box.left, box.top, box.width, box.height - height_px - gap_px), lower


def cut_left(box: pygame.Rect, width_px: int, gap_px: int = 0) -> tuple[pygame.Rect, pygame.Rect]:
    """The left part of a box with a width, and the rest beside it."""
    rest = pygame.Rect(box.left + width_px + gap_px, box.top, box.width - width_px - gap_px, box.height)
    return pygame.Rect(box.left, box.top, width_px, box.height), rest


def cut_right(box: pygame.Rect, width_px: int, gap_px: int = 0) -> tuple[pygame.Rect, pygame.Rect]:
    """The rest of a box, and its right part with a width."""
    right = pygame.Rect(box.right - width_px, box.top, width_px, box.height)
    return pygame.Rect(box.left, box.top, box.width - width_px - gap_px, box.height), right
