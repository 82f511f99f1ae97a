"""The drawn board: five lines, ten points, the counters on them and beside them, arrows.

The near seat's points are at the bottom, with the lines upright; if A is near, 1A is at the lower left.
"""

import math
from functools import lru_cache

import pygame

from companion.display.drawing.canvas import Canvas
from companion.display.drawing.icons import FINE, blank
from companion.display.drawing.layout import SMALL_MM
from companion.display.drawing.table.arrows import TWICE, arrow_width_px, draw_arrow, draw_ghost, draw_step
from companion.display.drawing.table.counters import draw_counter
from companion.display.drawing.table.slab import slab
from companion.display.drawing.text import line_height_px
from companion.game import Point, Seat
from companion.presentation.board_geometry import STEPS, BoardGeometry, Place, bent_path, walk
from companion.presentation.board_picture import (
    Arrow,
    ArrowStyle,
    BoardPicture,
    PointMark,
    arrows_of,
    ends,
    mark_place,
    places_of,
    trace_ends,
)
from companion.presentation.palette import Paint, Palette

Lying = list[tuple[Place, int]]
"""The middles and diameters of counters that lie still, in pixels."""


def draw_board(canvas: Canvas, box: pygame.Rect, picture: BoardPicture) -> BoardGeometry:
    """Draw the board into a box; return where everything lies.

    Point names are drawn last, by `draw_labels`, and only if words on the page mention a point.
    """
    geometry, lying = draw_still(canvas, box, picture)
    draw_moving(canvas, geometry, picture, lying)
    _draw_arrows(canvas, geometry, picture)
    return geometry


def draw_still(canvas: Canvas, box: pygame.Rect, picture: BoardPicture) -> tuple[BoardGeometry, Lying]:
    """Draw the board with its marks, and the counters that don't move; return where everything lies."""
    palette, surface = canvas.palette, canvas.surface
    label_px = canvas.metrics.px(SMALL_MM)
    beside = picture.needs_room_beside
    geometry = BoardGeometry(box, label_px, beside=beside, crowds=picture.crowds, room=picture.room)
    radius_px = canvas.metrics.px(1.8)
    surface.blit(slab(box.size, label_px, radius_px, palette, beside=geometry.beside), box.topleft)
    canvas.boards.append((geometry, picture.named))
    shown, put_down = picture.shown, list[tuple[Seat, Place, int]]()
    is_moving = shown is not None and shown.progress < 1
    went = arrows_of(shown.move, ArrowStyle.WENT) if shown is not None and is_moving else ()
    gliding = {(arrow.target, arrow.seat) for arrow in went}
    gliding |= {(arrow.source, arrow.seat) for arrow in picture.arrows if arrow.look is ArrowStyle.BACK}

    def put(seat: Seat, place: Place, size_px: int) -> None:
        draw_counter(surface, seat, place, size_px, palette)
        put_down.append((seat, place, size_px))

    for seat, count in zip(Seat, picture.in_hand, strict=True):
        for place in geometry.hand(seat, count - ((None, seat) in gliding)):
            put(seat, place, geometry.counter_px)
    for point in Point:
        on_their_way = {seat for seat in Seat if (point, seat) in gliding}
        # The outer counters lie uppermost; the innermost of a seat is the one that comes.
        for seat, place in reversed(geometry.lying(point, picture.halves)):
            if seat in on_their_way:
                on_their_way.remove(seat)
            else:
                put(seat, place, geometry.size_px(point, picture.halves))
    for point, mark in picture.marks.items():
        # A ring lies over the counters beside it and under its own.
        ring, middle = _ring(round(geometry.point_px), mark, palette), mark_place(geometry, picture, point)
        surface.blit(ring, ring.get_rect(center=tuple(map(round, middle))))
        for seat, place, size_px in put_down:
            if place == middle:
                draw_counter(surface, seat, place, size_px, palette)
    return geometry, [(place, size_px) for _, place, size_px in put_down]


