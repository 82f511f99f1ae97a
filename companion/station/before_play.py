"""The pages before a game is played: welcome, choice, set-up, throw-off, an unfinished game."""

import re
from collections.abc import Callable

from companion.display import intents
from companion.display.intents import Intent
from companion.display.view import (
    ChooseGameView,
    ResumeView,
    Roll,
    SetUpView,
    ThrowOffView,
    View,
    WelcomeView,
)
from companion.game import (
    ClashError,
    GameError,
    Rules,
    Seat,
    advice,
    parse_options,
    rules_for,
    start_position,
)
from companion.journal import Happening
from companion.referee.verdict import changes
from companion.station.beginning import begin_game, leave_game
from companion.station.counting import PressCount
from companion.station.desk import Desk, Page, Place
from companion.station.effects import Teach
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
        return ChooseGameView(desk.rules, desk.own_dice, self._leaf, self._clash, advised)

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
        return SetUpView(desk.rules, start_position(desk.rules), desk.seen, ready)

    def _laid(self, desk: Desk) -> bool:
        return desk.seen.halves == start_position(desk.rules).halves()


class ThrowOff(Page):
    """Both throw and the higher starts; equal throws are thrown again."""

    def __init__(self) -> None:
        self._count = PressCount()
        self._thrown: dict[Seat, tuple[int, float]] = {}
        self._tied = False
        self._decided_s: float | None = None

    def enter(self, desk: Desk, now_s: float) -> None:
        """Go on with what has been thrown before the station stopped."""
        thrown = desk.played.throw_off
        if not self._thrown and thrown:
            latest = thrown[-1:] if len(thrown) % 2 else thrown[-2:]
            self._thrown = {
                seat: (face, float("-inf")) for seat, face in zip((Seat.A, Seat.B), latest, strict=False)
            }
            self._tied = len(thrown) >= 2

    def press(self, desk: Desk, now_s: float) -> None:
        """Throw, or count; once it is decided, throw in the game."""
        if self._decided_s is not None:
            desk.go(Place.PLAY, now_s)
            desk.flow.press(desk, now_s)
        elif desk.played.own_dice:
            self._count.press(now_s)
        else:
            self._throw(desk, None, now_s)

    def wish(self, desk: Desk, intent: Intent, now_s: float) -> bool:
        """Throw, or go back to the choice."""
        match intent:
            case intents.Throw() if not desk.played.own_dice:
                self.press(desk, now_s)
            case intents.TapNumber(value) if desk.played.own_dice:
                if self._decided_s is not None:
                    desk.go(Place.PLAY, now_s)
                    return desk.flow.wish(desk, intent, now_s)
                self._throw(desk, value, now_s)
            case intents.Back():
                leave_game(desk, "the players went back from the throw-off")
                desk.go(Place.CHOOSE, now_s)
            case intents.GoOn() | intents.Begin() if self._decided_s is not None:
                desk.go(Place.PLAY, now_s)
            case _:
                return False
        return True

    def tick(self, desk: Desk, now_s: float) -> None:
        """Take the count of presses; go on when the result has been shown for a while."""
        if self._decided_s is not None:
            if now_s - self._decided_s >= desk.habits.decided_s:
                desk.go(Place.PLAY, now_s)
        elif self._count.is_complete(now_s, desk.habits.count_s):
            face = self._count.face(desk.played.rules.die)
            if face is None:
                desk.sound(Cue.NOT_SO)
            else:
                self._throw(desk, face, now_s)

    def view(self, desk: Desk, now_s: float) -> View:
        """Who has thrown what."""
        game = desk.played
        decided = self._decided_s is not None
        return ThrowOffView(
            game.rules.die,
            None if decided else self._due(),
            (self._roll(desk, Seat.A, now_s), self._roll(desk, Seat.B, now_s)),
            game.state.seat if decided else None,
            self._tied,
            game.own_dice,
        )

    def _due(self) -> Seat:
        return Seat.A if len(self._thrown) % 2 == 0 else Seat.B

    def _roll(self, desk: Desk, seat: Seat, now_s: float) -> Roll | None:
        if seat not in self._thrown:
            return None
        face, at_s = self._thrown[seat]
        return Roll(desk.played.rules.die, face, min(1.0, (now_s - at_s) / desk.habits.roll_s))

    def _throw(self, desk: Desk, face: int | None, now_s: float) -> None:
        game = desk.played
        if face is not None and face not in game.rules.die.faces:
            desk.sound(Cue.NOT_SO)
            return
        if len(self._thrown) == 2:
            self._thrown.clear()
        self._tied = self._tied and not self._thrown
        fallen = game.die_thrown(face)
        self._thrown[self._due()] = (fallen.face, now_s)
        game.throw_off.append(fallen.face)
        desk.sound(Cue.THROW)
        opening: tuple[Happening, ...] = ()
        if len(self._thrown) == 2:
            a, b = self._thrown[Seat.A][0], self._thrown[Seat.B][0]
            if a == b:
                self._tied = True
            else:
                opening = game.start(Seat.A if a > b else Seat.B)
                self._decided_s = now_s
        # Stored as one: a game is never found with its throw-off decided but not begun.
        desk.store((fallen, *opening))


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
