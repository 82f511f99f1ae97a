"""The button, the lamps and the sound being tried: how it stands with each, and a button to try it."""

import pygame

from companion.display.drawing.canvas import Align, Canvas
from companion.display.drawing.guide import guided
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import BODY_MM, cut_left, cut_right, rows
from companion.interface.intents import Ask, Intent
from companion.interface.setting_up import DevicesStepView, DeviceState, SetUp
from companion.words.setting_up import button_text, lamps_text, sound_text


def draw(canvas: Canvas, view: DevicesStepView) -> None:
    """Draw the page."""
    tr, metrics, gap = canvas.tr, canvas.metrics, canvas.metrics.gap_px
    content, _ = guided(canvas, SetUp.DEVICES, view.place)
    content.height = min(content.height, 3 * round(metrics.target_px * 1.8))
    button, lamps, sound = rows(content, 3, gap)
    presses = f" ({view.presses})" if view.presses else ""
    _draw_device(canvas, button, Icon.DICE, view.button, button_text(view.button, tr) + presses)
    _draw_device(canvas, lamps, Icon.BULB, view.lamps, lamps_text(view.lamps, tr), Ask.TRY_LAMPS)
    _draw_device(canvas, sound, Icon.SOUND, view.sound, sound_text(view.sound, tr), Ask.TRY_SOUND)


def _draw_device(
    canvas: Canvas, box: pygame.Rect, icon: Icon, state: DeviceState, said: str, tried: Intent | None = None
) -> None:
    metrics, gap, palette = canvas.metrics, canvas.metrics.gap_px, canvas.palette
    if tried is not None and state in (DeviceState.THERE, DeviceState.TRIED):
        box, button = cut_right(box, max(2 * metrics.target_px, box.width // 4), gap)
        canvas.button(canvas.tr("Try it"), button, tried, icon=Icon.PLAY)
    paint = {DeviceState.MISSING: palette.wrong, DeviceState.TRIED: palette.right}.get(state, palette.panel)
    canvas.panel(box, paint.fill)
    mark, words = cut_left(box.inflate(-2 * gap, 0), metrics.px(8), gap)
    canvas.icon(icon, mark, paint.ink)
    canvas.text(said, words, BODY_MM, paint=paint, align=Align.LEFT)
