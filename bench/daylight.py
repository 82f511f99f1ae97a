"""Read boards through a day whose light slowly changes in brightness, colour and direction.

    PYTHONPATH=. python bench/daylight.py --seed 1 --out DIR [--photographs FOLDER] [--glow SHARE] [KIND ...]

Films games in DIR at the tables of `bench/films.py`, unless they lie there, one after the other from nine
o'clock to seven in the evening. A window's light crosses the table, from warm to cool to warm. It is
strongest at one; at seven the room's own lamp is stronger. The board is learned at nine, and the exposure
stays. With a folder of `bench/photo_boards.py` its boards are lit so instead. With `--glow` a window is
mirrored softly by board and counters, more and more until seven: that share of white is added to the light.

Prints right, unsure and wrong by hour, without and with a hand, and the processor time of a reading. The
status is 1 if a picture without a hand was read wrongly.
"""

import argparse
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from bench.causes import GAMMA, Board, boards, ground_of, lit
from bench.films import KINDS
from bench.make_boards import short_script, write_film
from calibration.calibrate import calibrate
from five_lines_lab.evaluation.evaluation import training_set
from five_lines_lab.evaluation.truth import PictureSet, read_truth
from hardware.virtual_table.exposure import metered
from hardware.virtual_table.lights import NEUTRAL, lamp, scaled
from hardware.virtual_table.scene import Colour, Lighting
from vision.arrays import Floats, Picture
from vision.board_reader import BoardReader
from vision.picture_file import read_picture
from vision.reading import Reading

OPENS, NOON, CLOSES = 9.0, 13.0, 19.0
GAMES = 3  # games of a table in a day
MAX_THROWS = 40
LOOKS = 31
"""Looks at a photograph in a day: every 20 minutes."""

Look = tuple[float, Picture, bool, Callable[[Reading], bool]]
"""The hour, the picture, whether it has a hand, and whether a clear reading of it is right."""


@dataclass(frozen=True)
class Day:
    """The light of a day: where the window's comes from at nine, and how far that turns until seven."""

    from_deg: float
    turn_deg: float
    up_deg: float

    def turned_deg(self, hour: float) -> float:
        """Return where the window's light comes from."""
        return self.from_deg + self.turn_deg * (hour - OPENS) / (CLOSES - OPENS)

    def window(self, hour: float) -> tuple[float, Colour]:
        """Return the strength of the window's light, 1 at its strongest, and its colour."""
        high = float(np.cos((hour - NOON) / 6.5 * np.pi / 2))
        low = 1 - high
        return 0.12 + 0.88 * high, (0.88 + 0.3 * low, 0.97, 1.08 - 0.4 * low)

    def light(self, hour: float) -> Lighting:
        """Return the light on a table."""
        strength, colour = self.window(hour)
        sun = lamp(self.turned_deg(hour), self.up_deg + 15 * strength, 1300, 300, colour, 0.75 * strength)
        room = lamp(self.from_deg + 40, 70, 1500, 300, NEUTRAL, 0.2)
        return Lighting((sun, room), scaled(colour, 0.05 + 0.12 * strength))


def day_of(rng: np.random.Generator) -> Day:
    """Return a random day."""
    way = rng.choice([-1, 1])
    return Day(float(rng.uniform(0, 360)), float(way * rng.uniform(60, 140)), float(rng.uniform(20, 35)))


def film(folder: Path, name: str, seed: int) -> None:
    """Film the games of a day at a table of a kind."""
    rng = np.random.default_rng((seed, 3, [*KINDS].index(name)))
    scene, day = KINDS[name].scene(rng), day_of(rng)
    # Nothing may clip when the light is strongest.
    sensor = metered(replace(scene.scene, light=day.light(NOON))).sensor
    scene = replace(scene, scene=replace(scene.scene, sensor=sensor, light=day.light(OPENS)))
    for game in range(GAMES):
        script = short_script(rng, MAX_THROWS)

        def at(ply: int, game: int = game, plies: int = len(script.turns)) -> Lighting:
            return day.light(_hour(game, ply / plies))

        write_film(folder / f"game_{game}", script, scene, rng, at)


def _hour(game: int, share: float) -> float:
    return OPENS + (CLOSES - OPENS) * (game + share) / GAMES


def tables(folder: Path, names: list[str], seed: int) -> Iterator[tuple[str, BoardReader, Iterator[Look]]]:
    """Yield each table's name, its reader and its looks."""
    for name in names:
        if not (folder / name).exists():
            film(folder / name, name, seed)
        truths = [read_truth(folder / name / f"game_{game}/truth.json") for game in range(GAMES)]
        sets = [truth for truth in truths if isinstance(truth, PictureSet)]
        yield name, BoardReader(calibrate(training_set(sets[0], "corners"))[0]), _filmed(sets)


