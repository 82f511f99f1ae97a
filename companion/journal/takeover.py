"""Games of a file are taken over into a journal: all that it lacks or, with an error, none."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from companion.journal.corpus import ADVICE, CorpusGame, check, read_corpus
from companion.journal.database import Database, refuse_foreign
from companion.journal.errors import CorpusError, InconsistentError
from companion.journal.happenings import Entry, GameBegun
from companion.journal.lock import Lock

Key = str | tuple[str, GameBegun]


class TakeOver:
    """Stores the games of a file that a journal lacks, behind its own; no station may be writing it.

    A game is known by its seal; one with the players' own dice by when and how it began. The file is read
    whole, and all of it checked, before anything is stored. Raises CorpusError, InUseError and the other
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
        """The entries of the games that the journal lacks, numbered behind its own."""
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
        """Whether a game that began as one of the journal is that one."""
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
