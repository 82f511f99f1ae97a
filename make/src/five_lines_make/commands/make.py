"""`five-lines make`: boards, counters and parts as files for printers, lasers and 3-D printers."""

import argparse
import os
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.board.spec import BoardSpec
    from five_lines_make.plates import Plate
    from five_lines_make.shapes import Page
    from five_lines_make.sheets import Wish


STYLES = ("lines", "boxes", "terracotta", "marble", "cloth", "roman")
"""Plain lines, or two rows of five boxes; and boards after the finds."""

PARTS = ("mast", "box", "case", "gauge")  # parts that a laser cuts; their drawings are the laser's
WHAT = ("board", "counters", "bones", "rules", *PARTS)

FLAT, SOLID = (".pdf", ".svg", ".png", ".dxf"), (".stl", ".3mf")


class Way(StrEnum):
    """A way of making things, as errors name it."""

    PAPER = "on paper (.pdf, .svg, .png)"
    LASER = "from a laser (.dxf, or with --laser)"
    PRINTED = "in 3-D (.stl, .3mf)"


_BOTH, _CUT = ("board", "counters"), ("board", "counters", *PARTS)

MEANS: dict[str, dict[Way, tuple[str, ...]]] = {
    "size": {Way.PAPER: (*_BOTH, "rules"), Way.LASER: _BOTH, Way.PRINTED: _BOTH},
    "style": {Way.PAPER: (*_BOTH, "bones"), Way.LASER: ("board",), Way.PRINTED: ("board",)},
    "style boxes": dict.fromkeys(Way, ("board",)),
    "markers": {Way.PAPER: ("board",)},
    "counters": {Way.PAPER: ("board",)},
    "rules": {Way.PAPER: ("board", "rules")},
    "option": {Way.PAPER: ("rules",)},
    "station": {Way.PAPER: ("rules",)},
    "language": {Way.PAPER: (*_BOTH, "bones", "rules")},
    "tiles": {Way.PAPER: (*_BOTH, "rules")},
    "counter": {Way.PAPER: _BOTH, Way.LASER: _BOTH, Way.PRINTED: _BOTH},
    "laser": {Way.LASER: _CUT},
    "kerf": {Way.LASER: _CUT},
    "material": {Way.LASER: _CUT},
    "bed": {Way.PRINTED: _CUT},
    "inlay": {Way.PRINTED: _BOTH},
    "thickness": dict.fromkeys((Way.LASER, Way.PRINTED), ("board", *PARTS)),
    "play": {Way.PRINTED: ("board", "mast", "box", "case")},
    "button": dict.fromkeys((Way.LASER, Way.PRINTED), ("box",)),
    "display": dict.fromkeys((Way.LASER, Way.PRINTED), ("case",)),
    "depth": {Way.LASER: ("board",), Way.PRINTED: ("board",)},
    "dowel": {Way.LASER: ("mast",), Way.PRINTED: ("mast",)},
}
"""The things for which an option means something, by the way of making them; elsewhere it is refused."""

