"""Sizes in millimetres turned into pixels, and boxes cut into rows and columns."""

import itertools
import math
from dataclasses import dataclass, field

import pygame

from companion.interface.presentation import Density

TARGET_MM = 9.0
"""The least side of anything that is to be touched, at home; at arm's length a finger finds it."""

GALLERY_TARGET_MM = 15.0
"""The same in a gallery, where people stand, reach over and miss."""

INCH_MM = 25.4

SMALL_MM = 3.1
BODY_MM = 4.4
PROMPT_MM = 6.2
TITLE_MM = 7.4
"""Sizes of type, from line to line, at home. SMALL_MM is the least that is legible at arm's length."""

GALLERY_TYPE_MM = 16.5 * 25.4 / 72
"""The least type in a gallery, for readers who stand: 16 points, and what rounding to pixels takes away."""

LARGE_TYPE = 1.25
"""So many times larger is everything for who asks for large type."""

SMALL_SCREEN_MM = 62.0
"""A screen whose shorter side is less at home has little room."""

MIN_MM = (74.0, 46.0)
"""The longer and the shorter side of the smallest screen that pages are made for."""

USUAL_INCHES = 7.0
USUAL_SMALL_INCHES = 3.5
"""The diagonal that panels have if nobody says otherwise; fewer than 640 pixels make it a small one."""


def larger_than_at_home(density: Density, large_type: bool) -> float:
    """How many times larger than at home everything is to be."""
    wanted = LARGE_TYPE if large_type else 1.0
    if density is Density.GALLERY:
        wanted *= max(GALLERY_TARGET_MM / TARGET_MM, GALLERY_TYPE_MM / SMALL_MM)
    return wanted


@dataclass(frozen=True, slots=True)
class Metrics:
    """How many pixels things have on a screen: everything is laid out in millimetres.

    `glass_mm` is the diagonal; 0 takes the screen for the usual panel of its pixels: 800x480 has 5.2 pixels a
    millimetre, 480x320 has 6.5, 1024x600 has 6.7 and 720x1280 has 8.3. Everything is `larger` than at home as
    far as the screen has room: as if it were a smaller one, seen from nearer.
    """

    width_px: int
    height_px: int
    glass_mm: float = 0.0
    larger: float = 1.0
    px_per_mm: float = field(init=False, compare=False)
    """Pixels for what measures a millimetre at home: asked for so often that it is reckoned once."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "px_per_mm", self.true_px_per_mm * self.enlarged)

    @property
    def true_px_per_mm(self) -> float:
        """Pixels a millimetre of the screen's glass."""
        usual = USUAL_SMALL_INCHES if max(self.width_px, self.height_px) < 640 else USUAL_INCHES
        return math.hypot(self.width_px, self.height_px) / (self.glass_mm or usual * 25.4)

    @property
    def enlarged(self) -> float:
        """How many times larger than at home everything is."""
        longer, shorter = (
            side / self.true_px_per_mm / least
            for side, least in zip(
                sorted((self.width_px, self.height_px), reverse=True),
                MIN_MM,
                strict=True,
            )
        )
        return max(1.0, min(self.larger, longer, shorter))

    @property
    def least_type_mm(self) -> float:
        """The least type that is asked for on this screen, in true millimetres."""
        return min(self.px(SMALL_MM) / self.true_px_per_mm, 16 * 25.4 / 72)

    @property
    def least_target_mm(self) -> float:
        """The least side of a target that is asked for on this screen, in true millimetres."""
        return min(self.target_px / self.true_px_per_mm, GALLERY_TARGET_MM)

    @property
    def least_target_px(self) -> int:
        """The same in pixels: where there is little room, targets may be as small as this."""
        return math.ceil(self.least_target_mm * self.true_px_per_mm)

    def px(self, length_mm: float) -> int:
        """A length at home in pixels."""
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
        """Whether the screen has so little room that words have to be few."""
        return min(self.width_px, self.height_px) / self.px_per_mm < SMALL_SCREEN_MM

    @property
    def narrow(self) -> bool:
        """Whether it stands upright and has so little room: what else stands in a row stands in two."""
        return self.small and self.portrait

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
