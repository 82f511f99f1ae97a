"""The pages before a game is played: welcome, choice, set-up, an unfinished game."""

import re
from collections.abc import Callable

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
from companion.referee.verdict import changes
from companion.station.computer.opponent import level_of
from companion.station.context import Desk, Page, Place
from companion.station.effects import Teach
from companion.station.pages.beginning import begin_game, leave_game
from hardware.sound_tones import Cue

OPTION = re.compile(r"\b[a-z-]+=[a-z0-9-]+\b")
"""An option in the sentences of `advice`, as people write it."""


class Welcome(Page):
    """Before a game."""

    def press(self, desk: Desk, now_s: float) -> None:
        """Begin."""
        desk.go(Place.SET_UP, now_s)

    def wish(self, desk: Desk, intent: Intent, now_s: float) -> bool:
        """Begin with the rules that are set."""
        if isinstance(intent, intents.Begin | intents.GoOn):
            desk.go(Place.SET_UP, now_s)
            return True
        return False

    def view(self, desk: Desk, now_s: float) -> View:
        """The rules that a game begins with."""
        return WelcomeView(desk.rules)


class Choose(Page):
    """The choice of a game; one that is going on stays until another begins."""

    def __init__(self) -> None:
        self._leaf = 0
        self._clash: tuple[str, str] | None = None

    def wish(self, desk: Desk, intent: Intent, now_s: float) -> bool:
        """Change what is chosen, begin with it, or go back."""
        match intent:
            case intents.ChooseRules(name):
                self._try(desk, lambda: rules_for(name))
            case intents.SetOption(key, value):
                options = [f"{key}={value}"]
                self._try(desk, lambda: desk.rules.with_options(parse_options(options)))
            case intents.OwnDice(own):
                desk.own_dice = own
            case intents.PlayAgainst(seat):
                desk.computer = seat
            case intents.Strength(name):
                desk.level = level_of(name)
            case intents.TurnTo(leaf):
                self._leaf = leaf
            case intents.Begin():
                desk.go(Place.SET_UP, now_s)
            case intents.Back():
                desk.go(Place.PLAY if desk.playing else Place.WELCOME, now_s)
            case _:
                return False
        return True

    def view(self, desk: Desk, now_s: float) -> View:
        """The choice so far."""
        advised = tuple(OPTION.findall(" ".join(advice(desk.rules))))
        return ChooseGameView(desk.rules, desk.own_dice, self._leaf, self._clash, advised, desk.opponent)

    def _try(self, desk: Desk, chosen: Callable[[], Rules]) -> None:
        self._clash = None
        try:
            desk.rules = chosen()
        except ClashError as error:
            one, _, rest = str(error).partition(" and ")
            self._clash = (one, rest.partition(" clash: ")[0])
        except GameError:
            # A screen that offers what the rules don't know is no reason to stop; nothing is chosen.
            desk.sound(Cue.NOT_SO)


class SetUp(Page):
    """The board is being laid; goes on by itself when it has lain right for a while."""

    def __init__(self) -> None:
        self._ready_since_s: float | None = None

    def enter(self, desk: Desk, now_s: float) -> None:
        """See whether the board is laid already."""
        # Laying a board takes about as long as working out most games.
        desk.prepare_chances(desk.rules, desk.opponent, again=True)
        self.sight(desk, now_s)

    def press(self, desk: Desk, now_s: float) -> None:
        """Go on, if the board is laid or can't be seen."""
        if self._ready_since_s is not None or desk.blind:
            begin_game(desk, now_s)
        else:
            desk.sound(Cue.NOT_SO)

    def wish(self, desk: Desk, intent: Intent, now_s: float) -> bool:
        """Go on, or back."""
        match intent:
            case intents.Begin() | intents.GoOn():
                self.press(desk, now_s)
            case intents.Back():
                desk.go(Place.CHOOSE, now_s)
            case _:
                return False
        return True

    def sight(self, desk: Desk, now_s: float) -> None:
        """Compare the board with the start position."""
        if not self._laid(desk):
            self._ready_since_s = None
        elif self._ready_since_s is None:
            self._ready_since_s = now_s
            desk.sound(Cue.YES)
            desk.do(Teach(start_position(desk.rules).halves()))

    def tick(self, desk: Desk, now_s: float) -> None:
        """Begin when the board has lain right for long enough."""
        if self._ready_since_s is not None and now_s - self._ready_since_s >= desk.habits.lay_s:
            begin_game(desk, now_s)

    def view(self, desk: Desk, now_s: float) -> View:
        """The start position beside what is seen."""
        ready = self._ready_since_s is not None
        return SetUpView(desk.rules, start_position(desk.rules), desk.seen, ready, desk.opponent)

    def _laid(self, desk: Desk) -> bool:
        return desk.seen.halves == start_position(desk.rules).halves()


class Resume(Page):
    """An unfinished game was found; it goes on when somebody says so, or when the board is as it was."""

    def press(self, desk: Desk, now_s: float) -> None:
        """Go on."""
        desk.go(Place.PLAY, now_s)

    def wish(self, desk: Desk, intent: Intent, now_s: float) -> bool:
        """Go on, or leave the game for another."""
        match intent:
            case intents.GoOn() | intents.Begin():
                desk.go(Place.PLAY, now_s)
            case intents.NewGame():
                leave_game(desk, "another game was wanted")
                desk.go(Place.CHOOSE, now_s)
            case _:
                return False
        return True

    def view(self, desk: Desk, now_s: float) -> View:
        """The game, and what has to be put where before it goes on."""
        state = desk.played.state
        steps = None
        if desk.seen.halves is not None:
            steps = changes(desk.seen.halves, state.position.halves())
        return ResumeView(state, desk.seen, steps)
