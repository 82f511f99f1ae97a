"""Referee filmed games at tables that were hard to read, while their light changes.

    PYTHONPATH=. python bench/films.py --seed 40 --out DIR [KIND ...]

Films a game of each kind in DIR/KIND, unless one lies there, has `five-lines calibrate` learn the board from
its references and `five-lines watch` referee it; a board that can't be learned is skipped. Prints how many
plies were reported as they were played, how many illegal moves were reported, and what was reported that did
not happen. In half of the games the light fades, in the others it grows, some per cent at a time; in the
middle of each a lamp is switched on. Ends with status 1 unless everything is reported, and nothing else.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from bench.make_boards import FILM_SIZE_PX, short_script, write_film
from companion.game import Seat
from five_lines_lab.dataset.lights import LightChange, LightKind, changed
from five_lines_lab.dataset.random_scenes import BoardClass, RandomScene, random_scene
from five_lines_lab.evaluation.truth import PictureSet, read_truth
from five_lines_lab.film.script import Script
from hardware.virtual_table.scene import Colour, CounterKind, Lighting
from tests.support.film_events import played, told

SETUP = "A 1A 2A 3A 4A 5A / B 1B 2B 3B 4B 5B"
NOT_SEEN = ("unsure", "unseen")
MAX_THROWS = 30
FADED, GROWN = 0.7, 1.15
"""Factor of the light at the end of a game, without the lamp. The exposure stays: in much more light,
a pale board is as white as white counters.
"""

STEPS = 6
"""Number of small changes of the light in a game."""


@dataclass(frozen=True)
class Kind:
    """A kind of table: its board and light, and the counters of A and of B."""

    board: BoardClass
    light: LightKind
    counters: CounterKind
    colours: tuple[Colour, Colour]
    height_mm: float
    gloss: float
    fades: bool

    def scene(self, rng: np.random.Generator) -> RandomScene:
        """Return a random table of this kind."""
        drawn = random_scene(rng, FILM_SIZE_PX, self.board, self.light)
        return replace(
            drawn,
            colour_pair="_".join(str(colour) for colour in self.colours),
            counters=tuple(
                replace(
                    counter,
                    kind=self.counters,
                    colour=self.colours[0 if counter.seat is Seat.A else 1],
                    height_mm=self.height_mm,
                    gloss=self.gloss,
                    mottle=0.6 if self.counters is CounterKind.PEBBLE else 0.0,
                )
                for counter in drawn.counters
            ),
        )

    def light_at(self, scene: RandomScene, plies: int, rng: np.random.Generator) -> Callable[[int], Lighting]:
        """Return the light of each ply of a game."""
        here = scene.scene.light
        with_lamp = changed(here, LightChange.EXTRA_LAMP, rng)

        def at(ply: int) -> Lighting:
            step = STEPS * ply // (plies + 1) / STEPS
            lamps = with_lamp.lamps if 2 * ply > plies else here.lamps
            gain = (FADED if self.fades else GROWN) ** step
            return Lighting(
                (
                    *(replace(lamp, colour=_scaled(lamp.colour, gain)) for lamp in lamps[: len(here.lamps)]),
                    *lamps[len(here.lamps) :],
                ),
                _scaled(here.ambient, gain),
            )

        return at


PALE, WHITE = (0.74, 0.71, 0.64), (0.9, 0.89, 0.86)
BLACK, GREY, BROWN = (0.05, 0.05, 0.055), (0.5, 0.5, 0.5), (0.4, 0.26, 0.18)
KINDS = {
    "pale_pebbles_on_stone": Kind(
        BoardClass.STONE, LightKind.WINDOW, CounterKind.PEBBLE, (BROWN, PALE), 8.0, 0.2, True
    ),
    "white_discs_on_paper": Kind(
        BoardClass.PAPER_PLAIN, LightKind.DIFFUSE, CounterKind.DISC, (WHITE, GREY), 5.0, 0.2, True
    ),
    "tall_discs_in_low_light": Kind(
        BoardClass.WOOD, LightKind.WARM_LOW, CounterKind.DISC, (BLACK, WHITE), 10.0, 0.3, False
    ),
    "glossy_black_on_slate": Kind(
        BoardClass.SLATE, LightKind.SPOT, CounterKind.BEAD, (BLACK, WHITE), 7.0, 1.0, False
    ),
    "pebbles_of_like_colours": Kind(
        BoardClass.WOOD, LightKind.MIXED, CounterKind.PEBBLE, (BROWN, GREY), 7.0, 0.3, True
    ),
    "white_and_black_on_sheet": Kind(
        BoardClass.PAPER_ARUCO, LightKind.WINDOW, CounterKind.BEAD, (WHITE, BLACK), 8.0, 0.9, False
    ),
}


@dataclass(frozen=True)
class Count:
    """Counts of films: `said` right of `plies`, `flagged` of `illegal` ones, `accused` of nothing done."""

    plies: int = 0
    said: int = 0
    illegal: int = 0
    flagged: int = 0
    accused: int = 0
    unsure: int = 0

    def __add__(self, other: "Count") -> "Count":
        return Count(*(getattr(self, name) + getattr(other, name) for name in vars(self)))

    def __str__(self) -> str:
        return (
            f"{self.said} of {self.plies} plies right, {self.flagged} of {self.illegal} illegal moves found, "
            f"{self.accused} false accusations, {self.unsure} times unsure"
        )


def main(arguments: list[str] | None = None) -> int:
    """Film and referee games as the command line says."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("kinds", nargs="*", metavar="KIND", default=[*KINDS], help=", ".join(KINDS))
    parser.add_argument("--seed", type=int, required=True, metavar="S")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    args = parser.parse_args(arguments)
    total = Count()
    for name in args.kinds:
        folder = args.out / name
        if not (folder / "truth.json").exists():
            write_film(folder, *filmed(name, args.seed))
        count = refereed(folder)
        print(f"{name}: {count}", flush=True)
        total += count
    print(f"all: {total}")
    return int((total.said, total.flagged, total.accused) != (total.plies, total.illegal, 0))


