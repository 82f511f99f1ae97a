"""Open a station in its window, with the devices, board and journal of its settings or a virtual table."""

import os
import signal
import sys
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pygame

from calibration.board_toml import read_board
from calibration.calibration_folder import load
from calibration.errors import CalibrationError
from companion.app.backups.stick import BackupStick
from companion.app.exports import Exports, write_report
from companion.app.frontends import LoggedFrontend, SpeakingFrontend
from companion.app.house_texts import HouseTexts
from companion.app.watchdog import Watchdog
from companion.app.window import Window
from companion.board.spec import STANDARD, BoardSpec
from companion.game import Rules
from companion.interface.faults import Fault
from companion.interface.presentation import BOARDS
from companion.interface.setting_up import SetUp
from companion.journal import Journal
from companion.journal.visits import FILE_NAME as VISITS_FILE
from companion.journal.visits import VisitBook
from companion.settings.pin import FILE_NAME as PIN_FILE
from companion.settings.pin import PinFile
from companion.settings.sections import RUN, Settings, from_home
from companion.settings.texts_folder import FOLDER as TEXTS_FOLDER
from companion.station.board.monitor import BoardMonitor
from companion.station.loop import Loop
from companion.station.pages.staff.first_setup import begin_set_up, steps_left
from companion.station.persistence import Persistence
from companion.station.remote.control_socket import ControlSocket
from companion.station.remote.export_queue import ExportQueue
from companion.station.remote.remote_api import RemoteApi
from companion.station.services import Services
from companion.station.staff_services import StaffServices
from companion.station.station import Station
from companion.station.stimuli import Call, FaultRaised
from companion.station.worker import Lane, Worker
from companion.system.os_errors import in_words
from hardware.device import Clock
from hardware.devices import Devices
from hardware.pins import is_raspberry_pi
from hardware.settings import CameraDevice, DeviceSettings, PinDevice, SoundDevice
from hardware.wall_clock import MachineClock, WallClock
from vision.board_reader import BoardReader

if TYPE_CHECKING:
    from hardware.virtual_table.table import VirtualTable

TURNS_PER_S = (30, 8)  # turns of the loop per second, while people are there and while nobody is
STILL_TURNS = 3  # turns that one takes as long as while nobody is there and its page is still


@dataclass(frozen=True)
class StationPlan:
    """The station to open: `games` is how many the virtual player plays by itself, None leaves it to people.

    `seed` settles the virtual table and, when it plays by itself, the games. `settings_file` is where what
    staff change is kept, `mistake` what is wrong in it.
    """

    settings: Settings
    rules: Rules
    journal: Path
    virtual: bool
    seed: int
    settings_file: Path
    games: int | None = None
    mistake: str | None = None


@dataclass(frozen=True)
class Opened:
    """A station that is open and has been started; `table` is the virtual table, if it plays at one."""

    station: Station
    loop: Loop
    window: Window
    devices: Devices
    table: "VirtualTable | None"
    staff: StaffServices


@dataclass(frozen=True)
class StationExit:
    """A station's result: mistakes of the referee that its player found, and whether to restart."""

    misjudged: list[str]
    restarts: bool = False


def open_station(plan: StationPlan) -> StationExit:
    """Run a station until its window is closed, staff restart it, or the player has played its games.

    Raises NoDisplayError and the journal's
    InUseError and ForeignError.
    """
    clock, random = time.monotonic, Random(plan.seed)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with opened(plan, clock, random.randbytes if plan.games else os.urandom) as it:
        player = None
        if plan.games and it.table is not None:
            from companion.app.virtual.robot_player import SEEN_PACE, RobotPlayer

            player = RobotPlayer(it.table, it.devices.button, random, SEEN_PACE)
        watchdog = Watchdog(clock)
        with suppress(KeyboardInterrupt):
            while not (it.window.closed or it.staff.restarts) and (
                player is None or player.games < (plan.games or 0)
            ):
                began_s = clock()
                it.loop.turn()
                watchdog.turn(it.devices.camera.status().state)
                if player is not None:
                    player.act(it.station.view(clock()), clock())
                wait_for_turn(it, began_s, clock, 1 if plan.settings.link.enabled else STILL_TURNS)
        watchdog.stopping()
        return StationExit(player.misjudged if player is not None else [], it.staff.restarts)


def wait_for_turn(it: Opened, began_s: float, clock: Clock, still_turns: int) -> None:
    """Wait for the next turn, or `still_turns` of them while nobody is there and the page is still.

    The button or a touch ends the wait. Where others may ask through the link, it is always one turn.
    """
    is_resting = it.station.is_resting(clock())
    for number in range(still_turns if is_resting and not it.window.drew else 1):
        it.devices.button.wait(began_s + (number + 1) / TURNS_PER_S[is_resting] - clock())
        if pygame.event.peek():
            return