LOOK = {"style": "lines", "markers": True, "language": "en"}
MACHINE = {"kerf": 0.15, "material": "600x400", "depth": 1.0, "play": 0.15, "button": 24, "display": "touch"}
"""Defaults; not the parser's, which would hide whether an option was given."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=WHAT, metavar="WHAT", help=f"one of {', '.join(WHAT)}")
    parser.add_argument("--size", metavar="SIZE", help="A4, A3 (the standard board), A2, or mm like 300x400")
    parser.add_argument("--style", choices=STYLES, metavar="STYLE", help=f"{', '.join(STYLES)} (lines)")
    printed = "print the four markers by which a camera finds the board (default)"
    parser.add_argument("--markers", action=argparse.BooleanOptionalAction, help=printed)
    parser.add_argument("--counters", action="store_true", help="add a page of counters to cut out")
    parser.add_argument("--rules", metavar="NAME", help="a game's rules, on both sides of A4")
    parser.add_argument("--option", metavar="K=V", action="append", help="a house rule; repeatable")
    station = "print rules in the colours that `five-lines calibrate` has learned"
    parser.add_argument("--station", metavar="STATION_DIR", type=Path, help=station)
    parser.add_argument("--language", metavar="CODE", help="of the words on it (en)")
    parser.add_argument("--tiles", action="store_true", help="split pages larger than A4 into sheets of A4")
    parser.add_argument("--counter", metavar="MM", type=float, help="diameter of the counters")
    parser.add_argument("--laser", action="store_true", help="draw layers, as a .dxf and parts always have")
    parser.add_argument("--kerf", metavar="MM", type=float, help="width of the laser's cut (0.15)")
    parser.add_argument("--material", metavar="WxH", help="sheet for the laser (600x400)")
    parser.add_argument(
        "--bed", metavar="WxH", help="of a 3-D printer: boards come in tiles, all else must fit"
    )
    parser.add_argument("--inlay", action="store_true", help="add a second colour that fills the grooves")
    thickness = "of a board or of the sheets for a mast (6), box, case or gauge (4)"
    parser.add_argument("--thickness", metavar="MM", type=float, help=thickness)
    play = "space around printed joints (0.15), of a board with --bed; print a gauge to find yours"
    parser.add_argument("--play", metavar="MM", type=float, help=play)
    parser.add_argument("--button", metavar="MM", type=int, choices=(24, 30), help="of a box: 24 or 30 (24)")
    displays = "of a case: touch (800x480) or touch2 (Touch Display 2)"
    parser.add_argument("--display", metavar="NAME", choices=("touch", "touch2"), help=displays)
    parser.add_argument(
        "--depth", metavar="MM", type=float, help="of its grooves (1); a laser's: for the weight"
    )
    parser.add_argument("--dowel", action="store_true", help="a mast of 15 mm dowel, not of 20 mm profile")
    parser.add_argument("--force", action="store_true", help="replace files that exist")
    end = "a name whose end says the format"
    parser.add_argument("-o", "--output", metavar="FILE", type=Path, required=True, help=end)


def run(args: argparse.Namespace) -> int:
    """Write the files of one thing to make, all or none, and say what to do next."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    from companion.board.measures import SHEET_MM
    from five_lines_make import MakeError
    from five_lines_make.board import settings_text, size_of
    from five_lines_make.files import write_files
    from five_lines_make.sheets import Wish, board_of

    kind = args.output.suffix.lower()
    if kind not in FLAT + SOLID:
        raise MakeError(f"{args.output}: end the name with one of {', '.join(FLAT + SOLID)}")
    if args.what == "rules" and kind not in FLAT[:3]:
        raise MakeError("rules are printed; end the name with .pdf, .svg or .png")
    if args.what == "bones" and kind == ".dxf":
        raise MakeError("a laser cuts no knucklebones; end the name with .stl or .3mf, or .pdf for a net")
    way = Way.PRINTED if kind in SOLID else Way.PAPER
    if way is Way.PAPER and (kind == ".dxf" or args.what in PARTS or (args.laser and args.what in _CUT)):
        way = Way.LASER
    _refuse_what_means_nothing(args, way)
    own = {"size": "A4" if args.what == "rules" else "A3", "thickness": SHEET_MM.get(args.what)}
    for name, value in {**LOOK, **MACHINE, **own}.items():
        if getattr(args, name) is None:
            setattr(args, name, value)
    wish = Wish(args.style, args.markers, args.counters, args.counter, args.tiles)
    spec = board_of(size_of(args.size), wish)
    if way is Way.PAPER:
        files, said = _print(args, wish, spec)
    else:
        files, said = (_laser if way is Way.LASER else _solids)(args, spec)
    settings, settings_file = settings_text(spec), args.output.with_suffix(".toml")
    if settings and args.what == "board":
        files[settings_file] = f"{settings}\n".encode()
        but = settings.replace("\n", ", ")
        said.append(f"The standard board but for {but}: calibrate with --board {settings_file}")
    write_files(files, args.force)
    size = f" for {args.size}" if args.what in MEANS["size"].get(way, ()) else ""
    print(f"Written{size}:", ", ".join(map(str, files)))
    print(*said, sep="\n")
    return 0


def _refuse_what_means_nothing(args: argparse.Namespace, way: Way) -> None:
    """Raise MakeError for an option, or a style, that would change nothing in what is made."""
    from five_lines_make import MakeError

    it = f"{args.what} as {args.output.suffix.lower()}{' with --laser' if args.laser else ''}"
    values = {**vars(args), "style boxes": args.style == "boxes"}
    for name, ways in MEANS.items():
        value = values[name]
        given = value is not None and (value is not False or name == "markers")
        if given and args.what not in ways.get(way, ()):
            option = "--no-markers" if name == "markers" and not value else f"--{name}"
            counts = "; ".join(
                f"{_listed(things)} {' or '.join(there for there in ways if ways[there] == things)}"
                for things in dict.fromkeys(ways.values())
            )
            raise MakeError(f"{option} changes nothing in {it}; it counts for {counts}")
    if way is not Way.PAPER and args.style not in (None, "lines", "boxes"):
        raise MakeError(f"--style {args.style} is for a board {Way.PAPER}; {it} has lines or boxes")


