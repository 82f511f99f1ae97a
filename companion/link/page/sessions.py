"""Who of the staff is signed in, and how often anybody may try to be."""

import secrets
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv6Address, IPv6Network

OPEN_S = 30 * 60.0
"""A session ends when nothing was done in it for so long."""

MAX_SESSIONS = 8

TRIES_EACH, TRIES_IN_ALL = 5, 30
"""So often a client may try a PIN before it has to wait, and all of them together in `TRIES_S`."""

TRIES_S = 60.0
"""So long a client waits then, and after each further try twice as long as before."""

MAX_WAIT_S = 600.0
"""Staff may have an address in common with whoever tries."""

FORGOTTEN_S = 24 * 3600.0
"""A client that has not tried for so long is as a new one."""

MAX_CLIENTS = 1000
"""Clients whose tries are remembered."""

NETWORK_BITS = 64
"""A machine may have every address of such an IPv6 network: they are one client."""


@dataclass(slots=True)
class _Client:
    tries: int = 0
    may_s: float = 0.0


class Tries:
    """How often a PIN was tried. A try is counted before its PIN is looked at."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._all: deque[float] = deque()
        self._each: OrderedDict[str, _Client] = OrderedDict()

    def wait_s(self, client: str) -> float:
        """Count a try; 0 if it may be, or else for how long to wait, and then it is none."""
        now_s, name = self._clock(), _whole(client)
        own = self._each.setdefault(name, _Client())
        self._each.move_to_end(name)
        while len(self._each) > MAX_CLIENTS:
            self._each.popitem(last=False)
        if now_s - own.may_s >= FORGOTTEN_S:
            own.tries = 0
        elif own.tries and own.may_s > now_s:
            return own.may_s - now_s
        while self._all and self._all[0] <= now_s - TRIES_S:
            self._all.popleft()
        if len(self._all) >= TRIES_IN_ALL:
            return self._all[0] + TRIES_S - now_s
        own.tries += 1
        over = own.tries - TRIES_EACH
        own.may_s = now_s + (0.0 if over < 0 else min(MAX_WAIT_S, TRIES_S * 2.0 ** min(over, 30)))
        self._all.append(now_s)
        return 0.0

    def take_back(self, client: str) -> None:
        """Count the client's newest try no more: its PIN was not looked at."""
        own = self._each.get(_whole(client))
        if own is not None and own.tries:
            own.tries, own.may_s = own.tries - 1, self._clock()
            if self._all:
                self._all.pop()

    def forgive(self, client: str) -> None:
        """Somebody has known the PIN."""
        self._each.pop(_whole(client), None)


def _whole(client: str) -> str:
    """The client that an address belongs to."""
    try:
        address = IPv6Address(client)
    except ValueError:
        return client
    return str(address.ipv4_mapped or IPv6Network((int(address), NETWORK_BITS), strict=False))


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
        while len(self._open) >= MAX_SESSIONS:
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
