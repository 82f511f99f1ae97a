"""Rows of the comparison as JSON, one object a line, and read back again.

A row takes minutes in the largest game, so rows are kept beside the page that is made from them.
"""

import json
from dataclasses import replace
from pathlib import Path

from companion.game import DICE, RECONSTRUCTIONS, GameError, reconstruction, rules_for, rules_record
from companion.system.data import MAX_DATA_BYTES, DataError, json_data, text_of
from five_lines_lab.errors import KeptRowsError
from five_lines_lab.measure.measures import CIRCLING_THROWS
from five_lines_lab.measure.record import as_plain, from_plain
from five_lines_lab.report.comparison import Comparison


def as_json(row: Comparison) -> str:
    """A row as one JSON object on one line."""
    return json.dumps(
        {
            **rules_record(row.rules),
            "positions": row.positions,
            "circling_throws": CIRCLING_THROWS,
            **as_plain(row.measures),
        }
    )


def from_json(line: str) -> Comparison:
    """The row that `as_json` wrote; raises DataError or GameError for anything else."""
    row = json_data(line)
    if row["circling_throws"].whole() != CIRCLING_THROWS:
        raise DataError(f"circling is counted from {CIRCLING_THROWS} throws now")
    options = [option.text() for option in row["options"].items()]
    return Comparison(rules_for(row["rules"].text(), options), row["positions"].whole(), from_plain(row))


def read_rows(path: Path) -> tuple[Comparison, ...]:
    """The rows in a file by game and die, none when there is no file; raises KeptRowsError."""
    if not path.exists():
        return ()
    try:
        lines = text_of(path, MAX_DATA_BYTES).splitlines()
    except DataError as error:
        raise KeptRowsError(f"{path}: this is no text ({error}); delete the file to start over") from None
    rows = []
    for number, line in enumerate(lines, start=1):
        try:
            rows.append(from_json(line))
        except (DataError, GameError) as error:
            raise KeptRowsError(
                f"{path}, line {number}: no row of a comparison ({error}); delete the file to start over"
            ) from None
    return tuple(sorted(rows, key=_place))


def _place(row: Comparison) -> tuple[int, bool, int, tuple[str, ...]]:
    """Return the place of a game in the list: published dice in their order, then house rules."""
    published, dice = reconstruction(row.rules.name).rules, list(DICE.values())
    other = replace(row.rules, die=published.die).differences(published)
    die = dice.index(row.rules.die) if row.rules.die in dice else len(dice)
    return list(RECONSTRUCTIONS).index(row.rules.name), bool(other), die, (*other, str(row.rules.die))
