"""The players' number: ten digits to tap, and what was typed so far."""

from companion.display.drawing.canvas import Canvas
from companion.display.drawing.frieze import draw_frieze_below
from companion.display.drawing.furniture import titled
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import (
    PROMPT_MM,
    TITLE_MM,
    cut_bottom,
    cut_left,
    cut_right,
    cut_top,
    grid,
)
from companion.game.fair_die import MAX_NUMBER_LENGTH
from companion.interface.intents import Ask, TapNumber
from companion.interface.views import NumberView


def draw(canvas: Canvas, view: NumberView) -> None:
    """Draw the page."""
    tr, metrics, gap, palette = canvas.tr, canvas.metrics, canvas.metrics.gap_px, canvas.palette
    content = titled(canvas, tr("Your own number"))
    across = 3 if metrics.portrait else 5
    down = -(-10 // across)
    keys_px = down * (metrics.least_target_px + gap)
    words_px = min(
        max(metrics.px(9), content.height // 5), content.height - metrics.target_px - 2 * gap - keys_px
    )
    words, content = cut_top(content, words_px, gap)
    said = tr("Type any digits, or press the dice button. Nobody could know them before.")
    canvas.text(said, words, PROMPT_MM)
    row, content = cut_top(content, metrics.target_px, gap)
    row, done = cut_right(row, metrics.target_px, gap)
    delete, shown = cut_left(row, metrics.target_px, gap)
    canvas.button("", delete, Ask.DELETE_DIGIT if view.number else None, icon=Icon.UNDO)
    canvas.button("", done, Ask.GO_ON, icon=Icon.TICK, paint=palette.main)
    canvas.panel(shown, palette.panel.fill)
    canvas.text(view.number, shown.inflate(-2 * gap, 0), TITLE_MM, paint=palette.panel, bold=True)
    height = min(content.height, down * round(metrics.target_px * 1.5))
    content, pad = cut_bottom(content, content.height, 0)
    draw_frieze_below(canvas, pad, height)
    pad.height = height
    for digit, box in zip((1, 2, 3, 4, 5, 6, 7, 8, 9, 0), grid(pad, across, down, gap), strict=False):
        canvas.button(
            str(digit),
            box,
            TapNumber(digit) if len(view.number) < MAX_NUMBER_LENGTH else None,
            size_mm=TITLE_MM,
        )
