"""While nobody is there and the page is still, the loop turns less often, and input wakes it."""

import os
from types import SimpleNamespace
from typing import cast

import pygame
import pytest

from companion.app.open_station import STILL_TURNS, TURNS_PER_S, Opened, wait_for_turn
from companion.app.pygame_setup import open_surface

TURN_S = 1 / TURNS_PER_S[1]


class Hall:
    """A station that rests or not, whose button waits without any time going by but its own."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, *, resting: bool, drew: bool, touched_s: float
    ) -> None:
        self.now_s = 100.0
        self.touched_s = 100.0 + touched_s
        self.station = SimpleNamespace(is_resting=lambda now_s: resting)
        self.window = SimpleNamespace(drew=drew)
        self.devices = SimpleNamespace(button=self)
        monkeypatch.setattr(pygame.event, "peek", lambda: self.now_s >= self.touched_s)

    def wait(self, timeout_s: float) -> None:
        self.now_s += timeout_s

    def waited_s(self) -> float:
        wait_for_turn(cast(Opened, self), 100.0, lambda: self.now_s, STILL_TURNS)
        return self.now_s - 100.0


@pytest.mark.parametrize(
    ("resting", "drew", "touched_s", "waited_s"),
    [
        (False, False, 9.0, 1 / TURNS_PER_S[0]),
        (True, True, 9.0, TURN_S),
        (True, False, 9.0, STILL_TURNS * TURN_S),
        (True, False, 0.1, TURN_S),
    ],
)
def test_a_still_page_that_nobody_is_at_has_fewer_turns(
    resting: bool, drew: bool, touched_s: float, waited_s: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = Hall(monkeypatch, resting=resting, drew=drew, touched_s=touched_s)
    assert hall.waited_s() == pytest.approx(waited_s)


@pytest.mark.parametrize(("driver", "set_by_us"), [("x11", "0"), ("KMSDRM", None), ("wayland", None)])
def test_only_x11_draws_without_opengl(
    driver: str, set_by_us: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others have no other way; on X11 its copies of the window took 150 MB."""
    name, seen = "SDL_FRAMEBUFFER_ACCELERATION", []
    monkeypatch.setenv(name, "")
    monkeypatch.delenv(name)
    monkeypatch.setattr(pygame.display, "init", lambda: None)
    monkeypatch.setattr(pygame.display, "get_driver", lambda: driver)
    monkeypatch.setattr(pygame.display, "set_mode", lambda *_: seen.append(os.environ.get(name)))
    open_surface((8, 8), fullscreen=False)
    assert seen == [set_by_us]
