"""Calibration: the live picture with the board's outer points, to be dragged onto the board.

What there is to say of a board just learned is readable from both sides.
"""

import pygame

from companion.display.drawing.canvas import Canvas, Target
from companion.display.drawing.furniture import picture_surface, titled
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import BODY_MM, SMALL_MM, cut_bottom, cut_right
from companion.display.drawing.palette import Paint
from companion.interface.intents import DragPoint, Intent, Recalibrate
from companion.interface.sight import Corner
from companion.interface.views import CalibrationView
from companion.referee.words import Translate
from companion.words.labels import remark_text

STRIP_MM = 7.5
"""The height of what is remarked on: two lines of small type."""


def draw(canvas: Canvas, view: CalibrationView) -> None:
    """Draw the page."""
    tr, metrics, gap, palette = canvas.tr, canvas.metrics, canvas.metrics.gap_px, canvas.palette
    remark = remark_text(view.remarks[0], tr) if view.remarks else ""
    content = titled(canvas, tr("Calibrate"), far=remark)
    content, foot = cut_bottom(content, metrics.target_px, gap)
    words, button = cut_right(foot, foot.width * 2 // 5, gap)
    canvas.button(tr("Learn the board"), button, Recalibrate(), icon=Icon.TICK, paint=palette.main)
    if view.learning:
        canvas.text(tr("Learning the board: a few seconds."), words, BODY_MM)
    elif view.learned is None:
        canvas.text(tr("Drag the four points onto the board's corners."), words, BODY_MM)
    else:
        paint = palette.right if view.learned else palette.wrong
        canvas.panel(words, paint.fill)
        canvas.text(_outcome(view, tr), words.inflate(-2 * gap, 0), BODY_MM, paint=paint)
    if remark:
        content, strip = cut_bottom(content, metrics.px(STRIP_MM), gap)
        canvas.panel(strip, palette.panel.fill)
        canvas.text(remark, strip.inflate(-2 * gap, 0), BODY_MM, paint=palette.panel)
    if view.picture is None:
        canvas.panel(content, palette.panel.fill)
        canvas.text(tr("I see nothing."), content, BODY_MM, paint=palette.panel)
        return
    height, width = view.picture.pixels.shape[:2]
    scale = min(content.width / width, content.height / height)
    box = pygame.Rect(0, 0, round(width * scale), round(height * scale))
    box.center = content.center
    canvas.surface.blit(picture_surface(view.picture, box.size), box.topleft)
    for corner in view.corners:
        _draw_corner(canvas, box, (width, height), corner)


def _outcome(view: CalibrationView, tr: Translate) -> str:
    if view.learned:
        return tr("The board is learned.")
    return tr("That did not work.") if view.remarks else tr("That did not work. Check the points.")


def _draw_corner(canvas: Canvas, picture: pygame.Rect, frame_wh: tuple[int, int], corner: Corner) -> None:
    """A ring to drag, and the point's name; `picture` is where the frame of that size is drawn."""
    width, height = frame_wh
    scale = picture.width / width
    side = canvas.metrics.target_px
    box = pygame.Rect(0, 0, side, side)
    box.center = (round(picture.left + corner.x_px * scale), round(picture.top + corner.y_px * scale))
    colour, radius = canvas.palette.main, side // 2 - 2
    pygame.draw.circle(canvas.surface, colour.ink, box.center, radius, 5)
    pygame.draw.circle(canvas.surface, colour.fill, box.center, radius - 1, 3)
    pygame.draw.circle(canvas.surface, colour.fill, box.center, 3)
    label = pygame.Rect(0, 0, canvas.metrics.px(8), canvas.metrics.px(5))
    label.center = (box.centerx, box.top - label.height // 2)
    label.clamp_ip(picture)
    canvas.panel(label, colour.fill)
    canvas.text(corner.point, label, SMALL_MM, paint=Paint(colour.fill, colour.ink), bold=True)

    def dragged(across: float, down: float) -> Intent:
        x = (box.left + across * side - picture.left) / scale
        y = (box.top + down * side - picture.top) / scale
        return DragPoint(corner.point, min(max(x, 0.0), width - 1), min(max(y, 0.0), height - 1))

    canvas.targets.append(Target(box, at=dragged))
