"""The staff's pages: the way to each of them."""

from companion.display.drawing.canvas import Align, Canvas
from companion.display.drawing.furniture import Way, draw_ways, titled
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import BODY_MM, SMALL_MM, cut_bottom
from companion.interface.intents import (
    Ask,
)
from companion.interface.views import StaffView


def draw(canvas: Canvas, view: StaffView) -> None:
    """Draw the page."""
    tr, metrics, palette = canvas.tr, canvas.metrics, canvas.palette
    content = titled(canvas, tr("For the staff"))
    told = _told(canvas, view)
    if told:
        high = max(metrics.px(2.6 * SMALL_MM), canvas.text_height_px(told, content.width, SMALL_MM))
        content, foot = cut_bottom(content, high, metrics.px(0.8))
        canvas.text(told, foot, BODY_MM, ink=palette.soft, align=Align.LEFT)
    draw_ways(canvas, content, _ways(canvas, view), view.leaf)


def _ways(canvas: Canvas, view: StaffView) -> list[Way]:
    tr = canvas.tr
    ways: list[Way] = [
        (tr("Today"), Icon.CURVE, Ask.SHOW_TODAY),
        (tr("Camera"), Icon.EYE, Ask.SHOW_CAMERA),
        (tr("Calibrate"), Icon.MEND, Ask.CALIBRATE),
        (tr("Setting up"), Icon.TICK, Ask.SHOW_SETTING_UP),
        (tr("Games offered"), Icon.BOOK, Ask.SHOW_OFFER),
        (tr("Opening hours"), Icon.CLOCK, Ask.SHOW_HOURS),
        (tr("Texts"), Icon.LANGUAGES, Ask.SHOW_HOUSE),
        (tr("Sound and light"), Icon.SOUND, Ask.SHOW_LOOK),
        (tr("Dice"), Icon.DICE, Ask.AUDIT_DICE),
        (tr("Change the PIN") if view.locked else tr("Set a PIN"), Icon.SETTINGS, Ask.CHANGE_PIN),
        (tr("Report"), Icon.WARNING, Ask.MAKE_REPORT),
        (tr("Restart"), Icon.AGAIN, Ask.RESTART),
        (tr("About"), Icon.HINT, Ask.SHOW_ABOUT),
    ]
    if view.locked:
        ways.insert(9, (tr("Remove the PIN"), Icon.MINUS, Ask.REMOVE_PIN))
    return ways


def _told(canvas: Canvas, view: StaffView) -> str:
    if view.report is not None:
        return canvas.tr("The report was written: {file}").format(file=view.report)
    if not view.locked:
        return canvas.tr("No PIN is set: visitors can come here.")
    return ""