def _listed(words: tuple[str, ...]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _print(args: argparse.Namespace, wish: "Wish", spec: "BoardSpec") -> tuple[dict[Path, bytes], list[str]]:
    """Return the files of something for an office printer, and what to say of them."""
    from companion.presentation.words import translator
    from five_lines_make import costs
    from five_lines_make.board import Paper, size_of
    from five_lines_make.files import files_of
    from five_lines_make.looks import LOOKS
    from five_lines_make.sheets import bone_sheet, counters_pages, design, tiled

    tr, size, look = translator(args.language), size_of(args.size), LOOKS[args.style]
    match args.what:
        case "board":
            pages = design(size, wish, tr).pages
            if args.rules is not None:
                pages += _rules(args, Paper.A4)
        case "counters":
            pages = counters_pages(spec, look, tr, args.tiles)
            pages = tuple(replace(page, name=page.name.removeprefix("counters")) for page in pages)
        case "bones":
            pages = (bone_sheet(look, tr),)
        case _:
            pages = _rules(args, args.size)
    if args.tiles:
        pages = tuple(tile for page in pages for tile in tiled(page))
    effort = costs.on_paper(pages)
    said = [f"On paper: {effort} ({effort.assumed})"]
    if args.what != "rules":
        said.append("Print it at 100 % (not fitted to the page) and hold a ruler to the 100 mm bar.")
    return files_of(pages, args.output), said


def _rules(args: argparse.Namespace, size: str) -> "tuple[Page, ...]":
    """Return both sides of a game's rules."""
    from calibration.calibration_folder import load
    from companion.app.table_colours import table_colours
    from companion.presentation.palette import BRIGHT
    from companion.presentation.themed import themed
    from five_lines_make.prints.rules_sheet import rules_of

    palette = BRIGHT if args.station is None else themed(BRIGHT, table_colours(load(args.station)))
    return rules_of(args.rules, args.option or (), args.language, size, palette)


def _plates(args: argparse.Namespace, spec: "BoardSpec") -> "tuple[tuple[Plate, ...], list[str]]":
    """Return the plates of something, and what to say of the screws that join them."""
    from five_lines_make import parts
    from five_lines_make.board import size_of
    from five_lines_make.plates import board_plate

    match args.what:
        case "board":
            return (board_plate(spec, size_of(args.size), args.thickness, args.depth),), []
        case "counters":
            return parts.counters(spec), []
        case what:
            plates, screws = parts.part(what, args.thickness, args.dowel, args.button, args.display)
            return plates, [f"Screws: {', '.join(map(str, screws))}"] if screws else []


def _laser(args: argparse.Namespace, spec: "BoardSpec") -> tuple[dict[Path, bytes], list[str]]:
    """Return the files of something for a laser, and what to say of them."""
    from five_lines_make import costs
    from five_lines_make.board import size_of
    from five_lines_make.files import files_of
    from five_lines_make.plates import laser_pages

    plates, screws = _plates(args, spec)
    pages = laser_pages(plates, size_of(args.material, "--material"), args.kerf)
    effort = costs.cutting(plates, pages)
    return files_of(pages, args.output), [
        f"To cut: {costs.to_cut_mm(pages) / 1000:.1f} m, on {len(pages)} of {args.material} mm",
        f"As plywood: {effort} ({effort.assumed})",
        *screws,
    ]


def _solids(args: argparse.Namespace, spec: "BoardSpec") -> tuple[dict[Path, bytes], list[str]]:
    """Return the files of something for a 3-D printer, and what to say of them."""
    from companion.board.measures import MAX_PLAY_MM
    from companion.presentation.proportions import SIDES
    from five_lines_make import MakeError, costs, solids
    from five_lines_make.board import size_of

    path: Path = args.output
    said = []
    if args.what == "bones":
        found = [solids.bone()]
        odds = zip((*SIDES, "on an end"), solids.bone_odds(found[0].body), strict=True)
        shares = ", ".join(f"{name} {share:.0%}" for name, share in odds)
        said.append(f"Rolled without bouncing from random positions, not thrown: {shares}")
    else:
        if not 0 <= args.play <= MAX_PLAY_MM:
            raise MakeError(f"--play can't be {args.play:g} mm; give 0 to {MAX_PLAY_MM:g}")
        found, bed = [], None if args.bed is None else size_of(args.bed, "--bed")
        plates, said = _plates(args, spec)
        for plate in plates:
            part = solids.solid_of(plate, args.inlay, 0.0 if args.what == "gauge" else args.play)
            found += [part] if bed is None else solids.tiles(part, plate, bed, args.play)
    bodies = [body for part in found for body in (part.body, part.inlay) if body is not None]
    effort = costs.printing(found)
    said += [
        f"Solid through and through: {sum(body.volume() for body in bodies) / 1000:.0f} cm³",
        f"As PLA: {effort} ({effort.assumed})",
    ]
    if path.suffix.lower() == ".3mf":
        return {path: solids.three_mf(found)}, said
    files = {}
    for part in found:
        name = path if len(found) == 1 else path.with_stem(f"{path.stem}-{part.name}")
        files[name] = solids.stl(part.body)
        if part.inlay is not None:
            files[name.with_stem(f"{name.stem}-inlay")] = solids.stl(part.inlay)
    return files, said
