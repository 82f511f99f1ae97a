"""The code by which a phone follows the game, and the address for who has no camera on it."""

from companion.display.drawing.canvas import Canvas
from companion.display.drawing.furniture import titled
from companion.display.drawing.layout import BODY_MM, SMALL_MM, cut_bottom, cut_right
from companion.display.pages.seal import draw_code
from companion.interface.views import FollowCodeView


def draw(canvas: Canvas, view: FollowCodeView) -> None:
    """Draw the page."""
    metrics, gap = canvas.metrics, canvas.metrics.gap_px
    content = titled(canvas, canvas.tr("Follow"))
    content, address = cut_bottom(content, metrics.px(5), gap)
    if metrics.portrait:
        content, square = cut_bottom(content, min(content.width, content.height * 2 // 3), gap)
    else:
        content, square = cut_right(content, min(content.height, content.width // 2), gap)
    draw_code(canvas, square, view.address)
    canvas.text(canvas.tr("Scan this with a phone, and follow the game there."), content, BODY_MM)
    canvas.text(view.short, address, SMALL_MM, ink=canvas.palette.soft)
