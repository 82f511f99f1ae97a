"""Staff sessions outside: a ticket for the right PIN opens what nobody else may have."""

import secrets
from collections import OrderedDict

IDLE_S = 30 * 60.0
"""A session ends when it was not used for this long."""

MAX_DURATION_S = 4 * 3600.0
"""It ends at the latest after this: nobody who has stolen a ticket can renew it for ever."""

MAX_SESSIONS = 8


class Sessions:
    """The open sessions by their tickets. The station issues them: who has its socket can't make any."""

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
