"""The page with facts about the station, which also opens a wireless network for phones."""

from companion import __version__
from companion.interface import views
from companion.interface.intents import Ask, Intent
from companion.settings.sections import SystemRequest
from companion.station.context import Context
from companion.station.effects import Do
from companion.station.pages.overlay import StaffPage

HOTSPOT_LOOK_S = 1.0
HOTSPOT_OPENS_S = 40.0  # longer than NetworkManager is given to open a network


class AboutPage(StaffPage):
    """Facts about this station, and a wireless network for phones."""

    def __init__(self) -> None:
        self._hotspot: views.Hotspot | None = None
        self._asked_s: float | None = None
        self._look_at_s = 0.0

    def tick(self, context: Context) -> None:
        """Look whether the network is open."""
        if context.now_s >= self._look_at_s:
            self._look_at_s = context.now_s + HOTSPOT_LOOK_S
            context.ask(Do.FIND_HOTSPOT, self._found)

    def handle(self, context: Context, intent: Intent) -> bool:
        """Open the network."""
        if intent is not Ask.OPEN_HOTSPOT:
            return super().handle(context, intent)
        context.do(SystemRequest.HOTSPOT)
        self._asked_s = context.now_s
        return True

    def _found(self, context: Context, found: views.Hotspot | None) -> None:
        if found != self._hotspot:
            self._hotspot, self._asked_s = found, None

    def view(self, context: Context) -> views.View:
        opening = self._asked_s is not None and context.now_s - self._asked_s < HOTSPOT_OPENS_S
        return views.AboutView(__version__, self._hotspot, opening)
