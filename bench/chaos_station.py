"""A station whose devices, disk and clock fail now and then while a robot plays; `chaos.py` observes it.

It prints a line of JSON for each event, page and sound, and for each fault that begins. Loop, station,
journal and devices are the program's own; pins are gpiozero's mock ones, time is stepped, and moves are
entered by hand, so that many games pass in a minute. Everything that happens follows from the seed.
"""

import faulthandler
import json
import math
import os
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random

import numpy as np
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.game import RING, Seat, play, rules_for
from companion.interface import intents
from companion.interface import views as views
from companion.interface.faults import Fault
from companion.interface.intents import Ask, Intent
from companion.interface.views import View
from companion.journal import FILE_NAME, Happening, Journal
from companion.journal.happenings import encode
from companion.settings.sections import Settings
from companion.station.board.monitor import BoardMonitor
from companion.station.loop import STORE_AGAIN_S, Loop
from companion.station.protocols import Frontend
from companion.station.station import Station
from companion.station.stimuli import FaultRaised
from hardware.audio.sound import BuzzerSound
from hardware.audio.tones import Cue
from hardware.button import Button, StandInButton
from hardware.camera.camera import LiveCamera, Picture
from hardware.device import HardwareError
from hardware.devices import Devices
from hardware.lamps import GpioLamps
from hardware.settings import (
    ButtonSettings,
    CameraDevice,
    CameraSettings,
    DeviceSettings,
    LampsSettings,
    PinDevice,
    SoundDevice,
    SoundSettings,
)

RULES = rules_for("schaedler", ["to-win=4", "limit=60"])
SETTINGS = DeviceSettings(
    camera=CameraSettings(device=CameraDevice.VIRTUAL),
    button=ButtonSettings(device=PinDevice.NONE),
    lamps=LampsSettings(device=PinDevice.GPIO),
    sound=SoundSettings(device=SoundDevice.BUZZER),
)
READ_ONLY = "disk turns read-only"
"""A permanent fault: such a file system has to be mounted again."""
KINDS = (
    "sound fails",
    "sound breaks",
    "sound hangs",
    "lamps fail",
    "camera hangs",
    "camera lost",
    "camera of another size",
    "camera gives nothing",
    "log full",
    "log hangs",
    "disk dead",
    "disk full",
    READ_ONLY,
    "journal held",
    "journal deleted",
    "lock deleted",
    "second station",
    "clock jumps",
    "button bounces",
    "button stuck",
)
OFTEN = 0.25
"""Probability that another fault begins with a step of the robot."""
NEEDS_DISK = ("disk full", READ_ONLY)
NEEDS_WRITING = ("disk full", "journal deleted", "lock deleted")
HANGS_S = 7.0
"""Seconds that a call hangs before it returns: less than systemd's watchdog timeout."""
SILENCE_S = 3.0
"""Seconds that a camera may give no picture, as in the program."""
BOUNCES = 20
MAX_FAULT_STEPS = 8
"""Maximum duration of a fault in steps of the robot; some are over at once."""
TURN_S = 0.2
RELOCKED = math.ceil(STORE_AGAIN_S / TURN_S / 3) + 1
"""Steps until a deleted lock is taken again: a step has three turns at least."""
UNLOCKED = {"disk dead", *NEEDS_DISK}
"""Faults during which a second station is kept out by another error than that of the lock."""
SECOND = "import sys; from pathlib import Path; from datetime import UTC, datetime; " + (
    "from companion.journal import Journal; Journal(Path(sys.argv[1]), lambda: datetime.now(UTC))"
)


def say(**facts: object) -> None:
    """Print a line for the observing process."""
    print(json.dumps(facts), flush=True)


