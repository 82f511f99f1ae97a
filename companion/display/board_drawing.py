"""The drawn board: five lines, ten points, the counters on them and beside them, arrows.

It is drawn as the near seat sees it, lines upright, with the near seat's points below; where A is near, 1A is
below on the left.
"""

import itertools
import math
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache

import pygame

from companion.display.canvas import Canvas
from companion.display.counters import draw_counter
from companion.display.icons import FINE, blank
from companion.display.layout import SMALL_MM
from companion.display.theme import Colour, Paint, Theme
from companion.game import RING, Halves, Point, Seat
from companion.game.rules import Start
from companion.referee.referee import State

Place = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow for a counter of a seat, between points; None is beside the board, in hand."""

    seat: Seat
    source: Point | None
    target: Point | None


class Mark(Enum):
    """What is drawn round a point."""

    RIGHT = "right"
    WRONG = "wrong"
    LAST = "last"
    TARGET = "target"


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """What is on the drawn board. `in_hand` counts the counters beside it, of A and of B.

    `beside` keeps room for those even while there are none.
    """

    halves: Halves
    in_hand: tuple[int, int] = (0, 0)
    arrows: tuple[Arrow, ...] = ()
    arrows_back: bool = False
    marks: dict[Point, Mark] = field(default_factory=dict)
    beside: bool = False

    @property
    def needs_room_beside(self) -> bool:
        """Whether anything lies beside the board, comes from there or goes there."""
        ends = (end for arrow in self.arrows for end in (arrow.source, arrow.target))
        return self.beside or any(self.in_hand) or None in ends


def picture_of(state: State) -> BoardPicture:
    """The position of a game as it is drawn."""
    position, rules = state.position, state.rules
    beside = rules.hitting or rules.start is Start.HAND
    return BoardPicture(position.halves(), (position.a.hand, position.b.hand), beside=beside)


class BoardGeometry:
    """Where everything lies on a drawn board that fills a box, in pixels."""

    def __init__(self, box: pygame.Rect, near: Seat, label_px: int, *, beside: bool) -> None:
        self.box = box
        self.near = near
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

    def counters(self, point: Point, seat: Seat, halves: Halves) -> list[Place]:
        """The middles of a seat's counters on a half, from the point inwards; two seats lie side by side."""
        count, others = halves.count(seat, point), halves.count(seat.other, point)
        x, y = self.point(point)
        if others:
            x += self.counter_px * (0.54 if seat is Seat.A else -0.54)
        room = self.half_px - self.counter_px * 0.55
        spacing = min(self.counter_px * 1.04, room / max(count - 1, 1))
        return [(x, y + self.inwards(point) * i * spacing) for i in range(count)]

    def hand(self, seat: Seat, count: int) -> list[Place]:
        """The middles of the counters a seat has in hand, beside its own half of the board."""
        x = self.box.right - self.flank_px * 0.55
        near = seat is self.near
        start = self._bottom if near else self._top
        spacing = min(self.counter_px * 1.06, self.half_px * 0.9 / 4.5)
        return [(x, start + (-1 if near else 1) * i * spacing) for i in range(count)]


def draw_board(canvas: Canvas, box: pygame.Rect, picture: BoardPicture, near: Seat) -> BoardGeometry:
    """Draw the board into a box; returns where everything lies."""
    theme = canvas.theme
    label_px = canvas.metrics.px(SMALL_MM)
    geometry = BoardGeometry(box, near, label_px, beside=picture.needs_room_beside)
    canvas.panel(box, theme.board)
    _draw_lines(canvas, geometry)
    for point in Point:
        _draw_point(canvas, geometry, point, picture.marks.get(point))
    for seat, count in zip(Seat, picture.in_hand, strict=True):
        for place in geometry.hand(seat, count):
            draw_counter(canvas.surface, seat, place, geometry.counter_px, theme)
    for point in Point:
        for seat in Seat:
            # The outer counters lie uppermost.
            for place in reversed(geometry.counters(point, seat, picture.halves)):
                draw_counter(canvas.surface, seat, place, geometry.counter_px, theme)
    _draw_arrows(canvas, geometry, picture)
    return geometry


def _draw_lines(canvas: Canvas, geometry: BoardGeometry) -> None:
    theme = canvas.theme
    width = max(2, round(geometry.point_px * 0.07))
    for point in RING[:5]:
        opposite = RING[9 - RING.index(point)]
        sacred = point is Point.A3
        colour = theme.sacred_line if sacred else theme.board_line
        one, other = geometry.point(point), geometry.point(opposite)
        pygame.draw.line(canvas.surface, colour, one, other, width * 2 if sacred else width)


def _draw_point(canvas: Canvas, geometry: BoardGeometry, point: Point, mark: Mark | None) -> None:
    x, y = geometry.point(point)
    sacred = point in (Point.A3, Point.B3)
    drawn = _circle(round(geometry.point_px), mark, canvas.theme, sacred=sacred)
    canvas.surface.blit(drawn, drawn.get_rect(center=(round(x), round(y))))
    label = pygame.Rect(0, 0, round(geometry.pitch_px), round(geometry.label_px * 1.2))
    away = geometry.point_px * 0.7 + geometry.label_px * 0.5
    label.center = (round(x), round(y - geometry.inwards(point) * away))
    canvas.text(point, label, SMALL_MM, paint=_on_board(canvas))


