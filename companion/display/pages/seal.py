"""The seal of the electronic die: the commitment before a game, the seed after it."""

from companion.display.drawing.canvas import Align, Canvas
from companion.display.drawing.furniture import titled
from companion.display.drawing.layout import BODY_MM, SMALL_MM, cut_top, rows
from companion.interface.views import SealView

_GROUP = 4
_A_LINE = 8


def draw(canvas: Canvas, view: SealView) -> None:
    """Draw the page."""
    tr, gap, soft = canvas.tr, canvas.metrics.gap_px, canvas.palette.soft
    content = titled(canvas, tr("The seal of the dice"))
    if view.seed is None:
        said = tr("All throws were settled before the game. After it, this number proves that.")
    else:
        said = tr("Anyone can work the throws out again from these: five-lines dice verify.")
    words, content = cut_top(content, content.height // 4, gap)
    canvas.text(said, words, BODY_MM, align=Align.LEFT)
    parts = [(tr("Shown before the game (SHA-256)"), view.commitment)]
    if view.seed is not None:
        parts.append((tr("Revealed after it"), view.seed))
    content.height = min(content.height, canvas.metrics.px(30) * len(parts))
    for (name, digits), part in zip(parts, rows(content, len(parts), gap), strict=True):
        label, box = cut_top(part, canvas.metrics.px(4.2))
        canvas.text(name, label, SMALL_MM * 1.1, ink=soft, align=Align.LEFT)
        canvas.panel(box, canvas.palette.panel.fill)
        groups = [digits[i : i + _GROUP] for i in range(0, len(digits), _GROUP)]
        grouped = "\n".join(" ".join(groups[i : i + _A_LINE]) for i in range(0, len(groups), _A_LINE))
        canvas.text(grouped, box.inflate(-2 * gap, 0), BODY_MM, paint=canvas.palette.panel)
