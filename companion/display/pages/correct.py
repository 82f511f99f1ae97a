"""A wrong reading put right by hand, without words: a touch on a half adds or takes away a counter."""

import pygame

from companion.display.drawing.board import draw_board
from companion.display.drawing.board_picture import BoardPicture
from companion.display.drawing.canvas import Canvas
from companion.display.drawing.counters import draw_counter_on
from companion.display.drawing.furniture import fault_strip, language_button
from companion.display.drawing.icons import Icon, icon_surface
from companion.display.drawing.layout import columns, cut_left, cut_right, cut_top
from companion.game import COUNTERS, Point, Seat
from companion.interface.intents import Ask, CorrectHalf, CorrectWith
from companion.interface.views import CorrectView


def draw(canvas: Canvas, view: CorrectView) -> None:
    """Draw the page: the tools above, the board below."""
    gap, target = canvas.metrics.gap_px, canvas.metrics.target_px
    whole = fault_strip(canvas, canvas.box.inflate(-2 * gap, -2 * gap))
    head, board = cut_top(whole, target, gap)
    back, head = cut_left(head, target, gap)
    canvas.button("", back, Ask.BACK, icon=Icon.BACK)
    head, globe = cut_right(head, target, gap)
    language_button(canvas, globe)
    tools, done = cut_right(head, target, gap)
    if canvas.metrics.narrow:
        tools, board = cut_top(board, target, gap)
    canvas.button("", done, Ask.GO_ON, icon=Icon.TICK, paint=canvas.palette.main)
    choices = [(seat, delta) for seat in Seat for delta in (1, -1)]
    for (seat, delta), box in zip(choices, columns(tools, 4, gap // 2), strict=True):
        _draw_tool(canvas, box, seat, delta, chosen=(seat, delta) == (view.seat, view.delta))
    geometry = draw_board(canvas, board, BoardPicture(view.halves, named=True), canvas.near)
    for point in Point:
        x, y = geometry.point(point)
        half = pygame.Rect(0, board.top, int(geometry.pitch_px) - 1, board.height // 2)
        half.centerx = round(x)
        if y > board.centery:
            half.bottom = board.bottom
        if 0 <= view.halves.count(view.seat, point) + view.delta <= COUNTERS:
            canvas.target(half, CorrectHalf(point, view.seat, view.delta))


def _draw_tool(canvas: Canvas, box: pygame.Rect, seat: Seat, delta: int, *, chosen: bool) -> None:
    """A counter with a plus or a minus."""
    paint = canvas.palette.main if chosen else canvas.palette.panel
    canvas.panel(box, paint.fill, None if chosen else canvas.palette.rule)
    side = min(canvas.metrics.px(6), round(box.width * 0.42), box.height)
    middle = (box.centerx - side * 0.5, box.centery)
    draw_counter_on(canvas.surface, seat, middle, side, canvas.palette, paint)
    sign = icon_surface(Icon.PLUS if delta > 0 else Icon.MINUS, side, paint.ink)
    canvas.surface.blit(sign, (box.centerx + 2, box.centery - side // 2))
    canvas.target(box, CorrectWith(seat, delta))
