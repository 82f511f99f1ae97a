"""`five-lines atlas`: a survey as a page to look around in, and as CSV and Parquet."""

import argparse
from pathlib import Path

from five_lines_lab.atlas.write import write_atlas


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "survey", type=Path, metavar="SURVEY.sqlite", help="as `five-lines survey` makes it, finished or not"
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="the page's folder; without it, `atlas` beside the survey, where tables and sheet are written",
    )


def run(args: argparse.Namespace) -> int:
    """Write the files and print where they are."""
    page, *others = write_atlas(args.survey, args.out or args.survey.parent / "atlas")
    print(f"{page}: open it in a browser")
    for file in others:
        print(file)
    return 0
