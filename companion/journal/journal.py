"""The journal of a station: stores before anything is shown, and keeps the game going when it can't."""

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from companion.game import Die, Outcome, Rules, Termination
from companion.game.fair_die import FairDie
from companion.journal.database import Database, refuse_foreign
from companion.journal.errors import (
    DamagedError,
    ForeignError,
    InUseError,
    JournalError,
    NewerError,
    NoSuchGameError,
    NotWritableError,
    ReplacedError,
)
from companion.journal.games import StoredGame
from companion.journal.happenings import Abandoned, ComputerSeated, DeviceFault, Entry, GameBegun, Happening
from companion.journal.home.names import Names
from companion.journal.identity import Lock
from companion.referee.match import HomeMatch
from companion.system.local_time import local_time

DEVICE = "journal"  # device name in faults of the journal itself
MAX_PER_DAY = 500  # more games than any table sees on a day; limits the search
MAX_LEFT = 24  # games that are offered of those that were left: some pages of them
MAX_RECENT = 30  # games among which those with puzzles are looked for: a day or two of a busy station
BEGUN_ANOTHER = "a new game was begun"  # reason for abandoning an unfinished game when another begins


class NoticeKind(StrEnum):
    """Subject of a notice."""

    SET_ASIDE = "set-aside"
    TAKEN_AWAY = "taken-away"
    STOPPED = "stopped"
    RESUMED = "resumed"


@dataclass(frozen=True)
class Notice:
    """A message about the journal that is shown to people once."""

    kind: NoticeKind
    text: str


