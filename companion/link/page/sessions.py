"""Who of the staff is signed in, and how often anybody may try to be."""

import secrets
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass

OPEN_S = 30 * 60.0
"""A session ends when nothing was done in it for so long."""

MOST_SESSIONS = 8

TRIES_EACH, TRIES_IN_ALL = 5, 30
"""So often a client, and all of them together, may try a PIN in `TRIES_S`."""

TRIES_S = 60.0

MOST_CLIENTS = 1000
"""Clients whose tries are remembered: all there can be in that time are far fewer."""


class Tries:
    """How often a PIN was tried. A try is counted before its PIN is looked at."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._all: deque[float] = deque()
        self._each: OrderedDict[str, deque[float]] = OrderedDict()

    def wait_s(self, client: str) -> float:
        """Count a try; 0 if it may be, or else for how long to wait, and then it is none."""
        now_s = self._clock()
        own = self._each.setdefault(client, deque())
        self._each.move_to_end(client)
        while len(self._each) > MOST_CLIENTS:
            self._each.popitem(last=False)
        for tries, most in ((own, TRIES_EACH), (self._all, TRIES_IN_ALL)):
            while tries and tries[0] <= now_s - TRIES_S:
                tries.popleft()
            if len(tries) >= most:
                return tries[0] + TRIES_S - now_s
        own.append(now_s)
        self._all.append(now_s)
        return 0.0

    def forgive(self, client: str) -> None:
        """Somebody has known the PIN."""
        self._each.pop(client, None)


@dataclass(slots=True)
class Session:
    """One that is open: the station's ticket, and the picture that was made last, with its number."""

    ticket: str
    until_s: float
    picture: bytes = b""
    number: int = 0

    def show(self, picture: bytes) -> int:
        """Keep a picture in place of the one before; its number."""
        self.picture, self.number = picture, self.number + 1
        return self.number


class Sessions:
    """The sessions that are open, by a secret that the browser keeps."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._open: OrderedDict[str, Session] = OrderedDict()

    def begin(self, ticket: str) -> str:
        """Open a session; its secret. Where too many are open, the one that was used longest ago ends."""
        while len(self._open) >= MOST_SESSIONS:
            self._open.popitem(last=False)
        secret = secrets.token_urlsafe(32)
        self._open[secret] = Session(ticket, self._clock() + OPEN_S)
        return secret

    def find(self, secret: str) -> Session | None:
        """A session that is open; it then stays open for as long again."""
        found = self._open.get(secret)
        if found is None or found.until_s <= self._clock():
            self._open.pop(secret, None)
            return None
        found.until_s = self._clock() + OPEN_S
        self._open.move_to_end(secret)
        return found

    def end(self, secret: str) -> None:
        """End a session."""
        self._open.pop(secret, None)
