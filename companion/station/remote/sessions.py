"""Remote staff sessions: the right PIN gets a ticket that opens what is for staff only."""

import secrets
from collections import OrderedDict

IDLE_S = 30 * 60.0  # seconds without use after which a session ends
MAX_DURATION_S = 4 * 3600.0  # maximum duration of a session: a stolen ticket can't be renewed for ever

MAX_SESSIONS = 8


class Sessions:
    """The open sessions by their tickets. Only the station issues these, not everyone with its socket."""

    def __init__(self) -> None:
        self._until_s: OrderedDict[str, float] = OrderedDict()
        self._end_s: dict[str, float] = {}

    def begin(self, now_s: float) -> str:
        """Open a session and return its ticket; of too many, the one that was used longest ago ends."""
        while len(self._until_s) >= MAX_SESSIONS:
            self.end(next(iter(self._until_s)))
        ticket = secrets.token_urlsafe(32)
        self._until_s[ticket], self._end_s[ticket] = now_s + IDLE_S, now_s + MAX_DURATION_S
        return ticket

    def is_open(self, ticket: str, now_s: float) -> bool:
        """True if a ticket is good; its session then stays open for `IDLE_S` more, but not beyond its end."""
        if self._until_s.get(ticket, now_s) <= now_s:
            self.end(ticket)
            return False
        self._until_s[ticket] = min(now_s + IDLE_S, self._end_s[ticket])
        self._until_s.move_to_end(ticket)
        return True

    def end(self, ticket: str) -> None:
        """End a session, if it is open."""
        self._until_s.pop(ticket, None)
        self._end_s.pop(ticket, None)
