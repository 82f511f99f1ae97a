"""Base classes of pages laid over others."""

from companion.interface.intents import Ask, Enter, Intent, Number
from companion.station.context import Context, StationPage
from companion.station.timings import Patience


class Overlay(StationPage):
    """A page that closes when somebody goes back."""

    def handle(self, context: Context, intent: Intent, now_s: float) -> bool:
        """Go back."""
        if intent is Ask.BACK:
            context.pop(self, now_s)
            return True
        return False


class LeafedPage(Overlay):
    """A page with leaves to turn."""

    def __init__(self) -> None:
        self._leaf = 0

    def handle(self, context: Context, intent: Intent, now_s: float) -> bool:
        """Turn the leaves."""
        match intent:
            case Enter(Number.LEAF, leaf):
                self._leaf = leaf
            case _:
                return super().handle(context, intent, now_s)
        return True


class StaffPage(Overlay):
    """A page for the staff, who look at the table meanwhile."""

    for_staff = True
    patience = Patience.STAFF


class Interruption(Overlay):
    """A page that closes when somebody goes on with the page below."""

    def press(self, context: Context, now_s: float) -> None:
        """Go on."""
        context.pop(self, now_s)

    def handle(self, context: Context, intent: Intent, now_s: float) -> bool:
        """Go on."""
        if intent is Ask.GO_ON:
            context.pop(self, now_s)
            return True
        return super().handle(context, intent, now_s)
