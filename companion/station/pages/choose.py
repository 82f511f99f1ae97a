"""The choice of a game."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from itertools import chain

from companion.analysis.play.puzzles import Puzzle, ranked, with_that_of
from companion.game import (
    RECONSTRUCTIONS,
    ClashError,
    GameError,
    Rules,
    advice,
    parse_options,
    rules_for,
)
from companion.interface import intents, views
from companion.interface.intents import Ask, Enter, Intent, Named, Number, Pick, Switch, Toggle
from companion.interface.offers import FOR_RESEARCHERS, OFFERS, QUICK, Offer, offer_of
from companion.settings.sections import VisitorsSettings
from companion.station.context import Context, FlowStage, StationPage
from companion.station.effects import Do, FindPuzzles
from companion.station.game.choice import with_house_die
from companion.station.game.opponent import level_of
from companion.station.pages.beginning import begin_another
from companion.station.pages.insight import PuzzlesPage
from hardware.audio.tones import Cue

MAX_PUZZLES = 12  # as many as a visitor solves, with a dot for each on the page


class ChoosePage(StationPage):
    """The choice of a game; a game in progress stays until another begins.

    At first it has the games that are offered; those who want all of them, and every rule that can be
    changed, opens another side of it.
    """

    def __init__(self) -> None:
        self._leaf = 0
        self._all_rules = False
        self._clash: tuple[str, str] | None = None
        self._here: tuple[Offer, ...] = ()
        self._puzzles: list[Puzzle] = []

    def enter(self, context: Context) -> None:
        """Ask what is known of games here."""
        context.ask(Do.FIND_LENGTHS, self._found)
        self._seek_puzzles(context)

    def _found(self, context: Context, here: tuple[Offer, ...]) -> None:
        self._here = here

    def _seek_puzzles(self, context: Context, *, is_all: bool = False) -> None:
        """Choose among the known puzzles, and have one more game looked through while this is shown."""
        if context.settings.visitors.puzzles and context.flow is self:
            games = [context.puzzles[game] for game in sorted(context.puzzles)]
            time_s = context.open_state.time_s
            puzzles = ranked(chain(*games))
            if time_s:
                puzzles = with_that_of(date.fromtimestamp(time_s), games, is_all=is_all)
            self._puzzles = puzzles[:MAX_PUZZLES]
            if not is_all:
                context.ask(FindPuzzles(frozenset(context.puzzles)), self._take_puzzles)

    def _take_puzzles(self, context: Context, found: tuple[int, list[Puzzle]] | None) -> None:
        if found is not None:
            context.know_puzzles(*found)
        self._seek_puzzles(context, is_all=found is None)

    def handle(self, context: Context, intent: Intent) -> bool:
        """Change the choice, begin the game, or go back."""
        visitors = context.settings.visitors
        match intent:
            case Pick(Named.GAME, name) if not name or name in visitors.games:
                rules = context.as_set.rules
                if name and name != _offer_with_the_die(rules):
                    rules = with_house_die(OFFERS[name].rules, rules, context.settings)
                context.choice = replace(context.choice, rules=rules)
                begin_another(context)
            case Ask.SHOW_PUZZLES if self._puzzles and visitors.puzzles:
                context.push(PuzzlesPage(self._puzzles))
            case Ask.SHOW_ALL_RULES if _for_researchers(visitors):
                self._all_rules, self._leaf = True, 0
            case Pick(Named.RULES, name) if name not in visitors.games or name not in RECONSTRUCTIONS:
                return False
            case intents.SetOption() | Switch(Toggle.OWN_DICE) if not visitors.house_rules:
                return False
            case Pick(Named.RULES, name):
                self._try(context, lambda: rules_for(name))
            case intents.SetOption(key, value):
                options = [f"{key}={value}"]
                self._try(context, lambda: context.choice.rules.with_options(parse_options(options)))
            case Switch(Toggle.OWN_DICE, own):
                context.choice = replace(context.choice, own_dice=own)
            case intents.PlayAgainst(seat):
                context.choice = replace(context.choice, computer=seat, tips=False)
            case Pick(Named.LEVEL, name):
                context.choice = replace(context.choice, level=level_of(name), tips=False)
            case Enter(Number.LEAF, leaf):
                self._leaf = leaf
            case Ask.BEGIN:
                begin_another(context)
            case Ask.BACK if self._all_rules:
                self._all_rules, self._leaf = False, 0
            case Ask.BACK:
                context.go(FlowStage.PLAY if context.playing else FlowStage.WELCOME)
            case _:
                return False
        return True

    def view(self, context: Context) -> views.View:
        choice = context.choice
        if not self._all_rules:
            return self._games(context)
        advised = tuple(option for suggestion in advice(choice.rules) for option in suggestion.options)
        visitors = context.settings.visitors
        return views.ChooseGameView(
            choice.rules,
            choice.own_dice,
            self._leaf,
            self._clash,
            advised,
            choice.opponent,
            tuple(name for name in visitors.games if name in RECONSTRUCTIONS),
            visitors.house_rules,
        )

    def _games(self, context: Context) -> views.GamesView:
        """Return the offered games: the station's own, then the quick one, then the others."""
        visitors, own = context.settings.visitors, context.as_set.rules
        known = _offer_with_the_die(own)
        first = (known, QUICK) if known is not None else (QUICK,)
        names = [name for name in visitors.games if name not in FOR_RESEARCHERS or name in first]
        names.sort(key=lambda name: first.index(name) if name in first else len(first))
        return views.GamesView(
            tuple(names),
            own if known not in names else None,
            self._leaf,
            context.choice.opponent,
            _for_researchers(visitors),
            self._here,
            bool(self._puzzles) and visitors.puzzles,
        )

    def _try(self, context: Context, chosen: Callable[[], Rules]) -> None:
        self._clash = None
        try:
            context.choice = replace(context.choice, rules=chosen())
        except ClashError as error:
            self._clash = (error.one, error.other)
        except GameError:
            # A screen that offers what the rules don't know is no reason to stop; nothing is chosen.
            context.sound(Cue.REFUSED)


def choose_game(context: Context) -> None:
    """Show the choice of a game; where only one is offered, begin that."""
    if len(context.settings.visitors.offered) == 1:
        begin_another(context)
    else:
        context.go(FlowStage.CHOOSE)


def _offer_with_the_die(rules: Rules) -> str | None:
    """Return the short name of the offer with these rules, with any die; None for a game with house rules."""
    offers = OFFERS.values()
    return next((it.name for it in offers if offer_of(replace(rules, die=it.rules.die)) is it), None)


def _for_researchers(visitors: VisitorsSettings) -> bool:
    """True if there is more than the games that are offered first."""
    return visitors.house_rules or any(name in visitors.games for name in FOR_RESEARCHERS)
