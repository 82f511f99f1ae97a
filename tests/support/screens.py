"""Screens for tests, shown as a station begins unless something else is asked for."""

import itertools
from collections.abc import Callable, Collection

import pygame
import pytest

from companion.display.screen import Screen
from companion.interface.presentation import Density, Theme
from companion.presentation.words import LANGUAGES
from five_lines_lab.gallery.gallery import SIZES

SMALLEST = (480, 320)


def by_day(languages: Collection[str]) -> set[tuple[tuple[int, int], str]]:
    """Return the smallest screen in all languages, and each other size in one of them."""
    pairs = zip(SIZES, itertools.cycle(languages), strict=False)
    return {*itertools.product([SMALLEST], languages), *pairs}


BY_DAY = by_day(tuple(LANGUAGES))

two_sizes_by_day = pytest.mark.parametrize(
    "size",
    [
        pytest.param(size, marks=() if size in (SMALLEST, SIZES[-1]) else pytest.mark.nightly)
        for size in SIZES
    ],
    ids=lambda size: f"{size[0]}x{size[1]}",
)
"""Every size, but by day the smallest and the upright one alone."""

every_size_and_language = pytest.mark.parametrize(
    ("size", "language"),
    [
        pytest.param(
            *pair,
            marks=() if pair in BY_DAY else pytest.mark.nightly,
            id=f"{pair[0][0]}x{pair[0][1]}-{pair[1]}",
        )
        for pair in itertools.product(SIZES, LANGUAGES)
    ],
)
"""For tests that draw many pages; those that are not drawn by day are drawn at night."""


def screen_on(
    surface: pygame.Surface,
    theme: Theme = Theme.BRIGHT,
    language: str = "en",
    *,
    two_sided: bool = True,
    rotation: int = 0,
    density: Density = Density.HOME,
    clock: Callable[[], float] | None = None,
) -> Screen:
    """A screen; without a clock, people look at it for a second before they touch it."""
    clock = clock or itertools.count().__next__
    screen = Screen(surface, theme, language, two_sided=two_sided, rotation=rotation, clock=clock)
    screen.density = density
    return screen
