"""Rows of the comparison as JSON, one object a line, and read back again.

A row takes minutes in the largest game, so rows are kept beside the page that is made from them.
"""

import json
from pathlib import Path

from companion.analysis.errors import KeptRowsError
from companion.analysis.report.comparison import CIRCLING_THROWS, BestPlay, Comparison
from companion.analysis.report.estimates import Mean, Share
from companion.analysis.report.figures import Figures
from companion.game import DICE, RECONSTRUCTIONS, GameError, rules_for
from companion.system.data import DataError, json_data


def as_json(row: Comparison) -> str:
    """A row as one JSON object on one line."""
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
            "games": circling.games,
            "circling_throws": CIRCLING_THROWS,
            "circling": circling.count,
            "circling_95": circling.interval,
            "sacred_line_left": leaving.value,
            "sacred_line_left_error": leaving.standard_error,
        }
    )


def from_json(line: str) -> Comparison:
    """The row that `as_json` wrote; raises DataError or GameError for anything else."""
    row = json_data(line)
    if row["circling_throws"].whole() != CIRCLING_THROWS:
        raise DataError(f"circling is counted from {CIRCLING_THROWS} throws now")
    return Comparison(
        rules_for(row["rules"].text(), [f"die={row['die'].text()}"]),
        row["positions"].whole(),
        row["first_player"].number(),
        row["share_with_choice"].number(),
        Figures(
            row["throws"].number(),
            row["draws"].number(),
            row["throws_random"].number(),
            row["best_against_random"].number(),
        ),
        BestPlay(
            Share(row["circling"].whole(), row["games"].whole()),
            Mean(row["sacred_line_left"].number(), row["sacred_line_left_error"].number()),
        ),
    )


def read_rows(path: Path) -> tuple[Comparison, ...]:
    """The rows in a file by game and die, none when there is no file; raises KeptRowsError."""
    if not path.exists():
        return ()
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise KeptRowsError(f"{path}: this is no text ({error}); delete the file to begin anew") from None
    rows = []
    for number, line in enumerate(lines, start=1):
        try:
            rows.append(from_json(line))
        except (DataError, GameError) as error:
            raise KeptRowsError(
                f"{path}, line {number}: no row of a comparison ({error}); delete the file to begin anew"
            ) from None
    return tuple(sorted(rows, key=_place))


def _place(row: Comparison) -> tuple[int, int]:
    return list(RECONSTRUCTIONS).index(row.rules.name), list(DICE.values()).index(row.rules.die)
