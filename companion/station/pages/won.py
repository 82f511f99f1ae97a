"""The page at the end of a game."""

from companion.game import Halves, start_position
from companion.interface import intents
from companion.interface.intents import Intent
from companion.interface.views import View, WonView
from companion.station.context import Context, Page, Stage
from companion.station.pages.insight import Insight


class Won(Page):
    """The end of a game; another one begins when somebody asks, or lays the board."""

    def __init__(self) -> None:
        self._since_s = 0.0
        self._laid_since_s: float | None = None

    def enter(self, context: Context, now_s: float) -> None:
        """The game ended now."""
        self._since_s = self._since_s or now_s

    def leave(self, context: Context, now_s: float) -> None:
        """What decided this game is told no longer than its end."""
        for page in context.overlays.copy():
            if isinstance(page, Insight):
                context.take_away(page, now_s)

    def press(self, context: Context, now_s: float) -> None:
        """The same game again."""
        if now_s - self._since_s >= context.timings.roll_s:
            context.go(Stage.SET_UP, now_s)

    def wish(self, context: Context, intent: Intent, now_s: float) -> bool:
        """The same game again, or what decided this one."""
        if isinstance(intent, intents.ShowInsight):
            context.lay(Insight(), now_s)
            return True
        if isinstance(intent, intents.Begin | intents.GoOn):
            context.go(Stage.SET_UP, now_s)
            return True
        return False

    def see(self, context: Context, now_s: float) -> None:
        """See whether the board is being laid for another game."""
        halves = context.observation.halves
        self._laid_since_s = now_s if halves is not None and is_laid(context, halves) else None

    def tick(self, context: Context, now_s: float) -> None:
        """Begin again when the board has been laid for long enough."""
        if self._laid_since_s is not None and now_s - self._laid_since_s >= context.timings.lay_s:
            context.go(Stage.SET_UP, now_s)

    def view(self, context: Context, now_s: float) -> View:
        """Who won, and the game in figures."""
        game = context.played
        assert game.over is not None
        return WonView(
            game.state,
            game.over,
            game.summary(self._since_s),
            sealed=not game.own_dice,
            opponent=game.opponent,
        )


def is_laid(context: Context, halves: Halves) -> bool:
    """Whether the board is laid for the start of the game that is chosen."""
    return halves == start_position(context.played.rules).halves()