class Faults:
    """The current faults; `disk` is a folder that can be filled up, None for none."""

    def __init__(self, random: Random, journal: Path, disk: Path | None) -> None:
        self.on: dict[str, int] = {}
        self.jump = timedelta()
        self._random = random
        self._journal = journal
        self._disk = disk
        self.limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        self._unlocked = 0
        self._holder: sqlite3.Connection | None = None
        self.now_s = 100.0

    def step(self) -> None:
        """End some faults, and perhaps begin another."""
        for kind in [kind for kind, left in self.on.items() if left <= 1 and kind != READ_ONLY]:
            self._end(kind)
        self._unlocked = max(0, self._unlocked - 1)
        self.on = {kind: left - 1 for kind, left in self.on.items()}
        if self._random.random() < OFTEN:
            kind, steps = self._random.choice(KINDS), self._random.randrange(1, MAX_FAULT_STEPS)
            if kind == READ_ONLY and self._random.random() < 0.8:
                # Little else can happen to such a disk afterwards.
                return
            impossible = READ_ONLY in self.on and kind in NEEDS_WRITING
            if kind not in self.on and not impossible and (kind not in NEEDS_DISK or self._disk):
                say(fault=kind)
                self.on[kind] = steps
                self._begin(kind)

    def _begin(self, kind: str) -> None:
        match kind:
            case "disk dead":
                resource.setrlimit(resource.RLIMIT_FSIZE, (0, self.limits[1]))
            case "disk full" if self._disk:
                with suppress(OSError), (self._disk / "ballast").open("wb", buffering=0) as ballast:
                    while True:
                        ballast.write(bytes(1024))
            case _ if kind == READ_ONLY:
                subprocess.run(["mount", "-o", "remount,abort", str(self._disk)], check=True)
            case "journal held":
                self._holder = sqlite3.connect(self._journal, timeout=0, isolation_level=None)
                with suppress(sqlite3.Error):
                    self._holder.execute("BEGIN IMMEDIATE")
            case "journal deleted":
                for ending in ("", "-wal", "-shm"):
                    Path(f"{self._journal}{ending}").unlink(missing_ok=True)
            case "lock deleted":
                Path(f"{self._journal}-lock").unlink(missing_ok=True)
                self._unlocked = RELOCKED
            case "clock jumps":
                self.jump = timedelta(days=self._random.randrange(-18_000, 18_000))
            case "second station" if not self._unlocked and not UNLOCKED & self.on.keys():
                second = [sys.executable, "-c", SECOND, str(self._journal)]
                tried = subprocess.run(second, capture_output=True, check=False, text=True)
                if "InUseError" not in tried.stderr:
                    say(wrong=f"a second station was let in: {tried.stderr[-200:]}")

    def _end(self, kind: str) -> None:
        del self.on[kind]
        match kind:
            case "disk dead":
                resource.setrlimit(resource.RLIMIT_FSIZE, self.limits)
            case "disk full" if self._disk:
                # It may have turned read-only meanwhile.
                with suppress(OSError):
                    (self._disk / "ballast").unlink(missing_ok=True)
            case "journal held" if self._holder is not None:
                self._holder.close()

    def hangs(self, kind: str) -> None:
        """Take long, if that is on."""
        if kind in self.on:
            self.now_s += HANGS_S

    def raises(self, kind: str, error: Exception) -> None:
        """Raise the error if this fault is on."""
        if kind in self.on:
            raise error


class Witness(Frontend):
    """A frontend that prints the events and pages it receives."""

    def __init__(self, faults: Faults) -> None:
        self.wanted: list[Intent] = []
        self.view: View | None = None
        self.journal: Journal | None = None
        self._faults = faults
        self._last = ""

    def intents(self) -> list[Intent]:
        """Return the robot's intents."""
        wanted, self.wanted = self.wanted, []
        return wanted

    def show(self, view: View, faults: tuple[Fault, ...]) -> None:
        """Tell a page that is another than the one before."""
        self.view = view
        state = getattr(view, "state", None)
        stand = (state.ply, state.throw, str(state.position)) if state is not None else None
        page = {"page": type(view).__name__, "stand": stand, "faults": sorted(faults), "kept": self._kept()}
        if (text := json.dumps(page)) != self._last:
            self._last = text
            say(**page)

    def tell(self, happenings: tuple[Happening, ...]) -> None:
        """Tell what has happened."""
        for it in happenings:
            game = self.journal.newest if self.journal is not None else None
            say(told=f"{type(it).__name__} {encode(it)}", game=game and game.number, kept=self._kept())
        self._faults.hangs("log hangs")
        self._faults.raises("log full", OSError(28, "No space left on device"))

    def _kept(self) -> bool:
        """True if the journal reports that it keeps entries in memory just now."""
        return self.journal is None or self.journal.trouble is not None


class Robot:
    """A robot that does what the page asks for, and sometimes something else."""

    def __init__(self, station: Station, random: Random) -> None:
        self._station = station
        self._random = random

    def wants(self, view: View | None) -> list[Intent]:
        """Return the intents for a page."""
        random = self._random
        match view:
            case views.WelcomeView() | views.WonView() | views.ChooseGameView():
                return [Ask.BEGIN]
            case views.SetUpView() if random.random() < 0.3:
                digits = [intents.Enter(intents.Number.THROW, random.randrange(10)) for _ in range(4)]
                return [Ask.SHOW_SEAL, Ask.ADD_NUMBER, *digits, Ask.GO_ON, Ask.GO_ON]
            case views.SetUpView():
                return [Ask.BEGIN]
            case views.ThrowOffView():
                return [random.choice((Ask.THROW, Ask.GO_ON))]
            case views.ResumeView() | views.OutOfOrderView():
                return [Ask.GO_ON]
            case views.PlayView() | views.NotSoView() | views.PassView():
                return self._plays()
        return [Ask.BACK]

    def _plays(self) -> list[Intent]:
        random, game = self._random, self._station.game
        assert game is not None
        chance = random.random()
        if chance < 0.02:
            return [intents.GiveUp(random.choice(tuple(Seat)))]
        if chance < 0.04:
            return [Ask.NEW_GAME, Ask.BEGIN]
        if chance < 0.1:
            return [Ask.TAKE_BACK]
        legal, position = game.state.legal, game.state.position
        if not legal:
            return [Ask.THROW]
        before, after = position.halves(), play(position, random.choice(legal)).halves()
        touched: list[Intent] = [
            intents.CorrectHalf(point, seat, now - then)
            for seat in Seat
            for point, then, now in zip(RING, before.of(seat), after.of(seat), strict=True)
            if now != then
        ]
        return [Ask.CORRECT, *touched, Ask.GO_ON]


