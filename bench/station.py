"""Measure the station's speed and memory, without a display.

    python bench/station.py [--seconds 25] [--starts 5] [--against DIR] [--beside flood|hang|die]

For the start, idling and memory, stations run as processes of their own: one that has learned its board
and sees a picture of it, as in a museum, and one with the virtual table, which it draws and learns at each
start. They start in turns, also with those of another clone that `--against` names. Then all are watched at
the same time, while nobody is there and the first page moves. The two delays are measured in this process.
Only a display's and a camera's own work is missing: pages are drawn, but shown nowhere. With
`--beside`, a link that floods its socket, hangs, or is killed again and again is there in every other turn,
and only the delays are printed.
"""

import argparse
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

from bench.processes import cpu_s, memory_mb
from companion.app.exports import Exports
from companion.app.house_texts import HouseTexts
from companion.app.open_station import TURNS_PER_S
from companion.app.virtual.autoplay import learned_reader, lie_as_left
from companion.app.virtual.robot_hands import RobotHands
from companion.app.window import Window
from companion.game import RING, Move, Point, rules_for, start_position
from companion.interface.faults import Fault
from companion.interface.intents import Intent
from companion.interface.views import PlayView, View
from companion.journal import FILE_NAME, Happening, Journal
from companion.referee.events import Moved, Step
from companion.settings.sections import Settings
from companion.station.board.monitor import BoardMonitor
from companion.station.loop import Loop
from companion.station.protocols import Frontend
from companion.station.remote.control_socket import ControlSocket
from companion.station.remote.export_queue import ExportQueue
from companion.station.remote.remote_api import RemoteApi
from companion.station.services import Services
from companion.station.station import Station
from companion.station.timings import Timings
from companion.station.worker import Worker
from hardware.button import StandInButton
from hardware.devices import Devices
from hardware.settings import (
    ButtonSettings,
    CameraDevice,
    CameraSettings,
    DeviceSettings,
    PinDevice,
    SoundDevice,
    SoundSettings,
)
from hardware.virtual_table.table import VirtualCamera, virtual_table

SETTINGS = Settings()
TIMINGS = Timings()
ATTRACT_S = max(TIMINGS.rest_s, TIMINGS.attract_s) + 2  # until the moving page is there, drawn once
THROWS = 12

TELLS_FIRST_PAGE = """
import os, socket, sys
from companion.app.pygame_setup import import_pygame
import_pygame()
import pygame
flip = pygame.display.flip
def tell():
    flip()
    pygame.display.flip = flip
    socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendto(b"PAGE", os.environ["NOTIFY_SOCKET"])
pygame.display.flip = tell
from companion.cli import main
sys.exit(main())
"""
"""A station that tells when its first page is on the display."""


class Stopwatch(Frontend):
    """A frontend that records when a throw is drawn and when a move is announced; draws like the window."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self.thrown_at_s: float | None = None
        self.moved_at_s: float | None = None

    def intents(self) -> list[Intent]:
        """Return nothing."""
        return self._window.intents()

    def show(self, view: View, faults: tuple[Fault, ...]) -> None:
        """Draw the page."""
        self._window.show(view, faults)
        if self.thrown_at_s is None and isinstance(view, PlayView) and view.state.throw is not None:
            self.thrown_at_s = time.monotonic()

    def tell(self, happenings: tuple[Happening, ...]) -> None:
        """Note when a move is stored."""
        if any(isinstance(it, Moved) for it in happenings):
            self.moved_at_s = time.monotonic()


@dataclass
class Delays:
    """Seconds from the button to the drawn throw, and from the hand's leaving to the stored move."""

    presses: list[float] = field(default_factory=list)
    verdicts: list[float] = field(default_factory=list)


class BadLink:
    """A harmful process beside the station, while it is wanted."""

    def __init__(self, kind: str, door: Path) -> None:
        script = Path(__file__).with_name("bad_link.py")
        self._process = subprocess.Popen([sys.executable, script, kind, door], stdin=subprocess.PIPE)
        self._is_on = False

    def be(self, *, on: bool) -> None:
        """Have it be bad, or not."""
        if on is not self._is_on:
            self._is_on = on
            assert self._process.stdin is not None
            self._process.stdin.write(b"\n")
            self._process.stdin.flush()

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.wait()


