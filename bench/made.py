"""Lays every board to make on virtual tables with its own counters, for `five-lines evaluate`.

    PYTHONPATH=. python bench/made.py --out DIR [--kinds marble slate ...] [--stations 5] [--seed 1]
    five-lines evaluate --markers DIR/markers
    five-lines evaluate --lines DIR/lines

Each printed style is laid with solid counters (22 x 7 mm) and with paper ones on coins (22 x 2.5 mm); boards
from a laser, a 3-D printer and a chisel with the counters that a 3-D printer makes; in each kind of light. Of
the first five stations, those in a window's and a warm lamp's light are seen aslant, the others from above;
of the next it is the other way round. Filament and paper are matt, as docs/make.md asks
for, unless `--glossy` is given. Other positions, hands and changes of light are those of
`bench/make_boards.py`.
"""

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
from tqdm import tqdm

from bench.make_boards import write_set
from companion.board.spec import STANDARD, BoardStyle
from companion.game import COUNTERS, Seat
from five_lines_lab.dataset.ground_truth import TrueRenderer
from five_lines_lab.dataset.lights import LightKind
from five_lines_lab.dataset.random_scenes import BoardClass, RandomScene, random_camera, random_scene
from five_lines_make.board import Paper, groove_mm, settings_text
from five_lines_make.files import png
from five_lines_make.looks import LOOKS, Livery
from five_lines_make.plates import board_plate, ring_of
from five_lines_make.shapes import Page
from five_lines_make.shapes import Path as FilledPath
from five_lines_make.sheets import Sheet, Wish, design
from hardware.virtual_table.exposure import metered
from hardware.virtual_table.scene import BoardMaterial, CounterKind, VirtualBoard, VirtualCounter

PAPER_WHITE = (0.93, 0.92, 0.9)
HEIGHTS_MM = (7.0, 2.5)
"""Solid counters, and printed ones glued around coins."""

GLOSS, MATT, AS_PAPER = 0.4, 0.05, 0.1
"""Gloss of counters, 0 chalk and 1 glass: glossy filament, matt or sanded, and as matt as the paper."""

MARKS = {Seat.A: ((0.0, 0.34), (0.83, 0.89)), Seat.B: ((0.4, 0.6), (0.83, 0.89))}
"""The marks of printed counters as inner and outer radius: dot or ring, and the rim's line."""

SOLIDS = {
    "pla": (BoardMaterial.PAPER, (0.86, 0.8, 0.68)),
    "plywood": (BoardMaterial.WOOD, (0.78, 0.62, 0.44)),
    "limestone": (BoardMaterial.LIMESTONE, (0.76, 0.73, 0.66)),
    "slate": (BoardMaterial.SLATE, (0.2, 0.21, 0.22)),
}
"""Boards without markers: printed with dark inlays (as glossy filament: laminated), burnt by a laser, carved,
scratched."""

SOLID_MARKS = {Seat.A: (0.0, 0.3), Seat.B: (0.48, 0.66)}  # dot and ring of solid counters
SOLID_COLOURS = {
    Seat.A: ((0.2, 0.18, 0.18), (0.9, 0.87, 0.8)),
    Seat.B: ((0.82, 0.58, 0.27), (0.45, 0.15, 0.15)),
}
"""Colours of the two sets and of their inlaid marks."""


