"""Games as one file that others can read, and that another journal can take over: JSON, a line each.

The first line names the format, each of the next holds a game, the last has the number of games and the
SHA-256 of all bytes before it, so that a cut or changed file is detected. docs/games.md explains the
lines to those who count games. `entries` is everything that the journal holds of a game; `record` is its
result, each turn with its position, and null for a game that was left in the throw-off.
"""

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from companion import __version__
from companion.game import GameRecord, game_as_json
from companion.journal.database import Database, refuse_foreign
from companion.journal.dice_audit import verify
from companion.journal.errors import CorpusError, InconsistentError, SealedError
from companion.journal.export import as_record
from companion.journal.games import StoredGame
from companion.journal.happenings import Entry, GameBegun, happening_of, kind_of
from companion.journal.identity import Lock
from companion.journal.replay import replay
from companion.system.convert import plain, value_of
from companion.system.data import MAX_GAME_BYTES, MAX_GAMES_BYTES, Data, DataError, json_data
from companion.system.rights import as_caller

FORMAT = 1
FORMAT_KEY = "five-lines-games"
ADVICE = "take another copy of it"


@dataclass(frozen=True)
class CorpusGame:
    """A game in a file, and its line number; its entries count from 1."""

    line: int
    game: StoredGame


def check(stored: StoredGame) -> None:
    """Raise InconsistentError if moves, end or dice of a game contradict each other."""
    for _ in replay(stored):
        pass
    with suppress(SealedError):
        for misfit in verify(stored).misfits:
            raise InconsistentError(f"game {stored.number}: {misfit}")


def write_corpus(
    games: Iterable[StoredGame],
    write: Callable[[bytes], object],
    record_of: Callable[[StoredGame], GameRecord] = as_record,
) -> int:
    """Write finished games, line by line; return their number."""
    summed, count = hashlib.sha256(), 0

    def line(values: object) -> None:
        data = _line(values)
        summed.update(data)
        write(data)

    line({FORMAT_KEY: FORMAT, "version": __version__})
    for stored in games:
        line(_plain(stored, record_of))
        count += 1
    write(_line({"games": count, "sha256": summed.hexdigest()}))
    return count


def read_corpus(path: Path) -> Iterator[CorpusGame]:
    """Yield the games of a file; raise CorpusError, perhaps at its end, if the file was changed."""
    summed, count = hashlib.sha256(), 0
    end: Data | None = None
    with as_caller():
        file = path.open("rb")
    with file:
        if os.fstat(file.fileno()).st_size > MAX_GAMES_BYTES:
            raise CorpusError(f"{path}: this is larger than any file of games; nothing was changed")
        for number, line in enumerate(iter(lambda: file.readline(MAX_GAME_BYTES), b""), start=1):
            if end is not None:
                raise CorpusError(f"{path}, line {number}: nothing can follow the checksum; {ADVICE}")
            try:
                if not line.endswith(b"\n"):
                    raise DataError("it is not whole")
                data = json_data(line.decode())
                if number == 1:
                    _check_format(path, data)
                elif data.get("sha256") is not None:
                    end = data
                    continue
                else:
                    count += 1
                    yield CorpusGame(number, _game(data))
            except (DataError, UnicodeDecodeError) as error:
                raise CorpusError(f"{path}, line {number}: this is no game ({error}); {ADVICE}") from error
            summed.update(line)
    if end is None:
        raise CorpusError(f"{path}: its end is missing; {ADVICE}")
    if end.value != {"games": count, "sha256": summed.hexdigest()}:
        raise CorpusError(f"{path}: it is not as it was written, its checksum does not fit; {ADVICE}")


def _plain(stored: StoredGame, record_of: Callable[[StoredGame], GameRecord]) -> dict[str, object]:
    record = None if stored.summary.rules is None else json.loads(game_as_json(record_of(stored)))
    entries = [
        {
            "at": entry.at.isoformat(),
            "kind": kind_of(entry.happening),
            "fields": plain(entry.happening),
        }
        for entry in stored.entries
    ]
    return {"game": stored.number, "record": record, "entries": entries}


