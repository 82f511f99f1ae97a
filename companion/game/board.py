"""The board: two seats, ten points, the ring they form, and what can be seen on it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Generic, TypeVar

T = TypeVar("T")
U = TypeVar("U")


class Seat(StrEnum):
    """One of the two players; A has the points 1A to 5A on its own side."""

    A = "A"
    B = "B"

    @property
    def other(self) -> "Seat":
        """The seat across the board."""
        return Seat.B if self is Seat.A else Seat.A


@dataclass(frozen=True, slots=True)
class PerSeat(Generic[T]):
    """The same of either seat; its parts come in the order A, B."""

    a: T
    b: T

    @classmethod
    def made(cls, make: Callable[[Seat], T]) -> "PerSeat[T]":
        """Return the values that a function makes of each seat."""
        return cls(make(Seat.A), make(Seat.B))

    def of(self, seat: Seat) -> T:
        """Return the value of a seat."""
        return self.a if seat is Seat.A else self.b

    def map(self, change: Callable[[T], U]) -> "PerSeat[U]":
        """Return the values that a function makes of these."""
        return PerSeat(change(self.a), change(self.b))

    def __iter__(self) -> Iterator[T]:
        yield self.a
        yield self.b


class Point(StrEnum):
    """One of the ten ends of the five lines, named as Locus Ludi names them (line, then side).

    A point also names the half of the line that ends in it. Line k joins kA to (6-k)B.
    """

    A1 = "1A"
    A2 = "2A"
    A3 = "3A"
    A4 = "4A"
    A5 = "5A"
    B1 = "1B"
    B2 = "2B"
    B3 = "3B"
    B4 = "4B"
    B5 = "5B"


RING: tuple[Point, ...] = tuple(Point)
"""The points in the order in which everyone travels, anticlockwise seen from above."""

OWN_HALF = 2  # the ring index, for either seat, of its own half of the sacred line
GOAL_HALF = 7  # the ring index, for either seat, of the half of the sacred line on which it wins


def point_at(seat: Seat, index: int) -> Point:
    """Return the point at an index of a seat's own ring: 0 is its first point, 5 the far side's first."""
    return RING[(index + (0 if seat is Seat.A else 5)) % 10]


def index_of(seat: Seat, point: Point) -> int:
    """Return the index, 0 to 9, of a point on a seat's own ring."""
    return (RING.index(point) + (0 if seat is Seat.A else 5)) % 10


@dataclass(frozen=True, slots=True)
class Halves:
    """The counters of either seat on each half: all that a camera can see of a position.

    `a` and `b` hold ten counts each, in the order of `RING`.
    """

    a: tuple[int, ...] = (0,) * 10
    b: tuple[int, ...] = (0,) * 10

    def of(self, seat: Seat) -> tuple[int, ...]:
        """Return the ten counts of one seat, in the order of `RING`."""
        return self.a if seat is Seat.A else self.b

    def count(self, seat: Seat, point: Point) -> int:
        """Return the number of a seat's counters on the half named by a point."""
        return self.of(seat)[RING.index(point)]

    def with_count(self, seat: Seat, point: Point, count: int) -> "Halves":
        """Return these halves with that many counters of a seat on the half named by a point."""
        index = RING.index(point)
        counts = (*self.of(seat)[:index], count, *self.of(seat)[index + 1 :])
        return replace(self, a=counts) if seat is Seat.A else replace(self, b=counts)
