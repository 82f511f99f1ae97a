"""The station closes: told on both sides, with the seconds left; a touch anywhere is the answer."""

from companion.display.drawing.canvas import Canvas, Part
from companion.display.drawing.furniture import TOLD_MM, tell_both
from companion.display.drawing.layout import TITLE_MM
from companion.interface.intents import Ask
from companion.interface.views import ClosedView, ClosingView

BLACK = (0, 0, 0)


def draw(canvas: Canvas, view: ClosingView) -> None:
    """Draw the page."""
    tr = canvas.tr
    kept = tr("Your game is kept, and waits for you.") if view.in_game else tr("Thank you for coming.")
    what = tr("Touch anywhere to close now.") if view.last else tr("Touch anywhere to go on until then.")
    parts = [
        Part(tr("We are closing."), TITLE_MM, bold=True),
        Part(kept, TOLD_MM),
        Part(what, TOLD_MM),
    ]
    tell_both(canvas, parts, view.seconds)


def draw_closed(canvas: Canvas, _view: ClosedView) -> None:
    """Draw nothing; a touch anywhere wakes it."""
    canvas.surface.fill(BLACK)
    canvas.target(canvas.box, Ask.GO_ON)