def filmed(
    name: str, seed: int
) -> tuple[Script, RandomScene, np.random.Generator, Callable[[int], Lighting]]:
    """Return a game of a kind: its script, table, random numbers and light."""
    kind, rng = KINDS[name], np.random.default_rng((seed, 2, [*KINDS].index(name)))
    script = short_script(rng, MAX_THROWS)
    scene = kind.scene(rng)
    return script, scene, rng, kind.light_at(scene, len(script.turns), rng)


def refereed(folder: Path) -> Count:
    """Compare the referee's report of a film with the truth; print the differences."""
    truth = read_truth(folder / "truth.json")
    assert isinstance(truth, PictureSet)
    corners = " ".join(f"{x},{y}" for x, y in truth.corners_px.tolist())
    with TemporaryDirectory() as place:
        station = f"{place}/station"
        learned = _five_lines(
            *("calibrate", "--empty", f"{folder}/reference/empty.jpg", "--board", f"{folder}/board.toml"),
            *("--known", f"{folder}/reference/setup_a.jpg", SETUP, "--corners", corners, "--out", station),
        )
        printed = learned and _five_lines(
            *("watch", "--station", station, "--rules", "schaedler", "--json"),
            *("--throws", f"{folder}/throws.json", f"{folder}/frames"),
        )
    printed = printed or ""
    was, said = played(json.loads((folder / "truth.json").read_text(encoding="utf-8"))), told(printed)
    unsure = [event for event in map(json.loads, printed.splitlines()) if event["event"] in NOT_SEEN]
    for event in unsure:
        print(f"  {event['message']}")
    for ply in was:
        if ply not in said:
            print("  not reported:", *ply)
    for ply in said:
        if ply not in was:
            print("  reported:", *ply)
    flags = [ply for ply in was if ply[0] == "flagged"]
    return Count(
        plies=len(was) - len(flags),
        said=sum(ply in said for ply in was if ply not in flags),
        illegal=len(flags),
        flagged=sum(ply in said for ply in flags),
        accused=sum(ply[0] == "flagged" and ply not in was for ply in said),
        unsure=len(unsure),
    )


def _five_lines(*arguments: str) -> str | None:
    """Return the program's output; None where it refuses, which it reports itself."""
    command = [sys.executable, "-m", "companion.cli", *arguments]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    return done.stdout if done.returncode == 0 else None


def _scaled(colour: Colour, gain: float) -> Colour:
    return (colour[0] * gain, colour[1] * gain, colour[2] * gain)


if __name__ == "__main__":
    sys.exit(main())
