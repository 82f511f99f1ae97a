"""A message of the staff's: told on both sides; a touch anywhere puts it away."""

from companion.display.drawing.canvas import Canvas, Part
from companion.display.drawing.furniture import TOLD_MM, tell_both
from companion.display.drawing.layout import TITLE_MM
from companion.interface.views import MessageView


def draw(canvas: Canvas, view: MessageView) -> None:
    """Draw the page."""
    tr = canvas.tr
    parts = [
        *([] if canvas.metrics.small else [Part(tr("A message for you"), TOLD_MM)]),
        Part(view.text, TITLE_MM, bold=True),
        Part(tr("Touch anywhere to go on."), TOLD_MM),
    ]
    tell_both(canvas, parts)
