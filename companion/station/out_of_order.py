"""The page of what stops a game: it shows the gravest fault, and comes back until that is over."""

import math

from companion.interface.faults import STOPPING, Fault, gravest_first
from companion.station.context import Context
from companion.station.pages.overlays import OutOfOrderPage

AGAIN_S = 5.0
"""How long after a try the page is back, if the fault is still there: a camera is opened within that."""


class OutOfOrder:
    """Keeps the page of the faults that stop a game.

    Put away to try again, it is back soon unless that has helped. Whoever goes on without is left in peace,
    until the fault has been over or nobody is there any more. Staff, who may be mending it, are not
    interrupted by it again.
    """

    def __init__(self) -> None:
        self._page: OutOfOrderPage | None = None
        self._away_until_s: dict[Fault, float] = {}

    def pass_time(self, context: Context, now_s: float) -> None:
        """Show the gravest fault that is due, or take the page away when there is none."""
        faults = gravest_first(fault for fault in STOPPING if fault in context.faults)
        if self._page is not None and self._page not in context.overlays:
            # Somebody put it away.
            until_s = math.inf if self._page.goes_without else now_s + AGAIN_S
            self._away_until_s.update(dict.fromkeys(faults, until_s))
            self._page = None
        left = context.flow.may_rest and context.untouched_s(now_s) >= context.timings.rest_s
        self._away_until_s = {
            fault: until_s
            for fault, until_s in self._away_until_s.items()
            if fault in faults and now_s < until_s and not (left and until_s == math.inf)
        }
        due = [fault for fault in faults if fault not in self._away_until_s]
        if not due:
            if self._page is not None:
                context.take_away(self._page, now_s)
                self._page = None
            return
        if self._page is None:
            if context.staffed or (context.top.lasts and not context.top.makes_way):
                return
            self._page = OutOfOrderPage(due[0], context.faults[due[0]])
            context.lay(self._page, now_s)
        self._page.tell(due[0], context.faults[due[0]])
