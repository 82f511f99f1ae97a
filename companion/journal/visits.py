"""Statistics of visits, with nothing about a person: each visit for some weeks, then sums of days.

Nothing is summed up by a date: a clock may be wrong by years, and be set right. What is kept is counted in
days on which there were visits, in the order in which they were stored. While the clock is not trusted,
visits are stored with the seconds since the machine started, and get their date once it is. No visit is ever
subtracted: those of surplus days, and those whose date nobody knows, stay in one sum without a day.
"""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from pathlib import Path
from statistics import median
from uuid import uuid4

from companion.journal.database import PATIENCE_S
from companion.journal.errors import ForeignError, as_journal_errors
from companion.system.convert import value_of
from companion.system.data import Data, json_data, system_text
from companion.system.local_time import local_time

FILE_NAME = "visits.sqlite"  # name of the file in the folder of a station's data

SINGLE_DAYS = 31
"""The visits of that many days, those stored last, are kept one by one; of earlier days, the sums."""

SUMS_DAYS = 731  # sums of that many days are kept, of those that were summed up last: at least two years
MAX_FIRST_MOVES = 1000  # the sum without a day keeps that many times of a first move, the newest
BOOT_ID = Path("/proc/sys/kernel/random/boot_id")  # another text after each start of the machine

SUBJECT = "file of visits"
UNDATED = datetime.fromtimestamp(0, UTC)  # the beginning of a visit while the clock is not trusted

_SCHEMA = """
CREATE TABLE IF NOT EXISTS visits (number INTEGER PRIMARY KEY, began TEXT NOT NULL, fields TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS days (day TEXT PRIMARY KEY, sums TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS undated (boot TEXT NOT NULL, at_s REAL NOT NULL, fields TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS without_day (sums TEXT NOT NULL);
"""


_PROCESS = uuid4().hex


class VisitStep(StrEnum):
    """Stages that visitors reach, in this order."""

    WELCOME = "welcome"
    SET_UP = "set-up"
    FIRST_THROW = "first-throw"
    FIRST_MOVE = "first-move"
    SECOND_TURN = "second-turn"
    END = "end"


STEPS = tuple(VisitStep)


class Farewell(StrEnum):
    """End of a visit."""

    PLAYED = "played"  # a game was over
    LEFT = "left"  # a game was going on
    LOOKED = "looked"  # no game had begun


@dataclass(frozen=True)
class Visit:
    """A visit, from the first touch or press to the last; `game` is the short name of the last rules played.

    `first_move_s`: the seconds from the first touch to the first legal move. `faults`: what was out of order
    in it or before it, with spaces between.
    """

    began: datetime
    seconds: int
    language: str
    reached: VisitStep
    farewell: Farewell
    game: str | None = None
    first_move_s: int | None = None
    not_so: int = 0
    hints: int = 0
    faults: str = ""


@dataclass
class Sums:
    """Sums of the visits of a day or month; `reached` counts those who came at least this far."""

    visits: int = 0
    seconds: int = 0
    not_so: int = 0
    hints: int = 0
    reached: dict[str, int] = field(default_factory=dict)
    farewells: dict[str, int] = field(default_factory=dict)
    languages: dict[str, int] = field(default_factory=dict)
    games: dict[str, int] = field(default_factory=dict)
    first_moves_s: list[int] = field(default_factory=list)
    faults: dict[str, int] = field(default_factory=dict)

    @property
    def median_first_move_s(self) -> float | None:
        """The median of the seconds from the first touch to the first legal move."""
        return median(self.first_moves_s) if self.first_moves_s else None

    def add(self, visit: Visit) -> None:
        """Count a visit."""
        steps: dict[str, int] = dict.fromkeys(STEPS[: STEPS.index(visit.reached) + 1], 1)
        games = {} if visit.game is None else {visit.game: 1}
        moves_s = [] if visit.first_move_s is None else [visit.first_move_s]
        self.merge(
            Sums(
                1, visit.seconds, visit.not_so, visit.hints, steps, {visit.farewell: 1}, {visit.language: 1},
                games, moves_s, dict.fromkeys(visit.faults.split(), 1),
            )
        )  # fmt: skip

    def merge(self, other: "Sums") -> None:
        """Count all visits of others."""
        for name in vars(self):
            mine, more = getattr(self, name), getattr(other, name)
            both = dict(Counter(mine) + Counter(more)) if isinstance(mine, dict) else mine + more
            setattr(self, name, both)


