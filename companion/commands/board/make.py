"""`five-lines make`: boards, counters and parts as files for printers, lasers and 3-D printers."""

import argparse
import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.make.plates import Plate

EXAMPLES = (
    "five-lines make board --size A3 --counters -o board.pdf",
    "five-lines make rules --rules kidd --language de -o rules.pdf",
    "five-lines make board --size 300x400 --laser -o board.svg",
    "five-lines make board --bed 220x220 --inlay -o board.3mf",
    "five-lines make box --material 600x400 -o box.dxf",
)

STYLES = ("lines", "boxes", "terracotta", "marble", "cloth", "roman")
"""Plain lines, or two rows of five boxes; and boards after the finds."""

WHAT = ("board", "counters", "bones", "rules", "mast", "box", "case")
PARTS = ("mast", "box", "case")  # parts that a laser cuts; their drawings are the laser's

FLAT, SOLID = (".pdf", ".svg", ".png", ".dxf"), (".stl", ".3mf")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments: what to make, its measures, and the file."""
    parser.add_argument("what", choices=WHAT, metavar="WHAT", help=f"one of {', '.join(WHAT)}")
    add_board_arguments(parser)


def add_board_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `five-lines board` and `five-lines make`: measures, style and file."""
    parser.add_argument("--size", metavar="SIZE", help="A4, A3 (the standard board), A2, or mm like 300x400")
    parser.add_argument(
        "--style", choices=STYLES, metavar="STYLE", default="lines", help=f"the look: {', '.join(STYLES)}"
    )
    parser.add_argument(
        "--markers",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="print the four markers by which a camera finds the board",
    )
    parser.add_argument("--counters", action="store_true", help="add a page of counters to cut out")
    parser.add_argument("--rules", metavar="NAME", help="a game's rules, on both sides of A4")
    parser.add_argument(
        "--language", metavar="CODE", default="en", help="of the words on it; en if not given"
    )
    parser.add_argument("--tiles", action="store_true", help="split into sheets of A4 to glue together")
    parser.add_argument("--counter", metavar="MM", type=float, help="diameter of the counters")
    parser.add_argument("--laser", action="store_true", help="draw laser layers into a .svg, .pdf or .png")
    parser.add_argument(
        "--kerf", metavar="MM", type=float, default=0.15, help="width of the laser's cut (0.15)"
    )
    parser.add_argument("--material", metavar="WxH", default="600x400", help="sheet for the laser (600x400)")
    parser.add_argument("--bed", metavar="WxH", help="bed of a 3-D printer; a larger board comes in tiles")
    parser.add_argument("--inlay", action="store_true", help="add a second colour that fills the grooves")
    parser.add_argument("--thickness", metavar="MM", type=float, default=6.0, help="of a board (6)")
    parser.add_argument("--depth", metavar="MM", type=float, default=1.0, help="of a board's grooves (1)")
    parser.add_argument("--dowel", action="store_true", help="a mast of 15 mm dowel, not of 20 mm profile")
    parser.add_argument("--force", action="store_true", help="replace files that exist")
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        type=Path,
        required=True,
        help="a name whose end says the format",
    )


