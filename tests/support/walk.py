"""A way through the real program: its window, journal and files; a finger, a button, a clock that is set.

Nothing is replaced but what a machine for tests lacks: the camera is plugged in over the virtual table and
takes a picture each turn, SDL draws where nobody sees it, and no time passes but by `wait`.
"""

import os
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np
import pygame
import pytest

from calibration.calibration_folder import save
from companion.app.open_station import Opened, StationPlan, opened
from companion.app.virtual.autoplay import learned_reader
from companion.game import Rules, start_position
from companion.interface.intents import Ask, Intent, Named, Number, Pick, kind_of
from companion.interface.views import AttractView, View
from companion.journal import FILE_NAME
from companion.settings.sections import Settings
from companion.settings.settings_file import read_settings, settings_text
from companion.station.worker import Lane
from hardware.button import StandInButton
from hardware.camera.camera import FrameSource, LiveCamera, Picture
from hardware.device import HardwareError, SwappedError
from hardware.settings import CameraDevice, PinDevice, SoundDevice
from hardware.virtual_table import SIZE_PX
from hardware.virtual_table.table import VirtualCamera, VirtualTable, virtual_table
from hardware.wall_clock import WallClock
from tests.support.fake_clock import FakeClock
from tests.support.shared import shared
from vision.calibration import Calibration

SIZES = ((800, 480), (720, 1280))
"""The screens that every way is walked at."""

EVERY_SIZE = (SIZES[0], pytest.param(SIZES[1], marks=pytest.mark.nightly))
"""The same for tests of which the second size is left to the night."""

USUAL = Settings()
SEED = 1
TURN_S = 0.1

Shown = TypeVar("Shown", bound=View)


def banded(picture: Picture, number: int) -> Picture:
    """The picture of this number under a lamp that flickers by a tenth: bands roll through all of them."""
    rows = np.arange(picture.shape[0])[:, None, None]
    light = 1 + 0.1 * np.sin(2 * np.pi * (rows / 120 + 0.4 * number))
    return np.clip(picture * light, 0, 255).astype(np.uint8)


def trembling(picture: Picture, number: int) -> Picture:
    """The picture of this number from a mast that trembles by 0.8 pixels."""
    move = np.column_stack([np.eye(2), np.random.default_rng(number).normal(0, 0.8, 2)])
    size_wh = picture.shape[1], picture.shape[0]
    return np.asarray(cv2.warpAffine(picture, move, size_wh, borderMode=cv2.BORDER_REPLICATE), np.uint8)


@dataclass
class Plug:
    """What the camera over the virtual table hangs on; `blur_px` is how far its lens is out of focus.

    `has_spot`: there is dirt on the lens. `has_bands`: a lamp's flicker rolls through the pictures.
    `trembles`: its mast does. `is_turned`: it hangs the other way round. While it `is_frozen` it gives the
    last picture again and again, to the last bit, which its noise else keeps it from. `is_other`: another
    camera is at its place.
    """

    table: VirtualTable
    is_in: bool = True
    blur_px: float = 0.0
    has_spot: bool = False
    has_bands: bool = False
    trembles: bool = False
    is_turned: bool = False
    is_frozen: bool = False
    is_other: bool = False
    _last: Picture | None = None
    _taken: int = 0

    def open(self) -> FrameSource:
        """The camera, if it is plugged in."""
        self._check()
        camera = VirtualCamera(self.table)
        plug = self

        class Source:
            def take(self) -> Picture:
                plug._check()
                if plug.is_frozen and plug._last is not None:
                    return plug._last.copy()
                picture = plug._noisy(camera.take())
                if plug.is_turned:
                    picture = np.ascontiguousarray(picture[::-1, ::-1])
                if plug.blur_px:
                    picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), plug.blur_px), np.uint8)
                if plug.has_spot:
                    light = cv2.circle(np.ones(picture.shape[:2], np.float32), (150, 250), 20, 0.3, -1)
                    picture = (picture * cv2.GaussianBlur(light, (0, 0), 3.0)[..., None]).astype(np.uint8)
                if plug.has_bands:
                    picture = banded(picture, plug._taken)
                if plug.trembles:
                    picture = trembling(picture, plug._taken)
                plug._last = picture
                return picture

            def close(self) -> None:
                pass

        return Source()

    def _noisy(self, picture: Picture) -> Picture:
        """A picture that differs from the one before, as little as can be."""
        self._taken += 1
        noisy = picture.copy()
        noisy[0, 0, 0] ^= self._taken % 2
        return noisy

    def _check(self) -> None:
        if not self.is_in:
            raise HardwareError("nothing is plugged in", "plug it in")
        if self.is_other:
            raise SwappedError("another camera is at its place")