def draw_moving(canvas: Canvas, geometry: BoardGeometry, picture: BoardPicture, lying: Lying) -> None:
    """Draw the trail of the last move, where no counter lies still, and the counters in motion."""
    if picture.shown is None:
        return
    move, progress = picture.shown.move, min(max(picture.shown.progress, 0.0), 1.0)
    went, box, far = arrows_of(move, ArrowStyle.WENT), box_of(geometry), ease(progress)
    for arrow in went:
        path = _path(geometry, arrow, picture)
        x, y = path[reached := round(far * (len(path) - 1))]
        if arrow.seat is move.seat:
            _draw_trail(canvas, geometry, path[: reached + 1], lying)
        if progress < 1:
            # It is put down on each point that it passes.
            height = abs(math.sin(math.pi * max(1, len(arrow.way)) * far))
            place = x + box.left, y + box.top
            draw_counter(canvas.surface, arrow.seat, place, geometry.counter_px, canvas.palette, height)
    if not picture.arrows:
        # The numbers of the steps that the counter has passed.
        steps = places_of(geometry, went[0], *trace_ends(geometry, went[0], picture)).numbered[:-1]
        for number, place in steps[: math.floor(far * len(went[0].way))]:
            size_px = geometry.point_px * 0.4
            draw_step(canvas.surface, number, place, size_px, ArrowStyle.MAY, canvas.palette)


def draw_labels(canvas: Canvas) -> None:
    """Draw the names of the points if words on the page mention any; elsewhere they only distract."""
    words = {word.strip(".,:;!?()»«“”") for text in canvas.texts for word in text.string.split()}
    helpful = not words.isdisjoint(Point)
    paint = Paint(canvas.palette.board, canvas.palette.page.ink)
    for geometry, named in canvas.boards:
        for point in Point if helpful or named else ():
            x, y = geometry.point(point)
            label = pygame.Rect(0, 0, round(geometry.pitch_px), line_height_px(geometry.label_px))
            away = geometry.point_px * 0.7 + geometry.label_px * 0.5
            label.center = (round(x), round(y - geometry.inwards(point) * away))
            label.clamp_ip(
                pygame.Rect(
                    geometry.box.left + 3,
                    geometry.box.top + 3,
                    geometry.box.width - 6,
                    geometry.box.height - 6,
                )
            )
            canvas.text(point, label, SMALL_MM, paint=paint, bold=True)


def box_of(geometry: BoardGeometry) -> pygame.Rect:
    """Return the board's box."""
    box = geometry.box
    return pygame.Rect(box.left, box.top, box.width, box.height)


@lru_cache(maxsize=32)
def _ring(diameter_px: int, mark: PointMark, palette: Palette) -> pygame.Surface:
    """Draw a mark's ring: whole if right, broken if wrong, thin if past; a glow has a pale disc behind it."""
    colours = {
        PointMark.RIGHT: palette.good,
        PointMark.WRONG: palette.back,
        PointMark.LAST: palette.board_line,
        PointMark.TARGET: palette.go,
        PointMark.GLOW: palette.go,
    }
    colour, side = colours[mark], round(diameter_px * 1.5)
    sheet = blank((side * FINE, side * FINE), colour)
    middle, radius = side * FINE // 2, round(diameter_px * FINE * 0.57)
    width = max(FINE, round(diameter_px * FINE * (0.04 if mark is PointMark.LAST else 0.1)))
    if mark is PointMark.GLOW:
        pygame.draw.circle(sheet, colour, (middle, middle), round(diameter_px * FINE * 0.62))
        pygame.draw.circle(sheet, palette.page.fill, (middle, middle), round(diameter_px * FINE * 0.57))
    elif mark is not PointMark.WRONG:
        pygame.draw.circle(sheet, colour, (middle, middle), radius, width)
    else:
        whole = pygame.Rect(0, 0, 2 * radius, 2 * radius)
        whole.center = (middle, middle)
        for part in range(8):
            start = math.tau * part / 8
            pygame.draw.arc(sheet, colour, whole, start, start + math.tau / 13, width * 2)
    return pygame.transform.smoothscale(sheet, (side, side))


