"""Compute the figures of the documents' tables again, and print each cell that differs.

Run `python bench/figures.py [--rules NAME]... [PAGE]...`; without pages it takes docs/questions.md. It reads
every table that begins with the columns *rules* and *options and die*, computes each row's game once, and
compares the columns that `five-lines measure` names. Kidd's game takes minutes; `--rules` picks games.
Exit status 1 if a cell differs.
"""

import argparse
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from companion.game import Rules, rules_for
from companion.lab.measure.definitions import DEFINITIONS
from companion.lab.measure.measures import Measures
from companion.lab.measure.players import YARDSTICKS
from companion.lab.measure.record import figure_text, shown
from companion.lab.report.comparison import compare

FIRST = ("rules", "options and die")
QUANTILES = "throws, 5 25 50 75 95 %"


def rows(page: Path) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the line number of each row of a page's tables, and its cells by their titles."""
    titles: list[str] = []
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1):
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []
        if tuple(cells[:2]) == FIRST:
            titles = cells
        elif not cells:
            titles = []
        elif titles and not re.fullmatch("-+:?", cells[0]):
            yield number, dict(zip(titles, cells, strict=True))


def rules_of(row: dict[str, str]) -> Rules:
    """Return the rules of a row."""
    *options, die = row["options and die"].split()
    return rules_for(row["rules"], [*options, f"die={die}"])


@cache
def measured(rules: Rules) -> Measures:
    """Return the measures of a game, computed once."""
    return compare(rules).measures


def texts(measures: Measures) -> dict[str, str]:
    """Return every figure as text, by the titles that the documents use."""
    found = {it.title: shown(it.field, measures) for it in DEFINITIONS}
    found[QUANTILES] = shown("lengths", measures)
    against = zip(YARDSTICKS, measures.yardsticks, strict=True)
    return found | {f"against {player}": figure_text(figure) for player, figure in against}


def main() -> int:
    """Compare the pages and print what differs."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("pages", nargs="*", type=Path, default=[Path("docs/questions.md")], metavar="PAGE")
    parser.add_argument("--rules", action="append", metavar="NAME")
    args = parser.parse_args()
    compared = differing = 0
    for page in args.pages:
        for number, row in rows(page):
            if args.rules and row["rules"] not in args.rules:
                continue
            now = texts(measured(rules_of(row)))
            for title in row.keys() & now.keys():
                compared += 1
                if row[title] != now[title]:
                    differing += 1
                    print(f"{page}:{number}: {title}: {row[title]}, now {now[title]}")
    print(f"{compared} cells compared, {differing} differ")
    return 1 if differing else 0


if __name__ == "__main__":
    raise SystemExit(main())
