"""The language that is shown first: each is named in itself, so that nobody has to read another."""

from companion.display.drawing.canvas import Canvas
from companion.display.drawing.furniture import titled
from companion.display.drawing.layout import PROMPT_MM, cut_top, grid
from companion.interface.intents import Ask, Language
from companion.interface.setting_up import LanguageStepView
from companion.words import LANGUAGES, translator


def draw(canvas: Canvas, view: LanguageStepView) -> None:
    """Draw the page."""
    gap, place = canvas.metrics.gap_px, view.place
    number = f" · {place.number}/{place.count}" if place.count > 1 else ""
    content = titled(canvas, f"{canvas.tr('Five Lines')}{number}", languages=False)
    across = 1 if canvas.metrics.portrait else 2
    down = -(-(len(LANGUAGES) + 1) // across)
    content, _ = cut_top(content, min(content.height, round(canvas.metrics.target_px * 1.6) * down))
    *boxes, later = grid(content, across, down, gap)
    canvas.button(canvas.tr("Later"), later, Ask.LATER)
    for (code, name), box in zip(LANGUAGES.items(), boxes, strict=True):
        chosen = canvas.tr is translator(code)
        canvas.button(name, box, Language(code), chosen=chosen, size_mm=PROMPT_MM)
