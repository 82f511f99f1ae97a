"""Counts how often a carved board is found by its lines, by groove width and depth, in raking light.

    python bench/grooves.py [--seed 1] [--repeats 4]

Limestone, with grooves of rounded profile; one lamp at 15 degrees above the table, from a random side. A
board counts as found when the finder is confident and every point is within 5 pixels, about 3 mm.
"""

import argparse
from dataclasses import replace

import numpy as np

from calibration.locate.board_finder import find_board
from calibration.locate.points import MIN_CONFIDENCE
from companion.lab.dataset.random_scenes import BoardClass, random_scene
from hardware.virtual_table.exposure import metered
from hardware.virtual_table.lights import LightKind
from hardware.virtual_table.render.renderer import Renderer
from hardware.virtual_table.scene import BoardMaterial
from hardware.virtual_table.table import points_px

WIDTHS_MM = (1.0, 1.5, 2.5, 4.0)
DEPTHS_MM = (0.2, 0.5, 1.0, 1.3)
DEEPEST_MM = 1.3
"""Depth of a groove of full strength, as the renderer carves it."""

RAKING_DEG, LAMP_MM = 15.0, 1000.0
FOUND_PX = 5.0


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--repeats", type=int, default=4)
    args = parser.parse_args()
    print("| width | " + " | ".join(f"{depth:g} mm deep" for depth in DEPTHS_MM) + " |")
    print("| --- |" + " --- |" * len(DEPTHS_MM))
    for width in WIDTHS_MM:
        counts = [
            sum(found(width, depth, (args.seed, number)) for number in range(args.repeats))
            for depth in DEPTHS_MM
        ]
        cells = [f"{count} of {args.repeats}" for count in counts]
        print(f"| {width:g} mm | " + " | ".join(cells) + " |", flush=True)
    return 0


def found(width_mm: float, depth_mm: float, seed: tuple[int, int]) -> bool:
    """Return whether a board with such grooves is found on a random table."""
    rng = np.random.default_rng(seed)
    scene = random_scene(rng, (960, 720), BoardClass.STONE, LightKind.WINDOW, oblique=False).scene
    board = replace(
        scene.board,
        material=BoardMaterial.LIMESTONE,
        line_width_mm=width_mm,
        line_strength=depth_mm / DEEPEST_MM,
        unevenness_mm=0.0,
    )
    turn, rise = rng.uniform(0, 2 * np.pi), np.radians(RAKING_DEG)
    place = LAMP_MM * np.array([np.cos(turn) * np.cos(rise), np.sin(turn) * np.cos(rise), np.sin(rise)])
    lamp = replace(scene.light.lamps[0], position_mm=(float(place[0]), float(place[1]), float(place[2])))
    scene = metered(replace(scene, board=board, light=replace(scene.light, lamps=(lamp,))))
    seen = find_board(Renderer(1).picture(scene), board.spec)
    if seen is None or seen.confidence < MIN_CONFIDENCE:
        return False
    truth = points_px(scene)
    # A board is the same turned by half a turn.
    miss = min(np.abs(seen.points_px - way).max() for way in (truth, np.roll(truth, 5, axis=0)))
    return bool(miss < FOUND_PX)


if __name__ == "__main__":
    raise SystemExit(main())
