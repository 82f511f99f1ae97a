"""`five-lines compare`: all games beside each other, solved."""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.analysis.report.comparison import Comparison

from companion.commands._tables import progress
from companion.game import DICE, RECONSTRUCTIONS

HELP = "compare all reconstructions and dice: who gains by beginning, how long games last on average"

_FORM = "{:<20}{:<19}{:>8}{:>8}{:>8}{:>16}{:>14}{:>14}{:>14}"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument(
        "--rules", action="append", choices=RECONSTRUCTIONS, help="only this reconstruction; repeatable"
    )
    parser.add_argument("--die", action="append", choices=DICE, help="only this die; repeatable")
    parser.add_argument("--json", action="store_true", help="print one JSON object a game")
    parser.add_argument(
        "--page",
        type=Path,
        metavar="FOLDER",
        help="write comparison.md and comparison.svg of all games compared there so far; the figures are "
        "kept in comparison.jsonl, row by row, and rows found there are not reckoned again",
    )


def run(args: argparse.Namespace) -> int:
    """Compare the games; some minutes for all of them."""
    from companion.analysis.report.comparison_page import COLUMNS, ROWS, cells, markdown, plot
    from companion.analysis.report.comparison_record import as_json, read_rows
    from companion.system.atomic_file import write_whole

    if not args.json:
        print(_head(COLUMNS), flush=True)
    for row in _rows(args):
        print(as_json(row) if args.json else _FORM.format(*cells(row)), flush=True)
    if args.page is not None:
        rows = read_rows(args.page / ROWS)
        write_whole(args.page / "comparison.svg", plot(rows).as_svg().encode())
        write_whole(args.page / "comparison.md", markdown(rows, "comparison.svg").encode())
    return 0


def _head(titles: Sequence[str]) -> str:
    """The titles in two lines, none wider than its column."""
    halves = [title.rsplit(" ", (1 + title.count(" ")) // 2) for title in titles]
    words = [("", *half) if len(half) == 1 else (half[0], " ".join(half[1:])) for half in halves]
    return "\n".join(_FORM.format(*line).rstrip() for line in zip(*words, strict=True))


def _rows(args: argparse.Namespace) -> Iterator["Comparison"]:
    """The rows that were asked for: kept ones, or reckoned now and, with a page, kept."""
    from companion.analysis.report.comparison import compare
    from companion.analysis.report.comparison_page import ROWS
    from companion.analysis.report.comparison_record import as_json, read_rows
    from companion.game import rules_for
    from companion.system.atomic_file import write_whole

    keep = None
    if args.page is not None:
        args.page.mkdir(parents=True, exist_ok=True)
        keep = args.page / ROWS
    kept = {row.rules: row for row in read_rows(keep)} if keep else {}
    for name in args.rules or RECONSTRUCTIONS:
        for die in args.die or DICE:
            rules = rules_for(name, [f"die={die}"])
            if rules not in kept:
                with progress(f"{name}, {die}") as on_step:
                    kept[rules] = compare(rules, on_step)
                if keep:
                    write_whole(keep, "".join(f"{as_json(row)}\n" for row in kept.values()).encode())
            yield kept[rules]
