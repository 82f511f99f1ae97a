"""What has come of today: visits, how far they got, and what is out of order."""

from companion.display.drawing.canvas import Align, Canvas
from companion.display.drawing.furniture import titled
from companion.display.drawing.layout import BODY_MM, columns, cut_right, rows
from companion.interface.views import TodayView


def draw(canvas: Canvas, view: TodayView) -> None:
    """Draw the page."""
    tr, metrics, gap, palette = canvas.tr, canvas.metrics, canvas.metrics.gap_px, canvas.palette
    content = titled(canvas, tr("Today"))
    seconds = "–" if view.median_first_move_s is None else f"{view.median_first_move_s:.0f} s"
    steps = (
        tr("Board laid"),
        tr("First throw"),
        tr("First legal move"),
        tr("Second turn"),
        tr("Played to the end"),
    )
    lines = (
        (tr("Visits"), str(view.visits)),
        *((name, str(count)) for name, count in zip(steps, view.so_far, strict=True)),
        (tr("Until the first move"), seconds),
        (tr("Moves refused"), str(view.not_so)),
    )
    half = len(lines) // 2
    parts = (lines,) if metrics.portrait else (lines[:half], lines[half:])
    content.height = min(content.height, metrics.px(13) * len(parts[0]))
    for part, column in zip(parts, columns(content, len(parts), 2 * gap), strict=True):
        for (name, what), row in zip(part, rows(column, len(part), gap), strict=True):
            canvas.panel(row, palette.panel.fill)
            inner = row.inflate(-2 * gap, 0)
            label, figure = cut_right(inner, max(metrics.px(12), inner.width // 4), gap)
            canvas.text(name, label, BODY_MM, paint=palette.panel, align=Align.LEFT)
            canvas.text(what, figure, BODY_MM, paint=palette.panel, bold=True)
