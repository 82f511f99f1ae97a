"""Events of a game at the table, and stimuli that lead to them.

Stimuli go into the referee, events come out; a game's state is the fold of its events, so a journal of
them replays the game. `ply` counts throws from 1; `frame` names the picture that showed it, if one did.
"""

from dataclasses import dataclass

from companion.game import Halves, Move, Outcome, Point, Position, Reason, Rules, Seat


@dataclass(frozen=True)
class Throw:
    """A stimulus: the die has been thrown."""

    value: int


@dataclass(frozen=True)
class Look:
    """A stimulus: a look at the table once it was still.

    `halves` is None when that is not sure: a hand over the board, blur, a thing that is no counter.
    """

    halves: Halves | None
    frame: str | None = None


@dataclass(frozen=True)
class Decline:
    """A stimulus: the player declines to move, where the rules leave that choice."""


@dataclass(frozen=True)
class Choose:
    """A stimulus: a player who can't move counters has chosen a move; somebody else makes it on the board."""

    move: Move


Stimulus = Throw | Look | Decline | Choose


@dataclass(frozen=True)
class Step:
    """A counter of `seat` goes from a half to a half: what was done, or what is to be done about it.

    `source` None means from beside the board, `target` None means off the board, into the owner's hand.
    """

    seat: Seat
    source: Point | None
    target: Point | None


@dataclass(frozen=True)
class Started:
    """A game has begun."""

    rules: Rules
    position: Position
    seat: Seat


@dataclass(frozen=True)
class Thrown:
    """The die shows `throw` for `seat`, and the rules leave it this many moves.

    `zugzwang`: every legal move takes a gathered counter off the sacred line. No move at all means that the
    turn passes.
    """

    ply: int
    seat: Seat
    throw: int
    choices: int
    zugzwang: bool


@dataclass(frozen=True)
class Chosen:
    """A player who can't move counters has chosen a move; no other is taken for it."""

    ply: int
    seat: Seat
    move: Move


@dataclass(frozen=True)
class Moved:
    """The board shows a legal move."""

    ply: int
    seat: Seat
    move: Move
    frame: str | None


@dataclass(frozen=True)
class TakenBack:
    """The last move was put back on the board before the next throw; the same throw is to be played again."""

    ply: int
    seat: Seat
    throw: int
    position: Position
    frame: str | None


@dataclass(frozen=True)
class Passed:
    """The turn passed without a move: `declined` by choice, or else because no move was possible."""

    ply: int
    seat: Seat
    throw: int
    declined: bool


@dataclass(frozen=True)
class Lifted:
    """Counters are off the board that belong on it, and nothing else is wrong: perhaps a move is under way.

    Nobody is accused of that at first sight; it is flagged if the next clear look shows it again. `done` is
    empty once they are back.
    """

    ply: int
    seat: Seat
    shown: Halves
    done: tuple[Step, ...]
    frame: str | None


@dataclass(frozen=True)
class Flagged:
    """The board shows something that the rules don't allow.

    `done` is how it differs from the board as it was, `remedy` the way back, `rule` the text and its number.
    `nearer` is what bars the move as well, where `reason` is a duty to enter first or a turn that passes.
    """

    ply: int
    seat: Seat
    throw: int | None
    reason: Reason
    rule: str
    shown: Halves
    done: tuple[Step, ...]
    remedy: tuple[Step, ...]
    frame: str | None
    nearer: Reason | None = None

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """All reasons, the nearer one first."""
        return (self.reason,) if self.nearer is None else (self.nearer, self.reason)


@dataclass(frozen=True)
class Mending:
    """After a flag, part of the board has been put right; the rest is still to do."""

    ply: int
    seat: Seat
    shown: Halves
    remedy: tuple[Step, ...]
    frame: str | None


@dataclass(frozen=True)
class Restored:
    """After a flag, the board is back as it was before the wrong move."""

    ply: int
    seat: Seat
    frame: str | None


@dataclass(frozen=True)
class Ended:
    """The game is over."""

    ply: int
    outcome: Outcome


Event = Started | Thrown | Chosen | Moved | TakenBack | Passed | Lifted | Flagged | Mending | Restored | Ended