class VisitBook:
    """The file of a station's visits; raises JournalErrors only. Each call opens and closes it.

    `boot` names this start of the machine; without it, the system's own name is used.
    """

    def __init__(self, path: Path, boot: str | None = None) -> None:
        self.path = path
        self._boot = _boot_id() if boot is None else boot

    def add(self, visit: Visit) -> None:
        """Store a visit; sum up the days before the last `SINGLE_DAYS`, and merge surplus sums."""
        with self._open() as connection:
            _store(connection, visit)
            self._tidy(connection)

    def add_undated(self, visit: Visit, since_boot_s: float) -> None:
        """Store a visit that began that long after the start of the machine; its date is not known."""
        with self._open() as connection:
            self._forget_earlier_boots(connection)
            connection.execute(
                "INSERT INTO undated (boot, at_s, fields) VALUES (?, ?, ?)",
                (self._boot, since_boot_s, json.dumps(asdict(visit) | {"began": None})),
            )

    def settle(self, booted: datetime) -> None:
        """Sort in the visits since the machine started, as the clock is now trusted: it `booted` then."""
        with self._open(new=False) as connection:
            self._forget_earlier_boots(connection)
            found = sorted(_undated(connection), key=lambda it: it[0])
            if not found:
                return
            for at_s, visit in found:
                _store(connection, replace(visit, began=booted + timedelta(seconds=at_s)))
            connection.execute("DELETE FROM undated")
            self._tidy(connection)

    def undated(self, *, this_boot: bool = False) -> Sums:
        """Return the sum of the visits without a day, or only of those since the machine started."""
        with self._open(new=False) as connection:
            sums = Sums() if this_boot else _without_day(connection)
            for _, visit in _undated(connection, *(("WHERE boot = ?", self._boot) if this_boot else ())):
                sums.add(visit)
            return sums

    def _forget_earlier_boots(self, connection: sqlite3.Connection) -> None:
        """Sum up the visits whose date nobody will know any longer, without a day."""
        sums = Sums()
        for _, visit in _undated(connection, "WHERE boot != ?", self._boot):
            sums.add(visit)
        if sums.visits:
            _merge_without_day(connection, sums)
            connection.execute("DELETE FROM undated WHERE boot != ?", (self._boot,))

    def visits(self) -> list[Visit]:
        """Return the visits that are still stored one by one, the oldest first."""
        with self._open(new=False) as connection:
            return [visit for _, visit in _kept(connection)]

    def days(self) -> dict[date, Sums]:
        """Return the sums of each day with visits, the oldest first."""
        with self._open(new=False) as connection:
            return sums_of_days(connection)

    def _tidy(self, connection: sqlite3.Connection) -> None:
        single = list(_kept(connection))
        # The day of the last visit comes last, whatever its date.
        days = list(dict.fromkeys(day for day, _ in reversed(single)))[::-1]
        surplus = days[:-SINGLE_DAYS]
        if not surplus:
            return
        sums = dict(_summed(connection))
        for day in surplus:
            of_day = sums.get(day, Sums())
            for its_day, visit in single:
                if its_day == day:
                    of_day.add(visit)
            # A row that is replaced becomes the last one.
            connection.execute(
                "INSERT OR REPLACE INTO days (day, sums) VALUES (?, ?)",
                (day.isoformat(), json.dumps(asdict(of_day))),
            )
            connection.execute("DELETE FROM visits WHERE substr(began, 1, 10) = ?", (day.isoformat(),))
        # Of a day with new visits the earlier sums stay, and count as no other day.
        earlier = "FROM days WHERE day NOT IN (SELECT substr(began, 1, 10) FROM visits) ORDER BY rowid DESC"
        over = connection.execute(f"SELECT day {earlier} LIMIT -1 OFFSET ?", (SUMS_DAYS,)).fetchall()
        if not over:
            return
        sums = dict(_summed(connection))
        for (day,) in over:
            _merge_without_day(connection, sums[date.fromisoformat(day)])
        connection.executemany("DELETE FROM days WHERE day = ?", over)

    @contextmanager
    def _open(self, *, new: bool = True) -> Iterator[sqlite3.Connection]:
        """Open the file; what is done inside is stored as one, or not at all. Without `new`, make none."""
        with as_journal_errors(self.path, SUBJECT, "; move it away, and another is begun"):
            if new:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            file = self.path if new or self.path.exists() else ":memory:"
            with closing(sqlite3.connect(file, timeout=PATIENCE_S)) as connection:
                tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
                if tables and not tables >= {"visits", "days"}:
                    raise ForeignError(f"{self.path}: this is no {SUBJECT}; move it away, and one is begun")
                connection.executescript(_SCHEMA)
                with connection:
                    yield connection


