"""The newest game live: the journal's entries as they are stored, for everybody who follows it."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from companion import FiveLinesError
from companion.link.follower import Follower, JournalEntry
from companion.link.page.guard import network_of
from companion.link.page.snapshot import GameSnapshot, snapshots
from companion.link.page.station_chances import CurrentChances, StationChances

POLL_S = 0.1  # interval of polling the journal while anybody follows; a poll costs some microseconds

MAX_FOLLOWERS = 64
"""Phones that may follow at one time; each costs memory and a connection.

An address, with IPv6 a network, may hold no more places than are left free, so one alone gets half: a class.
"""

STAFF_PLACES = 2  # further places, for browsers that are signed in as staff, from any address
IDLE_S = 15.0  # seconds to wait for a reason to look at chances again


class NoPlaceError(FiveLinesError, RuntimeError):
    """The limit of phones that follow is reached."""


class Votes:
    """Votes of phones for the choice at one turn, by each phone's random mark; gone at the next turn."""

    def __init__(self) -> None:
        self._turn = ""
        self._by: dict[str, tuple[int, str]] = {}

    def take(self, turn: str, mark: str, choice: int, address: str, most: int) -> bool:
        """Take a phone's vote in place of its last; False if its network has cast as many as it may."""
        if turn != self._turn:
            self._turn, self._by = turn, {}
        network = network_of(address, 32)
        if mark not in self._by and sum(it[1] == network for it in self._by.values()) >= most:
            return False
        self._by[mark] = choice, network
        return True

    def counts(self, choices: int) -> list[int]:
        """Return the votes for each choice."""
        given = [choice for choice, _ in self._by.values()]
        return [*map(given.count, range(choices))]


class LiveGame:
    """The game at the table, a snapshot for each entry as it is stored."""

    def __init__(self, source: Follower) -> None:
        self._source = source
        self._journal_id: str | None = None
        self._openings = 0
        self._read_to = 0
        self._changed = asyncio.Event()
        self._followers: Counter[str] = Counter()
        self.game = 0
        self.snapshots: list[GameSnapshot] = []
        self._chances: CurrentChances | None = None

    @property
    def followers(self) -> int:
        """Return how many phones follow now."""
        return self._followers.total()

    def followers_at(self, address: str) -> int:
        """Return how many phones follow from the network of an address."""
        return self._followers[network_of(address, 32)]

    @property
    def newest(self) -> GameSnapshot | None:
        """The newest snapshot."""
        return self.snapshots[-1] if self.snapshots else None

    @property
    def name(self) -> str:
        """A name that is unique even if another journal counts its games from 1 again."""
        return f"{self._journal_id or '-'}.{self._openings}.{self.game}"

    @property
    def chances(self) -> CurrentChances | None:
        """The chances after the newest entry, if they may be shown and are known."""
        known, newest = self._chances, self.newest
        return known if known is not None and newest is not None and known.number == newest.number else None

    async def keep_chances(self, chances: StationChances) -> None:
        """Find the chances after each turn while anybody follows; to be cancelled.

        The station is asked at each turn: it refuses as soon as staff forbid it.
        """
        name, looked_at = "", 0
        while True:
            newest = self.newest
            wanted = self.followers and newest is not None and not newest.over and newest.state is not None
            if newest is None or not wanted or (self.name, newest.number) == (name, looked_at):
                await self.wait(IDLE_S)
                continue
            name, looked_at = self.name, newest.number
            found = await chances.now(newest.game)
            if found is not None and name == self.name:
                self._chances = found
                self._notify()
            # An entry that has come meanwhile is looked at now; other tasks must run, all the same.
            await asyncio.sleep(0)

    def poll(self) -> None:
        """Read new entries, and wake the followers."""
        if not self._source.has_changed():
            return
        journal_id = self._source.journal_id
        # A restored journal has its old name, and counts on from another number.
        if (journal_id, self._source.openings) != (self._journal_id, self._openings):
            self._begin_journal()
        while entries := self._source.after(self._read_to):
            for entry in entries:
                self._take(entry)
            self._read_to = entries[-1].number
        self._notify()

    def after(self, number: int) -> list[GameSnapshot]:
        """Return the snapshots after an entry."""
        if self.snapshots and number >= self.snapshots[-1].number:
            return []
        return [snapshot for snapshot in self.snapshots if snapshot.number > number]

    async def wait(self, timeout_s: float) -> None:
        """Wait until something may have changed, or the timeout."""
        changed = self._changed
        with suppress(TimeoutError):
            async with asyncio.timeout(timeout_s):
                await changed.wait()

    @asynccontextmanager
    async def place(self, address: str, *, is_staff: bool = False) -> AsyncIterator[None]:
        """Count somebody at an address who follows inside the context; raise NoPlaceError."""
        address = network_of(address, 32)
        free = MAX_FOLLOWERS - self.followers
        if free + STAFF_PLACES <= 0 if is_staff else free <= self._followers[address]:
            raise NoPlaceError
        self._followers[address] += 1
        # Chances are only found while somebody follows.
        self._notify()
        try:
            yield
        finally:
            self._followers[address] -= 1
            # Addresses that are gone are not kept.
            self._followers += Counter()

    async def keep_polling(self) -> None:
        """Poll while anybody follows; to be cancelled."""
        while True:
            if self.followers:
                self.poll()
            await asyncio.sleep(POLL_S)

    def _notify(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    def _begin_journal(self) -> None:
        """Begin with the newest game of another journal."""
        self._journal_id, self._openings = self._source.journal_id, self._source.openings
        self.game, self.snapshots, self._chances, self._read_to = 0, [], None, 0
        for game in self._source.game_at_table():
            entries = self._source.game(game)
            self.game, self.snapshots = game, list(snapshots(entries))
            # The next poll skips what was stored outside the game.
            self._read_to = entries[-1].number if entries else 0

    def _take(self, entry: JournalEntry) -> None:
        if entry.game is None:
            return
        if entry.game != self.game:
            # At home it may be one that was left, and goes on.
            before = [it for it in self._source.game(entry.game) if it.number < entry.number]
            self.game, self.snapshots = entry.game, list(snapshots(before))
        self.snapshots.extend(snapshots((entry,), self.newest))
