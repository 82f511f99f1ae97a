"""Is anybody still there? Asked on both sides, with the seconds left; a touch anywhere is the answer."""

from companion.display.drawing.canvas import Canvas, Part
from companion.display.drawing.furniture import tell_both
from companion.display.drawing.layout import BODY_MM, PROMPT_MM, TITLE_MM
from companion.interface.views import StillThereView

COUNT_MM = TITLE_MM * 2


def draw(canvas: Canvas, view: StillThereView) -> None:
    """Draw the page."""
    tr = canvas.tr
    then = tr("Then this game ends.") if view.in_game else tr("Then the first page comes back.")
    parts = [
        Part(tr("Still playing?") if view.in_game else tr("Still there?"), PROMPT_MM, bold=True),
        Part(str(view.seconds), COUNT_MM, bold=True),
        Part(then, BODY_MM),
        Part(tr("Touch anywhere to go on."), BODY_MM),
    ]
    tell_both(canvas, parts)
