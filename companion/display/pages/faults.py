"""Draw the page that says what is out of order."""

from collections.abc import Sequence

import pygame

from companion.display.drawing.canvas import Canvas, Pages, TextPart
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import TITLE_MM, columns, cut_bottom, cut_left, cut_right, cut_top
from companion.display.drawing.parts.furniture import (
    MESSAGE_MM,
    fault_strip,
    language_button,
    picture_surface,
)
from companion.display.drawing.table.pushed import draw_board_place, draw_pushed_board
from companion.game import Point, Seat
from companion.interface.faults import WITHOUT_PICTURES
from companion.interface.intents import Ask
from companion.interface.sight import OUTER_POINTS, CameraPicture, Corner
from companion.interface.views import OutOfOrderView
from companion.presentation.board_geometry import NEAR
from companion.presentation.words.labels import fault_advice, fault_text


def draw_out_of_order(canvas: Canvas, view: OutOfOrderView) -> None:
    """Draw the page."""
    metrics, gap = canvas.metrics, canvas.metrics.gap_px
    whole = canvas.box.inflate(-2 * gap, -2 * gap)
    others = [fault for fault in canvas.faults if fault is not view.fault]
    if not metrics.small:
        whole = fault_strip(canvas, whole, but=(view.fault,))
    if canvas.two_sided:
        far, whole = cut_top(whole, round((whole.height - metrics.target_px) * 0.42), gap)
        with canvas.sheet(far, turned=True) as sheet:
            _draw_words(sheet, sheet.box, view, NEAR.other)
    near, foot = cut_bottom(whole, metrics.target_px, gap)
    _draw_words(canvas, near, view, NEAR, f" (+{len(others)})" if others and metrics.small else "")
    globe, foot = cut_left(foot, metrics.target_px, gap)
    language_button(canvas, globe)
    foot, staff = cut_right(foot, canvas.button_px(canvas.tr("Staff")), gap)
    canvas.button(canvas.tr("Staff"), staff, Ask.OPEN_STAFF, icon=Icon.SETTINGS)
    if view.may_go_without:
        foot, without = columns(foot, 2, gap)
        canvas.button(canvas.tr("Go on anyway"), without, Ask.GO_WITHOUT, icon=Icon.FORWARD)
    again = (canvas.tr("Try again"), Ask.GO_ON, Icon.AGAIN)
    label, asks, icon = (canvas.tr("It lies here now"), Ask.TAKE_PLACE, Icon.TICK) if view.may_stay else again
    canvas.button(label, foot, asks, icon=icon, paint=canvas.palette.main)


def _draw_words(canvas: Canvas, box: pygame.Rect, view: OutOfOrderView, near: Seat, more: str = "") -> None:
    """Draw what is wrong and what to do; `more` is added to the first where other faults have no room."""
    tr, palette, gap = canvas.tr, canvas.palette, canvas.metrics.gap_px
    canvas.panel(box, palette.wrong.fill)
    inner = box.inflate(-2 * gap, -gap)
    if view.motion is None and view.picture is None:
        mark, words = cut_left(inner, min(inner.height, inner.width // 3), gap)
        icon = Icon.PLUG if view.fault in WITHOUT_PICTURES else Icon.WARNING
        canvas.icon(icon, mark.inflate(0, -mark.height // 8), palette.wrong.ink)
    else:
        if inner.height > inner.width * 0.6:
            mark, words = cut_top(inner, inner.height // 2, gap)
        else:
            mark, words = cut_left(inner, min(inner.height, inner.width * 2 // 5), gap)
        if view.motion is not None:
            draw_pushed_board(canvas, mark, view.motion, near)
        elif view.picture is not None:
            _draw_place(canvas, mark, view.picture, view.place, near)
    parts = [
        TextPart(fault_text(view.fault, tr) + more, TITLE_MM, bold=True),
        TextPart(fault_advice(view.fault, tr), MESSAGE_MM),
    ]
    canvas.stack(parts, words, paint=palette.wrong)


def _draw_place(
    canvas: Canvas, box: pygame.Rect, picture: CameraPicture, corners: Sequence[Corner], near: Seat
) -> None:
    """Draw the camera's picture with the board's place in it, the near seat's side below."""
    height, width = picture.pixels.shape[:2]
    scale = min(box.width / width, box.height / height)
    sheet = picture_surface(picture, (round(width * scale), round(height * scale)))
    places = {corner.point: (corner.x_px * scale, corner.y_px * scale) for corner in corners}
    if places:
        draw_board_place(sheet, [places[point] for point in OUTER_POINTS], canvas.palette)
        if (places[Point.A1][1] > places[Point.B1][1]) is not (near is Seat.A):
            sheet = pygame.transform.rotate(sheet, 180)
    canvas.surface.blit(sheet, sheet.get_rect(center=box.center))


PAGES: Pages = {
    OutOfOrderView: draw_out_of_order,
}
"""The function that draws each kind of view of this stage."""
