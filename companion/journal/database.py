"""A journal's SQLite file: opening, reading and storing."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import TypeVar

from companion.game import Outcome, Rules
from companion.journal.checksums import CHECKSUMS, Row, are_kept, chain_up, changed, last_checked, missing
from companion.journal.errors import DamagedError, NewerError, NoSuchGameError, as_journal_errors
from companion.journal.games import MAX_BREAK_S, StoredGame, Summary
from companion.journal.happenings import Entry, GameBegun, Sealed, decode, encode, kind_of
from companion.journal.home.names import Names
from companion.journal.identity import APPLICATION_ID, COLUMNS, SCHEMA_VERSION, FileAt, is_begun
from companion.referee.events import Ended, Started
from companion.system.convert import value_of
from companion.system.data import Data, DataError

BUSY_S = 0.1  # timeout for a file held by another program; after it an entry is kept in memory instead
PATIENCE_S = 2.0  # timeout of readers for a station that is just creating or closing the file
CHECKED_AT_START_MB = 50
"""Files up to this size are checked page by page when a station starts: about a second from an SD card. In
larger ones damage shows when the damaged page is used."""

ROWS_AT_ONCE = 1000
"""Number of entries held in memory while they are stored: games taken over can have millions."""

MAX_NEWEST = 300
"""Number of games whose lengths are read: enough for 30 of each kind, in a tenth of a second at first."""

MAX_ENTRIES = 2**53  # more than any station stores; a file with a higher number is damaged

_SCHEMA = f"""
BEGIN IMMEDIATE;
CREATE TABLE entries (
    number INTEGER PRIMARY KEY,  -- counts from 1
    game INTEGER,                -- NULL outside any game
    at TEXT NOT NULL,            -- ISO 8601 with offset
    kind TEXT NOT NULL,          -- the type of the happening
    fields TEXT NOT NULL         -- its fields as JSON
);
CREATE INDEX entries_by_game ON entries (game, kind);
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {SCHEMA_VERSION};
COMMIT;
"""
_COLUMNS = ", ".join(COLUMNS)
_T = TypeVar("_T")


class Database:
    """An open journal file, to be used by the thread that opened it; raises JournalErrors only."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection
        self._file = FileAt(path)
        self._played_s: dict[int | None, int] = {}
        self.names = Names(path)

    @classmethod
    def for_writing(cls, path: Path) -> "Database":
        """Open a journal to store in; create it if it is missing.

        Raises DamagedError, NewerError and ForeignError as `is_begun` tells them apart.
        """
        with as_journal_errors(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            begun = is_begun(path, BUSY_S)
            connection = sqlite3.connect(path, timeout=BUSY_S, isolation_level=None)
            try:
                connection.execute("PRAGMA journal_mode = WAL").fetchone()
                # In WAL mode anything less than FULL can lose the last commits in a power cut.
                connection.execute("PRAGMA synchronous = FULL")
                if not begun:
                    connection.executescript(_SCHEMA)
                _give_checksums(connection)
                # Finds out now, not at the first throw, whether it can be written.
                connection.executescript("BEGIN IMMEDIATE; ROLLBACK")
            except BaseException:
                connection.close()
                raise
            return cls(path, connection)

    @classmethod
    def for_reading(cls, path: Path) -> "Database":
        """Open a journal that exists, perhaps while a station writes it; the file is left as it is.

        Raises NoSuchGameError if there is none, or one that is just being created.
        """
        with as_journal_errors(path):
            if not path.exists():
                raise NoSuchGameError(f"{path}: there is no journal here; name its file with --journal")
            if not is_begun(path, PATIENCE_S):
                raise NoSuchGameError(
                    f"{path}: nothing has been stored in this journal yet; if it is a copy, its games may be "
                    "in the -wal beside the original, which belongs to it: `five-lines backup` copies both"
                )
            return cls(path, _connect_read_only(path))

    @property
    def is_in_place(self) -> bool:
        """True if the open file is still the one at its path."""
        return self._file.is_in_place

    def close(self) -> None:
        """Close the file; closing again does nothing."""
        self._connection.close()

    def check_pages(self) -> None:
        """Look for damage in the whole file, if it is not too large; raises DamagedError."""
        with as_journal_errors(self.path):
            if self.path.stat().st_size > CHECKED_AT_START_MB * 1_000_000:
                return
            found = self._connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            lost = are_kept(self._connection) and last_checked(self._connection) > self.last_number()
        if lost:
            raise DamagedError(f"{self.path}: the journal's last entries are missing")
        if found != "ok":
            raise DamagedError(f"{self.path}: the journal is damaged ({' '.join(found.split())})")

    def store(self, entries: Iterable[Entry]) -> None:
        """Store all of these or, on an error, none; they are on the disk when this returns."""
        with as_journal_errors(self.path), _as_one(self._connection):
            left = iter(entries)
            while some := [_row(entry) for entry in islice(left, ROWS_AT_ONCE)]:
                wanted = f"INSERT INTO entries ({_COLUMNS}) VALUES (?, ?, ?, ?, ?)"
                self._connection.executemany(wanted, some)
                chain_up(self._connection, some)

    def last_number(self) -> int:
        """Return the number of the last entry; 0 if there is none."""
        number = self._count("SELECT max(number) FROM entries")
        if number > MAX_ENTRIES:
            raise DamagedError(f"{self.path}: the journal is damaged (an entry has the number {number})")
        return number

    def last_game(self) -> int:
        """Return the number of the last game; 0 if there is none."""
        return self._count("SELECT max(game) FROM entries")

    def game_at_table(self) -> int:
        """Return the number of the game that was gone on with last; 0 if there is none."""
        return self._count("SELECT (SELECT game FROM entries WHERE game > 0 ORDER BY number DESC LIMIT 1)")

    def left_games(self) -> list[int]:
        """Return the numbers of the games that are not over, the one that was played last first."""
        over = "SELECT game FROM entries WHERE game > 0 AND kind IN ('Ended', 'Abandoned')"
        with as_journal_errors(self.path):
            found = self._connection.execute(
                "SELECT game FROM entries WHERE game IN (SELECT game FROM entries WHERE kind = 'GameBegun') "
                f"AND game NOT IN ({over}) GROUP BY game ORDER BY max(number) DESC"
            )
            return [row[0] for row in found]

    def entry(self, number: int) -> Entry | None:
        """Return one entry by its number."""
        return next(iter(self._entries("WHERE number = ?", number)), None)

    def game(self, number: int) -> StoredGame:
        """Return one game by its number; raise NoSuchGameError, or DamagedError if it was changed."""
        entries = self._entries("WHERE game = ? ORDER BY number", number)
        if not entries:
            raise NoSuchGameError(f"{self.path}: holds no game {number}; `five-lines games list` shows them")
        self._check_beginning(number, entries)
        with as_journal_errors(self.path):
            checked = are_kept(self._connection)
            gone = missing(self._connection, entries[0].number, entries[-1].number) if checked else None
        if gone is not None:
            raise DamagedError(
                f"{self.path}: entry {gone} of game {number} is missing; its checksum is there"
            )
        return StoredGame(number, tuple(entries), self.names.match(entries[0].at))

    def games(self) -> Iterator[int]:
        """Yield the numbers of all games in the order in which they were played or taken over."""
        with as_journal_errors(self.path):
            found = self._connection.execute("SELECT DISTINCT game FROM entries WHERE game > 0 ORDER BY game")
            numbers = [row[0] for row in found]
        yield from numbers

    def sound_games(self, damaged: list[DamagedError]) -> Iterator[StoredGame]:
        """Yield all undamaged games; add the errors of the others to `damaged`."""
        yield from self._sound(self.game, damaged)

    def _sound(self, read: Callable[[int], _T], damaged: list[DamagedError]) -> Iterator[_T]:
        for number in self.games():
            try:
                yield read(number)
            except DamagedError as error:
                damaged.append(error)

    def beginnings(self) -> Iterator[Entry]:
        """Yield the first entry of each game, in order of number."""
        yield from self._entries("WHERE kind = 'GameBegun' ORDER BY game, number")

    def lost_seals(self, damaged: list[DamagedError]) -> int:
        """Return how many dice were sealed and never played with; the newest still waits for its game.

        A seal or beginning that can't be read is added to `damaged`, and 0 returned.
        """
        try:
            sealed = [it.happening for it in self._entries("WHERE kind = 'Sealed' ORDER BY number")][:-1]
            begun = {
                it.happening.commitment for it in self.beginnings() if isinstance(it.happening, GameBegun)
            }
        except DamagedError as error:
            damaged.append(error)
            return 0
        return sum(isinstance(it, Sealed) and it.commitment not in begun for it in sealed)

    def summaries(self, damaged: list[DamagedError]) -> Iterator[Summary]:
        """Yield the summaries of all undamaged games, in order of number; add the errors of the others."""
        yield from self._sound(self.summary, damaged)

    def ended(self) -> Iterator[tuple[datetime, Rules | None, float, Outcome]]:
        """Yield the newest games that ended: when they began, rules, minutes played, and how they ended."""
        begun: dict[int | None, tuple[datetime, Rules | None]] = {}
        newest = "WHERE kind IN ('GameBegun', 'Started', 'Ended') ORDER BY number DESC LIMIT ?"
        for entry in reversed(self._entries(newest, 3 * MAX_NEWEST)):
            match entry.happening:
                case Started(rules) | GameBegun(rules=rules):
                    begun[entry.game] = begun.get(entry.game, (entry.at,))[0], rules
                case Ended(_, outcome) if entry.game in begun:
                    # As StoredGame.played_s, without decoding every entry, and once for each game.
                    if entry.game not in self._played_s:
                        self._played_s[entry.game] = self._count(
                            "SELECT CAST(round(sum(gap)) AS INTEGER) FROM (SELECT 86400 * (julianday(at) - "
                            "lag(julianday(at)) OVER (ORDER BY number)) AS gap FROM entries WHERE game = "
                            f"?) WHERE gap BETWEEN 0 AND {MAX_BREAK_S}",
                            entry.game,
                        )
                    at, rules = begun[entry.game]
                    yield at, rules, self._played_s[entry.game] / 60, outcome

    def summary(self, number: int) -> Summary:
        """Return the summary of one game by its number."""
        heads = self._entries(
            "WHERE game = ? AND kind IN ('GameBegun', 'Started', 'Ended', 'Abandoned') ORDER BY number",
            number,
        )
        throws = self._count("SELECT count(*) FROM entries WHERE game = ? AND kind = 'Thrown'", number)
        self._check_beginning(number, heads)
        return Summary.of(number, heads, throws)

    def _check_beginning(self, number: int, entries: list[Entry]) -> None:
        if not entries or not isinstance(entries[0].happening, GameBegun):
            raise DamagedError(f"{self.path}: the beginning of game {number} is missing")

    def _count(self, query: str, *values: int | None) -> int:
        with as_journal_errors(self.path):
            found = self._connection.execute(query, values).fetchone()
        number = found[0] or 0
        if not isinstance(number, int):
            raise DamagedError(f"{self.path}: the journal is damaged ({str(number)[:20]!r} is no number)")
        return number

    def _entries(self, where: str, *values: int) -> list[Entry]:
        with as_journal_errors(self.path):
            rows: list[Row] = self._connection.execute(
                f"SELECT {_COLUMNS} FROM entries {where}", values
            ).fetchall()
            wrong = changed(self._connection, rows) if are_kept(self._connection) else None
        entries = [self._decoded(row) for row in rows]
        if wrong is not None:
            raise DamagedError(
                f"{self.path}: entry {wrong} is not as it was stored, or one before it is missing: "
                "its checksum does not fit"
            )
        return entries

    def _decoded(self, row: Row) -> Entry:
        number, game, at, kind, fields = row
        try:
            if not (isinstance(kind, str) and isinstance(fields, str)):
                raise DataError("a column is not text")
            return Entry(number, game, value_of(datetime, Data(at, "at")), decode(kind, fields))
        except DataError as error:
            raise DamagedError(f"{self.path}: entry {number} can't be read: {error}") from error


def _row(entry: Entry) -> Row:
    happening = entry.happening
    return (entry.number, entry.game, entry.at.isoformat(), kind_of(happening), encode(happening))


def refuse_foreign(path: Path, busy_s: float = BUSY_S) -> None:
    """Raise ForeignError for a file that never was a journal; change nothing in it or beside it."""
    with as_journal_errors(path), suppress(DamagedError, NewerError):
        is_begun(path, busy_s)


def copy_without_sealed(path: Path, copy: Path) -> list[int]:
    """Copy a journal without the games whose dice are still sealed; return their numbers.

    With its seed, anyone could compute the throws that are still to come. They are removed in a database
    without a name, of which nothing stays even if the program is killed, and then written to the copy, since
    SQLite leaves the text of removed rows in its pages. The later entries that stay are chained again.
    """
    refuse_foreign(path, PATIENCE_S)
    with (
        as_journal_errors(path),
        closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as source,
        closing(sqlite3.connect("", isolation_level=None)) as connection,
    ):
        source.backup(connection)
        games = _remove_sealed(path, connection) if is_begun(path, PATIENCE_S) else []
        connection.execute("VACUUM INTO ?", (str(copy),))
    return games


def _remove_sealed(path: Path, connection: sqlite3.Connection) -> list[int]:
    # Without a seed, people throw their own dice.
    sealed = connection.execute(
        "SELECT game, min(number) FROM entries WHERE game > 0 GROUP BY game HAVING NOT max(kind IN "
        "('Ended', 'Abandoned') OR kind = 'GameBegun' AND fields LIKE '%\"seed\":null%') ORDER BY game"
    ).fetchall()
    if not sealed:
        return []
    games, first = [row[0] for row in sealed], min(row[1] for row in sealed)
    within = f"({', '.join('?' * len(games))})"
    kept: list[Row] = connection.execute(
        f"SELECT {_COLUMNS} FROM entries WHERE number > ? AND (game IS NULL OR game NOT IN {within}) "
        "ORDER BY number",
        (first, *games),
    ).fetchall()
    checked = are_kept(connection)
    wrong = changed(connection, kept) if checked else None
    if wrong is not None:
        raise DamagedError(f"{path}: entry {wrong} is not as it was stored: its checksum does not fit")
    with _as_one(connection):
        connection.execute(f"DELETE FROM entries WHERE game IN {within}", games)
        if checked:
            connection.execute("DELETE FROM checksums WHERE number >= ?", (first,))
            chain_up(connection, kept)
    return games


def _give_checksums(connection: sqlite3.Connection) -> None:
    """Create the table of checksums, and fill it for entries that an earlier version has stored."""
    connection.executescript(CHECKSUMS)
    lacking = "WHERE number > (SELECT coalesce(max(number), 0) FROM checksums) ORDER BY number"
    rows: list[Row] = connection.execute(f"SELECT {_COLUMNS} FROM entries {lacking}").fetchall()
    if rows:
        with _as_one(connection):
            chain_up(connection, rows)


@contextmanager
def _as_one(connection: sqlite3.Connection) -> Iterator[None]:
    """Store all that is done inside or, on an error, nothing of it."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _connect_read_only(path: Path) -> sqlite3.Connection:
    uri = path.absolute().as_uri()
    connection = sqlite3.connect(f"{uri}?mode=ro", uri=True, timeout=PATIENCE_S, isolation_level=None)
    try:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.OperationalError:
        connection.close()
        log = Path(f"{path}-wal")
        if log.exists() and log.stat().st_size:
            raise
        # A closed journal where nothing can be written: SQLite can't put its shared memory there.
        connection = sqlite3.connect(f"{uri}?mode=ro&immutable=1", uri=True, isolation_level=None)
    return connection
