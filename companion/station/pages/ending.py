"""The question before a game ends that is not won, asked of everybody whom it concerns."""

from collections.abc import Callable

from companion.game import Seat
from companion.interface import intents
from companion.interface.intents import Intent
from companion.interface.views import Ending, EndingView, View
from companion.station.context import Context, Stage
from companion.station.pages.overlays import Interruption

Then = Callable[[Context, float], None]
"""What is done when everybody has agreed, and at which time of the clock."""


class EndingPage(Interruption):
    """Does what is asked about when all who are asked agree; whoever presses or goes back plays on."""

    watches = False

    def __init__(self, ending: Ending, asked: tuple[Seat, ...], then: Then) -> None:
        self._ending = ending
        self._asked = asked
        self._agreed: tuple[Seat, ...] = ()
        self._then = then

    def handle(self, context: Context, intent: Intent, now_s: float) -> bool:
        """Hear an answer."""
        match intent:
            case intents.Agree(seat) if seat in self._asked and seat not in self._agreed:
                self._agreed = (*self._agreed, seat)
                if len(self._agreed) == len(self._asked):
                    context.take_away(self, now_s)
                    self._then(context, now_s)
                return True
        return super().handle(context, intent, now_s)

    def view(self, context: Context, now_s: float) -> View:
        """The question, and who has agreed."""
        return EndingView(self._ending, self._asked, self._agreed, context.played.opponent)


def begin_another(context: Context, now_s: float) -> None:
    """Lay the board for the game that is chosen; one that is going on is left only if somebody says so."""
    if not context.playing:
        context.go(Stage.SET_UP, now_s)
        return
    opponent = context.played.opponent
    anybody = Seat.A if opponent is None else opponent.seat.other

    def go(context: Context, now_s: float) -> None:
        context.go(Stage.SET_UP, now_s)

    context.lay(EndingPage(Ending.ANOTHER_GAME, (anybody,), go), now_s)
