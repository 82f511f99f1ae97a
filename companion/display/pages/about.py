"""What this station is, and where it keeps its things."""

from companion.display.drawing.canvas import Align, Canvas
from companion.display.drawing.furniture import titled
from companion.display.drawing.layout import BODY_MM, cut_left, cut_top, rows
from companion.interface.views import AboutView


def draw(canvas: Canvas, view: AboutView) -> None:
    """Draw the page."""
    tr, metrics, gap = canvas.tr, canvas.metrics, canvas.metrics.gap_px
    content = titled(canvas, tr("About"))
    lines = (
        (tr("Version"), f"Five Lines {view.version}"),
        (tr("Licence"), "MIT"),
        (tr("Games"), view.data),
        (tr("Calibration"), view.calibration),
    )
    content.height = min(content.height, metrics.px(17 if metrics.narrow else 14) * len(lines))
    for (name, what), row in zip(lines, rows(content, len(lines), gap), strict=True):
        if metrics.narrow:
            label, value = cut_top(row, row.height // 3)
        else:
            label, value = cut_left(row, round(row.width * 0.3), gap)
        canvas.text(name, label, BODY_MM, bold=True, align=Align.LEFT)
        canvas.text(what, value, BODY_MM, align=Align.LEFT)