def _game(data: Data) -> StoredGame:
    """Return the finished game in a line."""
    number = data["game"].whole()
    entries = []
    for count, entry in enumerate(data["entries"].items(), start=1):
        happening = happening_of(entry["kind"].text(), entry["fields"])
        entries.append(Entry(count, number, value_of(datetime, entry["at"]), happening))
    if number < 1 or not entries or not isinstance(entries[0].happening, GameBegun):
        raise DataError("its beginning is missing")
    stored = StoredGame(number, tuple(entries))
    if any(isinstance(entry.happening, GameBegun) for entry in entries[1:]) or not stored.over:
        raise DataError("it is not one game with an end")
    return stored


def _check_format(path: Path, data: Data) -> None:
    if not isinstance(data.value, dict) or FORMAT_KEY not in data.value:
        raise CorpusError(f"{path}: this is no file of games; `five-lines games export --all -o` writes one")
    if data[FORMAT_KEY].whole() > FORMAT:
        raise CorpusError(f"{path}: a newer Five Lines has written this; update this one first")


def _line(values: object) -> bytes:
    # In ASCII: it may be printed, and its bytes are summed, so `visible` can't change them.
    return json.dumps(values, separators=(",", ":")).encode() + b"\n"


Key = str | tuple[str, GameBegun]


class TakeOver:
    """Stores the games of a file that a journal lacks, after its own; no station may be writing it.

    A game is known by its seal; one with the players' own dice by when and how it began. The file is read
    whole, and all of it checked, before anything is stored. Raises CorpusError, InUseError and other
    JournalErrors, and OSError. `new` counts the games that were stored, `there` those that were before.
    """

    def __init__(self, path: Path, journal: Path) -> None:
        self.new = self.there = 0
        self._path = path
        # To know that it is whole before so much as a lock is laid beside the journal.
        for it in read_corpus(path):
            try:
                check(it.game)
            except InconsistentError as error:
                raise CorpusError(f"{path}, line {it.line}: {error}; {ADVICE}") from error
        refuse_foreign(journal)
        with closing(Lock(journal)), closing(Database.for_writing(journal)) as database:
            last = database.last_game()
            if last and not database.game(last).over:
                raise CorpusError(
                    f"{journal}: game {last} is not over, and nobody could go on with it; play it to its "
                    "end or give it up, then take these over"
                )
            database.store(self._lacking(database, last))

    def _lacking(self, database: Database, last: int) -> Iterator[Entry]:
        """Yield the entries of the games that the journal lacks, numbered after its own."""
        held: dict[Key, list[int]] = {}
        for entry in database.beginnings():
            held.setdefault(_key(entry), []).append(entry.game or 0)
        number = database.last_number()
        for it in read_corpus(self._path):
            if any(self._is_the_same(it, database, game) for game in held.get(_key(it.game.entries[0]), ())):
                self.there += 1
                continue
            self.new += 1
            for entry in it.game.entries:
                number += 1
                yield replace(entry, number=number, game=last + self.new)

    def _is_the_same(self, it: CorpusGame, database: Database, game: int) -> bool:
        """True if a game that began like one of the journal is the same game."""
        ours = [(entry.at, entry.happening) for entry in database.game(game).entries]
        theirs = [(entry.at, entry.happening) for entry in it.game.entries]
        # A seed may have been revealed since, on either side.
        both = min(len(ours), len(theirs))
        if ours[:both] == theirs[:both]:
            return True
        if it.game.begun.commitment is None:
            return False
        raise CorpusError(
            f"{self._path}, line {it.line}: this is game {game} of {database.path}, but not as it was played "
            "there; one of the two was changed"
        )


def _key(first: Entry) -> Key:
    begun = first.happening
    assert isinstance(begun, GameBegun)
    return begun.commitment or (first.at.isoformat(), begun)
