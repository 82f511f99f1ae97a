"""Pictures of pages, to look at."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pygame

from companion.display.screen import Screen
from companion.interface.presentation import Density
from companion.interface.views import View
from companion.presentation.palette import PALETTES
from five_lines_lab.errors import PagesError
from five_lines_lab.gallery.png import as_png

SIZES: tuple[tuple[int, int], ...] = ((800, 480), (480, 320), (1024, 600), (1280, 720), (720, 1280))
"""The default sizes of the pictures: width and height in pixels."""

MIN_SIDE_PX = 240
"""Minimum width and height: no display for a station is smaller, and buttons would have no width left."""


@dataclass(frozen=True)
class PagePicture:
    """A picture of a page; `complete` is True if every text fits its box and the page."""

    path: Path
    complete: bool


def parse_size(text: str) -> tuple[int, int]:
    """Return width and height of a size written as `800x480`; raises PagesError."""
    found = re.fullmatch(r"(\d{3,4})x(\d{3,4})", text)
    if not found or min(int(found[1]), int(found[2])) < MIN_SIDE_PX:
        raise PagesError(
            f"size {text!r}: write width and height, each at least {MIN_SIDE_PX} pixels, such as 800x480"
        )
    return int(found[1]), int(found[2])


def draw_gallery(
    folder: Path,
    views: Mapping[str, View],
    sizes: Iterable[tuple[int, int]],
    languages: Iterable[str],
    density: Density = Density.HOME,
) -> Iterator[PagePicture]:
    """Draw views in every size, language and palette into a folder; yield one picture at a time."""
    for size in sizes:
        surface = pygame.Surface(size)
        for language in languages:
            for theme in PALETTES:
                screen = Screen(surface, theme, language, two_sided=True, rotation=0)
                screen.density = density
                place = folder / f"{size[0]}x{size[1]}" / language / theme
                place.mkdir(parents=True, exist_ok=True)
                for name, view in views.items():
                    screen.show(view)
                    path = place / f"{name}.png"
                    path.write_bytes(as_png(surface))
                    page = surface.get_rect()
                    complete = all(text.fits and page.contains(text.box) for text in screen.texts)
                    yield PagePicture(path, complete)
