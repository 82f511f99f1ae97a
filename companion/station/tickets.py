"""What lets staff outside have what nobody else may have: a ticket, given for the right PIN."""

import secrets
from collections import OrderedDict

GOOD_S = 30 * 60.0
"""A ticket is good until it was not used for so long."""

MAX_DURATION_S = 4 * 3600.0
"""It is good no longer than this after it was given: a link that was broken into can't renew it for ever."""

MAX_TICKETS = 8


class Tickets:
    """Those that are good; the station gives them itself, so that whoever has its socket can't make any."""

    def __init__(self) -> None:
        self._until_s: OrderedDict[str, float] = OrderedDict()
        self._end_s: dict[str, float] = {}

    def issue(self, now_s: float) -> str:
        """A new one; where there are too many, the one that was used longest ago is good no more."""
        while len(self._until_s) >= MAX_TICKETS:
            del self._end_s[self._until_s.popitem(last=False)[0]]
        ticket = secrets.token_urlsafe(24)
        self._until_s[ticket], self._end_s[ticket] = now_s + GOOD_S, now_s + MAX_DURATION_S
        return ticket

    def is_good(self, ticket: str, now_s: float) -> bool:
        """Whether one is good; it then stays so for as long again, but not beyond its end."""
        if self._until_s.get(ticket, now_s) <= now_s:
            self._until_s.pop(ticket, None)
            self._end_s.pop(ticket, None)
            return False
        self._until_s[ticket] = min(now_s + GOOD_S, self._end_s[ticket])
        self._until_s.move_to_end(ticket)
        return True
