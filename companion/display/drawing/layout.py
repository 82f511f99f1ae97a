"""Layout: millimetres to pixels, and boxes cut into rows and columns."""

import itertools
import math
from dataclasses import dataclass, field

import pygame

from companion.interface.presentation import Density

TARGET_MM = 9.0  # smallest side of a touch target at home, at arm's length
GALLERY_TARGET_MM = 15.0  # the same in a gallery, where people stand, reach over and miss

INCH_MM = 25.4

SMALL_MM = 3.1
BODY_MM = 4.4
PROMPT_MM = 6.2
TITLE_MM = 7.4  # type sizes (line heights) at home. SMALL_MM is the smallest that is legible at arm's length.

GALLERY_TYPE_MM = 16.5 * 25.4 / 72
"""Smallest type in a gallery, for readers who stand: 16 points, less the rounding to pixels."""

LARGE_TYPE = 1.25  # enlargement for the setting "large type"
SMALL_SCREEN_MM = 62.0  # a screen whose shorter side is less than this at home counts as small
TINY_PX = 400  # pixels that a page is high at least if a reason is given beside what is to be done
ROOMY_MM = 80.0
"""Room on the shorter side, in millimetres at home, above which all grows with its root in a gallery: a
larger screen is seen from farther. Type on 1920x1080 at 15.6 inches is 14 % larger than on 7 inches."""
HOME_ROOMY_MM = 110.0
"""The same at home, where a large screen would else be half empty: 15.6 inches are drawn 33 % larger."""

MIN_MM = (74.0, 46.0)  # the sides of the smallest screen that pages are made for

USUAL_INCHES = {0: 3.5, 640: 7.0, 1366: 15.6}
"""The usual diagonal of a panel, by the least number of pixels on its longer side."""


def larger_than_at_home(density: Density, large_type: bool) -> float:
    """Return how many times larger than at home everything is drawn."""
    wanted = LARGE_TYPE if large_type else 1.0
    if density is Density.GALLERY:
        wanted *= max(GALLERY_TARGET_MM / TARGET_MM, GALLERY_TYPE_MM / SMALL_MM)
    return wanted


