"""Measure the time to draw a moving page, in units of halving a 1600x960 picture.

Prints the ratio of a whole page, drawn from scratch, to that unit, measured in turn in one run on one thread:
the middle of all rounds and their slowest tenth, in time of the processor. Thirty pictures a second leave 33
ms for each; the share of that is printed for a machine so many times slower than this one (`--slower`; a
Raspberry Pi 4 is reckoned 5 to 8 times slower than where this was tried). Run it as `python bench/frames.py
[--size WxH] [--slower N]`.
"""

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from companion.display.screen import Screen
from companion.game import DICE
from companion.interface.presentation import Density, Theme
from companion.interface.views import PlayView, Roll, View, WonView
from five_lines_lab.gallery.examples import examples
from five_lines_lab.gallery.gallery import parse_size

ROUNDS = 120
UNIT_WH = (1600, 960)
SLOWER = 8.0
BUDGET_MS = 1000 / 30


def motions() -> dict[str, Callable[[float], View]]:
    """Return each kind of motion, as pages at a progress from 0 to 1."""
    shown = examples()
    throw, moved, won = shown["play-rolling"], shown["play-throw"], shown["won"]
    assert isinstance(throw, PlayView)
    assert isinstance(moved, PlayView)
    assert isinstance(won, WonView)
    return {
        "cube": lambda progress: replace(throw, roll=Roll(DICE["d6"], 4, progress)),
        "knucklebone": lambda progress: replace(throw, roll=Roll(DICE["knucklebone"], 3, progress)),
        "gliding counter": lambda progress: replace(moved, glide=progress),
        "branch": lambda progress: replace(won, shown=progress),
    }


def timed_ms(work: Callable[[], object]) -> float:
    """Return the processor time of a call."""
    began = time.process_time()
    work()
    return 1000 * (time.process_time() - began)


def rounds(screen: Screen, view: Callable[[float], View]) -> Iterator[tuple[float, float]]:
    """Yield the milliseconds of a page, and of the unit, in turn."""
    unit, half = pygame.Surface(UNIT_WH), (UNIT_WH[0] // 2, UNIT_WH[1] // 2)
    for number in range(ROUNDS):
        page = view((number + 0.5) / ROUNDS)
        yield (
            timed_ms(lambda page=page: screen.show(page)),  # type: ignore[misc]
            statistics.median(timed_ms(lambda: pygame.transform.smoothscale(unit, half)) for _ in range(3)),
        )


def main() -> int:
    """Measure each kind of motion."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--size", default="800x480", metavar="WxH")
    parser.add_argument("--slower", type=float, default=SLOWER, metavar="N")
    args = parser.parse_args()
    pygame.display.init()
    pygame.font.init()
    screen = Screen(pygame.Surface(parse_size(args.size)), Theme.BRIGHT, "en", two_sided=True, rotation=0)
    screen.density = Density.GALLERY
    for name, view in motions().items():
        screen.show(view(0.0))
        pairs = list(rounds(screen, view))
        unit = statistics.median(unit for _, unit in pairs)
        pages = sorted(page / unit for page, _ in pairs)
        middle, slow = statistics.median(pages), pages[len(pages) * 9 // 10]
        middle_ms, slow_ms = middle * unit, slow * unit
        print(
            f"{name}: {middle:.2f} units, slowest tenth {slow:.2f}; {middle_ms:.1f} and {slow_ms:.1f} ms "
            f"here, {middle_ms * args.slower:.0f} and {slow_ms * args.slower:.0f} of {BUDGET_MS:.0f} ms if "
            f"{args.slower:g} times slower"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
