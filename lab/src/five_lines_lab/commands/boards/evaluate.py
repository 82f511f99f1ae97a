"""`five-lines evaluate`: how well boards are read in a folder of pictures with ground truth."""

import argparse
import json
from pathlib import Path

from tqdm import tqdm

from five_lines_lab.commands._plot_file import plot_path, save_plot
from five_lines_lab.commands.boards._reliability_plot import reliability_plot
from five_lines_lab.evaluation.evaluation import evaluate
from five_lines_lab.evaluation.reliability import questions
from five_lines_lab.evaluation.table import as_dicts, table


def add_arguments(parser: argparse.ArgumentParser) -> None:
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
    parser.add_argument(
        "--reliability",
        type=plot_path,
        metavar="FILE",
        help="ask both witnesses of every place, print whether the chances they tell hold, and plot it as "
        ".svg or .png",
    )


def run(args: argparse.Namespace) -> int:
    """Print the table; exit status 1 if any reading was clear and wrong."""
    geometry = "markers" if args.markers else "lines" if args.lines else "corners"
    # Shown at a terminal only.
    found = evaluate(args.folder, geometry, asks_of_places=args.reliability is not None)
    measured = list(tqdm(found, "reading", unit="picture", leave=False, disable=None))
    for line in [json.dumps(group) for group in as_dicts(measured)] if args.json else table(measured):
        print(line)
    if args.reliability is not None:
        asked = [
            question
            for kind, hand in (("no hand in view", False), ("a hand in view", True))
            for question in questions(
                [(m.place, p) for m in measured if m.hand is hand for p in m.predictions], kind
            )
        ]
        for question in asked:
            for line in [json.dumps(question.as_dict())] if args.json else ["", *question.lines()]:
                print(line)
        save_plot(reliability_plot(asked), args.reliability)
    return int(any(m.clear and not m.right for m in measured))
