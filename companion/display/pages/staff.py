"""The staff's pages: the way to each of them."""

from companion.display.drawing.canvas import Align, Canvas
from companion.display.drawing.furniture import Way, draw_ways, titled
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import BODY_MM, SMALL_MM, cut_bottom
from companion.interface.intents import (
    AuditDice,
    Calibrate,
    ChangePin,
    MakeReport,
    RemovePin,
    Restart,
    ShowAbout,
    ShowCamera,
    ShowHours,
    ShowHouse,
    ShowLook,
    ShowOffer,
    ShowSettingUp,
    ShowToday,
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
        (tr("Today"), Icon.CURVE, ShowToday()),
        (tr("Camera"), Icon.EYE, ShowCamera()),
        (tr("Calibrate"), Icon.MEND, Calibrate()),
        (tr("Setting up"), Icon.TICK, ShowSettingUp()),
        (tr("Games offered"), Icon.BOOK, ShowOffer()),
        (tr("Opening hours"), Icon.CLOCK, ShowHours()),
        (tr("Texts"), Icon.LANGUAGES, ShowHouse()),
        (tr("Sound and light"), Icon.SOUND, ShowLook()),
        (tr("Dice"), Icon.DICE, AuditDice()),
        (tr("Change the PIN") if view.locked else tr("Set a PIN"), Icon.SETTINGS, ChangePin()),
        (tr("Report"), Icon.WARNING, MakeReport()),
        (tr("Restart"), Icon.AGAIN, Restart()),
        (tr("About"), Icon.HINT, ShowAbout()),
    ]
    if view.locked:
        ways.insert(9, (tr("Remove the PIN"), Icon.MINUS, RemovePin()))
    return ways


def _told(canvas: Canvas, view: StaffView) -> str:
    if view.report is not None:
        return canvas.tr("The report was written: {file}").format(file=view.report)
    if not view.locked:
        return canvas.tr("No PIN is set: visitors can come here.")
    return ""
