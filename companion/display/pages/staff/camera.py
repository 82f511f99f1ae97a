"""Draw what the camera sees, and the step of first set-up that adjusts it."""

import pygame

from companion.display.drawing.canvas import Align, Canvas, Pages, TextPart
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import (
    BODY_MM,
    PROMPT_MM,
    SMALL_MM,
    columns,
    cut_bottom,
    cut_left,
    cut_top,
    rows,
)
from companion.display.drawing.parts.frame import draw_frame, draw_spots
from companion.display.drawing.parts.furniture import titled
from companion.display.drawing.parts.guide import guided
from companion.display.drawing.table.board import draw_board
from companion.interface.faults import Fault
from companion.interface.intents import Ask, Switch, Toggle
from companion.interface.setting_up import CameraStepView, SetUp
from companion.interface.views import CameraView, HandTest
from companion.presentation.board_picture import BoardPicture
from companion.presentation.words.labels import doubt_text, fault_advice, fault_text, sight_text
from companion.presentation.words.setting_up import advice_remedy, advice_text
from companion.referee.words import Translate


def draw_camera(canvas: Canvas, view: CameraView) -> None:
    """Draw the page."""
    tr, metrics, gap = canvas.tr, canvas.metrics, canvas.metrics.gap_px
    content = titled(canvas, tr("Camera"))
    lines = 2 if metrics.narrow else 1
    content, foot = cut_bottom(content, lines * (metrics.target_px + gap) - gap, gap)
    _draw_buttons(canvas, foot, view)
    tall, wide = (3, 4) if view.picture is None else view.picture.pixels.shape[:2]
    if metrics.portrait:
        picture, side = cut_top(content, min(content.width * tall // wide, content.height // 2), gap)
    else:
        most = content.width * (50 if metrics.small else 60) // 100
        picture, side = cut_left(content, min(most, content.height * wide // tall), gap)
    frame = draw_frame(canvas, picture, view.picture)
    reading = view.reading
    if frame is not None and reading is not None:
        draw_spots(canvas, frame, reading.spots)
    if view.hand is not None:
        canvas.panel(side, canvas.palette.main.fill)
        said = {
            HandTest.HOLD: tr("Hold a hand still over the board."),
            HandTest.SEEN: tr("I see it. Take it away."),
            HandTest.PASSED: tr("The hand was seen coming and going."),
        }[view.hand]
        parts = [TextPart(said, BODY_MM, bold=True), TextPart(sight_text(view.sight, tr))]
        canvas.stack(parts, side.inflate(-2 * gap, -gap), paint=canvas.palette.main)
        return
    if reading is not None and reading.halves is not None:
        board, side = cut_top(side, side.height * 55 // 100, gap)
        draw_board(canvas, board, BoardPicture(reading.halves, crowds=reading.crowds))
    canvas.stack(_parts(view, tr, short=metrics.small), side)


def _draw_buttons(canvas: Canvas, box: pygame.Rect, view: CameraView) -> None:
    tr = canvas.tr
    gap = canvas.metrics.gap_px
    if canvas.metrics.narrow:
        upper, save = rows(box, 2, gap)
        freeze, hand = columns(upper, 2, gap)
    else:
        freeze, save, hand = columns(box, 3, gap)
    label = tr("Live") if view.frozen else tr("Freeze")
    icon = Icon.PLAY if view.frozen else Icon.PAUSE
    canvas.button(label, freeze, Switch(Toggle.FROZEN, not view.frozen), icon=icon)
    canvas.button(tr("Save the picture"), save, Ask.SAVE_PICTURE)
    testing = view.hand is not None
    canvas.button(tr("Try a hand"), hand, Switch(Toggle.HAND_TEST, not testing), chosen=testing)


def _parts(view: CameraView, tr: Translate, *, short: bool) -> list[TextPart]:
    """Say how the board is seen, what was read last, and where the picture was saved (`short`: its name)."""
    parts = [TextPart(sight_text(view.sight, tr), BODY_MM, bold=True)]
    reading = view.reading
    if reading is not None and reading.halves is None and reading.sight is not view.sight:
        parts.append(TextPart(sight_text(reading.sight, tr)))
    if reading is not None:
        parts.append(TextPart(tr("Sure: {percent}%").format(percent=round(reading.confidence * 100))))
        if reading.doubt is not None:
            parts.append(TextPart(doubt_text(reading.doubt, tr), SMALL_MM))
    if view.saved is not None:
        file = view.saved.rpartition("/")[2] if short else view.saved
        said = tr("Saved: {file}").format(file=file) if file else tr("The change can't be saved.")
        parts.append(TextPart(said, SMALL_MM))
    return parts


GOOD_SHARPNESS = (0.65, 1.0)
GOOD_LIGHT = (0.16, 0.86)  # the good ranges of the bars, in which no advice is given


def draw_camera_step(canvas: Canvas, view: CameraStepView) -> None:
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
    parts = [TextPart(said[0]), TextPart(said[1], size_mm, bold=True)]
    if metrics.small and said[1]:
        parts = parts[1:]
    canvas.stack([part for part in parts if part.string], side.inflate(-2 * gap, -gap), paint=paint)


def _draw_bar(
    canvas: Canvas, box: pygame.Rect, label: str, value: float | None, good: tuple[float, float]
) -> None:
    """Draw a label and a bar, with lines where the good range begins and ends."""
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


PAGES: Pages = {
    CameraView: draw_camera,
    CameraStepView: draw_camera_step,
}
"""The function that draws each kind of view of this stage."""
