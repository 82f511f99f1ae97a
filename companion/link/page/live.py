"""The newest game as it is played: the journal's entries as they come, for everybody who follows it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Protocol

from companion import FiveLinesError
from companion.link.follower import Told
from companion.link.page.chances import Now
from companion.link.page.telling import Telling, told

LOOK_S = 0.1
"""How often the journal is looked at while anybody follows. A look costs some microseconds."""

MAX_CLIENTS = 20
"""So many may follow at one time; a phone that waits costs memory and a connection."""

AT_ONCE = 200


class Source(Protocol):
    """A journal that is only read, by the numbers of its entries."""

    @property
    def book(self) -> str | None:
        """The name of the journal that is there now."""

    @property
    def openings(self) -> int:
        """How often it was opened; after another time it may be another file under the same name."""

    def has_changed(self) -> bool:
        """Whether anything may have been stored since this was last asked."""

    def after(self, number: int, most: int = AT_ONCE) -> list[Told]:
        """The entries after one, in their order, so many at most."""

    def games(self, most: int = AT_ONCE) -> list[int]:
        """The numbers of the games that were begun last, the newest first."""

    def game(self, number: int) -> list[Told]:
        """The entries of a game."""


class FullError(FiveLinesError, RuntimeError):
    """As many people follow as there is room for."""


class Live:
    """What can be followed: the entries of the newest game, in their order, told as they are stored."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._book: str | None = None
        self._openings = 0
        self._read_to = 0
        self._news = asyncio.Event()
        self._people = 0
        self.game = 0
        self.tellings: list[Telling] = []
        self._advice: Now | None = None

    @property
    def people(self) -> int:
        """How many follow now."""
        return self._people

    @property
    def newest(self) -> Telling | None:
        """How the newest game stands."""
        return self.tellings[-1] if self.tellings else None

    @property
    def name(self) -> str:
        """Names the game, also when another journal counts its games anew."""
        return f"{self._book or '-'}.{self._openings}.{self.game}"

    @property
    def advice(self) -> Now | None:
        """How the game stands after its newest entry, where that may be told and is known."""
        known, newest = self._advice, self.newest
        return known if known is not None and newest is not None and known.number == newest.number else None

    def advise(self, name: str, now: Now | None) -> None:
        """Take in how a game stands; whoever waits is told."""
        if name == self.name:
            self._advice = now
            self._tell()

    def look(self) -> None:
        """Take in what has been stored; whoever waits is told."""
        if not self._source.has_changed():
            return
        book = self._source.book
        # A journal that was restored bears its old name, and what it counts on from has another number.
        if (book, self._source.openings) != (self._book, self._openings):
            self._begin_book()
        while entries := self._source.after(self._read_to):
            for entry in entries:
                self._take(entry)
            self._read_to = entries[-1].number
        self._tell()

    def after(self, number: int) -> list[Telling]:
        """What has happened in the game after an entry."""
        if self.tellings and number >= self.tellings[-1].number:
            return []
        return [telling for telling in self.tellings if telling.number > number]

    async def wait(self, patience_s: float) -> None:
        """Wait until there may be news, or so long."""
        news = self._news
        with suppress(TimeoutError):
            async with asyncio.timeout(patience_s):
                await news.wait()

    @asynccontextmanager
    async def seat(self) -> AsyncIterator[None]:
        """A place for somebody who follows; raises FullError."""
        if self._people >= MAX_CLIENTS:
            raise FullError
        self._people += 1
        # What is worked out only while somebody follows is begun now.
        self._tell()
        try:
            yield
        finally:
            self._people -= 1

    async def keep_looking(self) -> None:
        """Look as long as anybody follows; to be cancelled."""
        while True:
            if self._people:
                self.look()
            await asyncio.sleep(LOOK_S)

    def _tell(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    def _begin_book(self) -> None:
        """Begin with the newest game of another journal."""
        self._book, self._openings = self._source.book, self._source.openings
        self.game, self.tellings, self._advice = 0, [], None
        newest = self._source.games(1)
        if newest:
            entries = self._source.game(newest[0])
            self.game, self.tellings = newest[0], list(told(entries))
            # What was stored outside the game meanwhile is passed over by the next look.
            self._read_to = entries[-1].number if entries else 0
        else:
            self._read_to = 0

    def _take(self, entry: Told) -> None:
        if entry.game is None:
            return
        if entry.game != self.game:
            self.game, self.tellings = entry.game, []
        self.tellings.extend(told((entry,), self.newest))