class Camera:
    """A source of pictures that can fail."""

    def __init__(self, faults: Faults) -> None:
        self._faults = faults

    def take(self) -> Picture:
        """Return a dark picture, if all is well."""
        self._faults.raises("camera lost", HardwareError("the camera is gone"))
        shape = (37, 20, 3) if "camera of another size" in self._faults.on else (48, 64, 3)
        return np.zeros((0, 0, 3) if "camera gives nothing" in self._faults.on else shape, np.uint8)

    def close(self) -> None:
        """Do nothing: nothing is open."""


def failing(faults: Faults, really: Callable[..., None], *ways: tuple[str, Exception]) -> Callable[..., None]:
    """Return a device's method that fails in these ways while they are on."""

    def method(device: object, *arguments: object) -> None:
        for kind, error in ways:
            faults.raises(kind, error)
        if isinstance(arguments[0], Cue):
            say(heard=arguments[0])
            faults.hangs("sound hangs")
        really(device, *arguments)

    return method


def hurt_button(button: Button, faults: Faults) -> None:
    """Push it as it should not be."""
    assert isinstance(button, StandInButton)
    if "button stuck" in faults.on:
        button.push()
        return
    for _ in range(BOUNCES if "button bounces" in faults.on else 0):
        button.push()
        button.release()
    button.release()


def live(folder: Path, seed: str, steps: int, disk: bool, pipe: Connection, complaints: str) -> None:
    """Play a number of steps in a process of its own, and report events and pages."""
    os.dup2(pipe.fileno(), sys.stdout.fileno())
    with Path(complaints).open("w") as file:
        os.dup2(file.fileno(), sys.stderr.fileno())
    faulthandler.enable()
    random, path = Random(seed), folder / FILE_NAME
    faults = Faults(random, path, folder if disk else None)
    try:
        _play(random, path, faults, steps)
    except BaseException:
        # A report of it could not be written either.
        resource.setrlimit(resource.RLIMIT_FSIZE, faults.limits)
        raise


def _play(random: Random, path: Path, faults: Faults, steps: int) -> None:

    def clock() -> float:
        return faults.now_s

    said, broke = HardwareError("it does not answer"), OSError(5, "Input/output error")
    BuzzerSound.play = failing(faults, BuzzerSound.play, ("sound fails", said), ("sound breaks", broke))  # type: ignore[method-assign]
    GpioLamps.show = failing(faults, GpioLamps.show, ("lamps fail", said))  # type: ignore[method-assign]
    devices = Devices(
        SETTINGS, clock, virtual=lambda: Camera(faults), pin_factory=MockFactory(pin_class=MockPWMPin)
    )
    # The camera's own thread would not keep up with a clock that leaps.
    devices.camera.close()
    devices.camera = camera = LiveCamera("chaos", lambda: Camera(faults), clock, silence_s=SILENCE_S)
    began = datetime(2026, 1, 1, tzinfo=UTC)
    witness = Witness(faults)
    with Journal(path, lambda: began + faults.jump + timedelta(seconds=clock())) as journal:
        witness.journal = journal
        station = Station(RULES, Settings(), random.randbytes, clock())
        loop = Loop(station, devices, witness, BoardMonitor(None), journal, clock)
        loop.start([FaultRaised(Fault.NOT_CALIBRATED)])
        robot = Robot(station, random)
        seen_s = clock()
        for _ in range(steps):
            faults.step()
            hurt_button(devices.button, faults)
            witness.wanted = robot.wants(witness.view)
            for _ in range(random.randrange(3, 8)):
                if "camera hangs" not in faults.on:
                    camera.step()
                    seen_s = clock()
                loop.turn()
                is_reported = camera.latest() is None or Fault.CAMERA_LOST in station.faults
                if clock() - seen_s > SILENCE_S + 2 * TURN_S + HANGS_S and not is_reported:
                    say(wrong=f"nothing says that the camera hangs, it is {camera.status()}")
                faults.now_s += TURN_S
        for _ in range(MAX_FAULT_STEPS):
            faults.step()
        say(over=True, kept=journal.trouble is not None)
    devices.close()
