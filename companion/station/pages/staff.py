"""The page on which staff audit the dice."""

from companion.interface.views import DiceAuditView, View
from companion.station.context import Context
from companion.station.effects import CountThrows
from companion.station.pages.overlays import StaffPage


class DiceAuditPage(StaffPage):
    """How often each face of the die has fallen."""

    def __init__(self) -> None:
        self._answer: DiceAuditView | None = None

    def enter(self, context: Context, now_s: float) -> None:
        """Have the throws counted."""
        if self._answer is None:
            context.ask(CountThrows(context.choice.rules.die), self._counted)

    def _counted(self, context: Context, answer: DiceAuditView, now_s: float) -> None:
        self._answer = answer

    def view(self, context: Context, now_s: float) -> View:
        """The counts; all nought until they are known."""
        die = context.choice.rules.die
        return self._answer or DiceAuditView(die, (0,) * len(die.faces), None)