def _filmed(sets: list[PictureSet]) -> Iterator[Look]:
    for game, truth in enumerate(sets):
        for index, frame in enumerate(truth.frames):
            picture, halves = read_picture(truth.folder / frame.file), frame.halves
            hour = _hour(game, index / len(truth.frames))
            yield hour, picture, frame.hand, lambda reading, halves=halves: reading.halves == halves  # type: ignore[misc]


def photographs(folder: Path, count: int, seed: int) -> Iterator[tuple[str, BoardReader, Iterator[Look]]]:
    """Yield each board's name, its reader and its looks."""
    for board in boards(folder, count, np.random.default_rng(seed)):
        rng = np.random.default_rng((seed, len(board.name)))
        yield board.name, board.reader, _relit(board, day_of(rng), rng)


def _relit(board: Board, day: Day, rng: np.random.Generator) -> Iterator[Look]:
    for hour in np.linspace(OPENS, CLOSES, LOOKS).tolist():
        change = _change(board, day, hour)
        yield hour, lit(board, lambda light, change=change: light * change, rng), False, board.is_right  # type: ignore[misc]


def _change(board: Board, day: Day, hour: float) -> Floats:
    """Return the light (H, W, 3) of an hour relative to nine o'clock, which the photograph shows."""
    ground = ground_of(board)

    def light(hour: float) -> Floats:
        strength, colour = day.window(hour)
        turn = np.radians(day.turned_deg(hour))
        across = np.clip(ground.x * np.float32(np.cos(turn)) + ground.y * np.float32(np.sin(turn)), -2, 2)
        window = 0.75 * strength * np.exp(np.float32(0.25) * across)
        bgr = np.array(colour[::-1]) * np.float32(1)
        room = np.array(NEUTRAL[::-1]) * 0.2 + bgr * (0.05 + 0.12 * strength)
        return np.asarray(window[..., None] * bgr + room, np.float32)

    return np.asarray(light(hour) / light(OPENS), np.float32)


def glowing(picture: Picture, light: float) -> Picture:
    """Return a picture (H, W, 3) with a window mirrored in it, twice as strong on one side."""
    across = np.linspace(2 / 3, 4 / 3, picture.shape[1], dtype=np.float32)[:, None]
    linear = np.power(picture / np.float32(255), np.float32(GAMMA)) + np.float32(light) * across
    return np.asarray(255 * np.power(np.clip(linear, 0, 1), np.float32(1 / GAMMA)) + 0.5, np.uint8)


def main() -> int:
    """Print a row for each hour."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("kinds", nargs="*", metavar="KIND", default=[*KINDS], help=", ".join(KINDS))
    parser.add_argument("--seed", type=int, required=True, metavar="S")
    parser.add_argument("--out", type=Path, metavar="DIR")
    parser.add_argument("--photographs", type=Path, metavar="FOLDER")
    parser.add_argument("--boards", type=int, default=12, help="boards cut from photographs (12)")
    parser.add_argument("--glow", type=float, default=0.0, metavar="SHARE")
    parser.add_argument("--list", action="store_true", help="list what was not read right")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    if args.photographs is not None:
        days = photographs(args.photographs, args.boards, args.seed)
    else:
        days = tables(args.out, args.kinds, args.seed)
    counts: dict[bool, dict[int, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    took_s: dict[bool, list[float]] = defaultdict(list)
    for name, reader, looks in days:
        for hour, seen, hand, is_right in looks:
            picture = glowing(seen, args.glow * (hour - OPENS) / (CLOSES - OPENS)) if args.glow else seen
            began = time.process_time()
            reading = reader.read(picture)
            took_s[hand].append(time.process_time() - began)
            came = "unsure" if reading.halves is None else "right" if is_right(reading) else "wrong"
            counts[hand][int(hour)][came] += 1
            if args.list and (came == "wrong" or (came == "unsure" and not hand)):
                print(f"{name} {hour:.1f}: {reading.why or 'WRONG'}", flush=True)
        print(f"{name} done", flush=True)
    print(f"{'hour':6}{'no hand':>14}{'a hand':>14}")
    for hour in sorted({hour for by_hour in counts.values() for hour in by_hour}):
        print(f"{hour:<6}" + "".join(f"{_figures(counts[hand][hour]):>14}" for hand in (False, True)))
    totals = [sum(counts[hand].values(), Counter()) for hand in (False, True)]
    print(f"{'all':6}" + "".join(f"{_figures(total):>14}" for total in totals))
    print(f"{'time':6}" + "".join(f"{_middle_ms(took_s[hand]):>14}" for hand in (False, True)))
    return int(totals[0]["wrong"] > 0)


def _middle_ms(took_s: list[float]) -> str:
    return f"{1e3 * float(np.median(took_s)):.1f} ms" if took_s else "-"


def _figures(count: "Counter[str]") -> str:
    return f"{count['right']}/{count['unsure']}/{count['wrong']}"


if __name__ == "__main__":
    sys.exit(main())
