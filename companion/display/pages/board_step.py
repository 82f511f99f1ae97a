"""The board: learned, or left for later."""

from companion.display.drawing.canvas import Canvas
from companion.display.drawing.guide import guided
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import PROMPT_MM
from companion.interface.intents import Ask
from companion.interface.setting_up import BoardStepView, SetUp
from companion.words.setting_up import board_text


def draw(canvas: Canvas, view: BoardStepView) -> None:
    """Draw the page."""
    tr = canvas.tr
    if view.learned:
        content, own = guided(canvas, SetUp.BOARD, view.place)
        canvas.button(tr("Calibrate"), own, Ask.CALIBRATE, icon=Icon.MEND)
    else:
        content, _ = guided(canvas, SetUp.BOARD, view.place, tr("Calibrate"), Ask.CALIBRATE)
    canvas.text(board_text(tr, learned=view.learned), content, PROMPT_MM, bold=True)
