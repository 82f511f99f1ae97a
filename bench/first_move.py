"""Count the touches from a dark screen to the first legal move, and the seconds that the program takes.

    python bench/first_move.py

The station runs as it does at a table, in real time, with its camera's picture of a virtual table; only a
display's and a camera's own work is missing. From the moment it is opened it shows its first page, then
waits until the screen shows the attract loop. From the touch that ends that on, somebody takes the shortest
way, alone and with another, reading and acting in no time. The seconds are those of the pages, not people's.
A machine that is busy adds its own; so each way is gone again by a clock that stands while the program works.
"""

import sys
import tempfile
import time
from itertools import product
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from companion.station.timings import Timings
from tests.support.fake_clock import FakeClock
from tests.support.first_move import TURN_S, first_move
from tests.support.shared import FOLDER as SHARED
from tests.support.walk import walk


class RealClock(FakeClock):
    """The machine's own clock: time passes by waiting."""

    def __call__(self) -> float:
        """Return seconds since some moment."""
        return time.monotonic()

    def go(self, seconds: float) -> None:
        """Wait."""
        time.sleep(seconds)


def main() -> None:
    """Print a line for each way and clock."""
    print("who    clock  opened, s  touches  seconds  of these on each page")
    for alone, clock in product((True, False), (RealClock, FakeClock)):
        with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
            patch.setenv(SHARED, folder)
            began_s = time.monotonic()
            with walk(Path(folder), patch, clock=clock()) as person:
                opened_s = time.monotonic() - began_s
                person.wait(Timings().attract_s + 1.0, TURN_S)
                found = first_move(person, alone=alone)
        spent = (f"{name.removesuffix('View')} {each_s:.1f}" for name, each_s in found.seconds_on().items())
        who, whose = "alone" if alone else "two", "real" if clock is RealClock else "own"
        print(
            f"{who:6} {whose:5} {opened_s:10.1f} {found.touches:8} {found.seconds:8.1f}  {', '.join(spent)}",
            flush=True,
        )


if __name__ == "__main__":
    main()
