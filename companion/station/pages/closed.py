"""The pages of a station that closes, and that is closed."""

import math

from companion.interface.intents import Ask, Intent
from companion.interface.views import ClosedView, ClosingView, View
from companion.station.context import Context, Page
from companion.station.pages.overlays import Interruption


class ClosingPage(Interruption):
    """The station closes soon, which is counted down; a game can be played on, unless it is the `last`."""

    lasts = True

    def __init__(self, until_s: float, *, last: bool) -> None:
        self.last = last
        self._until_s = until_s

    def view(self, context: Context, now_s: float) -> View:
        """The seconds that are left."""
        seconds = max(1, math.ceil(self._until_s - now_s))
        return ClosingView(seconds, context.in_game, last=self.last)


class ClosedPage(Page):
    """A dark screen; whatever is touched or pressed wakes it, and means nothing else."""

    watches = False
    lasts = True
    dark = True

    def press(self, context: Context, now_s: float) -> None:
        """Wake."""
        context.take_away(self, now_s)

    def handle(self, context: Context, intent: Intent, now_s: float) -> bool:
        """Wake; staff who hold the corner come to their pages at once."""
        context.take_away(self, now_s)
        return intent is not Ask.OPEN_STAFF

    def view(self, context: Context, now_s: float) -> View:
        """Nothing."""
        return ClosedView()
