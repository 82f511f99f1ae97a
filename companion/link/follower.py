"""Following a station's journal from another process: read only, by the numbers of its entries.

The numbers are a queue that survives everything: a consumer that remembers the last one it has handled asks
for those after it. The seed of a die, a secret until its game is over, never leaves here.
"""

import hashlib
import sqlite3
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.journal.identity import FileAt
from companion.system.data import DataError, json_data

MAX_AT_ONCE = 200  # entries in one read; after a long outage there may be many thousands

SECRETS = {"GameBegun": ("seed",)}
"""Fields that are left out, by kind; `SeedRevealed` has the seed when its game is over."""

BUSY_S = 1.0


@dataclass(frozen=True)
class JournalEntry:
    """An entry that may be published; `number` counts the journal's entries from 1.

    `kind` and `fields` are as they are stored; if an entry can't be read, its fields are empty.
    """

    journal_id: str
    number: int
    game: int | None
    at: str
    kind: str
    fields: dict[str, Any]


class Follower:
    """Reads a journal that a station writes; neither ever waits for the other.

    Without a journal that can be read there are no entries. A damaged journal is set aside and another begun,
    with numbers from 1; its `journal_id` is another. To be used by one thread.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection: sqlite3.Connection | None = None
        self._file: FileAt | None = None
        self._journal_id: str | None = None
        self._version: int | None = None
        self.openings = 0
        """Number of times a file was opened; each time it may be another one that was restored."""

    @property
    def journal_id(self) -> str | None:
        """The journal that is there now; None while nothing is stored in any."""
        if self._open() is None:
            return None
        if self._journal_id is None:
            rows = self._rows("SELECT at, kind FROM entries WHERE number = 1")
            if rows:
                self._journal_id = hashlib.sha256("|".join(map(str, rows[0])).encode()).hexdigest()[:12]
        return self._journal_id

    def has_changed(self) -> bool:
        """True if anything may have been stored since the last call; much cheaper than to look."""
        before, self._version = (self._version, self.openings), None
        for row in self._rows("PRAGMA data_version"):
            self._version = row[0]
        return (self._version, self.openings) != before or self._version is None

    def newest(self) -> int:
        """Return the number of the last entry, 0 if there is none."""
        rows = self._rows("SELECT max(number) FROM entries")
        return int(rows[0][0] or 0) if rows else 0

    def after(self, number: int, limit: int = MAX_AT_ONCE) -> list[JournalEntry]:
        """Return the entries after a number, in their order."""
        journal_id = self.journal_id
        if journal_id is None:
            return []
        wanted = "SELECT number, game, at, kind, fields FROM entries WHERE number > ? ORDER BY number LIMIT ?"
        return [_entry(journal_id, *row) for row in self._rows(wanted, number, limit)]

    def games(self, limit: int = MAX_AT_ONCE) -> list[int]:
        """Return the numbers of the newest games, the newest first."""
        wanted = "SELECT DISTINCT game FROM entries WHERE game > 0 ORDER BY game DESC LIMIT ?"
        return [row[0] for row in self._rows(wanted, limit)]

    def game_at_table(self) -> list[int]:
        """Return the number of the game that was played last; none if there is no game."""
        return [
            row[0]
            for row in self._rows("SELECT game FROM entries WHERE game > 0 ORDER BY number DESC LIMIT 1")
        ]

    def game(self, number: int) -> list[JournalEntry]:
        """Return the entries of a game."""
        journal_id = self.journal_id
        if journal_id is None:
            return []
        wanted = "SELECT number, game, at, kind, fields FROM entries WHERE game = ? ORDER BY number"
        return [_entry(journal_id, *row) for row in self._rows(wanted, number)]

    def close(self) -> None:
        """Close the file; the next call opens it again."""
        if self._connection is not None:
            self._connection.close()
        self._connection = self._file = self._journal_id = self._version = None

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


def _entry(journal_id: str, number: int, game: int | None, at: str, kind: str, text: object) -> JournalEntry:
    fields: dict[str, Any] = {}
    with suppress(DataError):
        found = json_data(text).table() if isinstance(text, str) else {}
        fields = {name: data.value for name, data in found.items() if name not in SECRETS.get(kind, ())}
    return JournalEntry(journal_id, number, game, at, kind, fields)
