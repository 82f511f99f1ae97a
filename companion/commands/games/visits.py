"""`five-lines visits`: how many came, how far they got, and how long it took them to begin."""

import argparse
import json
from collections.abc import Mapping
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from companion.commands.games._journal import default_journal
from companion.commands.games._spreadsheet import csv_text
from companion.journal.visits import FILE_NAME, Farewell, Sums, Visit, VisitBook, VisitStep, by_month

UNKNOWN = "unknown"
"""In place of a day or month: when the clock was not set, and the sums before those of single days."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--visits", type=Path, metavar="FILE", help="a file visits.sqlite; without it, this machine's own"
    )
    counted = parser.add_mutually_exclusive_group()
    counted.add_argument("--month", action="store_true", help="sums of each month, in place of each day")
    counted.add_argument(
        "--each", action="store_true", help="each visit of the last 31 days on which there were any"
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--csv", action="store_true", help="comma-separated, with a line of names")
    form.add_argument("--json", action="store_true", help="one JSON object a line")


def run(args: argparse.Namespace) -> int:
    """Print the counts."""
    book = VisitBook(args.visits or default_journal().with_name(FILE_NAME))
    if args.each:
        rows = [_visit_row(visit) for visit in book.visits()]
    elif args.month:
        rows = [_sums_row("month", month, sums) for month, sums in by_month(book.days()).items()]
    else:
        rows = [_sums_row("day", day.isoformat(), sums) for day, sums in book.days().items()]
    period = "month" if args.month else "day"
    if not args.each and (unknown := book.undated()).visits:
        rows.append(_sums_row(period, UNKNOWN, unknown))
    if args.json:
        for row in rows:
            print(json.dumps(row))
    elif args.csv:
        names = [it.name for it in fields(Visit)] if args.each else _sums_row(period, "", Sums())
        print(csv_text([names, *(map(_text, row.values()) for row in rows)]), end="")
    elif not rows:
        print("nobody has been counted yet")
    else:
        _print_table(rows)
    return 0


def _visit_row(visit: Visit) -> dict[str, Any]:
    return asdict(visit) | {"began": visit.began.isoformat(timespec="seconds")}


def _sums_row(name: str, when: str, sums: Sums) -> dict[str, Any]:
    return {
        name: when,
        "visits": sums.visits,
        **{step.value: sums.reached.get(step, 0) for step in VisitStep if step is not VisitStep.WELCOME},
        **{farewell.value: sums.farewells.get(farewell, 0) for farewell in Farewell},
        "minutes": round(sums.seconds / 60),
        "median_first_move_s": sums.median_first_move_s,
        "not_so": sums.not_so,
        "hints": sums.hints,
        "languages": dict(sorted(sums.languages.items())),
        "games": dict(sorted(sums.games.items())),
        "faults": dict(sorted(sums.faults.items())),
    }


def _text(value: object) -> str:
    if isinstance(value, Mapping):
        return " ".join(f"{key}:{count}" for key, count in value.items())
    return "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


def _print_table(rows: list[dict[str, Any]]) -> None:
    table = [list(rows[0]), *([_text(value) for value in row.values()] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for line in table:
        print("  ".join(f"{cell:<{width}}" for cell, width in zip(line, widths, strict=True)).rstrip())