@contextmanager
def opened(
    plan: StationPlan,
    clock: Clock,
    urandom: Callable[[int], bytes],
    wall: WallClock | None = None,
    at_once: Collection[Lane] = (),
) -> Iterator[Opened]:
    """Open a station with its window, its journal and its devices, and start it; close everything at the end.

    `wall` None is the machine's own clock of the day; jobs of the lanes `at_once` are not run in the
    background. Raises as `open_station` does.
    """
    settings = plan.settings
    table = hand = None
    with ExitStack() as stack:
        journal = stack.enter_context(Journal(plan.journal, lambda: datetime.now(UTC)))
        faults = [FaultRaised(Fault.SETTINGS_WRONG, plan.mistake)] if plan.mistake else []
        if plan.virtual:
            from companion.app.virtual.autoplay import learned_reader, lie_as_left
            from companion.app.virtual.mouse_hand import MouseHand
            from hardware.virtual_table.render.stage import forget_textures
            from hardware.virtual_table.table import VirtualCamera, virtual_table

            table = virtual_table(plan.seed)
            hand = MouseHand(table)
            lie_as_left(table, journal.unfinished(), plan.rules)
            reader: BoardReader | None = learned_reader(table)
            forget_textures()
        else:
            reader = _calibrated_reader(settings.station.calibration, faults)
        devices = stack.enter_context(
            Devices(
                _devices(plan),
                clock,
                virtual=(lambda: VirtualCamera(table)) if table else None,
                camera_memory=from_home(settings.station.data) / "camera",
            )
        )
        monitor = BoardMonitor(reader)
        window = Window(
            settings.display,
            settings.station.language,
            hand,
            devices.camera.latest,
            density=settings.station.density,
            clock=clock,
            learned=lambda: None if monitor.reader is None else monitor.reader.calibration,
            second=lambda: devices.second_button.presses(),
        )
        stack.callback(window.close)
        spec = _board(settings.station.board, reader, faults)
        first = settings.station.language
        texts = HouseTexts(
            from_home(settings.station.data) / TEXTS_FOLDER, plan.rules, first, lambda: window.screen
        )
        worker = Worker(at_once)
        # A robot plays at all hours.
        wall = (lambda: None) if plan.games else wall or MachineClock(on_pi=is_raspberry_pi())
        services = Services(
            worker,
            persistence=Persistence(
                plan.settings_file,
                settings.station.calibration if table is None else None,
                from_home(settings.station.data) / "pictures",
            ),
            staff=_staff_services(plan, texts, worker, wall, clock),
            tables=settings.station.tables,
            spec=spec,
            screen=settings.display.switch_off.layers,
            backups=BackupStick(plan.settings_file, RUN),
        )
        stack.enter_context(closing(services))
        exports = Exports(devices.camera.latest, window, texts, plan.settings_file, settings, clock)
        station = Station(plan.rules, settings, urandom, clock(), spec=spec, wall=wall)
        loop = Loop(
            station,
            devices,
            LoggedFrontend(
                SpeakingFrontend(window, devices, station.context.voice),
                station.why,
                levels="JOURNAL_STREAM" in os.environ,
            ),
            monitor,
            journal,
            clock,
            services=services,
            remote=_remote(settings, journal, services, exports, clock, stack),
        )
        loop.look = lambda: window.look(journal.path.with_name(BOARDS)) or ""
        left = _left_to_set_up(plan)
        loop.start((Call(begin_set_up, left), *faults) if left else faults)
        yield Opened(station, loop, window, devices, table, services.staff)


def _remote(
    settings: Settings,
    journal: Journal,
    services: Services,
    exports: Exports,
    clock: Clock,
    stack: ExitStack,
) -> RemoteApi | None:
    """Return the remote API, if it is enabled; without its socket the station runs too, and logs why."""
    if not settings.link.enabled:
        return None
    try:
        control = stack.enter_context(closing(ControlSocket(settings.door, clock)))
    except OSError as error:
        print(f"five-lines: no control socket: {settings.door}: {in_words(error)}", file=sys.stderr)
        return None
    queue = stack.enter_context(closing(ExportQueue(services.worker, exports)))
    tries = from_home(settings.station.data) / "pin-tries.json"
    return RemoteApi(control, journal, services.staff, queue, clock(), tries)


def _left_to_set_up(plan: StationPlan) -> tuple[SetUp, ...]:
    """Return the steps of the first setup to lead through: all if it has no settings or no board.

    A virtual table is set up by itself; what could not be kept is not asked for.
    """
    if plan.virtual or plan.mistake is not None:
        return ()
    left = steps_left(plan.settings)
    is_new = not plan.settings_file.exists() or not plan.settings.station.calibration.exists()
    return tuple(SetUp) if is_new and not left else left


def _staff_services(
    plan: StationPlan, texts: HouseTexts, worker: Worker, wall: WallClock, clock: Clock
) -> StaffServices:
    data, settings_file = from_home(plan.settings.station.data), plan.settings_file
    return StaffServices(
        worker,
        PinFile(data / PIN_FILE),
        lambda: write_report(data / "reports", settings_file),
        # Games that a robot plays are no visits.
        None if plan.games else VisitBook(plan.journal.with_name(VISITS_FILE)),
        wall=wall,
        clock=clock,
        texts=texts,
        run=RUN,
    )


def _devices(plan: StationPlan) -> DeviceSettings:
    """Return the devices from settings; a virtual table has a camera of its own, and robots use no others."""
    devices = plan.settings.devices()
    if not plan.virtual:
        return devices
    devices = replace(devices, camera=replace(devices.camera, device=CameraDevice.VIRTUAL))
    if not plan.games:
        return devices
    return replace(
        devices,
        button=replace(devices.button, device=PinDevice.NONE),
        sound=replace(devices.sound, device=SoundDevice.NONE),
    )


def _calibrated_reader(folder: Path, faults: list[FaultRaised]) -> BoardReader | None:
    try:
        return BoardReader(load(folder))
    except CalibrationError as error:
        faults.append(FaultRaised(Fault.NOT_CALIBRATED, str(error)))
        return None


def _board(file: Path, reader: BoardReader | None, faults: list[FaultRaised]) -> BoardSpec:
    """Return the measures of the board that may be calibrated: from settings, or as they were learned."""
    if file != Path():
        try:
            return read_board(file)
        except CalibrationError as error:
            faults.append(FaultRaised(Fault.SETTINGS_WRONG, str(error)))
    return reader.calibration.spec if reader is not None else STANDARD
