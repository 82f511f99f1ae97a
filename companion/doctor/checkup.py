"""The whole check-up: probes everything once, and runs every check."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from functools import cached_property
from pathlib import Path

from calibration.board_toml import read_board
from calibration.errors import CalibrationError
from companion.board.spec import STANDARD, BoardSpec
from companion.doctor import camera, libraries, link, machine, pins, screen, storage, voice
from companion.doctor.findings import Check, Finding
from companion.interface.setting_up import SetUp
from companion.journal import JournalError
from companion.journal.visits import FILE_NAME, VisitBook
from companion.presentation.words import translator
from companion.presentation.words.setting_up import left_text
from companion.settings.errors import SettingsError
from companion.settings.sections import Settings, SystemRequest, from_home
from companion.settings.settings_file import read_settings
from companion.system.data import system_text
from hardware.screen_power import off_and_on

DEVICES = (
    Check.CAMERA, Check.LIGHT, Check.BOARD, Check.PINS, Check.BUTTON, Check.SCREEN, Check.SWITCHING,
    Check.SOUND,
)  # fmt: skip
"""Checks of devices that a running station keeps for itself."""


class Target:
    """The station being checked. Everything is probed on first use, and only once.

    `settings_file` may be missing unless it is `named` explicitly. `press_s` is the timeout for a press
    of the button; `ask` is called before it.
    """

    def __init__(
        self,
        settings_file: Path,
        *,
        on_pi: bool,
        named: bool = False,
        press_s: float = 0.0,
        ask: Callable[[str], None] = print,
    ) -> None:
        self.settings_file = settings_file
        self.on_pi = on_pi
        self._press_s = press_s
        self._ask = ask
        self.settings_trouble: str | None = None
        self.settings = Settings()
        if named or settings_file.exists():
            try:
                self.settings = read_settings(settings_file)
            except SettingsError as error:
                self.settings_trouble = str(error)
        self.settings = self.settings.located(settings_file.parent)

    @cached_property
    def machine(self) -> machine.Machine:
        """The machine and its service."""
        return machine.probe(datetime.now().astimezone())

    @cached_property
    def undated(self) -> int:
        """Number of visits without a date; 0 if their file can't be read, which the journal's check says."""
        with suppress(JournalError):
            return VisitBook(from_home(self.settings.station.data) / FILE_NAME).undated().visits
        return 0

    @cached_property
    def shots(self) -> camera.Shots:
        """The camera's pictures."""
        return camera.shoot(self.settings.camera, time.monotonic)

    @cached_property
    def board(self) -> camera.BoardCheck | None:
        """The view of the board."""
        return camera.look(self.shots, self.settings.station.calibration, self.spec)

    @cached_property
    def spec(self) -> BoardSpec:
        """The board's measures: those named in the settings if they can be read, or the standard ones."""
        with suppress(CalibrationError):
            if self.settings.station.board != Path():
                return read_board(self.settings.station.board)
        return STANDARD

    @cached_property
    def pins(self) -> pins.Pins:
        """The pins and the button."""
        if self._press_s > 0:
            self._ask(f"Press the button now ({self._press_s:.0f} seconds) ...")
        devices = self.settings.devices()
        return pins.probe(devices, time.monotonic, time.sleep, on_pi=self.on_pi, press_s=self._press_s)

    def check(self, wanted: Iterable[Check]) -> Iterator[Finding]:
        """Return the findings of these checks, in their own order."""
        for check in (check for check in Check if check in wanted):
            if check in DEVICES and self.machine.station_runs:
                yield check.absent(
                    "the running station has it; to look, stop it first: sudo systemctl stop five-lines"
                )
            else:
                yield from CHECKS[check](self)


def _settings(target: Target) -> Iterable[Finding]:
    file = target.settings_file
    if target.settings_trouble is not None:
        return [
            Check.SETTINGS.wrong(mistake, f"mend it, then five-lines settings check {file}")
            for mistake in target.settings_trouble.splitlines()
        ]
    if not file.exists():
        return [Check.SETTINGS.absent(f"no settings in {file}; everything is as usual")]
    found = [Check.SETTINGS.fine(f"the settings in {file} are in order")]
    left = tuple(step for step in SetUp if step in target.settings.station.still_to_set_up)
    if left:
        step = "the station leads through it when it starts, or from the staff's pages: Setting up"
        found.append(Check.SETTINGS.warn(left_text(left, translator("en")), step))
    return found


def _journal(target: Target) -> Iterable[Finding]:
    return storage.judge_games(storage.probe_games(target.settings.station.data))


def _disk(target: Target) -> Iterable[Finding]:
    mounts = system_text(Path("/proc/self/mounts"))
    station = target.settings.station
    return [
        *storage.judge_disk(storage.probe_disk(station.data, mounts)),
        *storage.judge_owners(station.data, station.calibration, target.settings_file),
    ]


def _switching(target: Target) -> Iterable[Finding]:
    return [screen.judge_switching(*off_and_on(target.settings.display.switch_off.layers))]


def _sound(target: Target) -> Iterable[Finding]:
    sound = target.settings.sound
    return [screen.judge_sound(screen.probe_sound(sound), sound, on_pi=target.on_pi)]


CHECKS: Mapping[Check, Callable[[Target], Iterable[Finding]]] = {
    Check.LIBRARIES: lambda target: libraries.judge(libraries.probe(on_pi=target.on_pi)),
    Check.SETTINGS: _settings,
    Check.SERVICE: lambda target: [
        machine.judge_service(target.machine, on_pi=target.on_pi),
        *(
            machine.judge_request(target.machine, request)
            for request in SystemRequest
            if request.may_come_from_outside(target.settings.link)
        ),
    ],
    Check.POWER: lambda target: [machine.judge_power(target.machine, on_pi=target.on_pi)],
    Check.HEAT: lambda target: [machine.judge_heat(target.machine)],
    Check.CLOCK: lambda target: [
        machine.judge_clock(target.machine, on_pi=target.on_pi, undated=target.undated)
    ],
    Check.DISK: _disk,
    Check.JOURNAL: _journal,
    Check.CAMERA: lambda target: camera.judge_camera(target.shots, target.settings.camera),
    Check.LIGHT: lambda target: camera.judge_light(target.shots),
    Check.BOARD: lambda target: [*camera.judge_board(target.board), *camera.judge_shapes()],
    Check.PINS: lambda target: pins.judge_pins(target.pins),
    Check.BUTTON: lambda target: [pins.judge_button(target.pins)],
    Check.SCREEN: lambda target: [
        screen.judge_screen(screen.probe_screen(), target.settings.display, on_pi=target.on_pi)
    ],
    Check.SWITCHING: _switching,
    Check.TOUCH: lambda target: [screen.judge_touch(screen.probe_touch(), on_pi=target.on_pi)],
    Check.FONTS: lambda target: [screen.judge_fonts(screen.probe_fonts())],
    Check.SOUND: _sound,
    Check.LINK: lambda target: link.judge_link(target.settings),
    Check.VOICE: lambda target: voice.judge(voice.probe(target.settings), target.settings),
}
