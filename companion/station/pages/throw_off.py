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

    The electronic dice are thrown by themselves, both at once. A touch or a press throws one sooner; the
    computer throws along.
    """

    def __init__(self) -> None:
        self._count = PressCount()
        self._thrown: dict[Seat, tuple[int, float]] = {}
        self._decided_s: float | None = None
        self._quiet = QuietTime()

    def enter(self, context: Context) -> None:
        """Continue with the throws made before the station stopped."""
        thrown = context.played.throw_off
        if not self._thrown and thrown:
            latest = thrown[-1:] if len(thrown) % 2 else thrown[-2:]
            self._thrown = {seat: (face, float("-inf")) for seat, face in zip(Seat, latest, strict=False)}

    def press(self, context: Context) -> None:
        """Throw, or count a press; once it is decided, throw in the game."""
        if len(self._thrown) == 2 and self._rolling(context):
            return  # meant for the dice, which roll by now
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
            # Nobody has to touch anything before the game: the electronic dice are thrown for both.
            pause_s = context.timings.before_s + (context.timings.roll_s if self._thrown else 0.0)
            if self._quiet.quiet_s(tuple(self._thrown.items()), context.now_s) >= pause_s:
                self._throw(context, None, both=True)

    def view(self, context: Context) -> View:
        game, winner, due, tied = context.played, None, [self._due()], False
        # The result waits until the dice lie still.
        if rolling := self._rolling(context):
            due = rolling if game.opponent is None else [game.opponent.seat.other]
        elif self._decided_s is not None:
            due, winner = [], game.state.seat
        else:
            tied = len(self._thrown) == 2
        seat = due[0] if len(due) == 1 else None
        rolls = self._roll(context, Seat.A), self._roll(context, Seat.B)
        offered = context.board.offered
        return ThrowOffView(game.rules.die, seat, rolls, winner, tied, game.own_dice, game.opponent, offered)

    def _due(self) -> Seat:
        return Seat.A if len(self._thrown) % 2 == 0 else Seat.B

    def _rolling(self, context: Context) -> list[Seat]:
        since_s = context.now_s if context.played.own_dice else context.now_s - context.timings.roll_s
        return [seat for seat, (_, at_s) in self._thrown.items() if at_s > since_s]

    def _roll(self, context: Context, seat: Seat) -> Roll | None:
        if seat not in self._thrown:
            return None
        face, at_s = self._thrown[seat]
        return Roll(context.played.rules.die, face, min(1.0, (context.now_s - at_s) / context.timings.roll_s))

    def _throw(self, context: Context, face: int | None, *, both: bool = False) -> None:
        game = context.played
        both |= game.opponent is not None and not game.own_dice
        if face is not None and face not in game.rules.die.faces:
            context.sound(Cue.REFUSED)
            return
        if len(self._thrown) == 2:
            self._thrown.clear()
        stored: list[Happening] = []
        while not stored or (both and len(self._thrown) < 2):
            fallen = game.die_thrown(face)
            stored.append(fallen)
            self._thrown[self._due()] = (fallen.face, context.now_s)
            game.throw_off.append(fallen.face)
        context.sound(sound_of(game.rules.die))
        context.board.use_die()
        if len(self._thrown) == 2:
            a, b = self._thrown[Seat.A][0], self._thrown[Seat.B][0]
            if a != b:
                stored += game.start(Seat.A if a > b else Seat.B)
                self._decided_s = context.now_s
        # Stored as one: a game is never found with its throw-off decided but not begun.
        context.store(stored)
