"""Puzzles: choices of recorded games whose best move is clear, and yet not seen at once."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date

from companion.analysis.play.insight import TurnInsight, insight
from companion.analysis.play.value_table import ValueTable
from companion.game import GOAL_HALF, Action, GameRecord, Rules, Starter, Stay, legal_moves, point_at

MIN_MARGIN = 0.03
"""Least chance to win that any other choice gives away: twice what a random one does (docs/games.md)."""

MIN_CHOICES = 3  # choices of a puzzle: of two, every second guess is right


@dataclass(frozen=True)
class Puzzle:
    """A choice to find the best action for: the turn of a game with this number, counted from 1.

    `played` is the day on which the game began.
    """

    rules: Rules
    number: int
    turn: TurnInsight
    played: date | None = None

    @property
    def key(self) -> tuple[object, ...]:
        """Return what is the same from either side of the board: then it is the same puzzle."""
        position, seat = self.turn.position, self.turn.turn.seat
        return self.rules, position.of(seat), position.of(seat.other), self.turn.turn.throw


def rules_of_choices(game: GameRecord) -> Rules:
    """Return a game's rules without what changes no choice's worth: who starts, and a limit."""
    return replace(game.rules, starter=Starter.THROW_OFF, limit=None)


def puzzles_in(games: Iterable[GameRecord], table_of: Callable[[Rules], ValueTable]) -> list[Puzzle]:
    """Return the choices that make puzzles, ranked."""
    return ranked(puzzle for game in games for puzzle in _of_game(game, table_of(rules_of_choices(game))))


def ranked(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """Return puzzles, each once: those that were missed first, then the clearest."""
    once = dict[tuple[object, ...], Puzzle]()
    for puzzle in puzzles:
        once.setdefault(puzzle.key, puzzle)
    return sorted(once.values(), key=lambda it: (it.turn.loss <= 0, -it.turn.margin))


def with_that_of(today: date, games: Iterable[list[Puzzle]], *, is_all: bool) -> list[Puzzle]:
    """Return the puzzles of games, oldest game first, ranked but for the puzzle of the day, which leads.

    That is from the newest game of an earlier day, so that a further game doesn't change it; from today's
    first if `is_all` that there is. Until it is known there are none.
    """
    some = [game for game in games if game]
    earlier = [game for game in some if game[0].played and game[0].played < today]
    of_day = [game[today.toordinal() % len(game)] for game in earlier[-1:] or some[:is_all]]
    if not of_day:
        return []
    rest = ranked(puzzle for game in some for puzzle in game)
    return [*of_day, *(it for it in rest if it.key != of_day[0].key)]


def _of_game(game: GameRecord, table: ValueTable) -> Iterator[Puzzle]:
    rules = rules_of_choices(game)
    for number, it in enumerate(insight(game, table).turns, start=1):
        if it.choices >= MIN_CHOICES and it.margin >= MIN_MARGIN and not _is_obvious(rules, it):
            yield Puzzle(rules, number, it, game.date)


def _is_obvious(rules: Rules, turn: TurnInsight) -> bool:
    """True if the best choice wins, or is the only one by two rules: don't leave the goal, and reach it."""
    goal = point_at(turn.turn.seat, GOAL_HALF)

    def by_rules(action: Action) -> tuple[bool, bool]:
        if isinstance(action, Stay):
            return True, False
        return action.source != goal, action.target == goal

    choices = legal_moves(turn.position, turn.turn.seat, turn.turn.throw, rules).choices
    most = max(map(by_rules, choices))
    return turn.best.chance == 1 or [it for it in choices if by_rules(it) == most] == [turn.best.action]
