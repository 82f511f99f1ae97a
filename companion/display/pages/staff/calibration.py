"""Draw the calibration."""

import cv2
import numpy as np
import pygame

from companion.display.drawing.canvas import Canvas, Pages, TextPart, TouchTarget
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import (
    BODY_MM,
    PROMPT_MM,
    SMALL_MM,
    columns,
    cut_bottom,
    cut_left,
    cut_top,
    rows,
)
from companion.display.drawing.palette import Paint
from companion.display.drawing.parts.frame import FrameBox, draw_frame, draw_magnifier, draw_spot
from companion.display.drawing.parts.furniture import titled
from companion.display.drawing.table.board import draw_board
from companion.display.drawing.table.board_picture import BoardPicture
from companion.display.words.labels import remark_text
from companion.game import RING, Halves, Point, Seat
from companion.interface.intents import (
    Ask,
    DragPoint,
    Intent,
)
from companion.interface.sight import Corner, Grade
from companion.interface.views import CalibrationStep, CalibrationView
from companion.referee.words import Translate

MAGNIFIER_SHARE = 0.4
"""Side of the magnifier, as a share of the picture's height."""

ENDS = np.array([(1, 0), (1, 1), (1, 2), (1, 3), (1, 4), (0, 4), (0, 3), (0, 2), (0, 1), (0, 0)], np.float64)
"""The ten points in ring order on a plane of their own: side, line."""

Button = tuple[str, Icon, Intent]


def draw_calibration(canvas: Canvas, view: CalibrationView) -> None:
    """Draw the page."""
    remark = remark_text(view.remarks[0], canvas.tr) if view.remarks else ""
    content = titled(canvas, canvas.tr("Calibrate"), far=remark)
    picture, side = _parts(canvas, content)
    _draw_side(canvas, side, view, remark)
    frame = draw_frame(canvas, picture, view.picture)
    if frame is None:
        return
    if len(view.corners) == 4 and view.step in (
        CalibrationStep.FIND,
        CalibrationStep.EMPTY,
        CalibrationStep.LAY,
    ):
        points = _points_on_page(frame, view.corners)
        _draw_lines(canvas, points)
        if view.laid is not None:
            _draw_laid(canvas, points, view.laid, view.noticed or ())
        if view.step is CalibrationStep.FIND and view.found is not None:
            _draw_handles(canvas, frame, view)
    if view.reading is not None:
        for spot in view.reading.spots:
            draw_spot(canvas, frame, spot)


