"""`five-lines compare`: games beside each other, solved and measured."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.analysis.errors import UnsolvedError
from companion.commands._tables import progress
from companion.game import DICE, RECONSTRUCTIONS, ClashError, Rules, rules_for
from companion.system.atomic_file import write_whole
from five_lines_lab.report.comparison import Comparison, compare, options_to_vary, varied
from five_lines_lab.report.comparison_page import (
    COLUMNS,
    MEASURED,
    ROWS,
    cells,
    markdown,
    options_and_die,
    plot,
)
from five_lines_lab.report.comparison_record import as_json, read_rows


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--rules", action="append", choices=RECONSTRUCTIONS, help="only this reconstruction; repeatable"
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="K=V",
        help="all of them with a house rule; repeatable",
    )
    parser.add_argument(
        "--vary",
        action="append",
        default=[],
        metavar="KEY",
        help="each as it is, and with every other value of an option, `all` for one option after the other; "
        "repeatable; without --die with the die of the rules",
    )
    parser.add_argument(
        "--die",
        action="append",
        metavar="NAME",
        help=f"only this die: {', '.join(DICE)}, or FACE:WEIGHT,... for another; repeatable",
    )
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
    games = _games(args)
    form = _form(games)
    if not args.json:
        print(_head(COLUMNS, form), flush=True)
    for row in _rows(games, args.page):
        print(as_json(row) if args.json else form.format(*cells(row)), flush=True)
    if args.page is not None:
        rows = read_rows(args.page / ROWS)
        write_whole(args.page / "comparison.svg", plot(rows).as_svg().encode())
        write_whole(args.page / "comparison.md", markdown(rows, "comparison.svg").encode())
    return 0


def _games(args: argparse.Namespace) -> list[Rules]:
    """Return the requested games; report and skip changes that clash."""
    vary = options_to_vary(args.vary)
    dice = [[f"die={die}"] for die in args.die or ([] if vary else DICE)] or [[]]
    games: dict[Rules, None] = {}
    for name in args.rules or RECONSTRUCTIONS:
        for die in dice:
            for rules in varied(rules_for(name, [*args.option, *die]), vary):
                if isinstance(rules, ClashError):
                    print(f"left out: {name}, {rules}", file=sys.stderr)
                else:
                    games[rules] = None
    return list(games)


def _form(games: Sequence[Rules]) -> str:
    """Return the widths of the columns; the second depends on the games."""
    widest = max(len(options_and_die(rules)) for rules in games)
    return f"{{:<20}}{{:<{max(widest, 11) + 2}}}" + "".join("{:>16}" for _ in MEASURED)


def _head(titles: Sequence[str], form: str) -> str:
    """Return the titles in two lines, none wider than its column."""
    halves = [title.rsplit(" ", (1 + title.count(" ")) // 2) for title in titles]
    words = [("", *half) if len(half) == 1 else (half[0], " ".join(half[1:])) for half in halves]
    return "\n".join(form.format(*line).rstrip() for line in zip(*words, strict=True))


def _rows(games: Sequence[Rules], page: Path | None) -> Iterator[Comparison]:
    """Return the requested rows: stored ones, or computed now and, with a page, stored."""
    keep = None
    if page is not None:
        page.mkdir(parents=True, exist_ok=True)
        keep = page / ROWS
    kept = {row.rules: row for row in read_rows(keep)} if keep else {}
    for rules in games:
        if rules not in kept:
            what = f"{rules.name}, {options_and_die(rules)}"
            try:
                with progress(what) as on_step:
                    kept[rules] = compare(rules, on_step)
            except UnsolvedError as error:
                if len(games) == 1:
                    raise
                print(f"left out: {what}: {error}", file=sys.stderr)
                continue
            if keep:
                write_whole(keep, "".join(f"{as_json(row)}\n" for row in kept.values()).encode())
        yield kept[rules]
