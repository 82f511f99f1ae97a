"""Lays every style of printed board on virtual tables with its own counters, for `five-lines evaluate`.

    python bench/made.py --out DIR [--stations 5] [--seed 1]
    five-lines evaluate --markers DIR/markers
    five-lines evaluate --lines DIR/lines

Each style is laid with its solid counters (22 x 7 mm) and with paper ones on coins (22 x 2.5 mm), in each
kind of light, by cameras above and aslant; other positions, hands and changes of light are those of
`bench/make_boards.py`.
"""

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
from tqdm import tqdm

from bench.make_boards import write_set
from companion.board.spec import BoardStyle
from companion.game import COUNTERS, Seat
from companion.lab.dataset.random_scenes import BoardClass, RandomScene, random_camera, random_scene
from companion.make.board import Paper, settings_text
from companion.make.files import png
from companion.make.looks import LOOKS, Livery
from companion.make.sheets import Sheet, Wish, design
from hardware.virtual_table.exposure import metered
from hardware.virtual_table.lights import LightKind
from hardware.virtual_table.render.renderer import Renderer
from hardware.virtual_table.scene import BoardMaterial, CounterKind, VirtualBoard, VirtualCounter

PAPER_WHITE = (0.93, 0.92, 0.9)
HEIGHTS_MM = (7.0, 2.5)
"""Solid counters, and printed ones glued around coins."""

MARKS = {Seat.A: ((0.0, 0.34), (0.83, 0.89)), Seat.B: ((0.4, 0.6), (0.83, 0.89))}
"""The marks of printed counters as inner and outer radius: dot or ring, and the rim's line."""


def main() -> int:
    """Write the sets that the command line asks for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--stations", type=int, default=len(LightKind), metavar="N", help="of each style")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    args = parser.parse_args()
    renderer = Renderer()
    for how, style, number in tqdm(list(_wanted(args.stations)), unit="station"):
        sheet = design(Paper.A3, Wish(style, markers=how == "markers"))
        folder = args.out / how / f"{style}_{number:02d}"
        folder.mkdir(parents=True, exist_ok=True)
        print_file = folder / "sheet.png"
        print_file.write_bytes(png(sheet.pages[0]))
        rng = np.random.default_rng((args.seed, number, len(style)))
        write_set(folder, laid(sheet, LOOKS[style], print_file, number, rng), renderer, rng)
        (folder / "board.toml").write_text(f"{settings_text(sheet.spec)}\n", encoding="utf-8")
    return 0


def _wanted(stations: int) -> Iterator[tuple[str, str, int]]:
    for number in range(stations):
        for style, look in LOOKS.items():
            yield "markers", style, number
            # Boxes have no lines to be found by.
            if look.style is BoardStyle.LINES:
                yield "lines", style, number


def laid(sheet: Sheet, look: Livery, print_file: Path, number: int, rng: np.random.Generator) -> RandomScene:
    """Return a table with a printed sheet in a light of its own, and the sheet's counters for it."""
    light = tuple(LightKind)[number % len(LightKind)]
    drawn = random_scene(rng, (1280, 960), BoardClass.PAPER_ARUCO, light, oblique=number % 2 == 1)
    width, height = Paper.A3.size_mm
    board = VirtualBoard(
        BoardMaterial.PAPER,
        sheet.spec,
        colour=PAPER_WHITE,
        size_mm=(width, height),
        markers=print_file.parent.parent.name == "markers",
        print_file=str(print_file),
        seed=number,
    )
    camera = random_camera(board, drawn.oblique, (1280, 960), 0.85, rng)
    scene = metered(replace(drawn.scene, board=board, camera=camera))
    high = HEIGHTS_MM[number // 2 % 2]
    counters = tuple(_counter(sheet, look, seat, index, high) for seat in Seat for index in range(COUNTERS))
    return replace(drawn, scene=scene, counters=counters, colour_pair=print_file.parent.name)


def _counter(sheet: Sheet, look: Livery, seat: Seat, index: int, height_mm: float) -> VirtualCounter:
    fill, mark = look.counters[0 if seat is Seat.A else 1]
    rings = tuple((mark, inner, outer) for inner, outer in MARKS[seat])
    return VirtualCounter(
        f"{seat}{index}",
        seat,
        CounterKind.DISC,
        fill,
        sheet.spec.counter_diameter_mm,
        height_mm,
        0.0,
        0.0,
        gloss=0.25,
        rings=rings,
        seed=index,
    )


if __name__ == "__main__":
    raise SystemExit(main())
