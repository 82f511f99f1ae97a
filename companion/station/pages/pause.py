"""The pages that stop a game for a while: a pause, a message, questions to the players."""

import math
from collections.abc import Callable

from companion.game import Seat
from companion.interface import intents, views
from companion.interface.intents import Ask, Intent
from companion.station.context import READ_S, Context, FlowStage, StaffMessage
from companion.station.game.tutorial import Tutorial
from companion.station.pages.overlay import Interruption
from companion.station.timings import Patience


class PausePage(Interruption):
    """A pause: the board is not watched."""

    watches = False
    patience = Patience.PAUSE

    def handle(self, context: Context, intent: Intent) -> bool:
        """Go on, with the lesson from its beginning if that is wanted."""
        if intent is Ask.SHOW_HOW:
            context.tutorial = Tutorial()
            context.pop(self)
            return True
        return super().handle(context, intent)

    def view(self, context: Context) -> views.View:
        game = context.played
        return views.PauseView(
            game.state,
            game.may_take_back,
            sealed=not game.own_dice,
            chance_shown=context.choice.chance_shown,
            opponent=game.opponent,
            for_staff=not context.staff_door.locked,
            may_follow=context.settings.link.page_address is not None,
        )


class MessagePage(Interruption):
    """A message from staff. A press also reaches the page below, so that no throw is lost."""

    lasts = True
    makes_way = True

    def __init__(self, notice: StaffMessage, since_s: float) -> None:
        self.notice = notice
        self._since_s = since_s

    def press(self, context: Context) -> None:
        """Close the message; the page below handles the press."""
        pages = (context.flow, *context.overlays)
        below = pages[pages.index(self) - 1]
        if context.now_s - self._since_s >= READ_S:
            context.pop(self)
        below.press(context)

    def view(self, context: Context) -> views.View:
        return views.MessageView(self.notice.text)


class StillTherePage(Interruption):
    """The question whether anybody is there, with the time that is left to answer it."""

    asks_who_is_there = True

    def __init__(self, until_s: float) -> None:
        self._until_s = until_s

    def view(self, context: Context) -> views.View:
        return views.StillThereView(max(1, math.ceil(self._until_s - context.now_s)), context.in_game)


Then = Callable[[Context], None]  # a callback for when everybody has agreed


class EndingPage(Interruption):
    """Ends the game if all who are asked agree; a press goes on with it, Back only closes the question."""

    watches = False

    def __init__(self, ending: views.Ending, asked: tuple[Seat, ...], then: Then) -> None:
        self._ending = ending
        self._asked = asked
        self._agreed: tuple[Seat, ...] = ()
        self._then = then

    def press(self, context: Context) -> None:
        """Go on with the game."""
        context.clear_away()
        if self._ending is views.Ending.ANOTHER_GAME:
            context.go(FlowStage.PLAY)

    def handle(self, context: Context, intent: Intent) -> bool:
        """Handle a player's answer."""
        match intent:
            case Ask.GO_ON:
                self.press(context)
                return True
            case intents.Agree(seat) if seat in self._asked and seat not in self._agreed:
                self._agreed = (*self._agreed, seat)
                if len(self._agreed) == len(self._asked):
                    context.pop(self)
                    self._then(context)
                return True
        return super().handle(context, intent)

    def view(self, context: Context) -> views.View:
        return views.EndingView(self._ending, self._asked, self._agreed, context.played.opponent)
