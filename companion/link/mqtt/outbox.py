"""The outbox: a journal's entries in order, each at least once, from where a receiver has acknowledged."""

import queue
from collections.abc import Callable
from dataclasses import dataclass

from companion.link.common import Memory
from companion.link.follower import Follower, JournalEntry

MAX_IN_FLIGHT = 20  # entries that are sent and not acknowledged

PAUSE_S = 0.5
"""Pause after sending that many. A broker has a limited queue for a slow subscriber: when thirty stations
sent a day at once, as fast as they could, a fifth of 144,000 entries was lost there.
"""

KEEP_INTERVAL_S = 2.0
"""Minimum interval between writes of the cursor; entries acknowledged since may be sent twice after a power
cut.
"""


@dataclass(frozen=True)
class Cursor:
    """A position in a journal: the number of the last entry that was acknowledged."""

    journal_id: str
    number: int


def load_cursor(memory: Memory, receiver: str) -> Cursor | None:
    """Return how far a receiver has acknowledged, None for a new one."""
    values = memory.load(receiver)
    journal_id, number = values.get("book"), values.get("number")
    return Cursor(journal_id, number) if isinstance(journal_id, str) and isinstance(number, int) else None


def keep_cursor(memory: Memory, receiver: str, cursor: Cursor) -> None:
    """Remember how far a receiver has acknowledged; raises OSError."""
    memory.keep(receiver, {"book": cursor.journal_id, "number": cursor.number})


class Outbox:
    """The entries sent to one receiver, and those that it has acknowledged.

    A new receiver gets what happens from now on, not the years before. `send` sends an entry and returns the
    number by which it is acknowledged. `acknowledge` may be called from any thread, all else from one.
    """

    def __init__(
        self, follower: Follower, memory: Memory, receiver: str, send: Callable[[JournalEntry], int]
    ) -> None:
        self._follower = follower
        self._memory = memory
        self._receiver = receiver
        self._send = send
        self._sent_s = float("-inf")
        self._acknowledged: queue.SimpleQueue[int] = queue.SimpleQueue()
        self._cursor = self._kept = load_cursor(memory, receiver)
        self._kept_s = float("-inf")
        self._sent = self._cursor.number if self._cursor is not None else 0
        self._in_flight: dict[int, bool] = {}
        self._resends = False
        self._numbers: dict[int, int] = {}

    @property
    def cursor(self) -> Cursor | None:
        """Return the position up to which the receiver has acknowledged."""
        return self._cursor

    def reconnected(self) -> None:
        """Wait until the entries in flight, which are being resent, have been acknowledged."""
        self._resends = True

    def go_on(self, now_s: float) -> float | None:
        """Send what there is room for; return how soon there may be more."""
        self._process_acknowledged()
        journal_id = self._follower.journal_id
        if journal_id is None:
            return None
        self._open_journal(journal_id)
        self._go_back()
        self._resends = self._resends and bool(self._in_flight)
        if self._resends:
            return PAUSE_S
        # The journal is read for many at once, not for each that was acknowledged.
        if len(self._in_flight) > MAX_IN_FLIGHT // 2 or now_s - self._sent_s < PAUSE_S:
            return PAUSE_S
        entries = self._follower.after(self._sent, room := MAX_IN_FLIGHT - len(self._in_flight))
        if not entries or entries[0].journal_id != journal_id:
            return None
        for entry in entries:
            self._in_flight[entry.number] = False
            self._sent = entry.number
            self._numbers[self._send(entry)] = entry.number
        is_behind = len(entries) == room
        self._sent_s = now_s if is_behind else float("-inf")
        return PAUSE_S if is_behind else None

    def acknowledge(self, by: int) -> None:
        """Note that the entry sent under this number has arrived; ignore other numbers."""
        # The caller may hold a lock that sending needs as well.
        self._acknowledged.put(by)

    def keep(self, now_s: float, *, at_once: bool = False) -> None:
        """Write the cursor, if it is time; raises OSError."""
        self._process_acknowledged()
        cursor = self._cursor
        is_due = at_once or now_s - self._kept_s >= KEEP_INTERVAL_S
        if cursor is None or cursor == self._kept or not is_due:
            return
        keep_cursor(self._memory, self._receiver, cursor)
        self._kept, self._kept_s = cursor, now_s

    def _process_acknowledged(self) -> None:
        while not self._acknowledged.empty():
            self._land(self._acknowledged.get())

    def _open_journal(self, journal_id: str) -> None:
        if self._cursor is not None and self._cursor.journal_id == journal_id:
            return
        # A receiver of one journal gets all of the next; a new one what happens from now on.
        number = 0 if self._cursor is not None else self._follower.newest()
        self._go_on_from(Cursor(journal_id, number), number)

    def _go_back(self) -> None:
        """Follow a journal that was restored, and counts on from where it was saved."""
        newest = self._follower.newest()
        if self._cursor is not None and newest < self._sent:
            self._go_on_from(Cursor(self._cursor.journal_id, min(newest, self._cursor.number)), newest)

    def _go_on_from(self, cursor: Cursor, sent: int) -> None:
        """Continue at another entry; entries in flight belong to the previous position."""
        self._cursor, self._sent = cursor, sent
        self._in_flight.clear()
        self._numbers.clear()

    def _land(self, by: int) -> None:
        number = self._numbers.pop(by, None)
        if number is None or self._cursor is None:
            return
        self._in_flight[number] = True
        for first in tuple(self._in_flight):
            if not self._in_flight[first]:
                break
            del self._in_flight[first]
            self._cursor = Cursor(self._cursor.journal_id, first)
