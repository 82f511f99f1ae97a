"""A station in real time with its link, phones and a broker, while broker, camera and disk fail.

    python -m bench.real_day [--hours 4] [--phones 20] [--broker-minutes 30] [--seed 1]

The station plays at the virtual table by itself, at people's pace; its link serves the page and sends what
happens to a broker. Every so many minutes the broker is away for ten seconds, and half-way between the disk
is full for a minute (this needs root). Each minute the camera gives no pictures for three seconds. Phones
follow, and drop their connections at random. A line is printed every ten minutes.

Fails if station or link ends, prints a traceback, or after the first hour grows or keeps files open; if a
phone misses an entry; if the journal is damaged or a throw does not follow from its seed; or if the broker
has not acknowledged the last entry in the end.
"""

import argparse
import asyncio
import itertools
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from bench.processes import link_settings, memory_mb, open_files
from bench.soak import SETTLED_HOURS, Sample, growth_mb, leaks
from companion.cli import main as five_lines
from companion.journal import FILE_NAME, Database
from companion.journal.dice_audit import verify
from companion.journal.errors import DamagedError
from companion.link.common import Memory
from companion.link.demo import GAMES, SBIN, free_port, ours, running
from companion.link.mqtt.connector import RECEIVER
from companion.link.mqtt.outbox import load_cursor
from companion.settings.sections import Settings, StationSettings
from companion.settings.settings_file import settings_text
from hardware.camera.camera import Picture
from hardware.device import HardwareError
from hardware.virtual_table.table import VirtualCamera

HOUR_S = 3600.0
REPORT_S = 600.0
BROKER_AWAY_S, DISK_FULL_S = 10.0, 60.0
CAMERA_EVERY_S, CAMERA_AWAY_S = 60.0, 3.0
DISK_MB = 60
MAX_STAY_S = 120.0
"""Maximum seconds after which a phone drops its connection."""
START_TIMEOUT_S, CATCH_UP_S = 60.0, 60.0
LANGUAGES = ("en", "de", "el", "it", "fr")


def main(arguments: list[str] | None = None) -> int:
    """Run the day; return 1 if anything went wrong."""
    if arguments is None and sys.argv[1:2] == ["--station"]:
        return _station(sys.argv[2:])
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hours", type=float, default=4.0, help="how long (4)")
    parser.add_argument("--phones", type=int, default=20, help="how many follow (20)")
    parser.add_argument(
        "--broker-minutes", type=float, default=30.0, help="how often the broker is away (30)"
    )
    parser.add_argument("--seed", type=int, default=1, help="which table, games and pauses (1)")
    args = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="five-lines-day-") as folder, ExitStack() as stack:
        day = Day(Path(folder), args.seed, stack)
        wrong = asyncio.run(day.run(args.hours * HOUR_S, args.phones, args.broker_minutes * 60))
    for line in wrong:
        print(f"wrong: {line}")
    print(f"{args.hours:g} hours, {len(wrong)} wrong; {day.summary()}")
    return 1 if wrong else 0


def _station(arguments: list[str]) -> int:
    """Run a station whose camera gives no pictures for some seconds in each minute."""
    take = VirtualCamera.take

    def take_or_fail(self: VirtualCamera) -> Picture:
        if time.monotonic() % CAMERA_EVERY_S < CAMERA_AWAY_S:
            raise HardwareError("no picture came")
        return take(self)

    VirtualCamera.take = take_or_fail  # type: ignore[method-assign]
    return five_lines(arguments)


@dataclass
class Phone:
    """A phone that follows: the numbers of the entries that it got in each game, and what went wrong."""

    number: int
    port: int
    random: Random
    entries: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    streams: int = 0
    unexpected: str = ""

    async def run(self) -> None:
        """Follow until cancelled."""
        while True:
            try:
                await self._follow()
            except (OSError, ValueError, EOFError) as error:
                self.unexpected = f"{type(error).__name__}: {error}"
            await asyncio.sleep(1)

    async def _follow(self) -> None:
        page = (await self._get("/")).decode()
        game, after = re.search(r'data-game="([^"]*)"', page), re.search(r'data-after="(\d+)"', page)
        if game is None or after is None:
            return
        got = self.entries[game[1]]
        if not got:
            got.append(int(after[1]))
        while await self._stream(game[1], got):
            pass

    async def _stream(self, game: str, got: list[int]) -> bool:
        """Read events for some time; return whether the game goes on."""
        self.streams += 1
        reader, writer = await self._ask(f"/stream?game={game}&after={got[-1]}")
        try:
            async with asyncio.timeout(self.random.uniform(5, MAX_STAY_S)):
                kind = ""
                while raw := await reader.readline():
                    name, _, value = raw.decode().strip().partition(": ")
                    if name == "event":
                        kind = value
                    elif name == "id" and value.isdigit():
                        got.append(int(value))
                    if kind in ("next", "full"):
                        return False
        except TimeoutError:
            return True
        finally:
            writer.close()
        return False

    async def _get(self, path: str) -> bytes:
        reader, writer = await self._ask(path)
        with closing(writer):
            return await reader.read()

    async def _ask(self, path: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        # Each has an address of its own.
        own = (f"127.0.1.{self.number + 1}", 0)
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=own)
        language = LANGUAGES[self.number % len(LANGUAGES)]
        writer.write(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nAccept-Language: {language}\r\n"
            "Connection: close\r\n\r\n".encode()
        )
        return reader, writer


