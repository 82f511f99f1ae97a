"""The window is painted again after something else has lain over it, or the display has lost it."""

from collections.abc import Iterator
from contextlib import closing

import numpy as np
import pygame
import pytest

from companion.app.window import Window
from companion.settings.sections import DisplaySettings
from five_lines_lab.gallery.examples import examples

WELCOME = examples()["welcome"]
EVENTS = ("VIDEOEXPOSE", "WINDOWEXPOSED", "WINDOWRESTORED", "WINDOWSHOWN", "WINDOWDISPLAYCHANGED")


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    with closing(Window(DisplaySettings(), "en")) as window:
        window.intents()
        window.show(WELCOME, ())
        yield window


@pytest.mark.parametrize("name", EVENTS)
def test_an_unchanged_page_is_painted_again(
    window: Window, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    if not hasattr(pygame, name):
        pytest.skip(f"this pygame has no {name}")
    surface = pygame.display.get_surface()
    page = pygame.surfarray.array3d(surface)
    surface.fill("red")
    flipped = []
    monkeypatch.setattr(pygame.display, "flip", lambda: flipped.append(pygame.surfarray.array3d(surface)))
    window.show(WELCOME, ())
    assert not flipped, "nothing has happened to the display"
    pygame.event.post(pygame.event.Event(getattr(pygame, name)))
    assert window.intents() == []
    window.show(WELCOME, ())
    assert np.array_equal(flipped[-1], page)
    flips = len(flipped)
    window.show(WELCOME, ())
    assert len(flipped) == flips, "once is enough"
