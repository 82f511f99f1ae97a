"""Run a station at the virtual table: it learns the board from pictures, and plays by itself if asked to."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from calibration.calibrate import calibrate
from calibration.training_set import KnownPicture, TrainingSet
from companion.app.virtual.robot_player import NotSeenError, Pace, RobotPlayer
from companion.game import Position, Rules, start_position
from companion.interface.faults import Fault
from companion.interface.views import View
from companion.journal import Happening, Journal, StoredGame
from companion.presentation.words.labels import fault_text
from companion.referee.events import Event
from companion.referee.words import english, say
from companion.settings.sections import OpponentSettings, Settings
from companion.station.board.monitor import BoardMonitor
from companion.station.loop import Loop
from companion.station.protocols import Frontend
from companion.station.services import Services
from companion.station.station import Station
from companion.station.timings import Timings
from companion.station.worker import Lane, Worker
from hardware.devices import Devices
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
from hardware.virtual_table.table import VirtualCamera, VirtualTable, bare, points_px, virtual_table
from vision.board_reader import BoardReader

FRAME_RATE = 5.0  # pictures a second of the stepped clock

KNOWN = (
    Position.parse("A 1A 2A 3A 4A 5A / B 1B 2B 3B 4B 5B"),
    Position.parse("A 1B 2B 3B 4B 5B / B 1A 2A 3A 4A 5A"),
)
"""Positions in the pictures that the board is learned from: either colour in the light of either side."""

STEPPED = DeviceSettings(
    camera=CameraSettings(device=CameraDevice.VIRTUAL, frame_rate=FRAME_RATE),
    button=ButtonSettings(device=PinDevice.NONE),
    lamps=LampsSettings(device=PinDevice.NONE),
    sound=SoundSettings(device=SoundDevice.NONE),
)

PACE = Pace()
TWO_PEOPLE = OpponentSettings()
MAX_GAME_S = 20_000.0
"""Maximum length of a game by the stepped clock; a longer one is given up: something hangs."""


def learned_reader(table: VirtualTable) -> BoardReader:
    """Return a reader of a virtual table, learned from pictures of its bare board and two known positions."""
    scene = table.scene
    empty = table.picture(bare(scene))
    known = []
    for position in KNOWN:
        table.lay(position.halves())
        known.append(KnownPicture(str(position), table.picture(table.scene), position.halves()))
    table.scene = scene
    training = TrainingSet(
        scene.board.spec,
        empty=("the bare board", empty),
        known=tuple(known),
        corners_px=points_px(scene)[[0, 4, 5, 9]],
    )
    # Pictures as tidy as these need no second look, and the newcomer who watches needn't wait for it.
    calibration, _ = calibrate(training, finely=False)
    return BoardReader(calibration)


def lie_as_left(table: VirtualTable, unfinished: StoredGame | None, rules: Rules) -> None:
    """Lay a virtual table as it was left with a game; without one, for a start."""
    state = unfinished.state if unfinished is not None else None
    begun = unfinished.rules if unfinished is not None else None
    halves = (state.position if state is not None else start_position(begun or rules)).halves()
    table.lay(halves)


class SteppedClock:
    """A clock that only moves when it is set."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        """Return the seconds it shows."""
        return self.now_s


def stepped_devices(table: VirtualTable, clock: SteppedClock) -> Devices:
    """Return devices whose time is stepped: the virtual camera, and stand-ins for the rest."""
    return Devices(STEPPED, clock, virtual=lambda: VirtualCamera(table))


class TerminalFrontend(Frontend):
    """Prints the game in the terminal, for a station without a screen."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._faults: tuple[Fault, ...] = ()

    def show(self, view: View, faults: tuple[Fault, ...]) -> None:
        """Print new faults."""
        for fault in faults:
            if fault not in self._faults:
                self._write(fault_text(fault, english))
        self._faults = faults

    def tell(self, happenings: tuple[Happening, ...]) -> None:
        """Tell what the referee says."""
        for happening in happenings:
            if isinstance(happening, Event):
                self._write(say(happening))


def autoplay(
    rules: Rules,
    games: int,
    seed: int,
    journal_path: Path,
    write: Callable[[str], None],
    *,
    pace: Pace = PACE,
    max_s: float = MAX_GAME_S,
    opponent: OpponentSettings = TWO_PEOPLE,
    tables: Path | None = None,
    reader: BoardReader | None = None,
) -> list[str]:
    """Play whole games at a virtual table without a screen; return the referee's mistakes.

    Time is stepped from frame to frame, so a seed settles everything that happens; a game that lasts longer
    than `max_s` by that clock is given up. Where the computer plays (`opponent`), its chances come from
    the folder `tables`; without one they are not known. `reader` reads the board; one that has learned it
    from pictures unless given.
    """
    settings = Settings(opponent=opponent)
    random = Random(seed)
    table, clock = virtual_table(seed), SteppedClock()
    devices = stepped_devices(table, clock)
    monitor = BoardMonitor(reader or learned_reader(table))
    timings = replace(Timings(), roll_s=1 / FRAME_RATE)
    station = Station(rules, settings, random.randbytes, timings=timings)
    services = Services(Worker(at_once=tuple(Lane)), tables=tables)
    journal = Journal(journal_path, lambda: datetime.now(UTC))
    with suppress(KeyboardInterrupt), journal:
        lie_as_left(table, journal.unfinished(), rules)
        loop = Loop(station, devices, TerminalFrontend(write), monitor, journal, clock, services)
        loop.start()
        player = RobotPlayer(table, devices.button, random, pace)
        until_s = max_s
        while player.games < games:
            played = player.games
            devices.camera.step()
            loop.turn()
            try:
                player.act(station.view(clock()), clock())
            except NotSeenError as error:
                return [*player.misjudged, str(error)]
            clock.now_s += 1 / FRAME_RATE
            if player.games > played:
                until_s = clock.now_s + max_s
            if clock.now_s > until_s:
                player.misjudged.append(f"game {player.games + 1} did not come to an end")
                break
        return player.misjudged
    return ["stopped before all games were played"]