def delays(folder: Path, beside: str | None = None) -> tuple[Delays, Delays]:
    """Measure the delays of a station by itself, and with a harmful link beside it, in turns."""
    clock, table = time.monotonic, virtual_table(1)
    rules = rules_for("schaedler", ["starter=A"])
    lie_as_left(table, None, rules)
    reader = learned_reader(table)
    settings = DeviceSettings(
        camera=CameraSettings(device=CameraDevice.VIRTUAL),
        button=ButtonSettings(device=PinDevice.NONE),
        sound=SoundSettings(device=SoundDevice.NONE),
    )
    found = (Delays(), Delays())
    station = Station(rules, SETTINGS, Random(1).randbytes, clock(), timings=replace(TIMINGS, lay_s=0.1))
    with (
        Journal(folder / FILE_NAME, lambda: datetime.now(UTC)) as journal,
        Devices(settings, clock, virtual=lambda: VirtualCamera(table)) as devices,
        ExitStack() as stack,
    ):
        window = Window(SETTINGS.display, "en")
        frontend = Stopwatch(window)
        bad, remote, services = None, None, Services()
        if beside is not None:
            control = stack.enter_context(closing(ControlSocket(folder / "station.sock", clock)))
            texts = HouseTexts(folder / "texts", rules, "en", lambda: window.screen)
            file = folder / "station.toml"
            exports = Exports(devices.camera.latest, window, texts, file, SETTINGS, clock)
            queue = stack.enter_context(closing(ExportQueue(Worker(), exports)))
            remote = RemoteApi(control, journal, services.staff, queue, clock())
            bad = stack.enter_context(closing(BadLink(beside, folder / "station.sock")))
        monitor = BoardMonitor(reader)
        loop = Loop(station, devices, frontend, monitor, journal, clock, services=services, remote=remote)
        loop.start()
        button, hands = devices.button, RobotHands(table, 0.0)
        assert isinstance(button, StandInButton)

        def turn(seconds: float) -> None:
            until_s = clock() + seconds
            while clock() < until_s:
                began_s = clock()
                loop.turn()
                button.wait(began_s + 1 / TURNS_PER_S[0] - clock())

        def press() -> None:
            button.push()
            turn(0.1)
            button.release()
            turn(0.2)

        press()
        while not isinstance(station.view(clock()), PlayView):
            turn(0.2)
        for number in range(THROWS if bad is None else 2 * THROWS):
            own = found[number % 2 if bad is not None else 0]
            if bad is not None:
                bad.be(on=number % 2 == 1)
                turn(0.5)
            turn(0.01 * (number % THROWS))
            frontend.thrown_at_s = None
            pressed_at_s = clock()
            press()
            turn(0.9)
            if frontend.thrown_at_s is not None:
                own.presses.append(frontend.thrown_at_s - pressed_at_s)
            game = station.game
            assert game is not None
            if not game.state.legal:
                continue
            move = game.state.legal[0]
            frontend.moved_at_s = None
            for _ in hands.move(move.seat, [_step(move)]):
                turn(0.4)
            gone_at_s = clock()
            turn(1.5)
            if frontend.moved_at_s is not None:
                own.verdicts.append(frontend.moved_at_s - gone_at_s)
    return found


def _step(move: Move) -> Step:
    assert isinstance(move.source, Point)
    assert move.source in RING
    return Step(move.seat, move.source, move.target)


@dataclass(frozen=True)
class Cost:
    """A station's seconds until its first page and until it is ready, idle share of a core, and megabytes."""

    page_s: float
    ready_s: float
    idle: float
    resident_mb: float


def learned_board(folder: Path) -> list[str]:
    """Learn the board of a film; return the arguments of a station that sees a picture of it."""
    film, learned, pictures = folder / "film", folder / "calibration", folder / "pictures"
    reference, known = film / "reference", str(start_position(rules_for("schaedler")))
    _command("film", "--seed", "7", "--out", film)
    pair = ("--empty", reference / "empty.jpg", "--known", reference / "setup.jpg", known)
    _command("calibrate", *pair, "--board", film / "board.toml", "--out", learned)
    pictures.mkdir()
    shutil.copy(reference / "setup.jpg", pictures)
    settings = folder / "station.toml"
    settings.write_text(
        f'[station]\ndata = "{folder}"\ncalibration = "{learned}"\n'
        f'[camera]\ndevice = "film"\nfilm = "{pictures}"\n',
        encoding="utf-8",
    )
    return ["--settings", str(settings)]


def _command(*words: str | Path) -> None:
    subprocess.run([sys.executable, "-m", "companion.cli", *words], check=True, stdout=subprocess.DEVNULL)


