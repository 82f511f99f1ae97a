"""A message of the staff's: told on both sides; a touch anywhere puts it away."""

import pygame

from companion.display.drawing.canvas import Align, Canvas, Part
from companion.display.drawing.furniture import fault_strip
from companion.display.drawing.layout import BODY_MM, PROMPT_MM, rows
from companion.interface.intents import GoOn
from companion.interface.views import MessageView


def draw(canvas: Canvas, view: MessageView) -> None:
    """Draw the page."""
    gap = canvas.metrics.gap_px
    whole = fault_strip(canvas, canvas.box.inflate(-2 * gap, -2 * gap))
    if canvas.two_sided:
        far, near = rows(whole, 2, gap)
        with canvas.sheet(far, turned=True) as sheet:
            _tell(sheet, sheet.box, view)
        _tell(canvas, near, view)
    else:
        _tell(canvas, whole, view)
    canvas.target(canvas.box, GoOn())


def _tell(canvas: Canvas, box: pygame.Rect, view: MessageView) -> None:
    tr, gap, paint = canvas.tr, canvas.metrics.gap_px, canvas.palette.main
    canvas.panel(box, paint.fill)
    parts = [
        *([] if canvas.metrics.small else [Part(tr("A message for you"), BODY_MM)]),
        Part(view.text, PROMPT_MM, bold=True),
        Part(tr("Touch anywhere to go on."), BODY_MM),
    ]
    canvas.stack(parts, box.inflate(-4 * gap, -2 * gap), paint=paint, align=Align.CENTRE)
