"""Is anybody still there? Asked on both sides, with the seconds left; a touch anywhere is the answer."""

from companion.display.drawing.canvas import Canvas, Part
from companion.display.drawing.furniture import TOLD_MM, tell_both
from companion.display.drawing.layout import TITLE_MM
from companion.interface.views import StillThereView


def draw(canvas: Canvas, view: StillThereView) -> None:
    """Draw the page."""
    tr = canvas.tr
    then = tr("If not, this game ends.") if view.in_game else tr("If not, the first page comes back.")
    parts = [
        Part(tr("Still playing?") if view.in_game else tr("Still there?"), TITLE_MM, bold=True),
        Part(then, TOLD_MM),
        Part(tr("Touch anywhere to go on."), TOLD_MM),
    ]
    tell_both(canvas, parts, view.seconds)
