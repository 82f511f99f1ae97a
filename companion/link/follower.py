"""Following a station's journal from another process: read only, by the numbers of its entries.

The numbers are a queue that survives everything: who remembers the last one dealt with asks for those after
it. What is a secret until a game is over, the seed of its die, never leaves here.
"""

import hashlib
import sqlite3
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.journal.identity import FileAt
from companion.system.data import DataError, json_data

MAX_AT_ONCE = 200
"""Entries that are read at once; after a long outage there may be many thousands."""

SECRETS = {"GameBegun": ("seed",)}
"""Fields by kind that nobody is told; `SeedRevealed` tells the seed when its game is over."""

BUSY_S = 1.0


@dataclass(frozen=True, slots=True)
class Told:
    """An entry as it may be told: `book` names the journal, `number` counts its entries from 1.

    `kind` and `fields` are as they are stored; of an entry that can't be read, the fields are empty.
    """

    book: str
    number: int
    game: int | None
    at: str
    kind: str
    fields: dict[str, Any]


class Follower:
    """Reads a journal that a station writes; it never waits for it, nor keeps it waiting.

    As long as there is no journal, or none that can be read, there are no entries. `book` tells one journal
    from the next, for a damaged one is set aside and another begun, with numbers from 1. To be used by one
    thread.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None
        self._file: FileAt | None = None
        self._book: str | None = None
        self._version: int | None = None
        self.openings = 0
        """How often a file was opened; after another time it may be another one, that was restored."""

    @property
    def book(self) -> str | None:
        """The name of the journal that is there now; None while nothing is stored in any."""
        if self._open() is None:
            return None
        if self._book is None:
            rows = self._rows("SELECT at, kind FROM entries WHERE number = 1")
            if rows:
                self._book = hashlib.sha256("|".join(map(str, rows[0])).encode()).hexdigest()[:12]
        return self._book

    def has_changed(self) -> bool:
        """Whether anything may have been stored since this was last asked; much cheaper than to look."""
        before, self._version = (self._version, self.openings), None
        for row in self._rows("PRAGMA data_version"):
            self._version = row[0]
        return (self._version, self.openings) != before or self._version is None

    def newest(self) -> int:
        """The number of the last entry; 0 when there is none."""
        rows = self._rows("SELECT max(number) FROM entries")
        return int(rows[0][0] or 0) if rows else 0

    def after(self, number: int, most: int = MAX_AT_ONCE) -> list[Told]:
        """The entries after one, in their order, so many at most."""
        book = self.book
        if book is None:
            return []
        wanted = "SELECT number, game, at, kind, fields FROM entries WHERE number > ? ORDER BY number LIMIT ?"
        return [_told(book, *row) for row in self._rows(wanted, number, most)]

    def games(self, most: int = MAX_AT_ONCE) -> list[int]:
        """The numbers of the games that were begun last, the newest first."""
        wanted = "SELECT DISTINCT game FROM entries WHERE game > 0 ORDER BY game DESC LIMIT ?"
        return [row[0] for row in self._rows(wanted, most)]

    def game(self, number: int) -> list[Told]:
        """The entries of a game."""
        book = self.book
        if book is None:
            return []
        wanted = "SELECT number, game, at, kind, fields FROM entries WHERE game = ? ORDER BY number"
        return [_told(book, *row) for row in self._rows(wanted, number)]

    def close(self) -> None:
        """Let go of the file; it is opened again when it is next asked."""
        if self._connection is not None:
            self._connection.close()
        self._connection = self._file = self._book = self._version = None

    def _rows(self, query: str, *values: int) -> list[tuple[Any, ...]]:
        connection = self._open()
        if connection is None:
            return []
        try:
            return connection.execute(query, values).fetchall()
        except (sqlite3.Error, UnicodeDecodeError):
            # Being made, being replaced, or damaged: the station says so itself.
            self.close()
            return []

    def _open(self) -> sqlite3.Connection | None:
        if self._file is not None and not self._file.is_in_place:
            self.close()
        if self._connection is None and self._path.is_file():
            uri = f"{self._path.absolute().as_uri()}?mode=ro"
            with suppress(sqlite3.Error):
                self._connection = sqlite3.connect(uri, uri=True, timeout=BUSY_S, isolation_level=None)
                self._file = FileAt(self._path)
                self.openings += 1
        return self._connection


def _told(book: str, number: int, game: int | None, at: str, kind: str, text: object) -> Told:
    fields: dict[str, Any] = {}
    with suppress(DataError):
        found = json_data(text).table() if isinstance(text, str) else {}
        fields = {name: data.value for name, data in found.items() if name not in SECRETS.get(kind, ())}
    return Told(book, number, game, at, kind, fields)
