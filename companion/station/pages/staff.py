"""The page on which staff audit the dice."""

from companion.interface.views import DiceAuditView, View
from companion.station.context import Context
from companion.station.effects import CountThrows
from companion.station.pages.overlays import StaffPage
from companion.station.stimuli import Stimulus, ThrowsCounted


class DiceAuditPage(StaffPage):
    """How often each face of the die has fallen."""

    def __init__(self) -> None:
        self._answer: ThrowsCounted | None = None

    def enter(self, context: Context, now_s: float) -> None:
        """Have the throws counted."""
        if self._answer is None:
            context.do(CountThrows(context.choice.rules.die))

    def hear(self, context: Context, news: Stimulus, now_s: float) -> None:
        """How often each face has fallen."""
        if isinstance(news, ThrowsCounted):
            self._answer = news

    def view(self, context: Context, now_s: float) -> View:
        """The counts; all nought until they are known."""
        die = context.choice.rules.die
        if self._answer is None:
            return DiceAuditView(die, (0,) * len(die.faces), None)
        answer = self._answer
        return DiceAuditView(answer.die, answer.counts, answer.p_value, answer.damaged)
