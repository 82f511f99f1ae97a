"""Screens for tests, shown as a station begins unless something else is asked for."""

import pygame

from companion.display.screen import Screen
from companion.game import Seat
from companion.interface.presentation import Density, Theme


def screen_on(
    surface: pygame.Surface,
    theme: Theme = Theme.BRIGHT,
    language: str = "en",
    *,
    two_sided: bool = True,
    rotation: int = 0,
    near: Seat = Seat.A,
    density: Density = Density.HOME,
) -> Screen:
    screen = Screen(surface, theme, language, two_sided=two_sided, rotation=rotation, near=near)
    screen.density = density
    return screen
