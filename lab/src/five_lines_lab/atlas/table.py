"""A survey's table as it is read for the atlas: its columns as they are kept, and its sets as rules."""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from companion.game import RECONSTRUCTIONS, GameError, Rules
from five_lines_lab.errors import SurveyError
from five_lines_lab.measure.record import COLUMNS as MEASURE_COLUMNS
from five_lines_lab.measure.traffic import COLUMNS as TRAFFIC_COLUMNS
from five_lines_lab.measure.traffic import Traffic, from_plain
from five_lines_lab.solve.bounds import Bounds
from five_lines_lab.survey.store import APPLICATION_ID, BOUNDS, check_columns
from five_lines_lab.survey.task import OPTION_FIELDS, TaskStatus, key_of, rules_of

Value = str | int | float | None


@dataclass(frozen=True)
class SolvedSet:
    """One set of rules of a survey and its figures; `same_as` has the options of the same game.

    `bounds` are those of the value of a set that is not solved; `traffic` is that of two-rules players.
    """

    rules: Rules
    status: TaskStatus
    same_as: str | None
    positions: int
    figures: Mapping[str, float | None]
    bounds: Bounds | None = None
    traffic: Traffic | None = None

    @property
    def known_by(self) -> tuple[str, str]:
        """Its options and its die, which no other set has."""
        return key_of(self.rules), str(self.rules.die)


@dataclass(frozen=True)
class SurveyTable:
    """All rows of a survey as they are kept, and how many sets with each die it is to have."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]
    wanted: Mapping[str, int]

    def sets(self) -> tuple[SolvedSet, ...]:
        """Return every set once, by its newest row, without those that failed."""
        newest: dict[tuple[Value, Value], dict[str, Value]] = {}
        for values in self.rows:
            row = dict(zip(self.columns, values, strict=True))
            before = newest.get((row["options"], row["die"]))
            if before is None or str(before["finished_at"]) <= str(row["finished_at"]):
                newest[row["options"], row["die"]] = row
        return tuple(_solved_set(row) for row in newest.values() if row["status"] != TaskStatus.FAILED)


def read_table(path: Path) -> SurveyTable:
    """The table in a survey's file, which stays as it is; raises SurveyError and OSError."""
    if not path.exists():
        raise SurveyError(f"there is no survey {path}; `five-lines survey SPACE.toml --out {path}` makes it")
    try:
        with closing(sqlite3.connect(f"file:{quote(str(path.absolute()))}?mode=ro", uri=True)) as base:
            (found,) = base.execute("PRAGMA application_id").fetchone()
            if found != APPLICATION_ID:
                raise SurveyError(f"{path} is no survey: name another file")
            there = base.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'traffic'").fetchone()[0]
            joined = "sets LEFT JOIN traffic USING (options, die)" if there else "sets"
            cursor = base.execute(f"SELECT * FROM {joined} ORDER BY die, options, solver")
            columns = tuple(column[0] for column in cursor.description)
            rows = tuple(cursor.fetchall())
            wanted = dict(base.execute("SELECT die, count(*) FROM space GROUP BY die ORDER BY die"))
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        why = " ".join(str(error).split())
        raise SurveyError(f"{path}: {why}; name another file") from None
    check_columns(path, columns)
    return SurveyTable(columns, rows, wanted)


def _solved_set(row: Mapping[str, Value]) -> SolvedSet:
    try:
        found = SolvedSet(
            nearest(rules_of(str(row["options"]), str(row["die"]))),
            TaskStatus(str(row["status"])),
            None if row["same_as"] is None else str(row["same_as"]),
            int(row["positions"] or 0),
            {name: _number(row[name]) for name in MEASURE_COLUMNS},
            _bounds(row),
            _traffic(row),
        )
    except (GameError, ValueError, OverflowError) as error:
        raise SurveyError(f"the survey has a set that is none: {row['options']} ({error})") from None
    if key_of(found.rules) != row["options"]:
        raise SurveyError(f"the survey has a set that is none: {row['options']}")
    return found


def _bounds(row: Mapping[str, Value]) -> Bounds | None:
    low, high = (_number(row[name]) for name in BOUNDS)
    return None if low is None or high is None else Bounds(low, high)


def _traffic(row: Mapping[str, Value]) -> Traffic | None:
    kept = {name: value for name in TRAFFIC_COLUMNS if (value := _number(row.get(name))) is not None}
    return from_plain(kept) if len(kept) == len(TRAFFIC_COLUMNS) else None


def _number(value: Value) -> float | None:
    return None if value is None else float(value)


def nearest(rules: Rules) -> Rules:
    """The same rules, as those of the published set of which the fewest options make them."""
    published = (it.rules for it in RECONSTRUCTIONS.values())
    base = min(published, key=lambda base: len(options_asked(base, rules)))
    asked = {field: getattr(rules, field) for field in options_asked(base, rules)}
    return base.with_options(asked | {"die": rules.die})


def options_asked(base: Rules, rules: Rules) -> tuple[str, ...]:
    """Return the fields of the options that turn a base into some rules, the die apart; no more than needed.

    An option that begins to mean something by another is needed only where it isn't what it then is by
    itself.
    """
    differing = [
        field
        for field in OPTION_FIELDS
        if getattr(rules, field) is not None and getattr(rules, field) != getattr(base, field)
    ]
    first = [field for field in differing if getattr(base, field) is not None]
    try:
        made = base.with_options({field: getattr(rules, field) for field in first})
    except GameError:
        return tuple(differing)
    return tuple(
        field for field in differing if field in first or getattr(made, field) != getattr(rules, field)
    )
