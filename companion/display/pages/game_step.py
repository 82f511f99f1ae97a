"""The station's own game, and the way to choose another."""

from companion.display.drawing.canvas import Canvas, Part
from companion.display.drawing.guide import guided
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import PROMPT_MM
from companion.interface.intents import Ask
from companion.interface.setting_up import GameStepView, SetUp
from companion.words.labels import rules_name


def draw(canvas: Canvas, view: GameStepView) -> None:
    """Draw the page."""
    tr = canvas.tr
    content, own = guided(canvas, SetUp.GAME, view.place)
    canvas.button(tr("Other game"), own, Ask.SHOW_OFFER, icon=Icon.DICE)
    parts = [Part(tr("This game is played here:")), Part(rules_name(view.name, tr), PROMPT_MM, bold=True)]
    canvas.stack(parts, content)