def on_its_way(geometry: BoardGeometry, picture: BoardPicture) -> Place | None:
    """Return where the counter of the move being shown is now; None if no move is being shown."""
    if picture.shown is None or picture.shown.progress >= 1:
        return None
    path = _path(geometry, arrows_of(picture.shown.move, ArrowStyle.WENT)[0], picture)
    x, y = path[round(ease(max(picture.shown.progress, 0.0)) * (len(path) - 1))]
    return x + geometry.box.left, y + geometry.box.top


def _path(geometry: BoardGeometry, arrow: Arrow, picture: BoardPicture) -> list[Place]:
    """Return a counter's path in pixels of the board's box."""
    box = box_of(geometry)
    source, target = trace_ends(geometry, arrow, picture)
    if arrow.way:
        corners = places_of(geometry, arrow, source, target).walked
        return [_in_box(place, box) for place in walk(tuple(corners))]
    return bent_path(_in_box(source, box), _in_box(target, box), box.size, 0.0)


def ease(progress: float) -> float:
    """Return the eased progress: slow at the start and at the end."""
    return progress * progress * (3 - 2 * progress)


def _draw_trail(canvas: Canvas, geometry: BoardGeometry, path: list[Place], lying: Lying) -> None:
    """Draw dots along a path, larger towards its end, where no counter lies."""
    colour = canvas.palette.board_line
    for number, (x, y) in enumerate(path):
        if number % 4 == 2:
            size = max(2, round(geometry.point_px * (0.04 + 0.08 * number / STEPS)))
            place = (x + geometry.box.left, y + geometry.box.top)
            if all(math.dist(place, middle) > size_px / 2 for middle, size_px in lying):
                pygame.draw.circle(canvas.surface, colour, place, size)


def _in_box(place: Place, box: pygame.Rect) -> Place:
    return place[0] - box.left, place[1] - box.top


def _draw_arrows(canvas: Canvas, geometry: BoardGeometry, picture: BoardPicture) -> None:
    if not picture.arrows:
        return
    palette, box = canvas.palette, box_of(geometry)
    sheet = blank((box.width * TWICE, box.height * TWICE), palette.board)
    point_px = geometry.point_px * TWICE
    steps: list[tuple[int, Place, ArrowStyle]] = []
    # The broad ones lie uppermost, and nearest to the points.
    arrows = sorted(picture.arrows, key=lambda arrow: arrow.look is ArrowStyle.SHALL)
    for arrow in arrows:
        source, target = ends(geometry, arrow, picture)
        if arrow.look is ArrowStyle.SHALL:
            ring_px = geometry.counter_px * TWICE
            middle, ghost = _on_sheet(source, box), _on_sheet(target, box)
            pygame.draw.circle(sheet, palette.go, middle, round(ring_px * 0.6), max(2, round(ring_px * 0.1)))
            draw_ghost(sheet, arrow.seat, ghost, ring_px, palette)
        if arrow.way:
            places = places_of(geometry, arrow, source, target)
            steps += [(number, place, arrow.look) for number, place in places.numbered]
            way = [_on_sheet(place, box) for place in walk(tuple(places.line))]
        else:
            margin_px = arrow_width_px(arrow.look, point_px) * 1.2
            middle, end = _on_sheet(source, box), _on_sheet(target, box)
            way = bent_path(middle, end, sheet.get_size(), margin_px)
        draw_arrow(sheet, way, arrow.look, point_px, palette)
        if arrow.look is ArrowStyle.BACK:
            place = way[round(ease(picture.carried) * (len(way) - 1))]
            draw_counter(sheet, arrow.seat, place, geometry.counter_px * TWICE, palette, 1.0)
    canvas.surface.blit(pygame.transform.smoothscale(sheet, box.size), box.topleft)
    for number, place, look in steps:
        size_px = geometry.point_px * (0.52 if look is ArrowStyle.SHALL else 0.4)
        draw_step(canvas.surface, number, place, size_px, look, palette)


def _on_sheet(place: Place, box: pygame.Rect) -> Place:
    return (place[0] - box.left) * TWICE, (place[1] - box.top) * TWICE
