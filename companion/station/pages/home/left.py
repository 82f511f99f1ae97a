"""The games that were left at home, and wait."""

from companion.game import start_position
from companion.interface import views
from companion.interface.intents import Intent, Named, Pick
from companion.journal import StoredGame
from companion.station.context import Context
from companion.station.effects import Do, TakeUp
from companion.station.game.opponent import opponent_of
from companion.station.pages.beginning import take_up
from companion.station.pages.overlay import LeafedPage
from companion.system.local_time import local_time


class LeftPage(LeafedPage):
    """The games that wait, each with a picture of its position; a touch goes on with one."""

    watches = False

    def __init__(self) -> None:
        super().__init__()
        self._games: list[StoredGame] = []

    def enter(self, context: Context) -> None:
        """Find them."""
        context.ask(Do.FIND_LEFT, self._found)

    def _found(self, context: Context, games: list[StoredGame]) -> None:
        self._games = games

    def handle(self, context: Context, intent: Intent) -> bool:
        """Go on with a game."""
        match intent:
            case Pick(Named.LEFT, number) if number in (str(game.number) for game in self._games):
                context.ask(TakeUp(int(number)), self._taken)
            case _:
                return super().handle(context, intent)
        return True

    def _taken(self, context: Context, stored: StoredGame) -> None:
        """Lay its position; the game that was at the table waits, too."""
        take_up(context, stored)
        context.pop(self)

    def view(self, context: Context) -> views.View:
        return views.LeftView(tuple(map(_shown, self._games)), self._leaf)


def _shown(stored: StoredGame) -> views.LeftGame:
    state, rules = stored.state, stored.rules
    assert rules is not None
    position = start_position(rules) if state is None else state.position
    played = local_time(stored.entries[-1].at)
    return views.LeftGame(
        stored.number, rules, position, played, stored.match.players, opponent_of(stored.computer)
    )