def main() -> int:
    """Write the sets that the command line asks for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kinds", nargs="+", choices=[*LOOKS, *SOLIDS], default=[*LOOKS, *SOLIDS])
    parser.add_argument("--stations", type=int, default=len(LightKind), metavar="N", help="of each kind")
    parser.add_argument("--glossy", action="store_true", help="counters and boards of glossy filament")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR")
    args = parser.parse_args()
    renderer = TrueRenderer()
    for how, kind, number in tqdm(list(_wanted(args.kinds, args.stations)), unit="station"):
        folder = args.out / how / f"{kind}_{number:02d}"
        folder.mkdir(parents=True, exist_ok=True)
        print_file = folder / "sheet.png"
        rng = np.random.default_rng((args.seed, number, *kind.encode()))
        if kind in SOLIDS:
            drawn, spec = solid(kind, print_file, number, rng, glossy=args.glossy), STANDARD
        else:
            # The settings of paper counters are those that the command writes with them.
            paper = _height_mm(number) != HEIGHTS_MM[0]
            sheet = design(Paper.A3, Wish(kind, markers=how == "markers", counters=paper))
            print_file.write_bytes(png(sheet.pages[0]))
            drawn, spec = laid(sheet, LOOKS[kind], print_file, number, rng), sheet.spec
        write_set(folder, drawn, renderer, rng)
        (folder / "board.toml").write_text(f"{settings_text(spec)}\n", encoding="utf-8")
    return 0


def _wanted(kinds: list[str], stations: int) -> Iterator[tuple[str, str, int]]:
    for number in range(stations):
        for kind in kinds:
            if kind in LOOKS:
                yield "markers", kind, number
            # Boxes have no lines to be found by.
            if kind in SOLIDS or LOOKS[kind].style is BoardStyle.LINES:
                yield "lines", kind, number


def laid(sheet: Sheet, look: Livery, print_file: Path, number: int, rng: np.random.Generator) -> RandomScene:
    """Return a table with a printed sheet in a light of its own, and the sheet's counters for it."""
    board = VirtualBoard(
        BoardMaterial.PAPER,
        sheet.spec,
        colour=PAPER_WHITE,
        size_mm=Paper.A3.size_mm,
        markers=print_file.parent.parent.name == "markers",
        print_file=str(print_file),
        seed=number,
    )
    high = _height_mm(number)
    counters = tuple(_counter(sheet, look, seat, index, high) for seat in Seat for index in range(COUNTERS))
    return _on_a_table(board, counters, print_file.parent.name.partition("_")[0], number, rng)


def _height_mm(number: int) -> float:
    return HEIGHTS_MM[number // 2 % 2]


def solid(kind: str, print_file: Path, number: int, rng: np.random.Generator, *, glossy: bool) -> RandomScene:
    """Return a table with a board of a laser, 3-D printer or chisel, and counters of a 3-D printer."""
    material, colour = SOLIDS[kind]
    if glossy and kind == "pla":
        material = BoardMaterial.LAMINATED
    board = VirtualBoard(
        material,
        STANDARD,
        colour=colour,
        size_mm=Paper.A3.size_mm,
        line_width_mm=groove_mm(STANDARD),
        thickness_mm=6.0,
        seed=number,
    )
    if kind == "pla":
        plate = board_plate(STANDARD, Paper.A3.size_mm)
        filled = tuple(
            FilledPath(tuple(map(ring_of, (area.outer, *area.islands))), (0.16, 0.13, 0.13))
            for area in plate.engraved
        )
        print_file.write_bytes(png(Page("", *Paper.A3.size_mm, filled)))
        board = replace(board, print_file=str(print_file))
    counters = tuple(
        VirtualCounter(
            f"{seat}{index}",
            seat,
            CounterKind.DISC,
            SOLID_COLOURS[seat][0],
            STANDARD.counter_diameter_mm,
            STANDARD.counter_height_mm,
            0.0,
            0.0,
            gloss=GLOSS if glossy else MATT,
            rings=((SOLID_COLOURS[seat][1], *SOLID_MARKS[seat]),),
            seed=index,
        )
        for seat in Seat
        for index in range(COUNTERS)
    )
    return _on_a_table(board, counters, kind, number, rng)


def _on_a_table(
    board: VirtualBoard,
    counters: tuple[VirtualCounter, ...],
    name: str,
    number: int,
    rng: np.random.Generator,
) -> RandomScene:
    light = tuple(LightKind)[number % len(LightKind)]
    aslant = (light in (LightKind.WINDOW, LightKind.WARM_LOW)) == (number < len(LightKind))
    drawn = random_scene(rng, (1280, 960), BoardClass.PAPER_ARUCO, light, oblique=aslant)
    camera = random_camera(board, drawn.oblique, (1280, 960), 0.85, rng)
    scene = metered(replace(drawn.scene, board=board, camera=camera))
    return replace(drawn, scene=scene, counters=counters, colour_pair=f"{name} in {light}")


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
        gloss=AS_PAPER if height_mm != HEIGHTS_MM[0] else MATT,
        rings=rings,
        seed=index,
    )


if __name__ == "__main__":
    raise SystemExit(main())
