"""What lets staff outside have what nobody else may have: a ticket, given for the right PIN."""

import secrets
from collections import OrderedDict

GOOD_S = 30 * 60.0
"""A ticket is good until it was not used for so long."""

MOST_TICKETS = 8


class Tickets:
    """Those that are good; the station gives them itself, so that whoever has its socket can't make any."""

    def __init__(self) -> None:
        self._until_s: OrderedDict[str, float] = OrderedDict()

    def issue(self, now_s: float) -> str:
        """A new one; where there are too many, the one that was used longest ago is good no more."""
        while len(self._until_s) >= MOST_TICKETS:
            self._until_s.popitem(last=False)
        ticket = secrets.token_urlsafe(24)
        self._until_s[ticket] = now_s + GOOD_S
        return ticket

    def is_good(self, ticket: str, now_s: float) -> bool:
        """Whether one is good; it then stays so for as long again."""
        if self._until_s.get(ticket, now_s) <= now_s:
            self._until_s.pop(ticket, None)
            return False
        self._until_s[ticket] = now_s + GOOD_S
        self._until_s.move_to_end(ticket)
        return True