@lru_cache(maxsize=32)
def _circle(diameter_px: int, mark: Mark | None, theme: Theme, *, sacred: bool) -> pygame.Surface:
    """The circle of a point, with a ring round it if it bears a mark."""
    outline = theme.sacred_line if sacred else theme.board_line
    side = round(diameter_px * 1.36)
    sheet = blank((side * FINE, side * FINE), outline)
    middle = (side * FINE // 2, side * FINE // 2)
    radius = diameter_px * FINE // 2
    width = max(FINE, round(diameter_px * FINE * 0.06))
    if mark is not None:
        colours = {
            Mark.RIGHT: theme.good,
            Mark.WRONG: theme.back,
            Mark.LAST: theme.board_line,
            Mark.TARGET: theme.go,
        }
        pygame.draw.circle(sheet, colours[mark], middle, round(radius * 1.34), round(width * 1.6))
    pygame.draw.circle(sheet, theme.board, middle, radius)
    pygame.draw.circle(sheet, outline, middle, radius, width)
    return pygame.transform.smoothscale(sheet, (side, side))


def _on_board(canvas: Canvas) -> Paint:
    return Paint(canvas.theme.board, canvas.theme.page.ink)


def _draw_arrows(canvas: Canvas, geometry: BoardGeometry, picture: BoardPicture) -> None:
    if not picture.arrows:
        return
    colour = canvas.theme.back if picture.arrows_back else canvas.theme.go
    sheet = blank((geometry.box.width * 2, geometry.box.height * 2), canvas.theme.board)
    for arrow in picture.arrows:
        source = _end(geometry, arrow.seat, arrow.source, picture)
        target = _end(geometry, arrow.seat, arrow.target, picture)
        _draw_arrow(sheet, geometry, source, target, colour, canvas.theme.board)
    small = pygame.transform.smoothscale(sheet, geometry.box.size)
    canvas.surface.blit(small, geometry.box.topleft)


def _end(geometry: BoardGeometry, seat: Seat, point: Point | None, picture: BoardPicture) -> Place:
    if point is None:
        held = picture.in_hand[0 if seat is Seat.A else 1]
        return geometry.hand(seat, max(held, 1))[-1]
    places = geometry.counters(point, seat, picture.halves)
    return places[0] if places else geometry.point(point)


def _draw_arrow(
    sheet: pygame.Surface, geometry: BoardGeometry, source: Place, target: Place, colour: Colour, halo: Colour
) -> None:
    """A bent arrow, drawn at twice the size, with a thin halo that sets it off from counters."""
    fine = 2.0
    ax, ay = (source[0] - geometry.box.left) * fine, (source[1] - geometry.box.top) * fine
    bx, by = (target[0] - geometry.box.left) * fine, (target[1] - geometry.box.top) * fine
    length = math.hypot(bx - ax, by - ay) or 1.0
    middle_y = geometry.box.height * fine / 2
    # Bent towards the middle of the board, where there is room.
    px, py = -(by - ay) / length, (bx - ax) / length
    if (middle_y - (ay + by) / 2) * py < 0:
        px, py = -px, -py
    cx, cy = (ax + bx) / 2 + px * length * 0.28, (ay + by) / 2 + py * length * 0.28
    width = max(3.0, geometry.point_px * 0.13) * fine
    trimmed = geometry.counter_px * 0.3 * fine
    path = [_bezier((ax, ay), (cx, cy), (bx, by), i / 40) for i in range(41)]
    path = [p for p in path if math.dist(p, (bx, by)) > trimmed and math.dist(p, (ax, ay)) > trimmed]
    if len(path) < 2:
        return
    tip = path[-1]
    angle = math.atan2(by - tip[1], bx - tip[0])
    head = width * 2.1
    barbs = [
        (tip[0] + head * math.cos(angle), tip[1] + head * math.sin(angle)),
        (tip[0] + head * math.cos(angle + 2.3), tip[1] + head * math.sin(angle + 2.3)),
        (tip[0] + head * math.cos(angle - 2.3), tip[1] + head * math.sin(angle - 2.3)),
    ]
    for paint, extra in ((halo, 2.0 * fine), (colour, 0.0)):
        for place in path:
            pygame.draw.circle(sheet, paint, place, (width + extra) // 2 - 1)
        for one, other in itertools.pairwise(path):
            pygame.draw.line(sheet, paint, one, other, round(width + extra))
        pygame.draw.polygon(sheet, paint, barbs)
        if extra:
            pygame.draw.polygon(sheet, paint, barbs, round(extra))


def _bezier(one: Place, bend: Place, other: Place, t: float) -> Place:
    u = 1 - t
    return (
        u * u * one[0] + 2 * u * t * bend[0] + t * t * other[0],
        u * u * one[1] + 2 * u * t * bend[1] + t * t * other[1],
    )
