"""Delivering a journal's entries: in order, from where a receiver has acknowledged, each at least once."""

import queue
from collections.abc import Callable

from companion.link.follower import Follower, Told
from companion.link.memory import Memory, Place

IN_FLIGHT = 20
"""Entries that are on their way at one time."""

PAUSE_S = 0.5
"""So long between two times of sending so many. A broker keeps only so much for a slow listener: when thirty
stations sent a day at once, as fast as they could, a fifth of 144,000 entries was lost there."""

KEEP_PLACE_S = 2.0
"""So often at most the place is written down; what has arrived since may come twice after a power cut."""


class Delivery:
    """What one receiver has been sent, and what it has acknowledged.

    A receiver that is new is told from now on, not of all the years before. `send` gives an entry on its way
    and returns the number by which it is acknowledged. `acknowledge` may be called from any thread, all else
    from one.
    """

    def __init__(
        self, follower: Follower, memory: Memory, receiver: str, send: Callable[[Told], int]
    ) -> None:
        self._follower = follower
        self._memory = memory
        self._receiver = receiver
        self._send = send
        self._sent_s = float("-inf")
        self._arrived: queue.SimpleQueue[int] = queue.SimpleQueue()
        self._place = self._kept = memory.place(receiver)
        self._kept_s = float("-inf")
        self._sent = self._place.number if self._place is not None else 0
        self._flying: dict[int, bool] = {}
        self._resends = False
        self._numbers: dict[int, int] = {}

    @property
    def place(self) -> Place | None:
        """How far the receiver has acknowledged."""
        return self._place

    def reconnected(self) -> None:
        """What is on its way is being sent again: what follows it waits until all of it has arrived."""
        self._resends = True

    def go_on(self, now_s: float) -> float | None:
        """Take account of what has arrived, and send what there is room for; how soon there may be more."""
        self._take_account()
        book = self._follower.book
        if book is None:
            return None
        self._open_book(book)
        self._go_back()
        self._resends = self._resends and bool(self._flying)
        if self._resends:
            return PAUSE_S
        # The journal is read for many at once, not for each that has arrived.
        if len(self._flying) > IN_FLIGHT // 2 or now_s - self._sent_s < PAUSE_S:
            return PAUSE_S
        told = self._follower.after(self._sent, room := IN_FLIGHT - len(self._flying))
        if not told or told[0].book != book:
            return None
        for it in told:
            self._flying[it.number] = False
            self._sent = it.number
            self._numbers[self._send(it)] = it.number
        is_behind = len(told) == room
        self._sent_s = now_s if is_behind else float("-inf")
        return PAUSE_S if is_behind else None

    def acknowledge(self, by: int) -> None:
        """What was sent under this number has arrived; another number may be somebody else's."""
        # The caller may hold a lock that sending wants as well.
        self._arrived.put(by)

    def keep(self, now_s: float, *, at_once: bool = False) -> None:
        """Write down the place, if it is time; raises OSError."""
        self._take_account()
        place = self._place
        if place is None or place == self._kept or not (at_once or now_s - self._kept_s >= KEEP_PLACE_S):
            return
        self._memory.keep_place(self._receiver, place)
        self._kept, self._kept_s = place, now_s

    def _take_account(self) -> None:
        while not self._arrived.empty():
            self._land(self._arrived.get())

    def _open_book(self, book: str) -> None:
        if self._place is not None and self._place.book == book:
            return
        # Who has followed one journal is told all of the next; who is new, what happens from now on.
        number = 0 if self._place is not None else self._follower.newest()
        self._go_on_from(Place(book, number), number)

    def _go_back(self) -> None:
        """A journal that was restored counts on from where it was saved: so does its receiver."""
        newest = self._follower.newest()
        if self._place is not None and newest < self._sent:
            self._go_on_from(Place(self._place.book, min(newest, self._place.number)), newest)

    def _go_on_from(self, place: Place, sent: int) -> None:
        """Begin at another place; what is on its way belongs to what was before."""
        self._place, self._sent = place, sent
        self._flying.clear()
        self._numbers.clear()

    def _land(self, by: int) -> None:
        number = self._numbers.pop(by, None)
        if number is None or self._place is None:
            return
        self._flying[number] = True
        for first in tuple(self._flying):
            if not self._flying[first]:
                break
            del self._flying[first]
            self._place = Place(self._place.book, first)
