"""Positions of the ten counters, as immutable values and as text.

The text form is `A 1A 2A 3A 4A 5A / B 1B 3Bx2 hand x2`: a seat, its points, `xN` for several on one half.
Counters not named are in hand; Kalkhoven's waiting counters are written `home xN`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.game.board import OWN_HALF, RING, Halves, Point, Seat, index_of
from companion.game.errors import GameError, NotationError

COUNTERS = 5  # number of counters of each seat


@dataclass(frozen=True, slots=True)
class Counters:
    """The five counters of one seat: on the ten points of its own ring, in hand, waiting at home.

    `ring[i]` counts those at index i of the seat's own ring. `home` counts those that wait inwards on the
    seat's own half of the sacred line, behind its point, to be brought into play.
    """

    ring: tuple[int, ...] = (0,) * 10
    hand: int = 0
    home: int = 0

    def __post_init__(self) -> None:
        if len(self.ring) != 10 or min(self.ring) < 0 or self.hand < 0 or self.home < 0:
            raise GameError(f"counters are ten counts of zero or more, hand and home: {self}")
        if sum(self.ring) + self.hand + self.home != COUNTERS:
            raise GameError(f"a seat has {COUNTERS} counters, not {sum(self.ring) + self.hand + self.home}")

    @property
    def reserve(self) -> int:
        """Number of counters that still have to enter: those in hand and those waiting at home."""
        return self.hand + self.home


@dataclass(frozen=True, slots=True)
class Position:
    """Places of the ten counters; the seat to throw is not part of it."""

    a: Counters
    b: Counters

    def of(self, seat: Seat) -> Counters:
        """Return the counters of one seat."""
        return self.a if seat is Seat.A else self.b

    def with_counters(self, seat: Seat, counters: Counters) -> "Position":
        """Return this position with one seat's counters replaced."""
        return replace(self, a=counters) if seat is Seat.A else replace(self, b=counters)

    def count(self, seat: Seat, point: Point) -> int:
        """Return the number of a seat's counters in play on a point or its half, without waiting ones."""
        return self.of(seat).ring[index_of(seat, point)]

    def halves(self) -> Halves:
        """Return this position as a camera sees it; counters waiting at home lie on their half."""
        return Halves(_seen(self.a), _seen(self.b)[5:] + _seen(self.b)[:5])

    @classmethod
    def parse(cls, text: str) -> "Position":
        """Return the position that a text describes; raise NotationError with the column of a mistake."""
        sides = text.split("/")
        if len(sides) != 2:
            raise NotationError(f"a position has two sides parted by one '/', as in 'A 1A / B 1B': {text!r}")
        return cls(
            _parse_side(sides[0], Seat.A, offset=0),
            _parse_side(sides[1], Seat.B, offset=len(sides[0]) + 1),
        )

    def __str__(self) -> str:
        return f"{_side_text(Seat.A, self.a)} / {_side_text(Seat.B, self.b)}"


def _seen(counters: Counters) -> tuple[int, ...]:
    """Return the counts on the ten halves of a seat's own ring."""
    ring = list(counters.ring)
    ring[OWN_HALF] += counters.home
    return tuple(ring)


def _side_text(seat: Seat, counters: Counters) -> str:
    words = [str(seat)]
    for point in RING:
        count = counters.ring[index_of(seat, point)]
        if count:
            words.append(point if count == 1 else f"{point}x{count}")
    if counters.home:
        words.append(f"home x{counters.home}")
    if counters.hand:
        words.append(f"hand x{counters.hand}")
    return " ".join(words)


_WORD = re.compile(r"(?P<place>[1-5][AB]|home|hand)(?:\s*x(?P<count>[1-5]))?(?=\s|$)", re.IGNORECASE)


def _words(text: str, start: int, offset: int) -> Iterator[tuple[str, int, int]]:
    """Yield place, count and column of every entry of one side."""
    while True:
        while start < len(text) and text[start].isspace():
            start += 1
        if start == len(text):
            return
        found = _WORD.match(text, start)
        if found is None:
            word = text[start:].split()[0]
            raise NotationError(
                f"column {offset + start + 1}: {word!r} is no point (1A to 5B, several as '3Bx2'), "
                "'hand xN' or 'home xN'"
            )
        yield found["place"], int(found["count"] or 1), offset + start + 1
        start = found.end()


def _parse_side(text: str, seat: Seat, offset: int) -> Counters:
    start = len(text) - len(text.lstrip())
    if text[start : start + 1].upper() != seat or not text[start + 1 : start + 2].strip() == "":
        raise NotationError(f"column {offset + start + 1}: this side must begin with the seat {seat}")
    ring = [0] * 10
    off_ring: dict[str, int] = {}
    for place, count, column in _words(text, start + 1, offset):
        key = place.lower()
        if key in ("hand", "home"):
            if key in off_ring:
                raise NotationError(f"column {column}: {key!r} is named twice for {seat}")
            off_ring[key] = count
        else:
            index = index_of(seat, Point(place.upper()))
            if ring[index]:
                raise NotationError(f"column {column}: {place.upper()} is named twice for {seat}; write xN")
            ring[index] = count
        if sum(ring) + sum(off_ring.values()) > COUNTERS:
            raise NotationError(f"column {column}: that makes more than {COUNTERS} counters for {seat}")
    home = off_ring.get("home", 0)
    in_hand = COUNTERS - sum(ring) - home
    if off_ring.get("hand", in_hand) != in_hand:
        raise NotationError(
            f"column {offset + start + 1}: {seat} has {COUNTERS - in_hand} counters named and "
            f"{off_ring['hand']} in hand; that must make {COUNTERS}"
        )
    return Counters(tuple(ring), in_hand, home)
