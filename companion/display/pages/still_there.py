"""Is anybody still there? Asked on both sides, with the seconds left; a touch anywhere is the answer."""

import pygame

from companion.display.drawing.canvas import Align, Canvas, Part
from companion.display.drawing.furniture import fault_strip
from companion.display.drawing.layout import BODY_MM, PROMPT_MM, TITLE_MM, rows
from companion.interface.intents import GoOn
from companion.interface.views import StillThereView

COUNT_MM = TITLE_MM * 2


def draw(canvas: Canvas, view: StillThereView) -> None:
    """Draw the page."""
    gap = canvas.metrics.gap_px
    whole = fault_strip(canvas, canvas.box.inflate(-2 * gap, -2 * gap))
    if canvas.two_sided:
        far, near = rows(whole, 2, gap)
        with canvas.sheet(far, turned=True) as sheet:
            _ask(sheet, sheet.box, view)
        _ask(canvas, near, view)
    else:
        _ask(canvas, whole, view)
    canvas.target(canvas.box, GoOn())


def _ask(canvas: Canvas, box: pygame.Rect, view: StillThereView) -> None:
    tr, gap, paint = canvas.tr, canvas.metrics.gap_px, canvas.palette.main
    canvas.panel(box, paint.fill)
    then = tr("Then this game ends.") if view.in_game else tr("Then the first page comes back.")
    parts = [
        Part(tr("Still playing?") if view.in_game else tr("Still there?"), PROMPT_MM, bold=True),
        Part(str(view.seconds), COUNT_MM, bold=True),
        Part(then, BODY_MM),
        Part(tr("Touch anywhere to go on."), BODY_MM),
    ]
    canvas.stack(parts, box.inflate(-4 * gap, -2 * gap), paint=paint, align=Align.CENTRE)
