"""The page of the best move in a position that somebody lays on the board."""

from contextlib import suppress
from dataclasses import replace

from companion.analysis.errors import TableError
from companion.game import Seat, position_of, start_position, winner
from companion.interface.intents import Ask, Enter, Intent, Named, Number, Pick
from companion.interface.views import StudyView, View
from companion.referee.referee import State
from companion.station.context import Context
from companion.station.pages.overlay import StaffPage
from companion.station.pages.play import CorrectionPage
from companion.station.stimuli import BoardKnown, ChancesNotFound


class StudyPage(StaffPage):
    """Follows the board; a press of the button goes on to the next throw."""

    def __init__(self) -> None:
        self._state: State | None = None

    def enter(self, context: Context) -> None:
        """Have the chances found: of the game at the table, or else of the one that is chosen."""
        rules = context.played.rules if context.in_game else context.choice.rules
        if self._state is None:
            self._state = State(rules, start_position(rules), Seat.A)
        context.want_chances(rules, again=True)

    def hear(self, context: Context, news: BoardKnown | ChancesNotFound) -> None:
        """Go away if the chances can't be had."""
        if isinstance(news, ChancesNotFound):
            context.pop(self)

    def press(self, context: Context) -> None:
        """Choose the next throw; after the last one, none."""
        state = self._laid(context)
        throws = (None, *state.rules.die.faces)
        self._state = replace(state, throw=throws[(throws.index(state.throw) + 1) % len(throws)])

    def handle(self, context: Context, intent: Intent) -> bool:
        """Set whose turn it is or what was thrown, or have the reading put right."""
        state = self._laid(context)
        match intent:
            case Pick(Named.SEAT, seat):
                self._state = replace(state, seat=Seat(seat))
            case Enter(Number.THROW, face):
                is_other = face in state.rules.die.faces and face != state.throw
                self._state = replace(state, throw=face if is_other else None)
            case Ask.CORRECT:
                if not context.in_game:
                    context.push(CorrectionPage(state.position.halves()))
            case _:
                return super().handle(context, intent)
        return True

    def view(self, context: Context) -> View:
        state, halves, best, chance_a = self._laid(context), context.board.halves, None, None
        if halves is None or halves == state.position.halves():
            is_over = winner(state.position, state.rules) is not None
            asked = replace(state, throw=None) if is_over else state
            with suppress(TableError):
                best, _ = context.chances.best(asked)
                chance_a = context.chances.of_a(asked, at_rest=True)
        may_correct = not context.in_game
        return StudyView(state, context.board.seen, best, chance_a, context.chances.done, may_correct)

    def _laid(self, context: Context) -> State:
        """Return the state of the position that was read last."""
        assert self._state is not None
        halves = context.board.halves
        if halves is not None and halves != self._state.position.halves():
            position = position_of(halves, self._state.rules)
            if position is not None:
                self._state = replace(self._state, position=position)
        return self._state
