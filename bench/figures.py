"""Compute the figures of the documents' tables again, and print each cell that differs.

Run `python bench/figures.py [--rules NAME]... [PAGE]...`; without pages it takes those in PAGES. It compares

- every table that begins with the columns *rules* and *options and die*: each row's game is computed once,
  and the columns that `five-lines measure` or `five-lines compare` names are compared;
- every table that follows a command of PRINTING: each row must be a line of what it prints.

Kidd's game takes minutes; `--rules` picks games. Exit status 1 if a cell differs.
"""

import argparse
import io
import re
import shlex
import tempfile
from collections.abc import Iterator
from contextlib import chdir, redirect_stdout
from functools import cache
from pathlib import Path

from companion import cli
from companion.game import Rules, rules_for
from five_lines_lab.measure.definitions import DEFINITIONS
from five_lines_lab.measure.players import YARDSTICKS
from five_lines_lab.measure.record import figure_text, shown
from five_lines_lab.report.comparison import Comparison, compare
from five_lines_lab.report.comparison_page import MEASURED

PAGES = [
    Path(name) for name in ("lab/docs/questions.md", "lab/docs/comparison/comparison.md", "lab/docs/wear.md")
]
PRINTING = ("five-lines traffic", "five-lines wear")
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
def compared(rules: Rules) -> Comparison:
    """Return the figures of a game, computed once."""
    return compare(rules)


def texts(game: Comparison) -> dict[str, str]:
    """Return every figure as text, by the titles that the documents use."""
    measures = game.measures
    found = {column.title: column.text(game) for column in MEASURED}
    found |= {it.title: shown(it.field, measures) for it in DEFINITIONS}
    found[QUANTILES] = shown("lengths", measures)
    against = zip(YARDSTICKS, measures.yardsticks, strict=True)
    return found | {f"against {player}": figure_text(figure) for player, figure in against}


def printed(page: Path) -> Iterator[tuple[int, str, bool]]:
    """Yield the line number and the words of each row under a command, and True if the command prints it."""
    text, board = page.read_text(encoding="utf-8"), ""
    for block in re.finditer(r"```(json|sh)\n(.*?)\n```\n\n((?:\|[^\n]*\n)*)", text, re.DOTALL):
        language, inside, table = block.groups()
        if language == "json":
            board = inside
        elif table and inside.startswith(PRINTING):
            lines = output_of(inside, board)
            first = text.count("\n", 0, block.start(3)) + 1
            for number, row in list(enumerate(table.splitlines(), start=first))[2:]:
                words = " ".join(row.replace("|", " ").split())
                yield number, words, words in lines


def output_of(command: str, board: str) -> set[str]:
    """Return the lines that a command prints, beside a find's board in JSON."""
    out = io.StringIO()
    with tempfile.TemporaryDirectory() as folder, chdir(folder), redirect_stdout(out):
        Path("BOARD.json").write_text(board, encoding="utf-8")
        cli.main(shlex.split(command)[1:])
    return {" ".join(line.split()) for line in out.getvalue().splitlines()}


def main() -> int:
    """Compare the pages and print what differs."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("pages", nargs="*", type=Path, default=PAGES, metavar="PAGE")
    parser.add_argument("--rules", action="append", metavar="NAME")
    args = parser.parse_args()
    cells = differing = 0
    for page in args.pages:
        for number, row in rows(page):
            if args.rules and row["rules"] not in args.rules:
                continue
            now = texts(compared(rules_of(row)))
            for title in row.keys() & now.keys():
                cells += 1
                if row[title] != now[title]:
                    differing += 1
                    print(f"{page}:{number}: {title}: {row[title]}, now {now[title]}")
        for number, words, is_printed in printed(page):
            cells += 1
            if not is_printed:
                differing += 1
                print(f"{page}:{number}: no longer printed: {words}")
    print(f"{cells} cells and rows compared, {differing} differ")
    return 1 if differing else 0


if __name__ == "__main__":
    raise SystemExit(main())
