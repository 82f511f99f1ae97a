"""The choice of a language: each is named in itself, so that nobody has to read another."""

from companion.display.drawing.canvas import Canvas
from companion.display.drawing.frieze import draw_frieze
from companion.display.drawing.furniture import titled
from companion.display.drawing.layout import TITLE_MM, cut_top, grid
from companion.interface.intents import ChooseLanguage
from companion.interface.views import LanguagesView
from companion.words import LANGUAGES, translator


def draw(canvas: Canvas, _view: LanguagesView) -> None:
    """Draw the page."""
    gap = canvas.metrics.gap_px
    content = titled(canvas, "", languages=False)
    across = 1 if canvas.metrics.portrait else 2
    down = -(-len(LANGUAGES) // across)
    height = min(content.height, round(canvas.metrics.target_px * 2.4) * down)
    content, rest = cut_top(content, height)
    draw_frieze(canvas, rest)
    for (code, name), box in zip(LANGUAGES.items(), grid(content, across, down, gap), strict=False):
        chosen = canvas.tr is translator(code)
        canvas.button(name, box, ChooseLanguage(code), chosen=chosen, size_mm=TITLE_MM)
