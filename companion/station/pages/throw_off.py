"""The throw-off, and entering a throw of own dice by pressing the button that many times."""

from companion.game import Die, Seat
from companion.interface.intents import Ask, Enter, Intent, Number
from companion.interface.views import Roll, ThrowOffView, View
from companion.journal import Happening
from companion.station.context import Context, FlowStage, StationPage
from companion.station.game.opponent import QuietTime
from companion.station.pages.beginning import go_back, leave_game
from hardware.audio.tones import Cue


def sound_of(die: Die) -> Cue:
    """Return the sound of a throw."""
    return Cue.BONES if die.name.startswith("knucklebone") else Cue.THROW


class PressCount:
    """Counts presses; after a pause the count is the throw."""

    def __init__(self) -> None:
        self._last_s = 0.0
        self.presses = 0

    def press(self, now_s: float) -> None:
        """Count a press."""
        self.presses += 1
        self._last_s = now_s

    def counted(self, now_s: float, pause_s: float) -> int:
        """Return the count once no press has followed for the pause, and reset it; 0 before."""
        if now_s - self._last_s < pause_s:
            return 0
        presses, self.presses = self.presses, 0
        return presses


class ThrowOffPage(StationPage):
    """The throw-off: the higher throw starts; equal throws are repeated.

    The electronic die is thrown by itself, sooner if somebody touches or presses; the computer throws along.
    """

    def __init__(self) -> None:
        self._count = PressCount()
        self._thrown: dict[Seat, tuple[int, float]] = {}
        self._tied = False
        self._decided_s: float | None = None
        self._quiet = QuietTime()

    def enter(self, context: Context) -> None:
        """Continue with the throws made before the station stopped."""
        thrown = context.played.throw_off
        if not self._thrown and thrown:
            latest = thrown[-1:] if len(thrown) % 2 else thrown[-2:]
            self._thrown = {seat: (face, float("-inf")) for seat, face in zip(Seat, latest, strict=False)}
            self._tied = len(thrown) >= 2

    def press(self, context: Context) -> None:
        """Throw, or count a press; once it is decided, throw in the game."""
        if self._decided_s is not None:
            context.go(FlowStage.PLAY)
            context.flow.press(context)
        elif context.played.own_dice:
            self._count.press(context.now_s)
        else:
            self._throw(context, None)

    def handle(self, context: Context, intent: Intent) -> bool:
        """Throw, or go back to the choice."""
        match intent:
            case Ask.THROW if not context.played.own_dice:
                self.press(context)
            case Enter(Number.THROW, value) if context.played.own_dice and self._decided_s is None:
                self._throw(context, value)
            case Ask.BACK:
                leave_game(context, "the players went back from the throw-off")
                go_back(context)
            case Ask.GO_ON | Ask.BEGIN if self._decided_s is not None:
                context.go(FlowStage.PLAY)
            case _:
                return False
        return True

    def tick(self, context: Context) -> None:
        """Take the count of presses; go on when the result has been shown for a while."""
        if self._decided_s is not None:
            if context.now_s - self._decided_s >= context.timings.decided_s:
                context.go(FlowStage.PLAY)
        elif counted := self._count.counted(context.now_s, context.timings.count_s):
            self._throw(context, counted)
        elif not context.overlays and not context.played.own_dice:
            # Nobody has to touch anything before the game: the electronic die is thrown for both.
            pause_s = context.timings.before_s + (context.timings.roll_s if self._thrown else 0.0)
            if self._quiet.quiet_s(tuple(self._thrown.items()), context.now_s) >= pause_s:
                self._throw(context, None)

    def view(self, context: Context) -> View:
        game, seat, winner, tied = context.played, self._due(), None, self._tied
        rolls = self._roll(context, Seat.A), self._roll(context, Seat.B)
        if not game.own_dice and any(roll is not None and roll.progress < 1 for roll in rolls):
            # The result waits until the die lies still.
            seat = seat.other if game.opponent is None else game.opponent.seat.other
            tied = tied and len(self._thrown) == 1
        elif self._decided_s is not None:
            winner = game.state.seat
        due = None if winner else seat
        offered = context.board.offered
        return ThrowOffView(game.rules.die, due, rolls, winner, tied, game.own_dice, game.opponent, offered)

    def _due(self) -> Seat:
        return Seat.A if len(self._thrown) % 2 == 0 else Seat.B

    def _roll(self, context: Context, seat: Seat) -> Roll | None:
        if seat not in self._thrown:
            return None
        face, at_s = self._thrown[seat]
        return Roll(context.played.rules.die, face, min(1.0, (context.now_s - at_s) / context.timings.roll_s))

    def _throw(self, context: Context, face: int | None) -> None:
        game = context.played
        if face is not None and face not in game.rules.die.faces:
            context.sound(Cue.REFUSED)
            return
        if len(self._thrown) == 2:
            self._thrown.clear()
        self._tied = self._tied and not self._thrown
        stored: list[Happening] = []
        while not stored or (len(self._thrown) < 2 and game.opponent is not None and not game.own_dice):
            fallen = game.die_thrown(face)
            stored.append(fallen)
            self._thrown[self._due()] = (fallen.face, context.now_s)
            game.throw_off.append(fallen.face)
        context.sound(sound_of(game.rules.die))
        context.board.use_die()
        if len(self._thrown) == 2:
            a, b = self._thrown[Seat.A][0], self._thrown[Seat.B][0]
            if a == b:
                self._tied = True
            else:
                stored += game.start(Seat.A if a > b else Seat.B)
                self._decided_s = context.now_s
        # Stored as one: a game is never found with its throw-off decided but not begun.
        context.store(stored)
