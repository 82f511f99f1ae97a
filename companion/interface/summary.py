"""A finished game as pages describe it: in figures, and by what stood out."""

from dataclasses import dataclass

from companion.game import Action, Position, Seat
from companion.game.merits import Why


@dataclass(frozen=True)
class LongStay:
    """The throws for which a seat had a counter on the far end of the middle line without a break."""

    seat: Seat
    throws: int


@dataclass(frozen=True)
class GameSummary:
    """A game in figures: how long it lasted, and the longest stay, if any. Its state has the throws."""

    minutes: int
    longest_stay: LongStay | None = None


MIN_LOSS = 0.0005
"""Losses below this share of a game count as none: they are within the error of the solution."""


@dataclass(frozen=True)
class StandOut:
    """A choice that stands out: the action for a throw, and how much better or worse it was.

    `best` is what would have been best, the same as `action` for a fine choice. `share` is a chance, at least
    MIN_LOSS. `why` says by what it is better than `action` or,
    if that is the best, than the next best.
    """

    ply: int
    seat: Seat
    throw: int
    position: Position
    action: Action
    best: Action
    share: float
    why: Why | None = None


@dataclass(frozen=True)
class LuckyThrow:
    """The throw of a game that helped its player most: by `share`, a chance to win, 0 to 1."""

    ply: int
    seat: Seat
    throw: int
    share: float


@dataclass(frozen=True)
class Balance:
    """Gains and losses of one seat in a game, in chances to win: by its throws, and by its choices.

    It `found` the best move of so many where it had several `choices`.
    """

    luck: float
    lost: float
    found: int = 0
    choices: int = 0
