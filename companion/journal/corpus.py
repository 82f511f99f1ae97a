"""Games as one file that others can read, and that another journal can take over: JSON, a line each.

The first line names the format, each of the next holds a game, the last has the number of games and the
SHA-256 of all bytes before it, so that a file that was cut or changed is known. docs/games.md explains the
lines to those who count games. `entries` is all that the journal holds of a game, in its own words; `record`
is what came of it, each turn with its position, and null for a game that was left in the throw-off.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from companion import __version__
from companion.game import game_as_json
from companion.journal.codec import decode, encode
from companion.journal.dice_audit import verify
from companion.journal.errors import CodecError, CorpusError, InconsistentError
from companion.journal.export import as_record
from companion.journal.games import StoredGame
from companion.journal.happenings import Entry, GameBegun
from companion.journal.replay import replay
from companion.system.data import Data, DataError, json_data
from companion.system.limits import MAX_GAME_BYTES, MAX_GAMES_BYTES

FORMAT = 1
FORMAT_KEY = "five-lines-games"
ADVICE = "take another copy of it"


@dataclass(frozen=True, slots=True)
class CorpusGame:
    """A game in a file, and the line that it stands on; its entries count from 1."""

    line: int
    game: StoredGame


def check(stored: StoredGame) -> None:
    """Raise InconsistentError for a game that does not hold together: its moves, its end or its dice."""
    for _ in replay(stored):
        pass
    if stored.over and stored.begun.seed is not None and stored.begun.commitment is not None:
        misfits = verify(stored).misfits
        if misfits:
            raise InconsistentError(f"game {stored.number}: {misfits[0]}")


def write_corpus(games: Iterable[StoredGame], write: Callable[[bytes], object]) -> int:
    """Write finished games, line by line; how many they were."""
    summed, count = hashlib.sha256(), 0

    def line(plain: object) -> None:
        data = _line(plain)
        summed.update(data)
        write(data)

    line({FORMAT_KEY: FORMAT, "version": __version__})
    for stored in games:
        line(_plain(stored))
        count += 1
    write(_line({"games": count, "sha256": summed.hexdigest()}))
    return count


def read_corpus(path: Path) -> Iterator[CorpusGame]:
    """The games of a file, one at a time; CorpusError, perhaps at its end, if it is not as it was written."""
    if path.stat().st_size > MAX_GAMES_BYTES:
        raise CorpusError(f"{path}: this is larger than any file of games; nothing was changed")
    summed, count = hashlib.sha256(), 0
    end: Data | None = None
    with path.open("rb") as file:
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
            except (CodecError, DataError, UnicodeDecodeError) as error:
                raise CorpusError(f"{path}, line {number}: this is no game ({error}); {ADVICE}") from error
            summed.update(line)
    if end is None:
        raise CorpusError(f"{path}: its end is missing; {ADVICE}")
    if end.value != {"games": count, "sha256": summed.hexdigest()}:
        raise CorpusError(f"{path}: it is not as it was written, its checksum does not fit; {ADVICE}")


def _plain(stored: StoredGame) -> dict[str, object]:
    record = None if stored.summary.rules is None else json.loads(game_as_json(as_record(stored)))
    entries = [
        {
            "at": entry.at.isoformat(),
            "kind": type(entry.happening).__name__,
            "fields": json.loads(encode(entry.happening)),
        }
        for entry in stored.entries
    ]
    return {"game": stored.number, "record": record, "entries": entries}


def _game(data: Data) -> StoredGame:
    """The game that a line tells; it is over."""
    number = data["game"].whole()
    entries = []
    for count, entry in enumerate(data["entries"].items(), start=1):
        at = entry["at"].text()
        try:
            moment = datetime.fromisoformat(at)
        except ValueError as error:
            raise DataError(f"{entry['at'].where}: {error}") from error
        fields = json.dumps(entry["fields"].value, ensure_ascii=False)
        entries.append(Entry(count, number, moment, decode(entry["kind"].text(), fields)))
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


def _line(plain: object) -> bytes:
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
