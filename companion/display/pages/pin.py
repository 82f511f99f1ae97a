"""A PIN being typed: a pad of digits, as large as the screen allows."""

from companion.display.drawing.canvas import Canvas
from companion.display.drawing.furniture import titled
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import BODY_MM, PROMPT_MM, TITLE_MM, cut_left, cut_top, grid, rows
from companion.interface.intents import Ask, PinDigit
from companion.interface.views import PinAsked, PinView

PAD = (1, 2, 3, 4, 5, 6, 7, 8, 9)


def draw(canvas: Canvas, view: PinView) -> None:
    """Draw the page."""
    tr, metrics, gap, palette = canvas.tr, canvas.metrics, canvas.metrics.gap_px, canvas.palette
    content = titled(canvas, tr("For the staff"))
    if metrics.portrait:
        said, pad = cut_top(content, round(content.height * (0.4 if metrics.small else 0.3)), gap)
    else:
        said, pad = cut_left(content, round(content.width * 0.42), gap)
    asked = {
        PinAsked.PRESENT: tr("Type the PIN."),
        PinAsked.NEW: tr("Type a new PIN: 4 to 8 digits."),
        PinAsked.AGAIN: tr("Type it once more."),
    }[view.asked]
    if view.wait_s:
        note, paint = tr("Seconds to wait: {seconds}").format(seconds=view.wait_s), palette.wrong
    elif view.wrong and view.asked is PinAsked.PRESENT:
        note, paint = tr("That was not the PIN."), palette.wrong
    elif view.wrong:
        note, paint = tr("The two were not the same."), palette.wrong
    else:
        note, paint = "", palette.page
    head, dots, foot = rows(said, 3, gap)
    canvas.text(asked, head, PROMPT_MM, bold=True)
    canvas.text("•" * view.typed or "–", dots, TITLE_MM)
    if note:
        canvas.panel(foot, paint.fill)
        canvas.text(note, foot.inflate(-2 * gap, 0), BODY_MM, paint=paint, bold=True)
    *digits, erase, nought, enter = grid(pad, 3, 4, gap)
    for digit, box in zip((*PAD, 0), (*digits, nought), strict=True):
        canvas.button(str(digit), box, PinDigit(digit) if view.may_type else None, size_mm=PROMPT_MM)
    canvas.button("", erase, Ask.PIN_ERASE if view.typed and not view.wait_s else None, icon=Icon.BACK)
    canvas.button("", enter, Ask.PIN_ENTER if view.may_enter else None, icon=Icon.TICK, paint=palette.main)
