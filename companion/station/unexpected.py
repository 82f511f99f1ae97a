"""Mistakes of the program itself: when they have their page, and when they are over."""

from companion.interface.faults import Fault
from companion.station.context import Context
from companion.station.pages.overlays import OutOfOrderPage

AGAIN_S = 5.0
"""How long the page stays away once it was put away, and how long all must go well to be well again. A board
that lies still is read more often than that."""


class Unexpected:
    """Keeps the page of what nobody expected.

    It stays until somebody puts it away. Whatever happens after that brings it back, but not at once: where
    a mistake is made at every turn, people could do nothing between two pages.
    """

    def __init__(self) -> None:
        self._page: OutOfOrderPage | None = None
        self._last_s = 0.0
        self._next_s = 0.0
        self._unreported = False

    def happen(self, context: Context, detail: str, now_s: float) -> None:
        """A mistake was made; `detail` is one line for people who can mend it."""
        if context.raise_fault(Fault.UNEXPECTED, detail):
            self._next_s = now_s
        self._last_s = now_s
        self._unreported = True
        self.pass_time(context, now_s)

    def pass_time(self, context: Context, now_s: float) -> None:
        """Lay the page when it is due; when all has gone well since it was put away, nothing is wrong."""
        if Fault.UNEXPECTED not in context.faults:
            return
        if self._page in context.overlays:
            self._unreported = False
            self._next_s = now_s + AGAIN_S
        elif self._unreported:
            if now_s >= self._next_s and not context.top.dark:
                self._page = OutOfOrderPage(Fault.UNEXPECTED, context.faults[Fault.UNEXPECTED])
                context.lay(self._page, now_s)
                self._unreported = False
                self._next_s = now_s + AGAIN_S
        elif now_s - self._last_s >= AGAIN_S:
            context.clear_faults(Fault.UNEXPECTED)
