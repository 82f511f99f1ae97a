"""Who plays whom at home, and the names that are typed once."""

from collections.abc import Callable
from dataclasses import replace

from companion.interface import views
from companion.interface.intents import Ask, Enter, Intent, Named, Number, Pick
from companion.referee.match import NOBODY
from companion.station.context import Context
from companion.station.effects import FindEvening
from companion.station.game.evening import Evening, pick
from companion.station.pages.choose import choose_game
from companion.station.pages.overlay import Overlay

MAX_LETTERS = 10  # a longer name has no room beside another
MAX_NAMES = 7  # as many as fit on the page


class EveningPage(Overlay):
    """The people of the house: two take the seats, a third waits; with what they have won so far."""

    watches = False

    def __init__(self) -> None:
        self._evening = Evening()
        self._erasing = False

    def enter(self, context: Context) -> None:
        """Ask what is known of them."""
        context.ask(FindEvening(), self._found)

    def _found(self, context: Context, evening: Evening) -> None:
        self._evening = evening
        if not any((*context.match.players, context.match.waits)):
            # The two who played last go on with their match, unless they say otherwise.
            context.match = evening.match

    def press(self, context: Context) -> None:
        """Go on to the choice of a game."""
        context.pop(self)
        choose_game(context)

    def handle(self, context: Context, intent: Intent) -> bool:
        """Seat somebody, settle the match, or have the names typed or erased."""
        erasing, self._erasing = self._erasing, False
        match intent:
            case Pick(Named.PLAYER, name) if name in self._evening.names:
                context.match = pick(context.match, name)
            case Enter(Number.BEST_OF, games):
                context.match = replace(context.match, best_of=games, won=(0, 0))
            case Ask.ADD_NAME if len(self._evening.names) < MAX_NAMES and not self._evening.unreadable:
                context.push(NamePage(self._evening.names, self._found))
            case Ask.ERASE_NAMES if erasing:
                context.match = NOBODY
                context.show_players(None)
                context.ask(FindEvening(()), self._found)
            case Ask.ERASE_NAMES:
                self._erasing = True
            case Ask.GO_ON:
                self.press(context)
            case _:
                return super().handle(context, intent)
        return True

    def view(self, context: Context) -> views.View:
        match, evening = context.match, self._evening
        between = evening.between(match.players)
        return views.EveningView(evening.standings(), match, between, self._erasing, evening.unreadable)


class NamePage(Overlay):
    """A name being typed; with those that are known, it goes to `found`."""

    watches = False

    def __init__(self, known: tuple[str, ...], found: Callable[[Context, Evening], None]) -> None:
        self._known = known
        self._found = found
        self._name = ""

    def handle(self, context: Context, intent: Intent) -> bool:
        """Add a letter, remove the last one, or finish: who is new takes the next seat."""
        match intent:
            case Pick(Named.LETTER, letter) if len(self._name) < MAX_LETTERS:
                self._name = (self._name.upper() + letter).capitalize()[:MAX_LETTERS]
            case Ask.DELETE_DIGIT:
                self._name = self._name[:-1].upper().capitalize()
            case Ask.GO_ON if self._name not in ("", *self._known):
                context.pop(self)
                context.match = pick(context.match, self._name)
                context.ask(FindEvening((*self._known, self._name)), self._found)
            case _:
                return super().handle(context, intent)
        return True

    def view(self, context: Context) -> views.View:
        return views.NameView(self._name, self._name in self._known)