@dataclass
class Walk:
    """Somebody at a station that is open."""

    it: Opened
    clock: FakeClock
    table: VirtualTable
    folder: Path
    rules: Rules
    plug: Plug

    @property
    def view(self) -> View:
        """What is shown."""
        return self.it.station.view(self.clock())

    @property
    def texts(self) -> list[str]:
        """Every text that stands on the page."""
        return [text.string for text in self.it.window.screen.texts if text.string]

    @property
    def intents(self) -> list[Intent]:
        """What a touch can ask for, without those whose meaning is a place."""
        return [target.intent for target in self.it.window.screen.targets if target.intent is not None]

    def shows(self, kind: type[Shown]) -> Shown:
        """The page that is shown, which must be of this kind."""
        view = self.view
        assert isinstance(view, kind), view
        return view

    def turn(self) -> None:
        """One turn of the program, with a new picture."""
        self.it.devices.camera.step()  # not started, so that no thread races
        self.it.loop.turn()

    def wait(self, seconds: float, turn_s: float = TURN_S) -> None:
        """Let time pass."""
        until_s = self.clock() + seconds
        while self.clock() < until_s - 1e-9:
            self.clock.go(min(turn_s, until_s - self.clock()))
            self.turn()

    def wait_for(self, is_so: Callable[[], bool], max_s: float) -> None:
        """Let time pass until something is so, which must be within so many seconds."""
        until_s = self.clock() + max_s
        while not is_so():
            assert self.clock() < until_s, self.view
            self.wait(TURN_S)

    def touch(self, wanted: Intent) -> None:
        """Touch what asks for this, once the page takes touches; it must be on the page."""
        found = [target for target in self.it.window.screen.targets if target.intent == wanted]
        assert found, f"{wanted} is not offered on {type(self.view).__name__}: {self.intents}"
        self.wait(found[-1].from_s - self.clock())
        self.touch_at(*found[-1].box.center)

    def named(self, what: Named) -> list[str]:
        """What can be chosen of a kind, by its name."""
        return [it.name for it in self.intents if isinstance(it, Pick) and it.what is what]

    def find(self, wanted: Intent) -> None:
        """Touch what asks for this, which may stand on another leaf of the page."""
        seen: set[tuple[tuple[Intent, ...], int]] = set()
        for nearest in (0, -1):  # to the first leaf, then to the last
            while wanted not in self.intents and (tuple(self.intents), nearest) not in seen:
                seen.add((tuple(self.intents), nearest))
                leaves = [it for it in self.intents if kind_of(it) is Number.LEAF]
                if leaves:
                    self.touch(leaves[nearest])
        assert wanted in self.intents, f"{wanted} is on no leaf of {type(self.view).__name__}"
        self.touch(wanted)

    def touch_at(self, x: int, y: int, held_s: float = TURN_S) -> None:
        """Put a finger down at a place of the page, and lift it again after a while."""
        self._point(pygame.MOUSEBUTTONDOWN, x, y)
        self.wait(held_s)
        self._point(pygame.MOUSEBUTTONUP, x, y)
        self.wait(TURN_S)

    def drag(self, start: tuple[int, int], end: tuple[int, int], *, finger: bool = False) -> None:
        """Drag from a place of the page to another, with the mouse or a finger."""
        down, move, up = (pygame.MOUSEBUTTONDOWN, pygame.MOUSEMOTION, pygame.MOUSEBUTTONUP)
        if finger:
            down, move, up = (pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP)
        between = (start[0] + end[0]) // 2, (start[1] + end[1]) // 2
        for kind, place in ((down, start), (move, between), (move, end), (up, end)):
            self._point(kind, *place)
            self.wait(TURN_S)

    def key(self, key: int, mod: int = 0) -> None:
        """Press a key."""
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, {"key": key, "mod": mod, "unicode": ""}))
        self.wait(TURN_S)

    def press(self, held_s: float = TURN_S) -> None:
        """Press the dice button, and let it go after a while."""
        button = self.it.devices.button
        assert isinstance(button, StandInButton)
        button.push()
        self.wait(held_s)
        button.release()
        self.wait(TURN_S)

    def press_second(self) -> None:
        """Press the second button, and let it go."""
        button = self.it.devices.second_button
        assert isinstance(button, StandInButton)
        button.push()
        self.wait(TURN_S)
        button.release()
        self.wait(TURN_S)

    def begin_game(self) -> None:
        """From the welcome page to the first throw, with the board laid."""
        self.table.lay(start_position(self.rules).halves())
        if isinstance(self.view, AttractView):
            self.press()
        self.press()
        self.wait(4.0)

    def picture(self, name: str) -> None:
        """Save the page that is shown, for people to look at."""
        folder = os.environ.get("FIVE_LINES_WALK_PICTURES")
        if folder:
            size = "x".join(map(str, self.it.window.screen.size))
            pygame.image.save(pygame.display.get_surface(), f"{folder}/{name}-{size}.png")

    def _point(self, kind: int, x: int, y: int) -> None:
        if kind in (pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP):
            width, height = self.it.window.screen.size
            place: dict[str, object] = {
                "touch_id": 1,
                "finger_id": 1,
                "x": x / (width - 1),
                "y": y / (height - 1),
            }
        else:
            place = {"pos": (x, y), "button": 1, "touch": False}
        pygame.event.post(pygame.event.Event(kind, place))


