"""Moves, and the collection of all that a throw allows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import overload

from companion.game.board import GOAL_HALF, OWN_HALF, RING, Point, Seat, index_of, point_at


class Reserve(StrEnum):
    """Place of a counter that has not entered yet."""

    HAND = "hand"
    HOME = "home"


Source = Point | Reserve  # start of a move


@dataclass(frozen=True, slots=True)
class Move:
    """One counter of a seat goes from a point, hand or home to a point.

    Two moves are equal when seat, source and target are; further effects of a move follow from the rules that
    made it. `Move(Seat.A, Point.A4, Point.B3) in legal_moves(...)` asks whether a move is legal.
    """

    seat: Seat
    source: Source
    target: Point
    hits: bool = field(default=False, compare=False)
    wins: bool = field(default=False, compare=False)
    throws_again: bool = field(default=False, compare=False)

    @property
    def enters(self) -> bool:
        """True if the counter comes into play with this move."""
        return isinstance(self.source, Reserve)

    @property
    def leaves_sacred_line(self) -> bool:
        """True if the counter lies on the sacred line before this move and not after it."""
        return is_sacred(self.source) and not is_sacred(self.target)

    @property
    def leaves_goal_half(self) -> bool:
        """True if the counter leaves the half on which its seat wins."""
        return isinstance(self.source, Point) and index_of(self.seat, self.source) == GOAL_HALF

    def __str__(self) -> str:
        return f"{self.source}-{self.target}"


def path(move: Move) -> tuple[Point, ...]:
    """Return the points that a move's counter passes in travel order, its target last.

    A counter from the hand begins on the first point of its seat, one from home on its own half.
    """
    if move.source is Reserve.HAND:
        start = -1
    elif move.source is Reserve.HOME:
        start = OWN_HALF
    else:
        start = index_of(move.seat, move.source)
    steps = (index_of(move.seat, move.target) - start - 1) % 10 + 1
    return tuple(point_at(move.seat, (start + step) % 10) for step in range(1, steps + 1))


def shorter_way(source: Point, target: Point) -> tuple[Point, ...]:
    """Return the points from a source, which is left out, to a target, round the ring the shorter way."""
    start = RING.index(source)
    ahead = (RING.index(target) - start) % 10
    step, count = (1, ahead) if ahead <= 5 else (-1, 10 - ahead)
    return tuple(RING[(start + step * i) % 10] for i in range(1, count + 1))


def is_sacred(place: Source) -> bool:
    """True if a place is on the sacred line; counters waiting at home lie on it."""
    return place is Reserve.HOME or (
        isinstance(place, Point) and index_of(Seat.A, place) in (OWN_HALF, GOAL_HALF)
    )


class Stay(StrEnum):
    """A turn in which no counter moves."""

    PASS = "pass"  # nothing can move: the turn passes
    DECLINE = "decline"  # something could move, but the rules let the player leave it


Action = Move | Stay  # a player's response to a throw


@dataclass(frozen=True, slots=True, repr=False)
class LegalMoves(Sequence[Move]):
    """All legal moves of one throw, and what kind of turn they make.

    Moves of equal counters on the same half are one move.
    """

    seat: Seat
    throw: int
    moves: tuple[Move, ...]
    may_decline: bool = False
    zugzwang: bool = False
    """True if every legal move takes a gathered counter off the sacred line, as in the poets' proverb."""

    @property
    def choices(self) -> tuple[Action, ...]:
        """All actions the player may take: the moves, declining where the rules offer it, or only passing."""
        if not self.moves:
            return (Stay.PASS,)
        return (*self.moves, Stay.DECLINE) if self.may_decline else self.moves

    @property
    def passes(self) -> bool:
        """True if the turn passes because nothing can move."""
        return not self.moves

    @property
    def forced(self) -> bool:
        """True if the only possible action is one move."""
        return len(self.moves) == 1 and not self.may_decline

    @property
    def all_leave_sacred_line(self) -> bool:
        """True if every legal move takes a counter off the sacred line, from its own half or its goal."""
        return bool(self.moves) and all(move.leaves_sacred_line for move in self.moves)

    def __len__(self) -> int:
        return len(self.moves)

    def __iter__(self) -> Iterator[Move]:
        return iter(self.moves)

    def __contains__(self, move: object) -> bool:
        return move in self.moves

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Move, ...]: ...
    def __getitem__(self, index: int | slice) -> Move | tuple[Move, ...]:
        return self.moves[index]

    def __repr__(self) -> str:
        listed = ", ".join(map(str, self.choices))
        return f"<LegalMoves of {self.seat} with a {self.throw}: {listed}>"
