"""The staff page of newer releases on a USB stick."""

from math import inf

from companion import __version__
from companion.interface import views
from companion.interface.intents import Ask, Intent
from companion.settings.sections import SystemRequest
from companion.station.context import Context
from companion.station.effects import Do
from companion.station.pages.overlay import StaffPage

LOOK_S = 3.0  # seconds between an answer and the next look
REQUESTS = {Ask.INSTALL: SystemRequest.UPDATE, Ask.INSTALL_PREVIOUS: SystemRequest.UPDATE_BACK}


class UpdatePage(StaffPage):
    """Has the system install the release on the stick, or the version before; that restarts the program."""

    watches = False

    def __init__(self) -> None:
        self._update: views.Update | None = None
        self._look_at_s = 0.0

    def tick(self, context: Context) -> None:
        """Look for a release on a stick, and for the state of an update."""
        if context.now_s >= self._look_at_s:
            self._look_at_s = inf
            context.ask(Do.FIND_UPDATE, self._take)

    def handle(self, context: Context, intent: Intent) -> bool:
        """Ask the system for an update, or for the way back."""
        if intent not in REQUESTS:
            return super().handle(context, intent)
        context.do(REQUESTS[intent])
        self._look_at_s = 0.0
        return True

    def _take(self, context: Context, found: views.Update | None) -> None:
        if found is not None and found.state is views.UpdateState.WORKING:
            context.touch()
        self._update, self._look_at_s = found, context.now_s + LOOK_S

    def view(self, context: Context) -> views.View:
        return views.UpdateView(__version__, self._update)