class Day:
    """A station, its link and a broker in a folder; they run until the stack is closed."""

    def __init__(self, folder: Path, seed: int, stack: ExitStack) -> None:
        self._folder = folder
        self._seed = seed
        self._stack = stack
        self._data = folder / "data"
        self._broker_port, self._page_port = free_port(), free_port()
        self._programs: dict[str, subprocess.Popen[bytes]] = {}
        self._samples: dict[str, list[Sample]] = {"station": [], "link": []}
        self._broker: ExitStack | None = None
        self._wrong: list[str] = []
        self._phones: list[Phone] = []
        self._settings = self._prepare()

    def _prepare(self) -> Settings:
        self._data.mkdir()
        disk = ["mount", "-t", "tmpfs", "-o", f"size={DISK_MB}m", "tmpfs", str(self._data)]
        self._can_fill = subprocess.run(disk, capture_output=True, check=False).returncode == 0
        if self._can_fill:
            self._stack.callback(subprocess.run, ["umount", str(self._data)], check=False)
        else:
            print("no right to mount: the disk is never full")
        link = link_settings(
            self._broker_port, station="day", page=True, page_port=self._page_port, page_open=True
        )
        settings = Settings(station=StationSettings(data=self._data), link=link)
        (self._folder / "station.toml").write_text(settings_text(settings), encoding="utf-8")
        return settings

    async def run(self, duration_s: float, phones: int, broker_every_s: float) -> list[str]:
        """Let it run; return what went wrong."""
        self._start()
        await self._until_page_answers()
        self._phones = [Phone(it, self._page_port, Random(f"{self._seed} {it}")) for it in range(phones)]
        following = [asyncio.create_task(phone.run()) for phone in self._phones]
        ends_s = time.monotonic() + duration_s
        began_s = reported_s = time.monotonic()
        events = self._events(broker_every_s, began_s)
        due_s, act = next(events)
        while (now_s := time.monotonic()) < ends_s and not self._ended():
            if now_s >= due_s:
                act()
                due_s, act = next(events)
            if now_s >= reported_s + REPORT_S:
                reported_s = now_s
                self._sample((now_s - began_s) / HOUR_S)
            await asyncio.sleep(min(1.0, max(0.0, due_s - now_s)))
        self._sample((time.monotonic() - began_s) / HOUR_S)
        self._wrong += self._ended()
        for task in following:
            task.cancel()
        await asyncio.gather(*following, return_exceptions=True)
        self._stop_station()
        await self._until_acknowledged()
        self._check()
        return self._wrong

    def _start(self) -> None:
        self._start_broker()
        given = ["--settings", str(self._folder / "station.toml")]
        plays = ["--virtual", "--autoplay", str(GAMES), "--seed", str(self._seed), *given]
        station = [sys.executable, "-m", "bench.real_day", "--station", "station", *plays]
        for name, command in (("station", station), ("link", ours(["link", *given]))):
            log = self._folder / f"{name}.log"
            self._programs[name] = self._stack.enter_context(running(command, log))

    def _start_broker(self) -> None:
        broker = shutil.which("mosquitto", path=f"{os.environ['PATH']}:{SBIN}")
        if broker is None:
            raise SystemExit("mosquitto, a broker, is not installed here")
        conf = self._folder / "mosquitto.conf"
        conf.write_text(f"listener {self._broker_port} 127.0.0.1\nallow_anonymous true\n", encoding="utf-8")
        self._broker = ExitStack()
        self._broker.enter_context(running([broker, "-c", str(conf)], self._folder / "mosquitto.log"))
        self._stack.callback(self._broker.close)

    def _stop_broker(self) -> None:
        if self._broker is not None:
            self._broker.close()

    def _events(self, every_s: float, began_s: float) -> Iterator[tuple[float, Callable[[], None]]]:
        """Yield when each fault begins or ends, and how."""
        for number in itertools.count():
            start_s = began_s + number * every_s
            if self._can_fill:
                yield start_s + every_s / 2, self._fill_disk
                yield start_s + every_s / 2 + DISK_FULL_S, self._free_disk
            yield start_s + every_s, self._stop_broker
            yield start_s + every_s + BROKER_AWAY_S, self._start_broker

    def _fill_disk(self) -> None:
        with suppress(OSError), self._filler.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))

    def _free_disk(self) -> None:
        self._filler.unlink(missing_ok=True)

    @property
    def _filler(self) -> Path:
        return self._data / "filler"

    async def _until_page_answers(self) -> None:
        ends_s = time.monotonic() + START_TIMEOUT_S
        while time.monotonic() < ends_s:
            with suppress(OSError):
                _, writer = await asyncio.open_connection("127.0.0.1", self._page_port)
                writer.close()
                return
            await asyncio.sleep(0.2)
        raise SystemExit(f"no page after {START_TIMEOUT_S:.0f} s: {self._log('link')}")

    async def _until_acknowledged(self) -> None:
        """Wait until the broker has acknowledged everything that is in the journal."""
        memory, ends_s = Memory(self._settings.link_folder), time.monotonic() + CATCH_UP_S
        with closing(Database.for_reading(self._journal)) as database:
            last = database.last_number()
        while time.monotonic() < ends_s:
            cursor = load_cursor(memory, RECEIVER)
            if cursor is not None and cursor.number >= last:
                return
            await asyncio.sleep(0.5)
        self._wrong.append(f"the broker has acknowledged {cursor and cursor.number} of {last} entries")

    @property
    def _journal(self) -> Path:
        return self._data / FILE_NAME

    def _ended(self) -> list[str]:
        return [
            f"{name} has ended: {self._log(name)}"
            for name, it in self._programs.items()
            if it.poll() is not None
        ]

    def _log(self, name: str) -> str:
        return (self._folder / f"{name}.log").read_text(encoding="utf-8", errors="replace")[-2000:]

    def _stop_station(self) -> None:
        self._free_disk()
        if self._broker is not None:
            self._broker.close()
        self._start_broker()
        self._programs["station"].terminate()
        self._programs["station"].wait(START_TIMEOUT_S)

    def _sample(self, hour: float) -> None:
        with closing(Database.for_reading(self._journal)) as database:
            games = database.last_game()
        size_kb = sum(it.stat().st_size for it in self._data.glob(f"{FILE_NAME}*")) // 1000
        for name, program in self._programs.items():
            with suppress(OSError):
                sample = Sample(hour, games, memory_mb(program.pid), open_files(program.pid), size_kb, 0.0)
                self._samples[name].append(sample)
                print(
                    f"{hour:5.2f} h  {name:8} {sample.memory_mb:6.1f} MB  {sample.files:3} open files  "
                    f"{games} games  journal {size_kb} kB",
                    flush=True,
                )

    def _check(self) -> None:
        for name, samples in self._samples.items():
            self._wrong += [f"{name}: {line}" for line in leaks(samples)]
            if "Traceback" in (self._folder / f"{name}.log").read_text(encoding="utf-8", errors="replace"):
                self._wrong.append(f"{name} has printed a traceback: {self._log(name)}")
        damaged: list[DamagedError] = []
        with closing(Database.for_reading(self._journal)) as database:
            games = list(database.sound_games(damaged))
            last = database.last_number()
            self._wrong += [f"no entry {it}" for it in range(1, last + 1) if database.entry(it) is None]
        self._wrong += [str(error) for error in damaged]
        verified = [verify(game) for game in games if game.over]
        self._wrong += [line for it in verified for line in it.misfits]
        self._throws = sum(it.throws for it in verified)
        self._entries = last
        self._check_phones()

    def _check_phones(self) -> None:
        everything: dict[str, set[int]] = defaultdict(set)
        for phone in self._phones:
            for game, got in phone.entries.items():
                everything[game] |= set(got)
        for phone in self._phones:
            if phone.unexpected:
                self._wrong.append(f"phone {phone.number}: {phone.unexpected}")
            for game, got in phone.entries.items():
                expected = {it for it in everything[game] if got[0] <= it <= got[-1]}
                if got != sorted(expected):
                    self._wrong.append(f"phone {phone.number}, game {game}: not each entry once, in order")

    def summary(self) -> str:
        """Return what was done and how it grew, in a line."""
        grown = []
        for name, samples in self._samples.items():
            later = [it for it in samples if it.hour >= SETTLED_HOURS] or samples
            first, last = later[0], later[-1]
            grown.append(
                f"{name} {first.memory_mb:.0f} to {last.memory_mb:.0f} MB ({growth_mb(later):+.1f} an hour), "
                f"{first.files} to {last.files} open files"
            )
        sent = sum(len(got) for phone in self._phones for got in phone.entries.values())
        streams = sum(phone.streams for phone in self._phones)
        return (
            f"{self._entries} entries, {self._throws} throws checked; {sent} entries sent to "
            f"{len(self._phones)} phones in {streams} streams; after the first hour: {'; '.join(grown)}"
        )


if __name__ == "__main__":
    sys.exit(main())