def _parts(canvas: Canvas, content: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect]:
    """Return the boxes of the picture, and of the words and buttons."""
    metrics, gap = canvas.metrics, canvas.metrics.gap_px
    if metrics.portrait:
        most = content.height * (8 if metrics.small else 11) // 20
        return cut_top(content, min(most, content.width * 3 // 4), gap)
    share = 46 if metrics.small else 69
    return cut_left(content, content.width * share // 100, gap)


def _draw_side(canvas: Canvas, side: pygame.Rect, view: CalibrationView, remark: str) -> None:
    """Draw the instruction and the buttons, the main one at the bottom."""
    metrics, gap, palette, tr = canvas.metrics, canvas.metrics.gap_px, canvas.palette, canvas.tr
    main, others = _buttons(view, tr)
    if main is not None:
        side, box = cut_bottom(side, metrics.target_px, gap)
        label, icon, intent = main
        canvas.button(label, box, intent, icon=icon, paint=palette.main, size_mm=BODY_MM)
    side = _draw_others(canvas, side, others)
    failed = view.step is CalibrationStep.RESULT and view.reading is None and view.grade is None
    parts = [TextPart(_asked(view, tr), BODY_MM if metrics.small or remark else PROMPT_MM, bold=True)]
    if remark:
        parts.append(TextPart(remark))
    elif view.moving and view.step in (CalibrationStep.EMPTY, CalibrationStep.LAY):
        parts.append(TextPart(tr("Something is moving.")))
    elif view.laid is not None and view.noticed is not None:
        wanted = _wanted(view.laid)
        seen = sum(point in view.noticed for point in wanted)
        parts.append(TextPart(tr("Noticed: {seen} of {all}").format(seen=seen, all=len(wanted))))
    if view.reading is not None and view.reading.halves is not None and side.height > metrics.px(40):
        side, board = cut_bottom(side, min(side.height * 6 // 10, side.width), gap)
        draw_board(canvas, board, BoardPicture(view.reading.halves, crowds=view.reading.crowds), canvas.near)
    if view.step is CalibrationStep.RESULT:
        paint = palette.wrong if failed else palette.right
        canvas.panel(side, paint.fill)
        canvas.stack(parts, side.inflate(-2 * gap, -gap), paint=paint)
    else:
        canvas.stack(parts, side)


def _draw_others(canvas: Canvas, side: pygame.Rect, others: list[Button]) -> pygame.Rect:
    """Draw the lesser buttons with words where there is room, else as icons; return the rest of the box."""
    metrics, gap = canvas.metrics, canvas.metrics.gap_px
    if not others:
        return side
    stacked = len(others) * (metrics.target_px + gap)
    if side.height - stacked > metrics.px(26):
        side, box = cut_bottom(side, stacked - gap, gap)
        boxes = rows(box, len(others), gap)
    else:
        side, box = cut_bottom(side, metrics.target_px, gap)
        boxes = columns(box, len(others), gap)
    for (label, icon, intent), place in zip(others, boxes, strict=True):
        canvas.button(label if place.width > 2.2 * place.height else "", place, intent, icon=icon)
    return side


def _buttons(view: CalibrationView, tr: Translate) -> tuple[Button | None, list[Button]]:
    """Return the main button and the others."""
    match view.step:
        case CalibrationStep.FIND:
            others: list[Button] = []
            if view.corners and view.found is not None:
                others.append((tr("Swap A and B"), Icon.AGAIN, Ask.TURN_BOARD))
            others.append((tr("Search again"), Icon.SEARCH, Ask.FIND_BOARD))
            if view.has_last:
                others.append((tr("Use the previous one"), Icon.UNDO, Ask.USE_LAST_CALIBRATION))
            if not view.corners or view.found is None:
                return None, others
            return (tr("Yes"), Icon.TICK, Ask.GO_ON), others
        case CalibrationStep.EMPTY:
            return (tr("It is empty"), Icon.TICK, Ask.GO_ON), []
        case CalibrationStep.LAY:
            return (tr("They're all there"), Icon.TICK, Ask.GO_ON), []
        case CalibrationStep.LEARN:
            return None, []
    if view.grade is None:
        return (tr("Try again"), Icon.AGAIN, Ask.GO_ON), []
    return (tr("Use it"), Icon.TICK, Ask.GO_ON), [(tr("Set them out again"), Icon.AGAIN, Ask.BACK)]


def _asked(view: CalibrationView, tr: Translate) -> str:
    """Return the instruction or message."""
    match view.step:
        case CalibrationStep.FIND if view.found is None:
            return tr("Looking for the board: a few seconds.")
        case CalibrationStep.FIND:
            if view.found:
                return tr("Is this your board?")
            return tr("I can't find the board. Drag the four points onto its corners.")
        case CalibrationStep.EMPTY:
            return tr("Take everything off the board.")
        case CalibrationStep.LAY:
            return tr("Put one colour where it says A, the other where it says B.")
        case CalibrationStep.LEARN:
            return tr("Learning the board: a few seconds.")
    grades = {
        Grade.VERY_WELL: tr("I tell the counters apart very well."),
        Grade.WELL: tr("I tell the counters apart well."),
        Grade.JUST: tr("I can barely tell the counters apart."),
    }
    if view.grade is not None:
        return grades[view.grade]
    return tr("That didn't work.") if view.remarks else tr("That didn't work. Check the points.")


def _wanted(laid: Halves) -> list[Point]:
    return [point for point in RING if any(laid.count(seat, point) for seat in Seat)]


def _points_on_page(frame: FrameBox, corners: tuple[Corner, ...]) -> dict[Point, tuple[int, int]]:
    """Return the ten points on the page, from the four outer ones."""
    by_point = {corner.point: (corner.x_px, corner.y_px) for corner in corners}
    outer = [RING.index(point) for point in by_point]
    plane = np.asarray(ENDS[outer], np.float32)
    seen = np.array(list(by_point.values()), np.float32)
    pixels = cv2.perspectiveTransform(ENDS[None], cv2.getPerspectiveTransform(plane, seen))[0]
    return {point: frame.on_page(float(x), float(y)) for point, (x, y) in zip(RING, pixels, strict=True)}


def _draw_lines(canvas: Canvas, points: dict[Point, tuple[int, int]]) -> None:
    """Draw the five lines, dark beside light, so that they show on any board."""
    colour = canvas.palette.main
    ends = list(zip(RING[:5], reversed(RING[5:]), strict=True))
    for width, ink in ((5, colour.ink), (3, colour.fill)):
        for one, other in ends:
            pygame.draw.line(canvas.surface, ink, points[one], points[other], width)


def _draw_laid(
    canvas: Canvas, points: dict[Point, tuple[int, int]], laid: Halves, noticed: tuple[Point, ...]
) -> None:
    """Draw which counters belong where; detected ones in the colour of what is right."""
    side = canvas.metrics.px(SMALL_MM * 1.5)
    for point in _wanted(laid):
        words = " ".join(
            f"{seat}{laid.count(seat, point) if laid.count(seat, point) > 1 else ''}"
            for seat in Seat
            if laid.count(seat, point)
        )
        box = pygame.Rect(0, 0, side * max(1, len(words)), side)
        box.center = points[point]
        seen = point in noticed
        paint = canvas.palette.right if seen else canvas.palette.main
        canvas.panel(box.inflate(4, 4), paint.ink)
        canvas.panel(box, paint.fill)
        canvas.text(words, box, SMALL_MM, paint=paint, bold=True)


def _draw_handles(canvas: Canvas, frame: FrameBox, view: CalibrationView) -> None:
    """Draw a ring to drag at each corner, and magnify what lies under the last one."""
    dragged = next((corner for corner in view.corners if corner.point is view.chosen), None)
    if dragged is not None and view.picture is not None:
        side = round(frame.box.height * MAGNIFIER_SHARE)
        draw_magnifier(canvas, frame, view.picture, (dragged.x_px, dragged.y_px), side)
    middle = sum(corner.y_px for corner in view.corners) / len(view.corners)
    for corner in view.corners:
        chosen = corner.point is view.chosen
        _draw_handle(canvas, frame, corner, chosen=chosen, below=corner.y_px > middle)


def _draw_handle(canvas: Canvas, frame: FrameBox, corner: Corner, *, chosen: bool, below: bool) -> None:
    """Draw a ring with a dot, and the point's name outside the board."""
    side = canvas.metrics.target_px
    box = pygame.Rect(0, 0, side, side)
    box.center = frame.on_page(corner.x_px, corner.y_px)
    colour, radius = canvas.palette.main, side // 2 - 2
    pygame.draw.circle(canvas.surface, colour.ink, box.center, radius, 7 if chosen else 5)
    pygame.draw.circle(canvas.surface, colour.fill, box.center, radius - 1, 5 if chosen else 3)
    pygame.draw.circle(canvas.surface, colour.fill, box.center, 3)
    label = pygame.Rect(0, 0, canvas.metrics.px(8), canvas.metrics.px(5))
    label.center = (box.centerx, box.bottom + label.height // 2 if below else box.top - label.height // 2)
    label.clamp_ip(frame.box)
    canvas.panel(label, colour.fill)
    canvas.text(corner.point, label, SMALL_MM, paint=Paint(colour.fill, colour.ink), bold=True)

    def dragged(across: float, down: float) -> Intent:
        place = frame.in_frame(box.left + across * side, box.top + down * side)
        return DragPoint(corner.point, *place)

    canvas.targets.append(TouchTarget(box, at=dragged))


PAGES: Pages = {
    CalibrationView: draw_calibration,
}
"""The function that draws each kind of view of this stage."""
