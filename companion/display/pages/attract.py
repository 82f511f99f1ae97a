"""While nobody is there: a game that is understood without words, then a page of the object's story."""

import pygame

from companion.display.attract_scene import Scene, scene
from companion.display.drawing.board import draw_board, ease, on_its_way
from companion.display.drawing.board_geometry import BoardGeometry
from companion.display.drawing.canvas import Align, Canvas, Part
from companion.display.drawing.dice import draw_roll
from companion.display.drawing.furniture import fault_strip
from companion.display.drawing.hand import draw_hand
from companion.display.drawing.layout import (
    BODY_MM,
    PROMPT_MM,
    SMALL_MM,
    TITLE_MM,
    cut_bottom,
    cut_left,
    cut_top,
)
from companion.game import Point, Seat
from companion.interface.intents import Ask
from companion.interface.views import AttractView
from companion.words.story import story


def draw(canvas: Canvas, view: AttractView) -> None:
    """Draw the page at its time."""
    metrics, gap = canvas.metrics, canvas.metrics.gap_px
    now = scene(view.time_s, still=view.still)
    whole = fault_strip(canvas, canvas.box.inflate(-2 * gap, -2 * gap))
    if metrics.portrait:
        reads = now.story is not None and metrics.small
        board, side = cut_top(whole, round(whole.height * (0.36 if reads else 0.6)), gap)
    else:
        board, side = cut_left(whole, round(whole.width * 0.58), gap)
    geometry = draw_board(canvas, board, now.board, canvas.near)
    _draw_hand(canvas, geometry, now)
    side, begin = cut_bottom(side, metrics.target_px, gap)
    canvas.panel(begin, canvas.palette.main.fill)
    words = begin.inflate(-2 * gap, 0)
    canvas.text(canvas.tr("Touch to play"), words, PROMPT_MM, paint=canvas.palette.main, bold=True)
    _draw_side(canvas, side, now)
    canvas.target(canvas.box, Ask.WELCOME)


def _draw_hand(canvas: Canvas, geometry: BoardGeometry, now: Scene) -> None:
    """The hand that carries a counter, or comes for one or goes; it is seen over the board alone."""
    box = pygame.Rect(geometry.box.left, geometry.box.top, geometry.box.width, geometry.box.height)
    place = on_its_way(geometry, now.board)
    if place is None and now.reach is not None:
        (x1, y1), (x2, y2) = (
            _held_at(geometry, now, point) for point in (now.reach.source, now.reach.target)
        )
        share = ease(now.reach.progress)
        place = x1 + (x2 - x1) * share, y1 + (y2 - y1) * share
    if place is not None:
        canvas.surface.set_clip(box)
        draw_hand(canvas.surface, place, geometry.counter_px, canvas.palette)
        canvas.surface.set_clip(None)


def _held_at(geometry: BoardGeometry, now: Scene, point: Point | None) -> tuple[float, float]:
    """Where a hand holds the innermost counter of a point; beside the board it is out of sight."""
    if point is None:
        box = geometry.box
        return box.left + box.width * 0.7, box.top + box.height + 2.0 * geometry.counter_px
    places = geometry.counters(point, Seat.A, now.board.halves)
    return places[-1] if places else geometry.point(point)


def _draw_side(canvas: Canvas, box: pygame.Rect, now: Scene) -> None:
    tr = canvas.tr
    if now.story is not None:
        pages = story(tr)
        page = pages[now.story % len(pages)]
        box, source = cut_bottom(box, canvas.metrics.px(SMALL_MM * (4.2 if canvas.metrics.small else 2.6)))
        box = box.inflate(-2 * canvas.metrics.gap_px, 0)
        parts = [Part(page.said, PROMPT_MM * 1.15)]
        if page.greek:
            parts.insert(0, Part(page.greek, PROMPT_MM, bold=True))
        canvas.stack(parts, box)
        canvas.text(page.source, source, SMALL_MM, ink=canvas.palette.soft)
    elif now.roll is not None:
        draw_roll(canvas, box, now.roll)
    elif now.won:
        size_mm = TITLE_MM * (1.0 if canvas.metrics.small else 1.5)
        canvas.stack([Part(tr("Five on the middle line win."), size_mm, bold=True)], box, align=Align.CENTRE)
    else:
        name, below = cut_top(box, box.height // 2)
        canvas.text(tr("Five Lines"), name, TITLE_MM * 1.35, bold=True)
        canvas.text(tr("Two players, five counters each."), below, BODY_MM, ink=canvas.palette.soft)
