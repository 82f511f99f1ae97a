"""The steps of setting up, each to be gone to again; what is still to be done stands out."""

from companion.display.drawing.canvas import Align, Canvas
from companion.display.drawing.furniture import titled
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import BODY_MM, cut_bottom, cut_right, grid
from companion.interface.intents import Ask, OpenStep
from companion.interface.setting_up import SettingUpView, SetUp
from companion.words.setting_up import left_text, step_name


def draw(canvas: Canvas, view: SettingUpView) -> None:
    """Draw the page."""
    tr, metrics, gap, palette = canvas.tr, canvas.metrics, canvas.metrics.gap_px, canvas.palette
    content = titled(canvas, tr("Setting up"))
    content, foot = cut_bottom(content, metrics.target_px, gap)
    roomy = not (metrics.small or metrics.portrait)
    if view.left:
        foot, main = cut_right(foot, foot.width * (4 if roomy else 10) // 10, gap)
        canvas.button(tr("Go on"), main, Ask.GO_ON, icon=Icon.FORWARD, paint=palette.main)
    if roomy or not view.left:
        canvas.text(left_text(view.left, tr), foot, BODY_MM, align=Align.LEFT)
    across = 2 if metrics.portrait else 3
    down = -(-len(SetUp) // across)
    content.height = min(content.height, round(metrics.target_px * 1.5) * down)
    for step, box in zip(SetUp, grid(content, across, down, gap), strict=False):
        canvas.button(
            step_name(step, tr), box, OpenStep(step), icon=Icon.FORWARD if step in view.left else Icon.TICK
        )
