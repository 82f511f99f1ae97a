"""The turning points of a game: every choice's loss against the best one, and the luck of the dice.

Before a throw the player to throw has a chance. The throw moves it to the chance of the best choice it
allows: that is luck, nought on average. The choice moves it on, to the chance of what was done: that is never
a gain, and what it loses is its loss. So a game's luck and losses add up to the way from the chance
at the start to the one after its last turn (in a game that was won, its result), up to the rounding of the
table of chances (1/65534 a turn).
"""

from dataclasses import dataclass

from companion.analysis.play.opponent import best_of
from companion.analysis.play.reasons import why_better
from companion.analysis.play.value_table import Prospect, ValueTable
from companion.game import (
    Action,
    GameRecord,
    Move,
    Outcome,
    Position,
    Seat,
    Turn,
    legal_moves,
    play,
    start_position,
)
from companion.game.errors import IllegalMoveError
from companion.game.merits import Why


@dataclass(frozen=True)
class TurnInsight:
    """One turn: the mover's chance before the throw, with the throw and best play, and after the choice.

    `position` is that before the choice, `chance_a_after` seat A's chance after it, `prospects` what there
    was to do, `margin` how much better the best of it was than the next best. All chances are the `table`'s.
    """

    turn: Turn
    position: Position
    table: ValueTable
    before: float
    thrown: float
    after: float
    best: Prospect
    prospects: tuple[Prospect, ...]
    margin: float
    chance_a_after: float

    @property
    def choices(self) -> int:
        """The number of things there were to do."""
        return len(self.prospects)

    @property
    def luck(self) -> float:
        """The throw's worth to the mover."""
        return self.thrown - self.before

    @property
    def loss(self) -> float:
        """The chance that the choice gave away against the best."""
        return self.thrown - self.after

    def why(self, other: Action) -> Why | None:
        """Return what makes the best choice better than another, or if that is the best, than the next."""
        legal = legal_moves(self.position, self.turn.seat, self.turn.throw, self.table.rules)
        compared = None if other == self.best.action else other
        return why_better(self.table, self.position, legal, self.best.action, compared)

    @property
    def wins(self) -> bool:
        """True if the choice won the game."""
        return isinstance(self.turn.action, Move) and self.turn.action.wins


@dataclass(frozen=True)
class SeatInsight:
    """One seat's game: what its throws gave it, what its choices gave away, and how many it had."""

    luck: float
    loss: float
    throws: int
    real_choices: int
    best_choices: int


@dataclass(frozen=True)
class GameInsight:
    """A whole game, by seat A's chance at the start and after every turn."""

    game: GameRecord
    chance_a_at_start: float
    turns: tuple[TurnInsight, ...]

    @property
    def outcome(self) -> Outcome | None:
        """The game's outcome."""
        return self.game.outcome

    def of(self, seat: Seat) -> SeatInsight:
        """Return one seat's totals."""
        own = [turn for turn in self.turns if turn.turn.seat is seat]
        real = [turn for turn in own if turn.choices > 1]
        luck, loss = sum(turn.luck for turn in own), sum(turn.loss for turn in own)
        return SeatInsight(luck, loss, len(own), len(real), sum(turn.loss == 0 for turn in real))

    @property
    def worst(self) -> TurnInsight | None:
        """The turn that gave away most; None when nothing was given away."""
        worst = max(self.turns, key=lambda turn: turn.loss, default=None)
        return worst if worst is not None and worst.loss > 0 else None

    @property
    def finest(self) -> TurnInsight | None:
        """The best choice from which the next best was furthest; None when there was none.

        The move that wins is left out: everybody finds that one.
        """
        found = [turn for turn in self.turns if turn.loss == 0 and turn.margin > 0 and not turn.wins]
        return max(found, key=lambda turn: turn.margin, default=None)


def insight(game: GameRecord, table: ValueTable) -> GameInsight:
    """Return what decided a game, the limit of throws ignored; raise GameError if it breaks its rules."""
    position = start_position(game.rules)
    turns: list[TurnInsight] = []
    first = game.turns[0].seat if game.turns else Seat.A
    at_start = table.chance(position, first)
    for turn in game.turns:
        before = table.chance(position, turn.seat)
        legal = legal_moves(position, turn.seat, turn.throw, game.rules)
        prospects = table.prospects(position, legal)
        best = best_of(prospects)
        others = [prospect.chance for prospect in prospects if prospect is not best]
        margin = best.chance - max(others) if others else 0.0
        after = next((prospect.chance for prospect in prospects if prospect.action == turn.action), None)
        if after is None:
            done = f"turn {len(turns) + 1}: {turn.seat} {turn.throw} {turn.action}"
            raise IllegalMoveError(f"{done} isn't legal in {position}; check the game's rules")
        chance_a = after if turn.seat is Seat.A else 1 - after
        turns.append(
            TurnInsight(turn, position, table, before, best.chance, after, best, prospects, margin, chance_a)
        )
        position = play(position, turn.action)
    return GameInsight(game, at_start if first is Seat.A else 1 - at_start, tuple(turns))
