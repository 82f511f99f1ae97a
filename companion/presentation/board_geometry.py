"""The geometry of a drawn board: points, counters on and beside them, the ends of arrows."""

import itertools
import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Protocol

from companion.game import RING, Halves, Point, Seat
from companion.interface.sight import Crowd

Place = tuple[float, float]

NEAR = Seat.A  # the seat at the lower edge of the screen
CLOSEST = 0.6  # where counters overlap, at least this share of each one's width stays visible
STEPS = 60  # number of straight parts of a curve


class Rectangle(Protocol):
    """A rectangle, such as pygame's, in pixels."""

    @property
    def left(self) -> int:
        """Left edge."""

    @property
    def top(self) -> int:
        """Top edge."""

    @property
    def width(self) -> int:
        """Width."""

    @property
    def height(self) -> int:
        """Height."""


class BoardGeometry:
    """Where everything lies on a drawn board that fills a box, in pixels; draws nothing."""

    def __init__(
        self,
        box: Rectangle,
        label_px: int,
        *,
        beside: bool,
        crowds: Sequence[Crowd] = (),
        room: Mapping[Point, int] = MappingProxyType({}),
    ) -> None:
        """`room` keeps the counters on a half as close as if that many lay there."""
        self._room = room
        self._crowds = {crowd.point: crowd.seats for crowd in crowds}
        self.box = box
        self.beside = beside
        self.flank_px = box.width * (0.12 if beside else 0.0)
        inner_px = round(box.width - self.flank_px)
        self.pitch_px = inner_px / 5.3
        self.label_px = label_px
        self.point_px = min(self.pitch_px * 0.68, box.height * 0.14)
        self.counter_px = round(self.point_px * 0.94)
        self._left = box.left + (inner_px - 4 * self.pitch_px) / 2
        edge = label_px * 1.15 + self.point_px * 0.62
        self._top, self._bottom = box.top + edge, box.top + box.height - edge

    def point(self, point: Point) -> Place:
        """Return the middle of a point."""
        index = RING.index(point)
        if index < 5:
            return self._left + index * self.pitch_px, self._bottom
        return self._left + (9 - index) * self.pitch_px, self._top

    def inwards(self, point: Point) -> int:
        """Return 1 if a point's line leads down the screen towards its middle, else -1."""
        return -1 if RING.index(point) < 5 else 1

    @property
    def half_px(self) -> float:
        """Length of half a line."""
        return (self._bottom - self._top) / 2

    def size_px(self, point: Point, halves: Halves) -> int:
        """Return the diameter of the counters on a half: smaller where many lie there."""
        return min(self.counter_px, round(self._spacing(point, halves) / CLOSEST))

    def counters(self, point: Point, seat: Seat, halves: Halves) -> list[Place]:
        """Return the middles of a seat's counters on a half, in line, from the point inwards."""
        return [place for whose, place in self.lying(point, halves) if whose is seat]

    def lying(self, point: Point, halves: Halves) -> list[tuple[Seat, Place]]:
        """Return all counters on a half, in line, from the point inwards.

        On a mixed half they lie in their known order; if that isn't known, the owner's come first.
        """
        own = Seat.A if point.endswith(Seat.A) else Seat.B
        left = {seat: halves.count(seat, point) for seat in (own, own.other)}
        if not any(left.values()):
            return []
        (x, y), way = self.point(point), self.inwards(point)
        spacing = self._spacing(point, halves)
        seats = []
        for seat in self._crowds.get(point, ()):
            if left[seat]:
                left[seat] -= 1
                seats.append(seat)
        seats += [seat for seat, count in left.items() for _ in range(count)]
        return [(seat, (x, y + way * i * spacing)) for i, seat in enumerate(seats)]

    def _spacing(self, point: Point, halves: Halves) -> float:
        crowd = max(sum(halves.count(seat, point) for seat in Seat), self._room.get(point, 0))
        room = self.half_px - self.counter_px * 0.55
        return min(self.counter_px * 1.04, room / max(crowd - 1, 1))

    def hand(self, seat: Seat, count: int) -> list[Place]:
        """Return the middles of the counters a seat has in hand, beside its own side of the board."""
        x = self.box.left + self.box.width - self.flank_px * 0.55
        near = seat is NEAR
        start = self._bottom if near else self._top
        spacing = min(self.counter_px * 1.06, self.half_px * 0.9 / 4.5)
        return [(x, start + (-1 if near else 1) * i * spacing) for i in range(count)]

    def way(self, points: Sequence[Point], end: Place) -> list[Place]:
        """Return the places of a way's steps, the last one at its end.

        It runs just inside the points.
        """
        places = []
        for point in points[:-1]:
            x, y = self.point(point)
            places.append((x, y + self.inwards(point) * self.point_px / 2))
        return [*places, end]


def along(corners: Sequence[Place], share: float) -> Place:
    """Return the place on a broken line, `share` of its length from its beginning, 0 to 1."""
    lengths = [math.dist(one, other) for one, other in itertools.pairwise(corners)]
    left = share * sum(lengths)
    for (one, other), length in zip(itertools.pairwise(corners), lengths, strict=True):
        if left <= length and length:
            part = left / length
            return one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part
        left -= length
    return corners[-1]


@lru_cache(maxsize=64)
def walk(corners: tuple[Place, ...]) -> tuple[Place, ...]:
    """Return `STEPS` even steps along a broken line, from its beginning to its end."""
    return tuple(along(corners, step / STEPS) for step in range(STEPS + 1))


def bent_path(source: Place, target: Place, size_wh: tuple[int, int], margin_px: float) -> list[Place]:
    """Return a curve from one place to another that stays on a sheet of a given size.

    It bends towards the middle, or to the other side where there is no room.
    """
    (ax, ay), (bx, by) = source, target
    across, down = -(by - ay), bx - ax
    mid_x, mid_y = (ax + bx) / 2, (ay + by) / 2
    towards = (size_wh[0] / 2 - mid_x) * across * 0.2 + (size_wh[1] / 2 - mid_y) * down
    side = -1.0 if towards < 0 else 1.0
    for bend in (0.28, -0.28, 0.2, -0.2, 0.12, -0.12, 0.0):
        middle = (mid_x + side * bend * across, mid_y + side * bend * down)
        path = [bezier(source, middle, target, i / STEPS) for i in range(STEPS + 1)]
        if all(
            margin_px <= x <= size_wh[0] - margin_px and margin_px <= y <= size_wh[1] - margin_px
            for x, y in path
        ):
            break
    return path


def bezier(one: Place, bend: Place, other: Place, t: float) -> Place:
    """Return a point of the quadratic Bezier curve from one place to another; `t` runs from 0 to 1."""
    u = 1 - t
    return (
        u * u * one[0] + 2 * u * t * bend[0] + t * t * other[0],
        u * u * one[1] + 2 * u * t * bend[1] + t * t * other[1],
    )