def sums_of_days(connection: sqlite3.Connection) -> dict[date, Sums]:
    """Return the sums of each day in an open file, the oldest first; raise DataError if it is damaged."""
    days = dict(_summed(connection))
    for day, visit in _kept(connection):
        days.setdefault(day, Sums()).add(visit)
    return dict(sorted(days.items()))


def by_month(days: dict[date, Sums]) -> dict[str, Sums]:
    """Return the sums of each month, such as `2026-04`."""
    months: dict[str, Sums] = {}
    for day, sums in days.items():
        months.setdefault(f"{day:%Y-%m}", Sums()).merge(sums)
    return months


def _kept(connection: sqlite3.Connection) -> Iterator[tuple[date, Visit]]:
    for began, fields in connection.execute("SELECT began, fields FROM visits ORDER BY number"):
        visit = _visit(fields, began)
        yield visit.began.date(), visit


def _summed(connection: sqlite3.Connection) -> Iterator[tuple[date, Sums]]:
    for day, sums in connection.execute("SELECT day, sums FROM days"):
        yield value_of(date, Data(day, "day")), value_of(Sums, _column(sums))


def _store(connection: sqlite3.Connection, visit: Visit) -> None:
    connection.execute(
        "INSERT INTO visits (began, fields) VALUES (?, ?)",
        (local_time(visit.began).isoformat(), json.dumps(asdict(visit) | {"began": None})),
    )


def _undated(connection: sqlite3.Connection, where: str = "", *values: str) -> Iterator[tuple[float, Visit]]:
    """Yield the visits without a date, of all starts of the machine or of some."""
    for at_s, fields in connection.execute("SELECT at_s, fields FROM undated " + where, values).fetchall():
        yield Data(at_s, "a column").number(), _visit(fields, UNDATED.isoformat())


def _visit(fields: object, began: object) -> Visit:
    table = {name: data.value for name, data in _column(fields).table().items()}
    return value_of(Visit, Data(table | {"began": began}))


def _without_day(connection: sqlite3.Connection) -> Sums:
    row = connection.execute("SELECT sums FROM without_day").fetchone()
    return Sums() if row is None else value_of(Sums, _column(row[0]))


def _merge_without_day(connection: sqlite3.Connection, more: Sums) -> None:
    sums = _without_day(connection)
    sums.merge(more)
    sums.first_moves_s = sums.first_moves_s[-MAX_FIRST_MOVES:]
    connection.execute("DELETE FROM without_day")
    connection.execute("INSERT INTO without_day (sums) VALUES (?)", (json.dumps(asdict(sums)),))


def _boot_id() -> str:
    """Return the system's name for this start of the machine; elsewhere, one for this process."""
    return system_text(BOOT_ID) or f"process {_PROCESS}"


def _column(text: object) -> Data:
    """Return the data in a column; raise DataError if it is not JSON text."""
    return json_data(Data(text, "a column").text())
