"""The pages of a finished game's turning points, and of puzzles from games that were played here."""

from collections.abc import Callable
from dataclasses import replace

from companion.analysis.play.insight import GameInsight, SeatInsight, TurnInsight
from companion.analysis.play.puzzles import Puzzle
from companion.analysis.play.value_table import Prospect
from companion.game import Seat
from companion.game.merits import Why
from companion.interface.intents import Ask, Enter, Intent, Number
from companion.interface.summary import MIN_LOSS, Balance, LuckyThrow, StandOut
from companion.interface.views import WAS_IT_LUCK, WAY_S, InsightView, PuzzleView, View
from companion.referee.referee import State
from companion.station.context import Context
from companion.station.effects import Do
from companion.station.pages.overlay import LeafedPage
from companion.station.stimuli import BoardKnown, ChancesNotFound


class InsightPage(LeafedPage):
    """The game's turning points, or the progress of finding them. What most people ask comes first."""

    def __init__(self) -> None:
        super().__init__()
        self._leaf = WAS_IT_LUCK
        self._view: InsightView | None = None

    def enter(self, context: Context) -> None:
        """Have it worked out."""
        if self._view is None:
            context.want_chances(context.played.rules, again=True)
            context.ask(Do.ANALYSE_GAME, self._take)

    def hear(self, context: Context, news: BoardKnown | ChancesNotFound) -> None:
        """Go away if it can't be worked out."""
        if isinstance(news, ChancesNotFound):
            context.pop(self)

    def _take(self, context: Context, insight: GameInsight) -> None:
        assert context.played.over is not None
        a, b = (_balance(insight.of(seat)) for seat in Seat)
        self._view = InsightView(
            context.played.over,
            (insight.chance_a_at_start, *(turn.chance_a_after for turn in insight.turns)),
            (a, b),
            finest=_stand_out(insight, insight.finest, lambda turn: turn.margin),
            worst=_stand_out(insight, insight.worst, lambda turn: turn.loss),
            leaf=self._leaf,
            luckiest=_luckiest(insight),
        )

    def view(self, context: Context) -> View:
        if self._view is not None:
            return replace(self._view, leaf=self._leaf)
        assert context.played.over is not None
        done = context.chances.done
        return InsightView(context.played.over, solving=1.0 if done is None else done, leaf=self._leaf)


class PuzzlesPage(LeafedPage):
    """Puzzles: somebody touches a counter, and sees the best move and what was played."""

    def __init__(self, puzzles: list[Puzzle]) -> None:
        super().__init__()
        self._puzzles = puzzles
        self._picked: dict[int, tuple[Prospect, Why | None]] = {}
        self._shown_s = 0.0

    def handle(self, context: Context, intent: Intent) -> bool:
        """Take a choice, the first alone."""
        match intent:
            case Enter(Number.LEAF, leaf) if leaf not in range(len(self._puzzles)):
                return False
            case Enter(Number.CHOICE, number):
                prospects = self._puzzles[self._leaf].turn.prospects
                if number in range(len(prospects)):
                    why = self._puzzles[self._leaf].turn.why(prospects[number].action)
                    self._picked.setdefault(self._leaf, (prospects[number], why))
                    self._shown_s = context.now_s
            case Ask.SHOW_MOVE:
                self._shown_s = context.now_s
            case _:
                return super().handle(context, intent)
        return True

    def view(self, context: Context) -> View:
        puzzle, answer = self._puzzles[self._leaf], self._picked.get(self._leaf)
        it, done = puzzle.turn, puzzle.turn.turn
        state = State(puzzle.rules, it.position, done.seat, throw=done.throw)
        asked = PuzzleView(state, self._leaf, len(self._puzzles))
        if answer is None:
            return asked
        picked, why = answer
        best, turn = it.best, int(context.now_s - self._shown_s >= WAY_S)
        loss = best.chance - picked.chance
        asked = replace(asked, picked=picked.action, loss=loss, chance=best.chance, turn=turn)
        return replace(asked, best=best.action, played=done.action, why=why)


def _balance(seat: SeatInsight) -> Balance:
    return Balance(seat.luck, seat.loss, seat.best_choices, seat.real_choices)


def _luckiest(insight: GameInsight) -> LuckyThrow | None:
    """Return the throw that helped its player most; None where none did."""
    turn = max(insight.turns, key=lambda turn: turn.luck, default=None)
    if turn is None or turn.luck <= 0:
        return None
    return LuckyThrow(insight.turns.index(turn) + 1, turn.turn.seat, turn.turn.throw, turn.luck)


def _stand_out(
    insight: GameInsight, turn: TurnInsight | None, share: Callable[[TurnInsight], float]
) -> StandOut | None:
    if turn is None or share(turn) < MIN_LOSS:
        return None
    ply = insight.turns.index(turn) + 1
    done, best = turn.turn, turn.best.action
    return StandOut(
        ply, done.seat, done.throw, turn.position, done.action, best, share(turn), turn.why(done.action)
    )
