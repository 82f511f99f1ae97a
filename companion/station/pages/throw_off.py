"""The page on which a throw-off decides who starts."""

from companion.game import Seat
from companion.interface import intents
from companion.interface.intents import Intent
from companion.interface.views import Roll, ThrowOffView, View
from companion.journal import Happening
from companion.station.computer.opponent import Patience
from companion.station.context import Desk, Page, Place
from companion.station.pages.beginning import leave_game
from companion.station.pages.press_count import PressCount
from hardware.sound_tones import Cue


class ThrowOff(Page):
    """Both throw and the higher starts; equal throws are thrown again."""

    def __init__(self) -> None:
        self._count = PressCount()
        self._thrown: dict[Seat, tuple[int, float]] = {}
        self._tied = False
        self._decided_s: float | None = None
        self._quiet = Patience()

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
        elif self._is_computers(desk) and self._quiet.quiet_s(tuple(self._thrown), now_s) >= self._pause_s(
            desk
        ):
            self._throw(desk, None, now_s)

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
            game.opponent,
        )

    def _is_computers(self, desk: Desk) -> bool:
        """Whether the computer throws next, by itself."""
        game = desk.played
        if desk.overlays or game.own_dice or game.opponent is None:
            return False
        return game.opponent.seat is self._due()

    def _pause_s(self, desk: Desk) -> float:
        """How long the computer waits: until the die before lies still, and a moment."""
        return desk.habits.think_s + (desk.habits.roll_s if self._thrown else 0.0)

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
