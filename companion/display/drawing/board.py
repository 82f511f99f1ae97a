"""The drawn board: five lines, ten points, the counters on them and beside them, arrows.

It is drawn as the near seat sees it, lines upright, with the near seat's points below; where A is near, 1A is
below on the left.
"""

from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache

import pygame

from companion.display.drawing.arrows import TWICE, Arrow, ArrowStyle, Place, draw_arrow, draw_ghost
from companion.display.drawing.canvas import Canvas
from companion.display.drawing.counters import draw_counter
from companion.display.drawing.icons import FINE, blank
from companion.display.drawing.layout import SMALL_MM
from companion.display.drawing.palette import Paint, Palette
from companion.game import COUNTERS, RING, Halves, Point, Seat
from companion.game.rules import Start
from companion.referee.referee import State


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
    palette = canvas.palette
    label_px = canvas.metrics.px(SMALL_MM)
    geometry = BoardGeometry(box, near, label_px, beside=picture.needs_room_beside)
    canvas.panel(box, palette.board)
    _draw_lines(canvas, geometry)
    for point in Point:
        _draw_point(canvas, geometry, point, picture.marks.get(point))
    for seat, count in zip(Seat, picture.in_hand, strict=True):
        for place in geometry.hand(seat, count):
            draw_counter(canvas.surface, seat, place, geometry.counter_px, palette)
    for point in Point:
        for seat in Seat:
            # The outer counters lie uppermost.
            for place in reversed(geometry.counters(point, seat, picture.halves)):
                draw_counter(canvas.surface, seat, place, geometry.counter_px, palette)
    _draw_arrows(canvas, geometry, picture)
    return geometry


def _draw_lines(canvas: Canvas, geometry: BoardGeometry) -> None:
    palette = canvas.palette
    width = max(2, round(geometry.point_px * 0.07))
    for point in RING[:5]:
        opposite = RING[9 - RING.index(point)]
        sacred = point is Point.A3
        colour = palette.sacred_line if sacred else palette.board_line
        one, other = geometry.point(point), geometry.point(opposite)
        pygame.draw.line(canvas.surface, colour, one, other, width * 2 if sacred else width)


def _draw_point(canvas: Canvas, geometry: BoardGeometry, point: Point, mark: Mark | None) -> None:
    x, y = geometry.point(point)
    sacred = point in (Point.A3, Point.B3)
    drawn = _circle(round(geometry.point_px), mark, canvas.palette, sacred=sacred)
    canvas.surface.blit(drawn, drawn.get_rect(center=(round(x), round(y))))
    label = pygame.Rect(0, 0, round(geometry.pitch_px), round(geometry.label_px * 1.2))
    away = geometry.point_px * 0.7 + geometry.label_px * 0.5
    label.center = (round(x), round(y - geometry.inwards(point) * away))
    canvas.text(point, label, SMALL_MM, paint=_on_board(canvas))


@lru_cache(maxsize=32)
def _circle(diameter_px: int, mark: Mark | None, palette: Palette, *, sacred: bool) -> pygame.Surface:
    """The circle of a point, with a ring round it if it bears a mark."""
    outline = palette.sacred_line if sacred else palette.board_line
    side = round(diameter_px * 1.36)
    sheet = blank((side * FINE, side * FINE), outline)
    middle = (side * FINE // 2, side * FINE // 2)
    radius = diameter_px * FINE // 2
    width = max(FINE, round(diameter_px * FINE * 0.06))
    if mark is not None:
        colours = {
            Mark.RIGHT: palette.good,
            Mark.WRONG: palette.back,
            Mark.LAST: palette.board_line,
            Mark.TARGET: palette.go,
        }
        pygame.draw.circle(sheet, colours[mark], middle, round(radius * 1.34), round(width * 1.6))
    pygame.draw.circle(sheet, palette.board, middle, radius)
    pygame.draw.circle(sheet, outline, middle, radius, width)
    return pygame.transform.smoothscale(sheet, (side, side))


def _on_board(canvas: Canvas) -> Paint:
    return Paint(canvas.palette.board, canvas.palette.page.ink)


def _draw_arrows(canvas: Canvas, geometry: BoardGeometry, picture: BoardPicture) -> None:
    if not picture.arrows:
        return
    palette, box = canvas.palette, geometry.box
    sheet = blank((box.width * TWICE, box.height * TWICE), palette.board)
    # The broad ones lie uppermost.
    for arrow in sorted(picture.arrows, key=lambda arrow: arrow.look is ArrowStyle.SHALL):
        source, target = ends(geometry, arrow, picture)
        if arrow.look is ArrowStyle.SHALL:
            ring_px = geometry.counter_px * TWICE
            middle, ghost = _on_sheet(source, box), _on_sheet(target, box)
            pygame.draw.circle(sheet, palette.go, middle, round(ring_px * 0.6), max(2, round(ring_px * 0.1)))
            draw_ghost(sheet, arrow.seat, ghost, ring_px, palette)
        point_px = geometry.point_px * TWICE
        draw_arrow(sheet, _on_sheet(source, box), _on_sheet(target, box), arrow.look, point_px, palette)
    canvas.surface.blit(pygame.transform.smoothscale(sheet, box.size), box.topleft)


def _on_sheet(place: Place, box: pygame.Rect) -> Place:
    return (place[0] - box.left) * TWICE, (place[1] - box.top) * TWICE


def ends(geometry: BoardGeometry, arrow: Arrow, picture: BoardPicture) -> tuple[Place, Place]:
    """Where an arrow begins and ends; a move's from the innermost counter to the place where it will lie."""
    is_move = arrow.look in (ArrowStyle.SHALL, ArrowStyle.WENT)
    held = picture.in_hand[0 if arrow.seat is Seat.A else 1]
    source = geometry.hand(arrow.seat, max(held, 1))[-1]
    target = geometry.hand(arrow.seat, min(held + 1, COUNTERS))[-1]
    if arrow.source is not None:
        lying = geometry.counters(arrow.source, arrow.seat, picture.halves)
        source = lying[-1 if is_move else 0] if lying else geometry.point(arrow.source)
    if arrow.target is not None:
        halves = _halves_after(picture, arrow.look) if is_move else picture.halves
        lying = geometry.counters(arrow.target, arrow.seat, halves)
        target = lying[-1 if is_move else 0] if lying else geometry.point(arrow.target)
    return source, target


def _halves_after(picture: BoardPicture, look: ArrowStyle) -> Halves:
    """The board once the counters with arrows of a look have gone."""
    counts = {seat: list(picture.halves.of(seat)) for seat in Seat}
    for arrow in picture.arrows:
        if arrow.look is look:
            for end, change in ((arrow.source, -1), (arrow.target, 1)):
                if end is not None:
                    counts[arrow.seat][RING.index(end)] += change
    return Halves(tuple(counts[Seat.A]), tuple(counts[Seat.B]))
