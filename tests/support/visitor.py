"""A visitor who knows no rules: reads what a page shows and does it, and at times does something else."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from companion.game import GOAL_HALF, OWN_HALF, RING, Halves, Move, Point, Reserve, Seat, point_at
from companion.interface import intents
from companion.interface.intents import Ask
from companion.interface.offers import FOR_RESEARCHERS
from companion.interface.views import (
    ChooseGameView,
    GamesView,
    NotSoView,
    PassView,
    PlayView,
    SetUpView,
    View,
    WelcomeView,
    WonView,
)
from companion.referee.events import Moved, Step
from companion.station.effects import Effect, FindChances
from companion.station.stimuli import ChancesNotFound, Stimulus
from tests.support.table import Table

TOUCH_S = 2.0
"""How long a visitor takes to read a page and touch it, or to press the button."""
COUNTER_S = 2.0
"""How long it takes to move a counter."""


class TableWithoutTables(Table):
    """A station that can't work out chances, so that its computer moves at random."""

    def tell(self, stimulus: Stimulus) -> tuple[Effect, ...]:
        effects = super().tell(stimulus)
        for effect in effects:
            if isinstance(effect, FindChances):
                self.tell(ChancesNotFound(effect.rules, "no tables here"))
        return effects


@dataclass
class Visitor:
    """Somebody at a station, alone or with another, who wants to play a game that the pages offer."""

    table: Table
    game: str
    alone: bool
    random: Random
    errs: float = 0.0
    board: Halves = field(default_factory=Halves)
    first_move_s: float | None = None
    mistakes: int = 0

    def plays(self, most_acts: int) -> bool:
        """True if a game comes to its end within so many acts."""
        for _ in range(most_acts):
            view = self.table.view
            if isinstance(view, WonView):
                return True
            self._act(view)
        return False

    def _act(self, view: View) -> None:
        match view:
            case WelcomeView():
                self._touch(intents.PlayAgainst(view.computer if self.alone else None))
            case GamesView() if self.game in FOR_RESEARCHERS:
                self._touch(Ask.SHOW_ALL_RULES)
            case GamesView():
                assert self.game in view.offers
                self._touch(intents.Pick(intents.Named.GAME, self.game))
            case ChooseGameView() if view.rules.name != self.game:
                assert self.game in view.offered
                self._touch(intents.Pick(intents.Named.RULES, self.game))
            case ChooseGameView():
                self._touch(Ask.BEGIN)
            case SetUpView(ready=False):
                self._lay(view.position.halves())
            case PlayView():
                self._play(view)
            case NotSoView():
                for step in view.remedy:
                    self._move(step)
                self._show()
            case PassView() if view.state.seat is not _computer(view):
                self._press()
            case _:
                self.table.wait(0.5)

    def _play(self, view: PlayView) -> None:
        computers = view.state.seat is _computer(view)
        if view.roll is not None and view.roll.progress < 1:
            self.table.wait(0.5)
        elif view.state.throw is None and not computers:
            self._press()
        elif computers and isinstance(view.chosen, Move):
            self._make(view.chosen)
        elif computers:
            self.table.wait(1.0)
        elif view.hints is None:
            self._touch(Ask.WHAT_CAN_I_PLAY)
        elif self.random.random() < self.errs:
            self._err(view.state.seat)
        else:
            self._make(self._liked(view.hints))

    def _liked(self, hints: Sequence[Move]) -> Move:
        """One of the moves that glow: to the aim that was shown, or not away from it, if that can be."""
        aim = point_at(hints[0].seat, GOAL_HALF)
        for kind in (
            [move for move in hints if move.target is aim],
            [move for move in hints if move.source is not aim],
        ):
            if kind:
                return self.random.choice(kind)
        return self.random.choice(hints)

    def _make(self, move: Move) -> None:
        """What the arrow shows: a counter goes from here to there, and one that is hit goes off."""
        if move.hits:
            self._move(Step(move.seat.other, move.target, None))
        source = point_at(move.seat, OWN_HALF) if move.source is Reserve.HOME else move.source
        self._move(Step(move.seat, source if isinstance(source, Point) else None, move.target))
        self._show()
        if self.first_move_s is None and any(isinstance(event, Moved) for event in self.table.events):
            self.first_move_s = self.table.now_s

    def _err(self, seat: Seat) -> None:
        """Move any counter to any place."""
        lying = [point for point in RING if self.board.count(seat, point)]
        self.mistakes += 1
        self._move(Step(seat, self.random.choice([*lying, None]), self.random.choice(RING)))
        self._show()
        self.table.wait(3.0)

    def _move(self, step: Step) -> None:
        self.table.wait(COUNTER_S)
        for point, change in ((step.source, -1), (step.target, 1)):
            if point is not None:
                count = max(0, self.board.count(step.seat, point) + change)
                self.board = self.board.with_count(step.seat, point, count)

    def _lay(self, halves: Halves) -> None:
        self.table.wait(COUNTER_S * sum(map(sum, (halves.a, halves.b))))
        self.board = halves
        self._show()

    def _show(self) -> None:
        self.table.show(self.board)

    def _press(self) -> None:
        self.table.wait(TOUCH_S)
        self.table.press()

    def _touch(self, intent: intents.Intent) -> None:
        self.table.wait(TOUCH_S)
        self.table.ask(intent)


def _computer(view: PlayView | PassView) -> Seat | None:
    return None if view.opponent is None else view.opponent.seat