def run(args: argparse.Namespace) -> int:
    """Write the files of one thing to make, all or none."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    from companion.make import MakeError
    from companion.make.files import write_files

    kind = args.output.suffix.lower()
    if kind not in FLAT + SOLID:
        raise MakeError(f"{args.output}: end the name with one of {', '.join(FLAT + SOLID)}")
    args.size = args.size or ("A4" if args.what == "rules" else "A3")
    if args.what == "rules" and (kind in SOLID or kind == ".dxf" or args.laser):
        raise MakeError("rules are printed; end the name with .pdf, .svg or .png, without --laser")
    if kind in SOLID:
        files = _solids(args)
    elif kind == ".dxf" or args.laser or args.what in PARTS:
        files = _laser(args)
    else:
        return _print(args)
    write_files(files, args.force)
    print("Written: " + ", ".join(str(file) for file in files))
    return 0


def _print(args: argparse.Namespace) -> int:
    """Write a board, its counters or paper knucklebones for an office printer, and say what to do next."""
    from companion.display.words import translator
    from companion.make import costs
    from companion.make.board import settings_text, size_of
    from companion.make.files import files_of, write_files
    from companion.make.looks import LOOKS
    from companion.make.rules_sheet import rules_of
    from companion.make.sheets import Wish, bone_sheet, counters_sheet, design, tiled

    tr, size = translator(args.language), size_of(args.size)
    sheet = design(size, Wish(args.style, args.markers, args.counters, args.counter), tr)
    pages = sheet.pages
    if args.what == "counters":
        pages = (replace(counters_sheet(size, sheet.spec, LOOKS[args.style], tr), name=""),)
    elif args.what == "bones":
        pages = (bone_sheet(LOOKS[args.style], tr),)
    elif args.what == "rules":
        pages = rules_of(args.rules, args.language, args.size)
    elif args.rules:
        pages += rules_of(args.rules, args.language)
    if args.tiles:
        pages = tuple(tile for page in pages for tile in tiled(page))
    files = files_of(pages, args.output)
    settings, settings_file = settings_text(sheet.spec), args.output.with_suffix(".toml")
    if settings and args.what == "board":
        files[settings_file] = f"{settings}\n".encode()
    write_files(files, args.force)
    print(f"Written for {args.size}: " + ", ".join(str(file) for file in files))
    effort = costs.on_paper(pages)
    print(f"On paper: {effort} ({effort.assumed})")
    print("Print it at 100 % (not fitted to the page) and hold a ruler to the 100 mm bar.")
    if settings_file in files:
        print(f"This board is not the standard one: calibrate with --board {settings_file}")
    return 0


def _plates(args: argparse.Namespace) -> "tuple[Plate, ...]":
    from companion.make import MakeError, parts
    from companion.make.board import size_of, spec_for
    from companion.make.looks import LOOKS
    from companion.make.plates import board_plate

    size = size_of(args.size)
    spec = spec_for(size, LOOKS[args.style].style, args.counter)
    if args.what == "bones":
        raise MakeError("a laser cuts no knucklebones; end the name with .stl or .3mf, or .pdf for a net")
    match args.what:
        case "board":
            return (board_plate(spec, size, args.thickness, args.depth),)
        case "counters":
            return parts.counters(spec)
        case "mast":
            return parts.mast_plates(args.dowel)
        case "box":
            return parts.box_plates()
        case _:
            return parts.case_plates()


def _laser(args: argparse.Namespace) -> dict[Path, bytes]:
    from companion.make import costs
    from companion.make.board import size_of
    from companion.make.files import files_of
    from companion.make.plates import cut_mm, laser_pages

    plates = _plates(args)
    pages = laser_pages(plates, size_of(args.material, "--material"), args.kerf)
    length_m = sum(cut_mm(shape) for page in pages for shape in page.shapes) / 1000
    print(f"To cut: {length_m:.1f} m, on {len(pages)} of {args.material} mm")
    effort = costs.cutting(plates, pages)
    print(f"As plywood: {effort} ({effort.assumed})")
    return files_of(pages, args.output)


def _solids(args: argparse.Namespace) -> dict[Path, bytes]:
    from companion.display.drawing.table.bones import SIDES
    from companion.make import costs, solids
    from companion.make.board import size_of

    path: Path = args.output
    if args.what == "bones":
        found = [solids.bone()]
        odds = zip((*SIDES, "on an end"), solids.bone_odds(found[0].body), strict=True)
        shares = ", ".join(f"{name} {share:.0%}" for name, share in odds)
        print(f"Rolled without bouncing from random positions, not thrown: {shares}")
    else:
        found = []
        for plate in _plates(args):
            part = solids.solid_of(plate, args.inlay)
            found += solids.tiles(part, plate, size_of(args.bed, "--bed")) if args.bed else [part]
    bodies = [body for part in found for body in (part.body, part.inlay) if body is not None]
    print(f"Solid through and through: {sum(body.volume() for body in bodies) / 1000:.0f} cm³")
    effort = costs.printing(found)
    print(f"As PLA: {effort} ({effort.assumed})")
    if path.suffix.lower() == ".3mf":
        return {path: solids.three_mf(found)}
    files = {}
    for part in found:
        name = path if len(found) == 1 else path.with_stem(f"{path.stem}-{part.name}")
        files[name] = solids.stl(part.body)
        if part.inlay is not None:
            files[name.with_stem(f"{name.stem}-inlay")] = solids.stl(part.inlay)
    return files
