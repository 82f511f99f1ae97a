"""A station that plays for days, to find stuck games, growing memory, and slower pages.

    python bench/soak.py [--hours 8] [--seed 1] [--every 1]

It plays at the virtual table, in its window that is drawn where nobody sees it, by a clock that is stepped
from frame to frame, as fast as it goes. The light drifts all the time, and each half hour of that clock a
lamp is switched on or off. Where the page stays in doubt, the lamp is switched off, as people do where it
glares; these are counted. Prints a line every so many of these hours, and a summary at the end. Fails if a
game is stuck or wrongly refereed, or if after the first hour memory or the number of open files grows.
Memory is measured after freed memory was returned, as the station does every few seconds.
"""

import argparse
import math
import os
import sys
import tempfile
import time
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

import numpy as np

from bench.processes import memory_mb, open_files
from companion.app.virtual.autoplay import (
    FRAME_RATE,
    PACE,
    SteppedClock,
    learned_reader,
    lie_as_left,
    stepped_devices,
)
from companion.app.virtual.robot_player import NotSeenError, RobotPlayer
from companion.app.window import Window
from companion.game import rules_for
from companion.journal import FILE_NAME, Journal
from companion.settings.sections import Settings
from companion.station.board.monitor import BoardMonitor
from companion.station.loop import Loop
from companion.station.station import Station
from companion.station.timings import Timings
from five_lines_lab.dataset.lights import LightChange, changed
from hardware.virtual_table.table import virtual_table
from vision.board_reader import return_freed_memory

HOUR_S = 3600.0
STUCK_S = 20_000.0
"""Duration by the stepped clock after which a game counts as stuck."""
DRIFT, DRIFT_S, DRIFT_EVERY_S = 0.1, 5400.0, 30.0
"""Share by which the light goes up and down, the period, and the interval of setting it."""
SWITCH_S = 1800.0
"""Interval of switching the lamp: within the first hour it has been on, and shapes have been asked for."""
SETTLED_HOURS = 1.0
"""Hours after which memory and open files should not grow."""
MAX_GROWTH_MB = 1.0
"""Growth of memory in an hour, by the stepped clock, from which on the soak fails."""
MAX_NEW_FILES = 2
"""Open files that may be there at the end beside those after the first hour."""


@dataclass(frozen=True)
class Sample:
    """Measurements of the process at an hour of the stepped clock."""

    hour: float
    games: int
    memory_mb: float
    files: int
    journal_kb: int
    page_ms: float


def growth_mb(samples: list[Sample]) -> float:
    """Return the slope of memory in MB an hour: the line of least squares; 0 for fewer than three samples."""
    if len(samples) < 3:
        return 0.0
    return float(np.polyfit([it.hour for it in samples], [it.memory_mb for it in samples], 1)[0])


def leaks(samples: list[Sample]) -> list[str]:
    """Return what grew after the first hour, in plain words."""
    later = [it for it in samples if it.hour >= SETTLED_HOURS]
    found, slope = [], growth_mb(later)
    if slope >= MAX_GROWTH_MB:
        found.append(f"memory grows by {slope:.2f} MB an hour")
    if later and later[-1].files > later[0].files + MAX_NEW_FILES:
        found.append(f"{later[0].files} open files became {later[-1].files}")
    return found


