"""Screens for tests, shown as a station begins unless something else is asked for."""

import itertools

import pygame
import pytest

from companion.display.gallery.gallery import SIZES
from companion.display.screen import Screen
from companion.display.words import LANGUAGES
from companion.interface.presentation import Density, Theme

SMALLEST = (480, 320)
BY_DAY = {(SMALLEST, language) for language in LANGUAGES} | set(zip(SIZES, LANGUAGES, strict=True))
"""The smallest screen in all languages, and each other in one."""

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
) -> Screen:
    screen = Screen(surface, theme, language, two_sided=two_sided, rotation=rotation)
    screen.density = density
    return screen
