"""The staff's pages: the way to each of them."""

from companion.display.drawing.canvas import Align, Canvas
from companion.display.drawing.furniture import titled
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import BODY_MM, SMALL_MM, cut_bottom, grid
from companion.interface.intents import (
    AuditDice,
    Calibrate,
    ChangePin,
    Intent,
    MakeReport,
    RemovePin,
    Restart,
    ShowAbout,
    ShowCamera,
    ShowLook,
    ShowOffer,
    ShowToday,
    TurnTo,
)
from companion.interface.views import StaffView


def draw(canvas: Canvas, view: StaffView) -> None:
    """Draw the page."""
    tr, metrics, gap, palette = canvas.tr, canvas.metrics, canvas.metrics.px(0.8), canvas.palette
    content = titled(canvas, tr("For the staff"))
    told = _told(canvas, view)
    if told:
        content, foot = cut_bottom(content, metrics.px(2.6 * SMALL_MM), gap)
        canvas.text(told, foot, BODY_MM, ink=palette.soft, align=Align.LEFT)
    ways = _ways(canvas, view)
    across = 2 if metrics.portrait else 3
    fit = max(1, (content.height + gap) // (metrics.target_px + gap)) * across
    if len(ways) > fit:
        a_leaf = fit - 1
        leaves = -(-len(ways) // a_leaf)
        leaf = min(max(view.leaf, 0), leaves - 1)
        ways = ways[leaf * a_leaf : (leaf + 1) * a_leaf]
        following = (leaf + 1) % leaves
        ways.append(("", Icon.FORWARD if following else Icon.BACK, TurnTo(following)))
    down = -(-len(ways) // across)
    content.height = min(content.height, round(metrics.target_px * 1.5) * down)
    for (label, icon, intent), box in zip(ways, grid(content, across, down, gap), strict=False):
        canvas.button(label, box, intent, icon=icon)


def _ways(canvas: Canvas, view: StaffView) -> list[tuple[str, Icon | None, Intent]]:
    tr = canvas.tr
    ways: list[tuple[str, Icon | None, Intent]] = [
        (tr("Today"), Icon.CURVE, ShowToday()),
        (tr("Camera"), Icon.EYE, ShowCamera()),
        (tr("Calibrate"), Icon.MEND, Calibrate()),
        (tr("Games offered"), Icon.BOOK, ShowOffer()),
        (tr("Sound and light"), Icon.SOUND, ShowLook()),
        (tr("Dice"), Icon.DICE, AuditDice()),
        (tr("Change the PIN") if view.locked else tr("Set a PIN"), Icon.SETTINGS, ChangePin()),
        (tr("Report"), Icon.WARNING, MakeReport()),
        (tr("Restart"), Icon.AGAIN, Restart()),
        (tr("About"), Icon.HINT, ShowAbout()),
    ]
    if view.locked:
        ways.insert(7, (tr("Remove the PIN"), Icon.MINUS, RemovePin()))
    return ways


def _told(canvas: Canvas, view: StaffView) -> str:
    if view.report is not None:
        return canvas.tr("The report was written: {file}").format(file=view.report)
    if not view.locked:
        return canvas.tr("No PIN is set: visitors can come here.")
    return ""