class Journal:
    """The one writer of a journal, for the thread that made it.

    A damaged file, or one of a newer version, is set aside and a new one begun. When storing fails, the game
    goes on in memory: `trouble` says why as long as that lasts, and the next append that works stores
    everything that is missing. Raises InUseError when another program has the journal and ForeignError when
    the file never was one. `now` gives the time, with its time zone.
    """

    def __init__(self, path: Path, now: Callable[[], datetime]) -> None:
        self.path = path
        self.names = Names(path)
        self.trouble: JournalError | None = None
        self._now = now
        self._lock: Lock | None = None
        self._database: Database | None = None
        self._notices: list[Notice] = []
        # The game at the table, and whatever could not be stored yet.
        self._kept: list[Entry] = []
        self._number = 0
        self._game = self._begun = 0
        self._leaves = False
        self._stored = 0
        self._last: Entry | None = None
        self._acquainted = False
        self._waits = False
        self._store()
        if isinstance(self.trouble, InUseError | ForeignError):
            self.close()
            raise self.trouble
        if self.trouble:
            self._read_only_start()

    def begin(
        self,
        die: FairDie | Die,
        rules: Rules | None = None,
        computer: ComputerSeated | None = None,
        look: str = "",
        match: HomeMatch | None = None,
        *,
        leaves: bool = False,
    ) -> int:
        """Begin a game with the electronic die, or with the players' own dice; return its number.

        With its rules it can go on if it is left in the throw-off. `computer` is stored as one with it; its
        `match`, with the players' names, is kept beside the journal, if possible. A game that is not over is
        abandoned, or waits if the station `leaves` games. As long as the file could not be read at all, the
        number is not final: it then follows those of the file.
        """
        self._leaves = leaves
        if self.unfinished() is not None and not leaves:
            self.append(self._game, (Abandoned(BEGUN_ANOTHER),))
        self._game = self._begun = self._begun + 1
        if isinstance(die, FairDie):
            begun = GameBegun(die.die, die.commitment, die.seed.hex(), rules, die.number, look)
        else:
            begun = GameBegun(die, rules=rules, look=look)
        self.append(self._game, (begun,) if computer is None else (begun, computer))
        if match and self.newest is not None:
            with suppress(OSError):
                self.names.keep(self.names.book.with_game(self.newest.entries[0].at, match))
        return self._game

    def left(self) -> list[StoredGame]:
        """Return the newest undamaged games that are not over, the one that was played last first.

        None if nothing can be read.
        """
        games: list[StoredGame] = []
        with suppress(JournalError):
            if database := self._database:
                for number in database.left_games()[:MAX_LEFT]:
                    with suppress(DamagedError):
                        games.append(database.game(number))
        return [game for game in games if game.rules is not None]

    def take_up(self, number: int) -> StoredGame:
        """Go on with a game that was left: it is at the table now. Raises JournalError."""
        if self._database is None:
            raise self.trouble or JournalError(f"{self.path}: the journal is closed")
        game = self._database.game(number)
        if game.over:
            raise NoSuchGameError(f"{self.path}: game {number} is over")
        self._kept, self._game = [*game.entries], number
        return game

    def append(self, game: int | None, happenings: Iterable[Happening]) -> None:
        """Store happenings, all or none; `game` is None for those that belong to no game.

        When this returns, or `together` that is around it, they are on the disk or, if `trouble` says so, in
        memory until storing works again.
        """
        self._keep(game, happenings)
        if not self._waits:
            self._store()

    @contextmanager
    def together(self) -> Iterator[None]:
        """Store everything appended inside as one: after a power cut all of it is there, or nothing."""
        before, self._waits = self._number, True
        try:
            yield
        finally:
            self._waits = False
            if self._number != before:
                self._store()

    def retry(self) -> None:
        """Store what is missing, if storing failed, or if the file or the lock was taken away."""
        if self._close_lost() or self.trouble:
            self._store()

    @property
    def newest(self) -> StoredGame | None:
        """The game at the table, over or not: it was begun last, or gone on with."""
        entries = tuple(entry for entry in self._kept if entry.game == self._game)
        return StoredGame(self._game, entries, self.names.match(entries[0].at)) if entries else None

    @property
    def newest_number(self) -> int:
        """Return the number of the last entry; 0 if there is none."""
        return self._number

    def unfinished(self) -> StoredGame | None:
        """The game at the table, if it is not over."""
        newest = self.newest
        return newest if newest and not newest.over else None

    def sound_games(self, damaged: list[DamagedError]) -> Iterator[StoredGame]:
        """Return all undamaged games; add the errors of the others to `damaged`.

        This connection reads them: opening and closing the file once more would release all locks on it
        that this process has (sqlite.org/howtocorrupt.html, 2.2).
        """
        return self._database.sound_games(damaged) if self._database is not None else iter(())

    def ended(self) -> list[tuple[datetime, Rules | None, float, Outcome]]:
        """Return what `Database.ended` yields; nothing if it can't be read."""
        with suppress(JournalError):
            if self._database is not None:
                return [*self._database.ended()]
        return []

    def newest_over(self, known: Collection[int], is_wanted: Callable[[Rules], bool]) -> StoredGame | None:
        """Return the newest game that is over, undamaged and not `known`, and whose rules are wanted.

        None if none of the last `MAX_RECENT` games will do.
        """
        for number in range(self._begun, max(0, self._begun - MAX_RECENT), -1):
            if number not in known and self._database:
                with suppress(JournalError):
                    game = self._database.summary(number)
                    if (game.outcome or game.abandoned) and game.rules and is_wanted(game.rules):
                        return self._database.game(number)
        return None

    def shortest_today(self) -> int | None:
        """Return the number of throws of today's shortest win with the rules of the newest game.

        Today is the day on which that began. Helped games don't count (`StoredGame.foreseen`). None if the
        newest is the only one or helped, or if nothing can be read.
        """
        if self._database is None or self.newest is None or self.newest.foreseen:
            return None
        with suppress(JournalError):
            newest = self._database.summary(self.newest.number)
            today = local_time(newest.began).date()
            throws = []
            for number in range(newest.number, max(0, newest.number - MAX_PER_DAY), -1):
                game = self._database.summary(number)
                if local_time(game.began).date() != today:
                    break
                outcome = game.outcome
                is_won = outcome and outcome.termination is Termination.WON
                if is_won and game.rules == newest.rules and not self._database.game(number).foreseen:
                    throws.append(game.throws)
            if len(throws) > 1:
                return min(throws)
        return None

    def notices(self) -> tuple[Notice, ...]:
        """Return and clear the messages for people since the last call."""
        notices, self._notices = tuple(self._notices), []
        return notices

    def close(self) -> None:
        """Store what is missing, if possible, and close the file until the next append."""
        if self._database:
            self._store()
        self._disconnect()
        if self._lock:
            self._lock.close()
            self._lock = None

    def __enter__(self) -> "Journal":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _keep(self, game: int | None, happenings: Iterable[Happening]) -> None:
        at = self._now()
        for happening in happenings:
            self._number += 1
            self._kept.append(Entry(self._number, game, at, happening))

    def _store(self) -> None:
        try:
            try:
                self._write()
            except (DamagedError, NewerError) as error:
                self._set_aside(error)
                self._write()
        except JournalError as error:
            self._failed(error)
            return
        if self.trouble:
            self._notices.append(Notice(NoticeKind.RESUMED, "The journal is being stored again."))
            self.trouble = None
        self._kept = [entry for entry in self._kept if entry.game == self._game]

    def _write(self) -> None:
        """Store the entries that the file lacks; raise JournalError."""
        self._close_lost()
        if self._lock is None:
            # First of all: the lock would lie beside somebody else's file, and be taken for a sign of ours.
            refuse_foreign(self.path)
            self._lock = Lock(self.path)
        if self._database is None:
            self._database = Database.for_writing(self.path)
            self._database.names = self.names
            self._meet(self._database)
        missing = [entry for entry in self._kept if entry.number > self._stored]
        if missing:
            self._database.store(missing)
            self._stored, self._last = self._number, missing[-1]

    def _close_lost(self) -> bool:
        """Close files that are no longer at their path, deleted or mounted over; True if there were any."""
        lost = [it for it in (self._database, self._lock) if it is not None and not it.is_in_place]
        if lost:
            self._disconnect()
        if self._lock and self._lock in lost:
            self._lock.close()
            self._lock = None
        return bool(lost)

    def _meet(self, database: Database) -> None:
        """Find the last entry of a newly opened file; the first time also load its newest game."""
        last = database.last_number()
        if not self._acquainted:
            self._get_acquainted(database, last)
        elif last and database.entry(last) not in (self._last, *self._kept):
            raise ReplacedError(
                f"{self.path}: another journal has taken the place of this one, and is left as it is; "
                "start the station again to go on in it"
            )
        elif not last and self._stored:
            text = f"{self.path}: the journal was taken away while it was written; a new one has been begun."
            self._notices.append(Notice(NoticeKind.TAKEN_AWAY, text))
            self._keep(None, (DeviceFault(DEVICE, text),))
        self._stored = last

    def _get_acquainted(self, database: Database, last: int) -> None:
        """Load the game at the table; entries made before the file could be read are numbered after it."""
        database.check_pages()
        game, begun = database.game_at_table(), database.last_game()
        held = database.game(game).entries if game else ()
        before, later = [*held], self._kept
        if self._game and held and not (StoredGame(game, held).over or self._leaves):
            before.append(Entry(last + 1, game, later[0].at, Abandoned(BEGUN_ANOTHER)))
        first = last + 1 + len(before) - len(held)
        self._kept = before + [
            replace(entry, number=number, game=entry.game and entry.game + begun)
            for number, entry in enumerate(later, start=first)
        ]
        self._number, self._last = first + len(later) - 1, database.entry(last)
        self._game, self._begun = self._game + begun if self._game else game, self._begun + begun
        self._acquainted = True

    def _read_only_start(self) -> None:
        """Load a file that can't be written, so that its game can go on in memory.

        A file that can't be read either is loaded once it can.
        """
        try:
            database = Database.for_reading(self.path)
        except JournalError:
            return
        with closing(database), suppress(JournalError):
            self._meet(database)

    def _set_aside(self, error: DamagedError | NewerError) -> None:
        """Rename the file and what belongs to it; raise NotWritableError if that is not allowed."""
        self._disconnect()
        word = f"version-{error.version}" if isinstance(error, NewerError) else "damaged"
        aside = _free_name(self.path, f"{word}-{self._now():%Y%m%d-%H%M%S}")
        try:
            # The write-ahead log first: SQLite would delete it if it ever found it beside an empty file.
            for ending in ("-wal", "-shm", ""):
                part = Path(f"{self.path}{ending}")
                if part.exists():
                    part.rename(f"{aside}{ending}")
        except OSError as failure:
            raise NotWritableError(
                f"{error}; it can't be set aside in {self.path.parent} ({failure.strerror})"
            ) from failure
        self._stored = 0
        text = f"{error}. It was set aside as {aside.name}; a new journal has been begun."
        self._notices.append(Notice(NoticeKind.SET_ASIDE, text))
        self._keep(None, (DeviceFault(DEVICE, text),))

    def _failed(self, error: JournalError) -> None:
        if type(error) is not type(self.trouble):
            text = f"{error}. The game goes on in memory and is stored as soon as that is possible."
            self._notices.append(Notice(NoticeKind.STOPPED, text))
            self._keep(None, (DeviceFault(DEVICE, text),))
        self.trouble = error
        self._disconnect()

    def _disconnect(self) -> None:
        if self._database:
            self._database.close()
            self._database = None


def _free_name(path: Path, word: str) -> Path:
    """Return an unused name beside a file, with a word in it."""
    name = path.with_name(f"{path.stem}-{word}{path.suffix}")
    number = 1
    while name.exists():
        number += 1
        name = path.with_name(f"{path.stem}-{word}-{number}{path.suffix}")
    return name
