"""`five-lines compare`: all games beside each other, solved."""

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.analysis.comparison import Comparison

from companion.commands._tables import progress
from companion.game import DICE, RECONSTRUCTIONS

HELP = "compare all reconstructions and dice: who gains by beginning, how long, how much skill"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument(
        "--rules", action="append", choices=RECONSTRUCTIONS, help="only this reconstruction; repeatable"
    )
    parser.add_argument("--die", action="append", choices=DICE, help="only this die; repeatable")
    parser.add_argument("--json", action="store_true", help="print one JSON object a game")
    parser.add_argument("--page", type=Path, metavar="FOLDER", help="write comparison.md and comparison.svg")


def run(args: argparse.Namespace) -> int:
    """Compare the games; some minutes for all of them."""
    from companion.analysis.comparison import compare
    from companion.analysis.comparison_page import COLUMNS, cells, markdown, plot
    from companion.game import rules_for

    form = "{:<20}{:<19}{:>13}{:>9}{:>9}{:>21}{:>15}{:>11}"
    if not args.json:
        print(form.format(*COLUMNS), flush=True)
    rows = []
    for name in args.rules or RECONSTRUCTIONS:
        for die in args.die or DICE:
            with progress() as on_step:
                row = compare(rules_for(name, [f"die={die}"]), on_step)
            rows.append(row)
            print(_as_json(row) if args.json else form.format(*cells(row)), flush=True)
    if args.page is not None:
        args.page.mkdir(parents=True, exist_ok=True)
        (args.page / "comparison.svg").write_text(plot(rows), encoding="utf-8")
        (args.page / "comparison.md").write_text(markdown(rows, "comparison.svg"), encoding="utf-8")
    return 0


def _as_json(row: "Comparison") -> str:
    from companion.analysis.comparison import CIRCLING_THROWS

    circling, leaving = row.best_play.circling, row.best_play.leaving
    return json.dumps(
        {
            "rules": row.rules.name,
            "die": str(row.rules.die),
            "positions": row.positions,
            "first_player": row.first_player,
            "throws": row.figures.throws,
            "throws_random": row.figures.throws_random,
            "draws": row.figures.draws,
            "share_with_choice": row.share_with_choice,
            "best_against_random": row.figures.best_against_random,
            "circling_throws": CIRCLING_THROWS,
            "circling": circling.value,
            "circling_95": circling.interval,
            "sacred_line_left": leaving.value,
            "sacred_line_left_95": leaving.interval,
        }
    )
