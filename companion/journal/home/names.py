"""The names of people at home, and who played which game: in a file of their own beside the journal.

The journal itself holds no names. So erasing this file erases all of them, and no backup has them.
"""

import json
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from companion.system.atomic_file import OWNER_ONLY, write_whole
from companion.system.convert import plain, value_of
from companion.system.data import MAX_DATA_BYTES, Data, DataError, json_data, text_of

FILE_NAME = "names.json"

Players = tuple[str, ...]  # the names at A and at B


@dataclass(frozen=True, slots=True)
class NameBook:
    """Everybody's name; `games` has the players by the moment at which their game began, oldest first."""

    names: Players = ()
    games: dict[str, Players] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if any(len(players) != 2 for players in self.games.values()):
            raise DataError("two people play a game")

    @classmethod
    def beside(cls, journal: Path) -> "NameBook":
        """Read the names that belong to a journal; none if there is no file, or a damaged one."""
        with suppress(OSError, DataError):
            return value_of(cls, Data(json_data(text_of(_file(journal), MAX_DATA_BYTES)).value, FILE_NAME))
        return cls()

    def keep(self, journal: Path) -> None:
        """Write the file, which nobody else may read; without names, remove it. Raises OSError."""
        if self.names:
            write_whole(_file(journal), json.dumps(plain(self), ensure_ascii=False).encode(), OWNER_ONLY)
        else:
            _file(journal).unlink(missing_ok=True)

    def with_game(self, began: datetime, players: Players) -> "NameBook":
        """Return the book with the players of one more game."""
        return NameBook(self.names, self.games | {began.isoformat(): players})

    def players(self, began: datetime) -> Players:
        """Return who played the game that began then; empty names if nobody knows."""
        return self.games.get(began.isoformat(), ("", ""))


def _file(journal: Path) -> Path:
    return journal.with_name(FILE_NAME)
