"""The table of a survey in SQLite: a row for each set, die and version of the solver, once it is known."""

import contextlib
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from companion.game import Rules
from companion.game.rulesets.rules import value_text
from five_lines_lab.errors import SurveyError
from five_lines_lab.measure.record import COLUMNS as MEASURE_COLUMNS
from five_lines_lab.measure.traffic import COLUMNS as TRAFFIC_COLUMNS
from five_lines_lab.solve.bounds import BUDGET_S
from five_lines_lab.survey.task import OPTION_FIELDS, TaskResult, TaskStatus, key_of, rules_of

SOLVER = "1"  # version of the solver's figures: rows of another version are computed again
APPLICATION_ID = 0x354C_5356  # SQLite application id of a survey's file
BOUNDS = ("value_low", "value_high")  # columns of the bounds of a value; empty for a set that is solved
_MEASURES = tuple(f'"{name}" REAL' for name in MEASURE_COLUMNS)
_SCHEMA = f"""
CREATE TABLE IF NOT EXISTS space (options TEXT, die TEXT, PRIMARY KEY (options, die)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS sets (
    options TEXT, die TEXT, solver TEXT, {", ".join(f'"{field}" TEXT' for field in OPTION_FIELDS)},
    status TEXT NOT NULL, same_as TEXT, positions INTEGER NOT NULL, fingerprint TEXT NOT NULL,
    seconds REAL NOT NULL, finished_at TEXT NOT NULL, why TEXT,
    {", ".join(f'"{name}" REAL' for name in BOUNDS)}, {", ".join(_MEASURES)},
    PRIMARY KEY (options, die, solver)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS traffic (
    options TEXT, die TEXT, {", ".join(f'"{name}" REAL' for name in TRAFFIC_COLUMNS)},
    PRIMARY KEY (options, die)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS by_fingerprint ON sets (fingerprint, solver);
"""


@dataclass(frozen=True)
class Progress:
    """Progress of a survey: sets in its space, results so far, and the processor's seconds for them."""

    sets: int
    solved: int
    decided: int
    bounded: int
    stopped: int
    endless: int
    failed: int
    alike: int
    seconds: float

    @property
    def done(self) -> int:
        """The sets that have a result."""
        return self.solved + self.decided + self.bounded + self.stopped + self.endless

    @property
    def left(self) -> int:
        """The sets of which nothing is known yet."""
        return self.sets - self.done

    @property
    def seconds_left(self) -> float | None:
        """Estimated seconds of one processor for the rest; None before anything is done."""
        return self.left * self.seconds / self.done if self.done else None


def check_columns(path: Path, columns: Iterable[str]) -> None:
    """Raises SurveyError for a survey whose table has not all that this program keeps."""
    missing = {*OPTION_FIELDS, *BOUNDS, *MEASURE_COLUMNS} - {*columns}
    if missing:
        raise SurveyError(
            f"{path} is of another version of this program: it has no {min(missing)}; name another file"
        )


@dataclass(frozen=True)
class Solved:
    """A solved set with its fingerprint and the first player's chance."""

    rules: Rules
    fingerprint: str
    first_player: float