@contextmanager
def walk(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    size: tuple[int, int] = SIZES[0],
    settings: Settings = USUAL,
    *,
    clock: FakeClock | None = None,
    frame_wh: tuple[int, int] = SIZE_PX,
    calibrated: bool = True,
    plugged: bool = True,
    wall: WallClock = lambda: None,
    new: bool = False,
) -> Iterator[Walk]:
    """A station with its files in a folder, with a screen of a size and a camera with frames of a size.

    Opened again in the same folder it is the same station after a new start. Not `calibrated`, it has never
    learned its board, and nobody wants to set it up; not `plugged`, it has no camera; if `new`, it has no
    file of settings either. `wall` tells the time of the day.
    """
    path = folder / "station.toml"
    here = _at_this_table(settings, size)
    if not path.exists() and not new:
        path.write_text(settings_text(here), encoding="utf-8")
        if calibrated:
            save(_calibration(frame_wh), folder / "calibration")
    clock = clock or FakeClock()
    table = virtual_table(SEED, frame_wh)
    plug = Plug(table, plugged)
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.setattr(LiveCamera, "start", lambda camera: camera)
    monkeypatch.setattr("hardware.camera.opencv.OpenCvSource", lambda *_: plug.open())
    read = (read_settings(path) if path.exists() else here).located(folder)
    plan = StationPlan(
        read, read.game.chosen(), folder / "data" / FILE_NAME, virtual=False, seed=SEED, settings_file=path
    )
    with opened(plan, clock, random.Random(SEED).randbytes, wall, {Lane.BOARD}) as it:
        person = Walk(it, clock, table, folder, plan.rules, plug)
        person.turn()
        if not (calibrated or new):
            # Somebody has put away what would lead through setting it up.
            person.touch(Ask.BACK)
        yield person


def _at_this_table(settings: Settings, size: tuple[int, int]) -> Settings:
    """Settings with files beside them, a screen of a size, a camera, and nothing on pins or speakers."""
    return replace(
        settings,
        station=replace(settings.station, data=Path("data"), calibration=Path("calibration")),
        display=replace(settings.display, width_px=size[0], height_px=size[1]),
        camera=replace(settings.camera, device=CameraDevice.OPENCV),
        button=replace(settings.button, device=PinDevice.NONE),
        lamps=replace(settings.lamps, device=PinDevice.NONE),
        sound=replace(settings.sound, device=SoundDevice.NONE),
    )


def _calibration(frame_wh: tuple[int, int]) -> Calibration:
    name = f"virtual-table-{frame_wh[0]}x{frame_wh[1]}"
    return shared(name, lambda: learned_reader(virtual_table(SEED, frame_wh)).calibration)
