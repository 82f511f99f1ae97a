"""`five-lines evaluate`: how well boards are read in a folder of pictures with ground truth."""

import argparse
import json
from pathlib import Path

HELP = "measure how well boards are read in pictures, films and photographs with truth"
EXAMPLES = ("five-lines evaluate --markers my_pictures",)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options of this command."""
    parser.add_argument(
        "folder", type=Path, metavar="DIR", help="a folder with truth.json files in it or below"
    )
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--markers", action="store_true", help="find the boards by their markers, where they have any"
    )
    how.add_argument("--lines", action="store_true", help="find the boards by their own lines")
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object a group instead of a table"
    )


def run(args: argparse.Namespace) -> int:
    """Prints the table; exit status 1 when any reading was clear and wrong."""
    from tqdm import tqdm

    from calibration.evaluate.evaluation import evaluate
    from calibration.evaluate.table import as_dicts, table

    geometry = "markers" if args.markers else "lines" if args.lines else "corners"
    # Shown at a terminal only.
    pictures = tqdm(evaluate(args.folder, geometry), "reading", unit="picture", leave=False, disable=None)
    measured = list(pictures)
    for line in [json.dumps(group) for group in as_dicts(measured)] if args.json else table(measured):
        print(line)
    return int(any(m.clear and not m.right for m in measured))
