"""The station closes: told on both sides, with the seconds left; a touch anywhere is the answer."""

import pygame

from companion.display.drawing.canvas import Align, Canvas, Part
from companion.display.drawing.furniture import fault_strip
from companion.display.drawing.layout import BODY_MM, PROMPT_MM, TITLE_MM, rows
from companion.interface.intents import GoOn
from companion.interface.views import ClosedView, ClosingView

BLACK = (0, 0, 0)


def draw(canvas: Canvas, view: ClosingView) -> None:
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


def draw_closed(canvas: Canvas, _view: ClosedView) -> None:
    """Draw nothing; a touch anywhere wakes it."""
    canvas.surface.fill(BLACK)
    canvas.target(canvas.box, GoOn())


def _tell(canvas: Canvas, box: pygame.Rect, view: ClosingView) -> None:
    tr, gap, paint = canvas.tr, canvas.metrics.gap_px, canvas.palette.main
    canvas.panel(box, paint.fill)
    kept = tr("Your game is kept, and waits for you.") if view.in_game else tr("Thank you for coming.")
    what = tr("Touch anywhere to close now.") if view.last else tr("Touch anywhere to go on until then.")
    parts = [
        Part(tr("We are closing."), PROMPT_MM, bold=True),
        Part(str(view.seconds), TITLE_MM * 2, bold=True),
        Part(kept, BODY_MM),
        Part(what, BODY_MM),
    ]
    canvas.stack(parts, box.inflate(-4 * gap, -2 * gap), paint=paint, align=Align.CENTRE)
