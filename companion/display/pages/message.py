"""A message of the staff's: told on both sides; a touch anywhere puts it away."""

from companion.display.drawing.canvas import Canvas, Part
from companion.display.drawing.furniture import tell_both
from companion.display.drawing.layout import BODY_MM, PROMPT_MM
from companion.interface.views import MessageView


def draw(canvas: Canvas, view: MessageView) -> None:
    """Draw the page."""
    tr = canvas.tr
    parts = [
        *([] if canvas.metrics.small else [Part(tr("A message for you"), BODY_MM)]),
        Part(view.text, PROMPT_MM, bold=True),
        Part(tr("Touch anywhere to go on."), BODY_MM),
    ]
    tell_both(canvas, parts)
