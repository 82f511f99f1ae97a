"""The camera being hung up: the live picture, sharpness and light as bars, and what to put right first."""

import pygame

from companion.display.drawing.canvas import Align, Canvas, Part
from companion.display.drawing.frame import draw_frame
from companion.display.drawing.guide import guided
from companion.display.drawing.layout import BODY_MM, PROMPT_MM, cut_bottom, cut_left, cut_top, rows
from companion.interface.faults import Fault
from companion.interface.setting_up import CameraStepView, SetUp
from companion.words.labels import fault_advice, fault_text
from companion.words.setting_up import advice_remedy, advice_text

GOOD_SHARPNESS = (0.65, 1.0)
GOOD_LIGHT = (0.16, 0.86)
"""The parts of the bars that are good: where no advice is given."""


def draw(canvas: Canvas, view: CameraStepView) -> None:
    """Draw the page."""
    tr, metrics, gap, palette = canvas.tr, canvas.metrics, canvas.metrics.gap_px, canvas.palette
    content, _ = guided(canvas, SetUp.CAMERA, view.place)
    if metrics.portrait:
        most = content.height * 2 // 5 if metrics.small else content.height
        picture, side = cut_top(content, min(most, content.width * 3 // 4), gap)
    else:
        picture, side = cut_left(content, content.width * (50 if metrics.small else 62) // 100, gap)
    frame = draw_frame(canvas, picture, view.picture)
    if frame is not None and len(view.corners) == 4:
        outline = [frame.on_page(corner.x_px, corner.y_px) for corner in view.corners]
        for width, colour in ((5, palette.main.ink), (3, palette.main.fill)):
            pygame.draw.polygon(canvas.surface, colour, outline, width)
    side, bars = cut_bottom(side, 2 * metrics.px(BODY_MM * (1.3 if metrics.small else 2.6)), gap)
    for box, label, value, good in zip(
        rows(bars, 2, gap),
        (tr("Sharpness"), tr("Brightness")),
        (view.sharpness, view.light),
        (GOOD_SHARPNESS, GOOD_LIGHT),
        strict=True,
    ):
        _draw_bar(canvas, box, label, value, good)
    paint = palette.wrong if view.missing or view.advice else palette.right
    if view.picture is None and not view.missing:
        return
    canvas.panel(side, paint.fill)
    if view.missing:
        said = fault_text(Fault.CAMERA_MISSING, tr), fault_advice(Fault.CAMERA_MISSING, tr)
    else:
        said = advice_text(view.advice, tr), advice_remedy(view.advice, tr) if view.advice else ""
    size_mm = BODY_MM if metrics.small else PROMPT_MM
    parts = [Part(said[0]), Part(said[1], size_mm, bold=True)]
    if metrics.small and said[1]:
        parts = parts[1:]
    canvas.stack([part for part in parts if part.string], side.inflate(-2 * gap, -gap), paint=paint)


def _draw_bar(
    canvas: Canvas, box: pygame.Rect, label: str, value: float | None, good: tuple[float, float]
) -> None:
    """A label, below it or beside it how far it goes, and lines where good begins and ends."""
    palette = canvas.palette
    words, bar = cut_left(box, box.width * 4 // 10, canvas.metrics.gap_px)
    if not canvas.metrics.small:
        words, bar = rows(box, 2, 0)
    canvas.text(label, words, BODY_MM, align=Align.LEFT)
    bar = bar.inflate(0, -bar.height // 4)
    canvas.panel(bar, palette.panel.fill, palette.rule)
    if value is not None:
        is_good = good[0] <= value <= good[1]
        filled = pygame.Rect(bar.left, bar.top, max(bar.height // 2, round(bar.width * value)), bar.height)
        canvas.panel(filled, (palette.right if is_good else palette.wrong).fill)
    for end in good:
        if 0 < end < 1:
            x = bar.left + round(bar.width * end)
            pygame.draw.line(canvas.surface, palette.page.ink, (x, bar.top), (x, bar.bottom - 1), 2)
