"""`five-lines board`: a board to print, cut out or carve."""

import argparse
from pathlib import Path

HELP = "write a board to print, with cut-out counters and a carving template"
EXAMPLES = (
    "five-lines board --size A3 --counters -o board.pdf",
    "five-lines board --size A4 --style boxes -o board.svg",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments: the paper, its content and the file."""
    parser.add_argument(
        "--size", choices=["A4", "A3"], default="A3", help="the paper; A3 has the standard board"
    )
    parser.add_argument(
        "--style", choices=["lines", "boxes"], default="lines", help="five lines, or two rows of five boxes"
    )
    parser.add_argument(
        "--markers",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="print the four markers by which a camera finds the board",
    )
    parser.add_argument("--counters", action="store_true", help="add a page of counters to cut out")
    parser.add_argument(
        "-o", "--output", metavar="FILE", type=Path, required=True, help="a name that ends in .pdf or .svg"
    )


def run(args: argparse.Namespace) -> int:
    """Write the sheet, and say what to do with it."""
    from calibration.sheet.files import write_sheet
    from calibration.sheet.sheet import Paper, design
    from companion.board.spec import BoardStyle

    sheet = design(Paper(args.size), BoardStyle(args.style), args.markers, args.counters)
    files = write_sheet(sheet, args.output)
    print("Written: " + ", ".join(str(file) for file in files))
    print("Print it at 100 % (not fitted to the page) and hold a ruler to the 100 mm bar.")
    settings = [file for file in files if file.suffix == ".toml"]
    if settings:
        print(f"This board is not the standard one: calibrate with --board {settings[0]}")
    return 0