@dataclass(frozen=True)
class Metrics:
    """Pixel sizes on a screen: everything is laid out in millimetres.

    `glass_mm` is the diagonal; 0 takes the usual panel for the pixels: 800x480 has 5.2 pixels a millimetre,
    480x320 has 6.5, 1024x600 has 6.7, 720x1280 has 8.3 and 1920x1080 has 5.6. Everything is `larger` than at
    home as far as the screen has room, as if the screen were smaller and seen from nearer; on a large screen
    it is larger still. Paper, which is read from near, has 0 there.
    """

    width_px: int
    height_px: int
    glass_mm: float = 0.0
    larger: float = 1.0
    px_per_mm: float = field(init=False, compare=False)
    """Pixels per millimetre at home: cached, because it is read very often."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "px_per_mm", self.true_px_per_mm * self.enlarged)

    @property
    def true_px_per_mm(self) -> float:
        """Pixels per millimetre of the glass."""
        usual = max(inches for px, inches in USUAL_INCHES.items() if max(self.width_px, self.height_px) >= px)
        return math.hypot(self.width_px, self.height_px) / (self.glass_mm or usual * INCH_MM)

    @property
    def enlarged(self) -> float:
        """Return how many times larger than at home everything is."""
        longer, shorter = (
            side / self.true_px_per_mm / least
            for side, least in zip(
                sorted((self.width_px, self.height_px), reverse=True),
                MIN_MM,
                strict=True,
            )
        )
        larger = self.larger
        roomy_mm = ROOMY_MM if larger > LARGE_TYPE else HOME_ROOMY_MM
        if larger:
            larger *= max(1.0, math.sqrt(shorter * MIN_MM[1] / larger / roomy_mm))
        return max(1.0, min(larger, longer, shorter))

    @property
    def min_target_mm(self) -> float:
        """Smallest side of a touch target on this screen, in millimetres of the glass."""
        return min(self.target_px / self.true_px_per_mm, GALLERY_TARGET_MM)

    @property
    def min_target_px(self) -> int:
        """The same in pixels; targets may be this small where there is little room."""
        return math.ceil(self.min_target_mm * self.true_px_per_mm)

    def px(self, length_mm: float) -> int:
        """Convert a length at home to pixels."""
        return round(length_mm * self.px_per_mm)

    @property
    def target_px(self) -> int:
        """Smallest side of a touch target where there is room."""
        return math.ceil(TARGET_MM * self.px_per_mm)

    @property
    def gap_px(self) -> int:
        """The usual gap; narrow on small screens."""
        return self.px(0.6 if self.small else 1.6)

    @property
    def small(self) -> bool:
        """True if the screen has so little room that words have to be few."""
        return min(self.width_px, self.height_px) / self.px_per_mm < SMALL_SCREEN_MM

    @property
    def narrow(self) -> bool:
        """True if the screen is upright and small: what stands in a row elsewhere stands in two."""
        return self.small and self.portrait

    @property
    def tiny(self) -> bool:
        """True if the screen has no room for a reason beside what is to be done."""
        return self.height_px < TINY_PX and not self.portrait

    @property
    def portrait(self) -> bool:
        """True if the screen is upright."""
        return self.height_px > self.width_px


def rows(box: pygame.Rect, count: int, gap_px: int) -> list[pygame.Rect]:
    """Cut a box into rows of equal height."""
    edges = [box.top + round(i * (box.height + gap_px) / count) for i in range(count + 1)]
    return [
        pygame.Rect(box.left, top, box.width, below - gap_px - top)
        for top, below in itertools.pairwise(edges)
    ]


def columns(box: pygame.Rect, count: int, gap_px: int) -> list[pygame.Rect]:
    """Cut a box into columns of equal width."""
    edges = [box.left + round(i * (box.width + gap_px) / count) for i in range(count + 1)]
    return [
        pygame.Rect(left, box.top, right - gap_px - left, box.height)
        for left, right in itertools.pairwise(edges)
    ]


def grid(box: pygame.Rect, across: int, down: int, gap_px: int) -> list[pygame.Rect]:
    """Cut a box into cells, row by row."""
    return [cell for row in rows(box, down, gap_px) for cell in columns(row, across, gap_px)]


def cut_top(box: pygame.Rect, height_px: int, gap_px: int = 0) -> tuple[pygame.Rect, pygame.Rect]:
    """Return the top part of a box with a given height, and the rest."""
    rest = pygame.Rect(box.left, box.top + height_px + gap_px, box.width, box.height - height_px - gap_px)
    return pygame.Rect(box.left, box.top, box.width, height_px), rest


def cut_bottom(box: pygame.Rect, height_px: int, gap_px: int = 0) -> tuple[pygame.Rect, pygame.Rect]:
    """Return the rest of a box, and its bottom part with a given height."""
    lower = pygame.Rect(box.left, box.bottom - height_px, box.width, height_px)
    return pygame.Rect(box.left, box.top, box.width, box.height - height_px - gap_px), lower


def cut_left(box: pygame.Rect, width_px: int, gap_px: int = 0) -> tuple[pygame.Rect, pygame.Rect]:
    """Return the left part of a box with a given width, and the rest."""
    rest = pygame.Rect(box.left + width_px + gap_px, box.top, box.width - width_px - gap_px, box.height)
    return pygame.Rect(box.left, box.top, width_px, box.height), rest


def cut_right(box: pygame.Rect, width_px: int, gap_px: int = 0) -> tuple[pygame.Rect, pygame.Rect]:
    """Return the rest of a box, and its right part with a given width."""
    right = pygame.Rect(box.right - width_px, box.top, width_px, box.height)
    return pygame.Rect(box.left, box.top, box.width - width_px - gap_px, box.height), right
