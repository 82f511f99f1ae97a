"""Who of the staff is signed in, and how often anybody may try to be."""

import secrets
from collections import OrderedDict, deque
from collections.abc import Callable

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


class Sessions:
    """The sessions that are open, by a secret that the browser keeps."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._until_s: OrderedDict[str, float] = OrderedDict()

    def begin(self) -> str:
        """Open a session; its secret. Where too many are open, the one that was used longest ago ends."""
        while len(self._until_s) >= MOST_SESSIONS:
            self._until_s.popitem(last=False)
        secret = secrets.token_urlsafe(32)
        self._until_s[secret] = self._clock() + OPEN_S
        return secret

    def is_open(self, secret: str) -> bool:
        """Whether a session is open; it then stays open for as long again."""
        if self._until_s.get(secret, 0.0) <= self._clock():
            self._until_s.pop(secret, None)
            return False
        self._until_s[secret] = self._clock() + OPEN_S
        self._until_s.move_to_end(secret)
        return True

    def end(self, secret: str) -> None:
        """End a session."""
        self._until_s.pop(secret, None)
