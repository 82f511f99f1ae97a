"""Measure how dice on the board are read: on random virtual tables, or in pictures with truth.

Run `python -m bench.dice [--tables N] [--throws N] [--seed N]`, or `python -m bench.dice --pictures DIR` for
sets whose truth.json has for each picture a `die` with `face`, `x` and `y` in mm. A die is *ignored* where
the board is read right in spite of it, a *COUNTER* where it is read as one, or hides one, and *TWO* where
it is taken for two.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from calibration.calibrate import calibrate
from calibration.errors import CalibrationError
from companion.app.virtual.autoplay import learned_reader
from companion.game.board import RING, Halves
from five_lines_lab.dataset.random_scenes import random_scene
from five_lines_lab.evaluation.evaluation import training_set
from five_lines_lab.evaluation.truth import PictureSet, read_truth
from hardware.virtual_table.table import VirtualTable
from vision.board_reader import BoardReader
from vision.picture_file import read_picture
from vision.reading import Cause

SIZE_PX = (1280, 720)
DIE_COLOURS = {
    "white": (0.85, 0.84, 0.8),
    "ivory": (0.75, 0.66, 0.48),
    "wood": (0.6, 0.4, 0.22),
    "red": (0.6, 0.05, 0.05),
    "blue": (0.04, 0.1, 0.5),
    "green": (0.05, 0.3, 0.08),
    "black": (0.03, 0.03, 0.03),
}
NEAR_MM = 12.0  # how far off a die may be found


def outcome(
    reader: BoardReader, picture: np.ndarray, halves: Halves, at_mm: tuple[float, float], face: int
) -> str:
    """Return what the picture of a die with a face up is read as; `halves` are what else lies there."""
    reading = reader.read(picture)
    doubt = reading.doubt
    if doubt is None:
        return "ignored" if reading.halves == halves else "COUNTER"
    if doubt.cause is not Cause.DIE:
        return "a thing" if doubt.cause is Cause.ODD_THING else "a doubt"
    # Near the middle between two halves either is right.
    spec, aside = reader.calibration.spec, NEAR_MM * np.array([(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)])
    if doubt.places[0] not in {spec.half_at(*place) for place in (at_mm + aside).tolist()}:
        return "elsewhere"
    if len(reading.dice) > 1:
        return "TWO"
    return "not read" if reading.dice == (None,) else "right" if reading.dice == (face,) else "WRONG"


def thrown(tables: int, throws: int, seed: int) -> Iterator[tuple[str, str]]:
    """Yield the colour of each die thrown onto random virtual tables, and what it is read as."""
    for number in range(tables):
        rng = np.random.default_rng((seed, number))
        drawn = random_scene(rng, SIZE_PX)
        table = VirtualTable(replace(drawn.scene, counters=drawn.counters), rng)
        try:
            reader = learned_reader(table)
        except CalibrationError as error:
            print(f"table {number}: {error}")
            continue
        for count in range(throws):
            places = rng.permutation(len(RING))[: rng.integers(2, 7)]
            a = tuple(int(n in places[::2]) for n in range(len(RING)))
            b = tuple(int(n in places[1::2]) for n in range(len(RING)))
            laid = Halves(a, b)
            table.lay(laid)
            table.throw_die()
            colour = str(rng.choice(list(DIE_COLOURS)))
            die = replace(table.scene.things[0], colour=DIE_COLOURS[colour])
            picture = table.picture(replace(table.scene, things=(die,)), count)
            yield colour, outcome(reader, picture, laid, (die.x_mm, die.y_mm), die.face)
            table.throw_die()


def pictured(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the colour of each die in pictures with truth, and what it is read as."""
    for path in sorted(folder.glob("**/truth.json")):
        pictures = read_truth(path)
        assert isinstance(pictures, PictureSet)
        reader = BoardReader(calibrate(training_set(pictures, "corners"))[0])
        dice = {frame["file"]: frame.get("die") for frame in json.loads(path.read_text("utf-8"))["frames"]}
        for frame in pictures.frames:
            if die := dice[frame.file]:
                picture, at_mm = read_picture(path.parent / frame.file), (die["x"], die["y"])
                yield die["colour"], outcome(reader, picture, frame.halves, at_mm, die["face"])


def main() -> None:
    """Print a row for each colour."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--throws", type=int, default=6, help="dice on each table")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--pictures", type=Path, metavar="DIR")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    found = thrown(args.tables, args.throws, args.seed) if args.pictures is None else pictured(args.pictures)
    results: dict[str, Counter[str]] = {}
    for colour, came_out in found:
        results.setdefault(colour, Counter())[came_out] += 1
    columns = (
        "right",
        "not read",
        "WRONG",
        "TWO",
        "elsewhere",
        "a thing",
        "a doubt",
        "ignored",
        "COUNTER",
    )
    print(f"{'colour':14}" + "".join(f"{column:>13}" for column in columns))
    for colour, counts in (*sorted(results.items()), ("all", sum(results.values(), Counter()))):
        print(f"{colour:14}" + "".join(f"{counts[column]:13}" for column in columns))


if __name__ == "__main__":
    main()
