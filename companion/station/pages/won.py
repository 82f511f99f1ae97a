"""The page at the end of a game."""

from dataclasses import replace

from companion.game import Halves, Seat, start_position
from companion.interface.intents import Ask, Intent, Named, Pick
from companion.interface.views import View, WonView
from companion.settings.sections import Attract
from companion.station.context import Context, FlowStage, StationPage
from companion.station.effects import Do
from companion.station.game.opponent import level_of, next_level
from companion.station.pages.insight import InsightPage
from hardware.lamps import Lamp, Pattern

LAMP_OF = {Seat.A: Lamp.SEAT_A, Seat.B: Lamp.SEAT_B}


class WonPage(StationPage):
    """The end of a game; another one begins when somebody asks, or lays the board."""

    def __init__(self) -> None:
        self._since_s = 0.0
        self._laid_since_s: float | None = None
        self._insight: InsightPage | None = None
        self._shortest: int | None = None
        self._number, self._played_s = 0, 0.0

    def enter(self, context: Context) -> None:
        """Note when the game ended."""
        if not self._since_s:
            self._since_s = context.now_s
            context.ask(Do.FIND_ENDED, self._found)

    def _found(self, context: Context, found: tuple[int, float, int | None]) -> None:
        self._number, self._played_s, self._shortest = found

    def leave(self, context: Context) -> None:
        """Close the analysis of this game."""
        if self._insight is not None:
            context.pop(self._insight)

    def press(self, context: Context) -> None:
        """Begin the same game again."""
        if context.now_s - self._since_s >= context.timings.roll_s:
            context.go(FlowStage.SET_UP)

    def handle(self, context: Context, intent: Intent) -> bool:
        """Repeat the game, take the next step, open the turning points, or go back to the beginning."""
        match intent:
            case Ask.SHOW_INSIGHT:
                self._insight = InsightPage()
                context.push(self._insight)
            case Ask.BEGIN | Ask.GO_ON:
                context.go(FlowStage.SET_UP)
            case Pick(Named.LEVEL, name) if context.played.opponent:
                level = level_of(name)
                context.choice = replace(context.choice, level=level, tips=level == context.choice.level)
                context.go(FlowStage.SET_UP)
            case Ask.BACK:
                context.go(FlowStage.WELCOME)
            case _:
                return False
        return True

    def see(self, context: Context) -> None:
        """See whether the board is being laid for another game."""
        halves = context.board.halves
        self._laid_since_s = context.now_s if halves is not None and is_laid(context, halves) else None

    def tick(self, context: Context) -> None:
        """Begin again when the board has been laid for long enough."""
        if self._laid_since_s is not None and context.now_s - self._laid_since_s >= context.timings.lay_s:
            context.go(FlowStage.SET_UP)

    def view(self, context: Context) -> View:
        game = context.played
        assert game.over is not None
        settings = context.settings
        page = settings.link.page_address
        return WonView(
            game.state,
            game.over,
            game.summary(self._played_s),
            sealed=not game.own_dice,
            opponent=game.opponent,
            shown=1.0
            if settings.visitors.attract is Attract.STILL
            else min(1.0, (context.now_s - self._since_s) / context.timings.celebrate_s),
            shortest=self._shortest,
            address=page and f"{page}games/{self._number}",
            # A player who has tips already is offered none.
            rung=next_level(
                game.opponent, game.over.winner, tips=context.gives_hints and not context.choice.tips
            ),
            match=context.match_of(game.opponent),
        )

    def lamps(self, context: Context) -> dict[Lamp, Pattern]:
        """Light the winner's lamp."""
        over = context.played.over
        return {LAMP_OF[over.winner]: Pattern.BREATHE} if over and over.winner else {}


def is_laid(context: Context, halves: Halves) -> bool:
    """True if the board is laid for the start of the game that is chosen."""
    return halves == start_position(context.played.rules).halves()