def process(folder: Path, clone: Path, arguments: list[str], seconds: float) -> Cost:
    """Start a station of a clone and measure it; `READY=1` comes when it answers to people."""
    address, log = folder / "notify", folder / "messages"
    address.unlink(missing_ok=True)
    with log.open("wb") as messages, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ready:
        ready.bind(str(address))
        ready.settimeout(60)
        began_s = time.monotonic()
        station = subprocess.Popen(
            [sys.executable, "-c", TELLS_FIRST_PAGE, *arguments, "--journal", str(folder / "idle.db")],
            cwd=clone,
            env={**os.environ, "NOTIFY_SOCKET": str(address)},
            stderr=messages,
        )
        try:
            at_s = dict[bytes, float]()
            while b"READY=1" not in at_s:
                at_s.setdefault(ready.recv(100), time.monotonic() - began_s)
            time.sleep(ATTRACT_S if seconds else 0)
            before_s, from_s = cpu_s(station.pid), time.monotonic()
            time.sleep(seconds)
            if station.poll() is not None:
                said = log.read_text(encoding="utf-8", errors="replace")
                raise SystemExit(f"the station ended by itself, with {station.returncode}, and said:\n{said}")
            share = (cpu_s(station.pid) - before_s) / max(time.monotonic() - from_s, 1e-9)
            return Cost(at_s[b"PAGE"], at_s[b"READY=1"], share, memory_mb(station.pid, "VmHWM"))
        finally:
            station.terminate()
            station.wait(timeout=10)


def costs(folder: Path, clones: dict[str, Path], starts: int, seconds: float) -> None:
    """Print what stations cost: they start in turns, and are watched while idle at the same time."""
    stations = {"learned board": learned_board(folder), "virtual table": ["--virtual"]}
    runs = {(kind, name): list[Cost]() for kind in stations for name in clones}
    for _ in range(starts):
        for (kind, name), found in runs.items():
            found.append(process(folder, clones[name], stations[kind], 0.0))

    def watched(run: tuple[str, str]) -> Cost:
        own = Path(tempfile.mkdtemp(dir=folder))
        return process(own, clones[run[1]], stations[run[0]], seconds)

    with ThreadPoolExecutor(len(runs)) as pool:
        idle = pool.map(watched, runs)
    for ((kind, name), found), last in zip(runs.items(), idle, strict=True):
        pages, readies = [it.page_s for it in found], [it.ready_s for it in found]
        print(f"{kind}{name}")
        for what, times_s in (("first page after", pages), ("ready after", readies)):
            middle, least = statistics.median(times_s), min(times_s)
            print(f"  {what:23} {middle:5.2f} s, least {least:.2f} of {starts}")
        print(f"  idle                    {100 * last.idle:5.2f} % of a core")
        print(f"  most memory resident    {last.resident_mb:5.0f} MB")


def bare_frames(frames: int = 50) -> float:
    """Return the share of a core that only rendering five pictures a second takes."""
    table = virtual_table(1)
    lie_as_left(table, None, rules_for("schaedler"))
    table.picture(table.scene)
    before_s = time.process_time()
    for number in range(frames):
        table.picture(table.scene, number)
    return 5 * (time.process_time() - before_s) / frames


def main() -> None:
    """Print the figures, each with what it should stay below."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=25.0, help="how long to watch it idle (25)")
    parser.add_argument("--starts", type=int, default=5, help="how often each station starts (5)")
    parser.add_argument(
        "--against", type=Path, help="another clone, whose stations start in turns with these"
    )
    parser.add_argument("--beside", choices=("flood", "hang", "die"), help="a bad link, in every other turn")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="five-lines-") as name:
        alone, together = delays(Path(name), args.beside)
        if args.beside is not None:
            for what, found in (("alone", alone), (f"beside a link that does {args.beside}", together)):
                print(what)
                print(f"  button to throw drawn   {_spread(found.presses)} ms")
                print(f"  hand gone to verdict    {_spread(found.verdicts)} ms")
            return
        print(f"button to throw drawn     {_spread(alone.presses)} ms   (to reach: 33)")
        verdicts = _spread(alone.verdicts)
        print(f"hand gone to verdict      {verdicts} ms   (to reach: 350)")
        clones = {"": Path.cwd()} | ({} if args.against is None else {" against": args.against})
        costs(Path(name), clones, args.starts, args.seconds)
    print(f"drawing the virtual table's pictures alone: {100 * bare_frames():.1f} % of a core")


def _spread(seconds: list[float]) -> str:
    values = [1000 * value for value in seconds]
    return f"median {statistics.median(values):4.0f}, most {max(values):4.0f} of {len(values)}"


if __name__ == "__main__":
    main()
