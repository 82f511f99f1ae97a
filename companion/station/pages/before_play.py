"""The pages before a game is played: welcome, choice, set-up, an unfinished game."""

from collections.abc import Callable
from dataclasses import replace

from companion.game import (
    RECONSTRUCTIONS,
    ClashError,
    GameError,
    Rules,
    Seat,
    advice,
    parse_options,
    rules_for,
    start_position,
)
from companion.interface import intents
from companion.interface.intents import Intent
from companion.interface.offers import FOR_RESEARCHERS, OFFERS, QUICK, offer_of
from companion.interface.views import (
    AttractView,
    ChooseGameView,
    GamesView,
    ResumeView,
    SetUpView,
    View,
    WelcomeView,
)
from companion.journal.visits import Step
from companion.referee.verdict import changes
from companion.settings.sections import Attract, VisitorsSettings
from companion.station.computer.opponent import level_of
from companion.station.context import Context, Page, Stage
from companion.station.effects import LearnBackground
from companion.station.pages.beginning import begin_game, leave_game, seal_die
from companion.station.pages.ending import begin_another
from companion.station.pages.overlays import CorrectionPage
from companion.station.pages.seal import SealBeforePage
from hardware.audio.tones import Cue
from hardware.lamps import Lamp, Pattern

PICTURE_S = 1 / 15
"""How long each picture stands while something glides: it is slow."""
STILL_S = 1.0


def _in_steps(time_s: float, step_s: float) -> float:
    return round(max(0.0, time_s) // step_s * step_s, 3)


class WelcomePage(Page):
    """Before a game."""

    may_rest = True

    def __init__(self) -> None:
        self._entered_s = 0.0
        self._attracts = False

    def enter(self, context: Context, now_s: float) -> None:
        """From now on it is here for whoever comes."""
        self._entered_s = now_s

    def press(self, context: Context, now_s: float) -> None:
        """Begin; whoever has only just come sees the first page before."""
        if self._attracts:
            self._attracts = False
        else:
            context.go(Stage.SET_UP, now_s)

    def tick(self, context: Context, now_s: float) -> None:
        """Nobody may have been there for long enough."""
        wanted = context.settings.visitors.attract is not Attract.NONE
        self._attracts = wanted and self._attracting_s(context, now_s) >= 0

    def handle(self, context: Context, intent: Intent, now_s: float) -> bool:
        """Begin with the rules that are set, or say who plays and choose a game."""
        match intent:
            case intents.Welcome():
                self._attracts = False
            case intents.Begin() | intents.GoOn():
                context.go(Stage.SET_UP, now_s)
            case intents.PlayAgainst(seat):
                context.choose(replace(context.choice, computer=seat))
                context.go(Stage.CHOOSE, now_s)
            case _:
                return False
        return True

    def view(self, context: Context, now_s: float) -> View:
        """The rules that a game begins with."""
        visitors = context.settings.visitors
        if self._attracts:
            time_s = self._attracting_s(context, now_s)
            still = visitors.attract is Attract.STILL
            return AttractView(_in_steps(time_s, STILL_S if still else PICTURE_S), still)
        seat = context.as_set.computer or Seat.B
        return WelcomeView(
            context.choice.rules,
            for_staff=not context.staff_door.locked,
            computer=seat,
            texts=context.said,
            logo=context.texts.logo,
        )

    def _attracting_s(self, context: Context, now_s: float) -> float:
        """For how long nobody has been there; below 0, how long it takes until nobody is taken to be."""
        alone_s = min(context.untouched_s(now_s), now_s - self._entered_s)
        return alone_s - context.settings.visitors.attract_s

    def lamps(self, context: Context, now_s: float) -> dict[Lamp, Pattern]:
        """Both seats are free."""
        return {Lamp.SEAT_A: Pattern.GLOW, Lamp.SEAT_B: Pattern.GLOW}


class ChoosePage(Page):
    """The choice of a game; one that is going on stays until another begins.

    At first it has the games that are offered; whoever wants to know all of them, and every rule that can be
    changed, opens another side of it.
    """

    def __init__(self) -> None:
        self._leaf = 0
        self._all_rules = False
        self._clash: tuple[str, str] | None = None

    def handle(self, context: Context, intent: Intent, now_s: float) -> bool:
        """Change what is chosen, begin with it, or go back."""
        visitors = context.settings.visitors
        match intent:
            case intents.PlayGame(None):
                self._play(context, context.as_set.rules, now_s)
            case intents.PlayGame(str() as name) if name in visitors.games:
                self._play(context, OFFERS[name].rules, now_s)
            case intents.ShowAllRules() if _for_researchers(visitors):
                self._all_rules, self._leaf = True, 0
            case intents.ChooseRules(name) if name not in visitors.games or name not in RECONSTRUCTIONS:
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
                begin_another(context, now_s)
            case intents.Back() if self._all_rules:
                self._all_rules, self._leaf = False, 0
            case intents.Back():
                context.go(Stage.PLAY if context.playing else Stage.WELCOME, now_s)
            case _:
                return False
        return True

    def view(self, context: Context, now_s: float) -> View:
        """The games that are offered, or the choice so far of all there is."""
        choice = context.choice
        if not self._all_rules:
            return self._games(context)
        advised = tuple(option for suggestion in advice(choice.rules) for option in suggestion.options)
        visitors = context.settings.visitors
        return ChooseGameView(
            choice.rules,
            choice.own_dice,
            self._leaf,
            self._clash,
            advised,
            choice.opponent,
            tuple(name for name in visitors.games if name in RECONSTRUCTIONS),
            visitors.house_rules,
        )

    def _games(self, context: Context) -> GamesView:
        """The games that are offered: the quick one, then the station's own, then the others."""
        visitors, own = context.settings.visitors, context.as_set.rules
        known = offer_of(own)
        first = (QUICK, known.name if known is not None else QUICK)
        names = [name for name in visitors.games if name not in FOR_RESEARCHERS or name in first]
        names.sort(key=lambda name: first.index(name) if name in first else len(first))
        return GamesView(
            tuple(names),
            own if known is None or known.name not in names else None,
            self._leaf,
            context.choice.opponent,
            _for_researchers(visitors),
        )

    def _play(self, context: Context, rules: Rules, now_s: float) -> None:
        """Go on with these rules."""
        context.choose(replace(context.choice, rules=rules))
        begin_another(context, now_s)

    def _try(self, context: Context, chosen: Callable[[], Rules]) -> None:
        self._clash = None
        try:
            context.choose(replace(context.choice, rules=chosen()))
        except ClashError as error:
            self._clash = (error.one, error.other)
        except GameError:
            # A screen that offers what the rules don't know is no reason to stop; nothing is chosen.
            context.sound(Cue.REFUSED)


def _for_researchers(visitors: VisitorsSettings) -> bool:
    """Whether there is more than the games that are offered first."""
    return visitors.house_rules or any(name in visitors.games for name in FOR_RESEARCHERS)


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
            context.sound(Cue.REFUSED)

    def handle(self, context: Context, intent: Intent, now_s: float) -> bool:
        """Go on, or back."""
        match intent:
            case intents.Begin() | intents.GoOn():
                self.press(context, now_s)
            case intents.Back():
                context.go(Stage.CHOOSE, now_s)
            case intents.Correct():
                context.lay(CorrectionPage(start_position(context.choice.rules).halves()), now_s)
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
        return SetUpView(
            choice.rules,
            position,
            context.board.seen,
            ready,
            choice.opponent,
            sealed=sealed,
            teaching=context.lesson.is_on,
        )

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
