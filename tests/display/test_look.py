"""Type, targets, overlaps and contrast, as bench/look.py measures them from the pixels of the pages."""

import pygame
import pytest

from bench.look import asked, contrasts_seen, measure, packed
from companion.display.drawing.layout import Metrics, larger_than_at_home
from companion.interface.presentation import Density, Theme
from companion.presentation.palette import contrast
from five_lines_lab.gallery.examples import examples
from tests.support.screens import every_size_and_language, screen_on


@pytest.mark.slow
@every_size_and_language
def test_in_a_gallery_nothing_is_cut_too_small_or_on_something_else(
    size: tuple[int, int], language: str
) -> None:
    """At home `test_pages.py` measures the same on every page that there is."""
    density = Density.GALLERY
    surface = pygame.Surface(size)
    screen = screen_on(surface, language=language, density=density)
    larger = larger_than_at_home(density, large_type=False)
    found, problems = asked(Metrics(*size, larger=larger), with_contrast=False), list[str]()
    for name, view in examples().items():
        screen.show(view)
        measure(screen, surface, name, found, problems, with_contrast=False)
    assert problems == []
    assert [str(least) for least in found.values() if not least.holds] == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("theme", "size", "language"),
    [
        (Theme.LOW_LIGHT, (800, 480), "de"),
        (Theme.BRIGHT, (1024, 600), "el"),
        (Theme.HIGH_CONTRAST, (720, 1280), "el"),
    ],
)
def test_in_a_gallery_all_is_as_large_and_stands_out_as_much_as_is_asked_for(
    theme: Theme, size: tuple[int, int], language: str
) -> None:
    surface = pygame.Surface(size)
    screen = screen_on(surface, theme, language, density=Density.GALLERY)
    larger = larger_than_at_home(Density.GALLERY, large_type=False)
    found, problems = asked(Metrics(*size, larger=larger)), list[str]()
    for name, view in examples().items():
        screen.show(view)
        measure(screen, surface, name, found, problems)
    assert problems == []
    assert [str(least) for least in found.values() if not least.holds] == []


def test_contrast_is_measured_as_eyes_see_it() -> None:
    red, green = (200, 40, 30), (30, 120, 40)
    surface = pygame.Surface((4, 1))
    surface.fill(red)
    surface.set_at((2, 0), green)
    assert contrasts_seen(packed(surface))["all cones"] == pytest.approx(contrast(red, green), abs=0.01)
    surface.fill((40,) * 3)
    surface.set_at((3, 0), (200,) * 3)
    for seen in contrasts_seen(packed(surface)).values():
        assert seen == pytest.approx(contrast((40,) * 3, (200,) * 3), rel=0.05)