class SurveyStore:
    """A survey's file, written by one process; raises SurveyError for another file, OSError when it can't.

    In the mode `rwc` the file is made if there is none, `rw` changes one that there is, and `ro` only reads:
    no byte of the file changes.
    """

    def __init__(self, path: Path, mode: Literal["ro", "rw", "rwc"] = "rwc") -> None:
        if mode != "rwc" and not path.exists():
            raise SurveyError(
                f"there is no survey {path}; `five-lines survey SPACE.toml --out {path}` makes it"
            )
        self._reads_only = mode == "ro"
        try:
            self._base = sqlite3.connect(
                f"{path.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None
            )
            (found,) = self._base.execute("PRAGMA application_id").fetchone()
            (tables,) = self._base.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            if found != APPLICATION_ID and (tables or self._reads_only):
                raise SurveyError(f"{path} is no survey: name another file")
            kept = {row[1] for row in self._base.execute("PRAGMA table_info(sets)")}
            if kept:
                check_columns(path, kept)
            if self._reads_only:
                return
            self._base.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            self._base.execute("PRAGMA journal_mode = WAL")
            self._base.execute("PRAGMA synchronous = FULL")
            self._base.executescript(_SCHEMA)
        except SurveyError:
            self._base.close()
            raise
        except sqlite3.DatabaseError as error:
            raise SurveyError(f"{path}: {error}; name another file") from None

    def close(self) -> None:
        """Close the file, whole in itself again unless somebody else reads it."""
        if not self._reads_only:
            with contextlib.suppress(sqlite3.OperationalError):
                self._base.execute("PRAGMA journal_mode = DELETE")
        self._base.close()

    def want(self, mixes: Iterable[Rules]) -> None:
        """Note which sets the survey is to have; earlier ones stay."""
        self._base.execute("BEGIN")
        rows = ((key_of(rules), str(rules.die)) for rules in mixes)
        self._base.executemany("INSERT OR IGNORE INTO space VALUES (?, ?)", rows)
        self._base.execute("COMMIT")

    def is_done(self, rules: Rules, budget_s: float = BUDGET_S) -> bool:
        """True if a set has a result; a failure is none, nor are bounds that got less time than now."""
        status, seconds, *_ = self._outcome(rules)
        return status not in (None, TaskStatus.FAILED) and (
            status != TaskStatus.STOPPED or seconds >= budget_s
        )

    def has_failed(self, rules: Rules) -> bool:
        """True if a set failed."""
        return self._outcome(rules)[0] == TaskStatus.FAILED

    def unsolved(self, rules: Rules) -> tuple[int, str]:
        """Return the positions of a set whose bounds were stopped, and why it isn't solved; else 0 and ""."""
        status, _, positions, why = self._outcome(rules)
        return (positions, why.split("; ")[-1]) if status == TaskStatus.STOPPED else (0, "")

    def put(self, *outcomes: TaskResult) -> None:
        """Keep the rows of some sets, all or none; they are on the disk when this returns.

        Bounds that were stopped replace no nearer ones.
        """
        self._base.execute("BEGIN")
        for outcome in outcomes:
            self._put(outcome)
        self._base.execute("COMMIT")

    def _outcome(self, rules: Rules) -> tuple[str | None, float, int, str]:
        """Return a set's status, the processor's seconds that it took, its positions, and why."""
        row = self._base.execute(
            "SELECT status, seconds, positions, why FROM sets WHERE options = ? AND die = ? AND solver = ?",
            (key_of(rules), str(rules.die), SOLVER),
        ).fetchone()
        return (None, 0.0, 0, "") if row is None else row

    def _put(self, outcome: TaskResult) -> None:
        rules, task = outcome.task.rules, outcome.task
        row: dict[str, object] = self._known_by(rules) | {
            "status": outcome.status,
            "same_as": None,
            "positions": task.positions,
            "fingerprint": task.fingerprint,
            "seconds": round(outcome.seconds, 3),
            "finished_at": datetime.now(UTC).isoformat(timespec="seconds"),
            "why": outcome.why,
        }
        row |= outcome.measures or {}
        if outcome.bounds:
            bounds = outcome.bounds
            if outcome.status is TaskStatus.STOPPED:
                kept = self._base.execute(
                    "SELECT max(?, value_low), min(?, value_high) FROM sets WHERE options = ? AND die = ? "
                    "AND solver = ? AND value_low IS NOT NULL",
                    (bounds.low, bounds.high, key_of(rules), str(rules.die), SOLVER),
                ).fetchone()
                if kept:
                    bounds = replace(bounds, low=kept[0], high=kept[1])
                    row["why"] = f"{bounds}; {(outcome.why or '').split('; ')[-1]}"
            row |= zip(BOUNDS, (bounds.low, bounds.high), strict=True)
            row["first_player"] = outcome.bounds.value
        self._insert(row)

    def put_alike(self, rules: Rules, fingerprint: str, seconds: float = 0.0, budget_s: float = 0.0) -> bool:
        """Store an equivalent game's row for a set, found in so many seconds; False if there is none.

        One that is stopped counts if it got the budget, in seconds.
        """
        cursor = self._base.execute(
            "SELECT * FROM sets WHERE fingerprint = ? AND solver = ? AND status != ? AND same_as IS NULL "
            "AND (status != ? OR seconds >= ?)",
            (fingerprint, SOLVER, TaskStatus.FAILED, TaskStatus.STOPPED, budget_s),
        )
        found = cursor.fetchone()
        if found is None:
            return False
        row = dict(zip((column[0] for column in cursor.description), found, strict=True))
        now = datetime.now(UTC).isoformat(timespec="seconds")
        alike = {"same_as": row["options"], "seconds": seconds, "finished_at": now}
        self._insert(row | self._known_by(rules) | alike)
        return True

    def solved(self) -> list[Solved]:
        """Return the solved sets that aren't known to be another's game, by die, chance and size."""
        rows = self._base.execute(
            "SELECT options, die, fingerprint, first_player FROM sets WHERE solver = ? AND status = ? AND "
            "same_as IS NULL ORDER BY die, first_player, positions, options",
            (SOLVER, TaskStatus.SOLVED),
        )
        return [Solved(rules_of(options, die), mark, chance) for options, die, mark, chance in rows]

    def fold(self, fingerprint: str, into: str) -> None:
        """Give the sets with a fingerprint the rows of another game, which is the same one."""
        rows = self._base.execute(
            "SELECT options, die, seconds FROM sets WHERE fingerprint = ? AND solver = ?",
            (fingerprint, SOLVER),
        ).fetchall()
        self._base.execute("BEGIN")
        for options, die, seconds in rows:
            self.put_alike(rules_of(options, die), into, seconds)
        self._base.execute("COMMIT")

    def without_traffic(self) -> list[Rules]:
        """Return the sets that have a result and whose traffic was not computed, the smallest first."""
        rows = self._base.execute(
            "SELECT options, die FROM sets WHERE solver = ? AND status != ? AND NOT EXISTS "
            "(SELECT * FROM traffic WHERE options = sets.options AND die = sets.die) ORDER BY positions",
            (SOLVER, TaskStatus.FAILED),
        )
        return [rules_of(options, die) for options, die in rows]

    def put_traffic(self, rules: Rules, traffic: Mapping[str, float]) -> None:
        """Store the traffic of a set; it is empty where its games may have no end."""
        values = [key_of(rules), str(rules.die), *(traffic.get(name) for name in TRAFFIC_COLUMNS)]
        marks = ", ".join("?" for _ in values)
        self._base.execute(f"INSERT OR REPLACE INTO traffic VALUES ({marks})", values)

    def progress(self) -> Progress:
        """Return the survey's progress."""
        counts = dict.fromkeys(TaskStatus, 0)
        for status, count in self._base.execute(
            "SELECT status, count(*) FROM sets JOIN space USING (options, die) "
            "WHERE solver = ? GROUP BY status",
            (SOLVER,),
        ):
            counts[TaskStatus(status)] = count
        (wanted,) = self._base.execute("SELECT count(*) FROM space").fetchone()
        seconds, alike = self._base.execute(
            "SELECT coalesce(sum(seconds), 0), count(same_as) FROM sets WHERE solver = ?", (SOLVER,)
        ).fetchone()
        return Progress(
            wanted,
            counts[TaskStatus.SOLVED],
            counts[TaskStatus.DECIDED],
            counts[TaskStatus.BOUNDED],
            counts[TaskStatus.STOPPED],
            counts[TaskStatus.ENDLESS],
            counts[TaskStatus.FAILED],
            alike,
            seconds,
        )

    def failures(self) -> list[tuple[str, str, str]]:
        """Return the options, die and reason of every set that failed."""
        found: list[tuple[str, str, str]] = self._base.execute(
            "SELECT options, die, why FROM sets WHERE status = ? AND solver = ?", (TaskStatus.FAILED, SOLVER)
        ).fetchall()
        return found

    def _insert(self, row: dict[str, object]) -> None:
        names = ", ".join(f'"{name}"' for name in row)
        marks = ", ".join("?" for _ in row)
        self._base.execute(f"INSERT OR REPLACE INTO sets ({names}) VALUES ({marks})", list(row.values()))

    @staticmethod
    def _known_by(rules: Rules) -> dict[str, object]:
        known: dict[str, object] = {"options": key_of(rules), "die": str(rules.die), "solver": SOLVER}
        return known | {field: value_text(field, getattr(rules, field)) for field in OPTION_FIELDS}