def soak(hours: float, seed: int, every: float, journal_file: Path) -> tuple[list[Sample], list[str], int]:
    """Play for this duration; return what was measured, what was wrong, and how often the lamp had to go."""
    rules, settings, random = rules_for("schaedler"), Settings(), Random(seed)
    table, clock = virtual_table(seed), SteppedClock()
    began, rng = datetime(2026, 1, 1, tzinfo=UTC), np.random.default_rng(seed)
    reader = learned_reader(table)
    lie_as_left(table, None, rules)
    at_first = table.scene.light
    devices = stepped_devices(table, clock)
    samples: list[Sample] = []
    failed: list[str] = []
    with Journal(journal_file, lambda: began + timedelta(seconds=clock.now_s)) as journal:
        window = Window(settings.display, "en", clock=clock)
        timings = replace(Timings(), roll_s=1 / FRAME_RATE)
        station = Station(rules, settings, random.randbytes, timings=timings)
        loop = Loop(station, devices, window, BoardMonitor(reader), journal, clock)
        loop.start()

        def switch_off() -> None:
            table.scene = replace(table.scene, light=at_first)

        player = RobotPlayer(table, devices.button, random, PACE, switch_off)
        games, since_s, due_s, lit_s, switched = 0, 0.0, 0.0, 0.0, 0
        shown_s, shown = 0.0, 0
        while clock.now_s <= hours * HOUR_S:
            if clock.now_s >= lit_s:
                lit_s += DRIFT_EVERY_S
                if int(clock.now_s / SWITCH_S) != switched:
                    switched = int(clock.now_s / SWITCH_S)
                    light = changed(at_first, LightChange.EXTRA_LAMP, rng) if switched % 2 else at_first
                    table.scene = replace(table.scene, light=light)
                table.dim(1 + DRIFT * math.sin(2 * math.pi * clock.now_s / DRIFT_S))
            if clock.now_s >= due_s:
                due_s += every * HOUR_S
                return_freed_memory()
                sample = Sample(
                    clock.now_s / HOUR_S,
                    player.games,
                    memory_mb(),
                    open_files(),
                    sum(part.stat().st_size for part in journal_file.parent.iterdir()) // 1000,
                    1000 * shown_s / max(1, shown),
                )
                samples.append(sample)
                shown_s, shown = 0.0, 0
                print(sample, flush=True)
            devices.camera.step()
            loop.turn()
            view = station.view(clock())
            began_s = time.perf_counter()
            window.show(view, station.faults)
            shown_s, shown = shown_s + time.perf_counter() - began_s, shown + 1
            try:
                player.act(view, clock())
            except NotSeenError as error:
                failed.append(f"hour {clock.now_s / HOUR_S:.2f}: {error}")
                break
            if player.games > games:
                games, since_s = player.games, clock.now_s
            if clock.now_s - since_s > STUCK_S:
                failed.append(f"game {games + 1} did not come to an end")
                break
            clock.now_s += 1 / FRAME_RATE
        window.close()
        return samples, [*player.misjudged, *failed], player.doubts


def main(arguments: list[str] | None = None) -> int:
    """Print how it stands each hour; 1 if a game was stuck or wrongly refereed, or something grew."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hours", type=float, default=8.0, help="how long, by the station's clock (8)")
    parser.add_argument("--seed", type=int, default=1, help="which table and games (1)")
    parser.add_argument(
        "--every", type=float, default=1.0, metavar="HOURS", help="how often a line is printed (1)"
    )
    args = parser.parse_args(arguments)
    began_s = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="five-lines-soak-") as folder:
        samples, wrong, doubts = soak(args.hours, args.seed, args.every, Path(folder) / FILE_NAME)
    wrong += leaks(samples)
    for line in wrong:
        print(f"wrong: {line}")
    later = [it for it in samples if it.hour >= SETTLED_HOURS] or samples
    memory, pages = [it.memory_mb for it in later], [it.page_ms for it in later]
    files = [it.files for it in later]
    last, minutes = samples[-1], (time.monotonic() - began_s) / 60
    print(
        f"{last.hour:.2f} hours in {minutes:.1f} minutes, {last.games} games, {len(wrong)} wrong, "
        f"{doubts} doubts until the lamp was off; "
        f"after the first hour: memory {min(memory):.1f} to {max(memory):.1f} MB, "
        f"{growth_mb(later):+.2f} MB an hour, {min(files)} to {max(files)} open files, "
        f"a page {min(pages):.2f} to {max(pages):.2f} ms"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
