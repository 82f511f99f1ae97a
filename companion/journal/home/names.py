"""The names of people at home, and who played which game: in a file of their own beside the journal.

The journal itself holds no names. So erasing this file erases all of them, and no backup has them.
"""

import json
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from unicodedata import category

from companion.journal.errors import JournalError, as_journal_errors
from companion.referee.match import NOBODY, HomeMatch
from companion.system.atomic_file import OWNER_ONLY, write_whole
from companion.system.convert import plain, value_of
from companion.system.data import MAX_DATA_BYTES, Data, DataError, json_data, text_of

FILE_NAME = "names.json"

_BETWEEN = " .,&·'’-‑–"
_MAX_LETTERS = 40  # of a name; those typed at a station have ten


@dataclass(frozen=True)
class NameBook:
    """Everybody's name; `games` has the match, as it stood when they began, by the moment of that."""

    names: tuple[str, ...] = ()
    games: dict[str, HomeMatch] = field(default_factory=dict)

    def __post_init__(self) -> None:
        there = (it for match in self.games.values() for it in (*match.players, match.waits))
        for name in (*self.names, *there):
            are_letters = all(category(it)[0] in "LMN" or it in _BETWEEN for it in name)
            if not are_letters or len(name) > _MAX_LETTERS or name != name.lstrip(_BETWEEN):
                said = f"{name[:_MAX_LETTERS]!r} can be no name: {_MAX_LETTERS} letters and digits at most"
                raise DataError(f"{said}, and between them spaces and {_BETWEEN.strip()}")
        if any({len(match.players), len(match.won)} != {2} for match in self.games.values()):
            raise DataError("two people play a game")

    def with_game(self, began: datetime, match: HomeMatch) -> "NameBook":
        """Return the book with one more game."""
        return NameBook(self.names, self.games | {began.isoformat(): match})


class Names:
    """The file of names beside a journal; read once, and again only after another program has changed it.

    A damaged or unreadable file is refused and left as it is: `book` and `keep` then raise JournalError, but
    all names can be erased.
    """

    def __init__(self, journal: Path) -> None:
        self._file = journal.with_name(FILE_NAME)
        self._book: NameBook | None = None
        self._seen: tuple[int, int] | None = None

    @property
    def book(self) -> NameBook:
        """The book of names; empty if there is no file."""
        with as_journal_errors(self._file, "file of names", "; it is left as it is"):
            seen = self._look()
            if self._book is None or seen != self._seen:
                text = "{}" if seen is None else text_of(self._file, MAX_DATA_BYTES)
                self._book = value_of(NameBook, Data(json_data(text).value, FILE_NAME))
                self._seen = seen
            return self._book

    def keep(self, book: NameBook) -> None:
        """Write the file, which nobody else may read; a book without names removes it."""
        with as_journal_errors(self._file, "file of names"):
            if not book.names:
                self._file.unlink(missing_ok=True)
            elif self.book != book:
                text = json.dumps(plain(book), ensure_ascii=False, default=plain)
                write_whole(self._file, text.encode(), OWNER_ONLY)
            self._book, self._seen = book, self._look()

    def match(self, began: datetime) -> HomeMatch:
        """Return the match of the game that began then; without names if nobody knows."""
        with suppress(JournalError):
            return self.book.games.get(began.isoformat(), NOBODY)
        return NOBODY

    def _look(self) -> tuple[int, int] | None:
        """Return what tells the file from an earlier one; None if there is none."""
        with suppress(FileNotFoundError):
            found = self._file.stat()
            return found.st_ino, found.st_mtime_ns
        return None
