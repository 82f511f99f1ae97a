"""Counts how often a carved board is read right in raking light, by width and angle of its grooves.

    PYTHONPATH=. python bench/grooves.py [--seed 1] [--repeats 2]

Limestone with V-shaped grooves of an opening angle, or worn, rounded ones of 1.3 mm; one lamp at 15 degrees
above the table, from a random side, and a little light of the room. The board is found by its lines alone and
learned from the empty board and the start; two more positions are read: right, unsure or wrong. A board
that can't be learned counts as unsure.
"""

import argparse
from dataclasses import replace

import numpy as np
from tqdm import tqdm

from bench.make_boards import random_where, with_counters
from calibration.calibrate import calibrate
from calibration.errors import CalibrationError
from calibration.training_set import KnownPicture, TrainingSet
from companion.game import RING, Seat
from companion.game.board import Halves
from five_lines_lab.dataset.lights import LightKind
from five_lines_lab.dataset.random_scenes import BoardClass, RandomScene, random_scene
from five_lines_lab.evaluation.evaluation import START
from five_lines_lab.layouts import PlacedCounter, place_counters
from hardware.virtual_table.exposure import metered
from hardware.virtual_table.layouts import BoardSlot
from hardware.virtual_table.render.renderer import Renderer
from hardware.virtual_table.scene import BoardMaterial
from hardware.virtual_table.table import points_px
from vision.board_reader import BoardReader

WIDTHS_MM = (1.2, 2.4, 4.0)
ANGLES_DEG = (60.0, 90.0, 120.0, 0.0)
POSITIONS = ("points", "sacred")

RAKING_DEG, LAMP_MM = 15.0, 1000.0


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--repeats", type=int, default=2)
    args = parser.parse_args()
    print("| width | " + " | ".join(f"V of {it:g}°" if it else "rounded" for it in ANGLES_DEG) + " |")
    print("| --- |" + " --- |" * len(ANGLES_DEG))
    for width in WIDTHS_MM:
        cells = []
        for angle in tqdm(ANGLES_DEG, leave=False):
            counts = np.zeros(3, int)
            for number in range(args.repeats):
                counts += readings(width, angle, (args.seed, number))
            cells.append("{}, {}, {}".format(*counts))
        print(f"| {width:g} mm | " + " | ".join(cells) + " |", flush=True)
    return 0


def readings(width_mm: float, angle_deg: float, seed: tuple[int, int]) -> tuple[int, int, int]:
    """Return how many positions are read right, unsure and wrong on a random table with such grooves."""
    rng, renderer = np.random.default_rng(seed), Renderer(1)
    drawn = carved(width_mm, angle_deg, rng)
    board = drawn.scene.board
    start = place_counters(board, drawn.counters, [BoardSlot(half, 0) for half in RING], 2.5, rng)
    empty, known = (renderer.picture(with_counters(drawn.scene, placed)) for placed in ((), start))
    corners_px = points_px(drawn.scene)
    x, y = corners_px[:5].mean(axis=0) - corners_px[5:].mean(axis=0)
    side = ("right" if x > 0 else "left") if abs(x) > abs(y) else ("bottom" if y > 0 else "top")
    learned_from = TrainingSet(
        board.spec, ("empty", empty), (KnownPicture("start", known, START),), a_side=side
    )
    try:
        reader = BoardReader(calibrate(learned_from)[0])
    except CalibrationError:
        return 0, len(POSITIONS), 0
    right = unsure = 0
    for position in POSITIONS:
        counters = list(drawn.counters)
        placed = place_counters(board, counters, random_where(position, counters, rng), 6.0, rng)
        reading = reader.read(renderer.picture(with_counters(drawn.scene, placed)))
        unsure += reading.halves is None
        right += reading.halves is not None and reading.halves == lying(placed)
    return right, unsure, len(POSITIONS) - right - unsure


def lying(placed: tuple[PlacedCounter, ...]) -> Halves:
    """Return how many counters of each seat lie on each half."""
    spots = [(it.counter.seat, it.spot.half) for it in placed if it.spot is not None]
    a, b = (tuple(spots.count((seat, half)) for half in RING) for seat in Seat)
    return Halves(a, b)


def carved(width_mm: float, angle_deg: float, rng: np.random.Generator) -> RandomScene:
    """Return a random table with a limestone board in raking light."""
    drawn = random_scene(rng, (960, 720), BoardClass.STONE, LightKind.WINDOW, oblique=False)
    board = replace(
        drawn.scene.board,
        material=BoardMaterial.LIMESTONE,
        line_width_mm=width_mm,
        line_strength=1.0,
        groove_deg=angle_deg,
        unevenness_mm=0.0,
    )
    turn, rise = rng.uniform(0, 2 * np.pi), np.radians(RAKING_DEG)
    x, y, z = LAMP_MM * np.array([np.cos(turn) * np.cos(rise), np.sin(turn) * np.cos(rise), np.sin(rise)])
    lamp = replace(drawn.scene.light.lamps[0], position_mm=(float(x), float(y), float(z)))
    light = replace(drawn.scene.light, lamps=(lamp,))
    return replace(drawn, scene=metered(replace(drawn.scene, board=board, light=light)))


if __name__ == "__main__":
    raise SystemExit(main())
