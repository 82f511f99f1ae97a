"""Pages for laying the board, for a new game or one that was left unfinished."""

from dataclasses import replace

from companion.game import Halves, start_position
from companion.interface import views
from companion.interface.intents import Ask, Intent
from companion.journal import StoredGame
from companion.journal.visits import VisitStep
from companion.referee.events import TakenBack
from companion.referee.verdict import changes
from companion.station.context import Context, FlowStage, StationPage
from companion.station.effects import Do, LearnBackground
from companion.station.game.evening import next_match
from companion.station.pages.beginning import begin_game, go_back, put_aside, seal_die
from companion.station.pages.play import CorrectionPage
from companion.station.pages.rules import SealBeforePage
from hardware.audio.tones import Cue


class SetUpPage(StationPage):
    """The page while the board is being laid; goes on by itself once it is right for a while."""

    def __init__(self) -> None:
        self._ready_since_s: float | None = None
        self._counted: Halves | None = None
        self._is_new = True

    def enter(self, context: Context) -> None:
        """Seal the die, name who plays, and see whether the board is laid already."""
        if self._is_new:
            self._is_new = False
            seal_die(context)
            context.match = next_match(context.match)
            context.show_players(context.choice.opponent)
        context.visit.reach(VisitStep.SET_UP)
        # Laying a board takes about as long as working out most games.
        context.prepare_chances(context.choice.rules, context.choice.opponent, again=True)
        self.see(context)

    def press(self, context: Context) -> None:
        """Go on, if the board is laid or can't be seen."""
        if self._ready_since_s is not None or context.blind:
            begin_game(context)
        else:
            context.sound(Cue.REFUSED)

    def handle(self, context: Context, intent: Intent) -> bool:
        """Go on, or back."""
        match intent:
            case Ask.BEGIN | Ask.GO_ON:
                self.press(context)
            case Ask.BACK:
                go_back(context)
            case Ask.CORRECT:
                context.push(CorrectionPage(start_position(context.choice.rules).halves()))
            case Ask.SHOW_SEAL if context.sealed is not None:
                context.push(SealBeforePage())
            case _:
                return False
        return True

    def see(self, context: Context) -> None:
        """Compare the board with the start position; a hand over it hides nothing that was seen before."""
        self._counted = context.board.observation.counted or self._counted
        start = start_position(context.choice.rules).halves()
        if context.board.halves != start:
            self._ready_since_s = None
        elif self._ready_since_s is None:
            self._ready_since_s = context.now_s
            context.sound(Cue.YES)
            context.do(LearnBackground(start))

    def tick(self, context: Context) -> None:
        """Begin when the board has lain right for long enough."""
        if self._ready_since_s is not None and context.now_s - self._ready_since_s >= context.timings.lay_s:
            begin_game(context)

    def view(self, context: Context) -> views.View:
        ready = self._ready_since_s is not None
        choice = context.choice
        position = start_position(choice.rules)
        sealed = context.sealed is not None
        return views.SetUpView(
            choice.rules,
            position,
            replace(context.board.shown(context.now_s), halves=self._counted),
            ready,
            choice.opponent,
            sealed=sealed,
            teaching=context.tutorial.is_on,
        )


class ResumePage(StationPage):
    """The offer of an unfinished game, or a move taken back: that goes on when the board is as it was."""

    offers_game = True

    def __init__(self) -> None:
        self._others = False

    def enter(self, context: Context) -> None:
        """At home, ask whether other games wait, too."""
        if context.settings.station.at_home:
            context.ask(Do.FIND_LEFT, self._found)

    def _found(self, context: Context, games: list[StoredGame]) -> None:
        self._others = len(games) > 1

    def press(self, context: Context) -> None:
        """Go on."""
        context.go(FlowStage.PLAY)

    def handle(self, context: Context, intent: Intent) -> bool:
        """Go on, or leave the game for another."""
        match intent:
            case Ask.GO_ON | Ask.BEGIN:
                context.go(FlowStage.PLAY)
            case Ask.NEW_GAME:
                put_aside(context)
            case _:
                return False
        return True

    def see(self, context: Context) -> None:
        """Go on after a move was taken back and the board is right."""
        game = context.played
        if isinstance(game.last, TakenBack) and context.board.halves == game.state.position.halves():
            context.go(FlowStage.PLAY)

    def view(self, context: Context) -> views.View:
        game, steps = context.played, None
        if context.board.halves is not None:
            steps = changes(context.board.halves, game.state.position.halves())
        back, seen = isinstance(game.last, TakenBack), context.board.shown(context.now_s)
        return views.ResumeView(game.state, seen, steps, back, game.opponent, self._others)
