"""The pages before a game is played: welcome, choice, set-up, an unfinished game."""

from collections.abc import Callable
from dataclasses import replace

from companion.game import (
    ClashError,
    GameError,
    Rules,
    advice,
    parse_options,
    rules_for,
    start_position,
)
from companion.interface import intents
from companion.interface.intents import Intent
from companion.interface.views import (
    ChooseGameView,
    ResumeView,
    SetUpView,
    View,
    WelcomeView,
)
from companion.journal.visits import Step
from companion.referee.verdict import changes
from companion.station.computer.opponent import level_of
from companion.station.context import Context, Page, Stage
from companion.station.effects import LearnBackground
from companion.station.pages.beginning import begin_game, leave_game, seal_die
from companion.station.pages.seal import SealBeforePage
from hardware.lamps import Lamp
from hardware.lamps_light import Pattern
from hardware.sound_tones import Cue


class WelcomePage(Page):
    """Before a game."""

    may_rest = True

    def press(self, context: Context, now_s: float) -> None:
        """Begin."""
        context.go(Stage.SET_UP, now_s)

    def handle(self, context: Context, intent: Intent, now_s: float) -> bool:
        """Begin with the rules that are set."""
        if isinstance(intent, intents.Begin | intents.GoOn):
            context.go(Stage.SET_UP, now_s)
            return True
        return False

    def view(self, context: Context, now_s: float) -> View:
        """The rules that a game begins with."""
        return WelcomeView(context.choice.rules, for_staff=not context.staff_door.locked)

    def lamps(self, context: Context, now_s: float) -> dict[Lamp, Pattern]:
        """Both seats are free."""
        return {Lamp.SEAT_A: Pattern.GLOW, Lamp.SEAT_B: Pattern.GLOW}


class ChoosePage(Page):
    """The choice of a game; one that is going on stays until another begins."""

    def __init__(self) -> None:
        self._leaf = 0
        self._clash: tuple[str, str] | None = None

    def handle(self, context: Context, intent: Intent, now_s: float) -> bool:
        """Change what is chosen, begin with it, or go back."""
        visitors = context.settings.visitors
        match intent:
            case intents.ChooseRules(name) if name not in visitors.games:
                return False
            case intents.SetOption() | intents.OwnDice() if not visitors.house_rules:
                return False
            case intents.ChooseRules(name):
                self._try(context, lambda: rules_for(name))
            case intents.SetOption(key, value):
                options = [f"{key}={value}"]
                self._try(context, lambda: context.choice.rules.with_options(parse_options(options)))
            case intents.OwnDice(own):
                context.choose(replace(context.choice, own_dice=own))
            case intents.PlayAgainst(seat):
                context.choose(replace(context.choice, computer=seat))
            case intents.Strength(name):
                context.choose(replace(context.choice, level=level_of(name)))
            case intents.TurnTo(leaf):
                self._leaf = leaf
            case intents.Begin():
                context.go(Stage.SET_UP, now_s)
            case intents.Back():
                context.go(Stage.PLAY if context.playing else Stage.WELCOME, now_s)
            case _:
                return False
        return True

    def view(self, context: Context, now_s: float) -> View:
        """The choice so far."""
        choice = context.choice
        advised = tuple(option for suggestion in advice(choice.rules) for option in suggestion.options)
        visitors = context.settings.visitors
        return ChooseGameView(
            choice.rules,
            choice.own_dice,
            self._leaf,
            self._clash,
            advised,
            choice.opponent,
            visitors.games,
            visitors.house_rules,
        )

    def _try(self, context: Context, chosen: Callable[[], Rules]) -> None:
        self._clash = None
        try:
            context.choose(replace(context.choice, rules=chosen()))
        except ClashError as error:
            self._clash = (error.one, error.other)
        except GameError:
            # A screen that offers what the rules don't know is no reason to stop; nothing is chosen.
            context.sound(Cue.NOT_SO)


class SetUpPage(Page):
    """The board is being laid; goes on by itself when it has lain right for a while."""

    def __init__(self) -> None:
        self._ready_since_s: float | None = None
        self._is_new = True

    def enter(self, context: Context, now_s: float) -> None:
        """Seal the die, and see whether the board is laid already."""
        if self._is_new:
            self._is_new = False
            seal_die(context)
        context.visit.reach(Step.SET_UP)
        # Laying a board takes about as long as working out most games.
        context.prepare_chances(context.choice.rules, context.choice.opponent, again=True)
        self.see(context, now_s)

    def press(self, context: Context, now_s: float) -> None:
        """Go on, if the board is laid or can't be seen."""
        if self._ready_since_s is not None or context.blind:
            begin_game(context, now_s)
        else:
            context.sound(Cue.NOT_SO)

    def handle(self, context: Context, intent: Intent, now_s: float) -> bool:
        """Go on, or back."""
        match intent:
            case intents.Begin() | intents.GoOn():
                self.press(context, now_s)
            case intents.Back():
                context.go(Stage.CHOOSE, now_s)
            case intents.ShowSeal() if context.sealed is not None:
                context.lay(SealBeforePage(), now_s)
            case _:
                return False
        return True

    def see(self, context: Context, now_s: float) -> None:
        """Compare the board with the start position."""
        if not self._laid(context):
            self._ready_since_s = None
        elif self._ready_since_s is None:
            self._ready_since_s = now_s
            context.sound(Cue.YES)
            context.do(LearnBackground(start_position(context.choice.rules).halves()))

    def tick(self, context: Context, now_s: float) -> None:
        """Begin when the board has lain right for long enough."""
        if self._ready_since_s is not None and now_s - self._ready_since_s >= context.timings.lay_s:
            begin_game(context, now_s)

    def view(self, context: Context, now_s: float) -> View:
        """The start position beside what is seen."""
        ready = self._ready_since_s is not None
        choice = context.choice
        position = start_position(choice.rules)
        sealed = context.sealed is not None
        return SetUpView(choice.rules, position, context.board.seen, ready, choice.opponent, sealed=sealed)

    def _laid(self, context: Context) -> bool:
        return context.board.halves == start_position(context.choice.rules).halves()


class ResumePage(Page):
    """An unfinished game was found; it goes on when somebody says so, or when the board is as it was."""

    def press(self, context: Context, now_s: float) -> None:
        """Go on."""
        context.go(Stage.PLAY, now_s)

    def handle(self, context: Context, intent: Intent, now_s: float) -> bool:
        """Go on, or leave the game for another."""
        match intent:
            case intents.GoOn() | intents.Begin():
                context.go(Stage.PLAY, now_s)
            case intents.NewGame():
                leave_game(context, "another game was wanted")
                context.go(Stage.CHOOSE, now_s)
            case _:
                return False
        return True

    def view(self, context: Context, now_s: float) -> View:
        """The game, and what has to be put where before it goes on."""
        state = context.played.state
        steps = None
        if context.board.halves is not None:
            steps = changes(context.board.halves, state.position.halves())
        return ResumeView(state, context.board.seen, steps)
