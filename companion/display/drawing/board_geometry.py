"""Where everything lies on a drawn board: points, counters on them and beside them, the ends of arrows."""

import pygame

from companion.game import RING, Halves, Point, Seat

Place = tuple[float, float]

CLOSEST = 0.6
"""Of each of several counters that lie on each other at least this share of its width is seen."""


class BoardGeometry:
    """Where everything lies on a drawn board that fills a box, in pixels."""

    def __init__(self, box: pygame.Rect, near: Seat, label_px: int, *, beside: bool) -> None:
        self.box = box
        self.near = near
        self.beside = beside
        self.flank_px = box.width * (0.12 if beside else 0.0)
        inner = pygame.Rect(box.left, box.top, round(box.width - self.flank_px), box.height)
        self.pitch_px = inner.width / 5.3
        self.label_px = label_px
        self.point_px = min(self.pitch_px * 0.68, inner.height * 0.14)
        self.counter_px = round(self.point_px * 0.94)
        self._left = inner.left + (inner.width - 4 * self.pitch_px) / 2
        edge = label_px * 1.15 + self.point_px * 0.62
        self._top, self._bottom = inner.top + edge, inner.bottom - edge

    def point(self, point: Point) -> Place:
        """The middle of a point."""
        index = RING.index(point) if self.near is Seat.A else (RING.index(point) + 5) % 10
        if index < 5:
            return self._left + index * self.pitch_px, self._bottom
        return self._left + (9 - index) * self.pitch_px, self._top

    def inwards(self, point: Point) -> int:
        """Which way down the screen leads from a point to the middle of its line: 1 or -1."""
        return 1 if self.point(point)[1] < self.box.centery else -1

    @property
    def half_px(self) -> float:
        """The length of half a line."""
        return (self._bottom - self._top) / 2

    def size_px(self, point: Point, halves: Halves) -> int:
        """How large the counters on a half are drawn: smaller where many lie there."""
        return min(self.counter_px, round(self._spacing(_crowd(point, halves)) / CLOSEST))

    def counters(self, point: Point, seat: Seat, halves: Halves) -> list[Place]:
        """The middles of a seat's counters on a half, all on their line, from the point inwards.

        Where both seats have some, those of the side's own seat come first.
        """
        count, others = halves.count(seat, point), halves.count(seat.other, point)
        first = 0 if point.endswith(seat) else others
        x, y = self.point(point)
        spacing = self._spacing(count + others)
        return [(x, y + self.inwards(point) * (first + i) * spacing) for i in range(count)]

    def _spacing(self, crowd: int) -> float:
        room = self.half_px - self.counter_px * 0.55
        return min(self.counter_px * 1.04, room / max(crowd - 1, 1))

    def hand(self, seat: Seat, count: int) -> list[Place]:
        """The middles of the counters a seat has in hand, beside its own half of the board."""
        x = self.box.right - self.flank_px * 0.55
        near = seat is self.near
        start = self._bottom if near else self._top
        spacing = min(self.counter_px * 1.06, self.half_px * 0.9 / 4.5)
        return [(x, start + (-1 if near else 1) * i * spacing) for i in range(count)]


def _crowd(point: Point, halves: Halves) -> int:
    return sum(halves.count(seat, point) for seat in Seat)
