"""The frame of the pages of the first set-up: progress, and the way on, now or later."""

import pygame

from companion.display.drawing.canvas import Canvas
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import columns, cut_bottom, cut_left, cut_right
from companion.display.drawing.parts.furniture import titled
from companion.interface.intents import Ask, Intent
from companion.interface.setting_up import SetUp, StepPlace
from companion.presentation.words.setting_up import step_name


def guided(
    canvas: Canvas, step: SetUp, place: StepPlace, label: str | None = "", intent: Intent | None = None
) -> tuple[pygame.Rect, pygame.Rect]:
    """Draw a step's frame; return boxes for its content and for its own buttons.

    `label` and `intent` replace those of the button that leads on; None: there is no such button.
    """
    metrics, gap, tr = canvas.metrics, canvas.metrics.gap_px, canvas.tr
    number = f" · {place.number}/{place.count}" if place.count > 1 else ""
    content = titled(canvas, f"{step_name(step, tr)}{number}")
    content, foot = cut_bottom(content, metrics.target_px, gap)
    if metrics.portrait:
        later, main = columns(foot, 2, gap)
        content, own = cut_bottom(content, metrics.target_px, gap)
    else:
        side = foot.width * (30 if metrics.small else 24) // 100
        later, foot = cut_left(foot, side, gap)
        own, main = cut_right(foot, side, gap)
    canvas.button(tr("Later"), later, Ask.LATER)
    if label is not None:
        paint = canvas.palette.main
        canvas.button(label or tr("Go on"), main, intent or Ask.GO_ON, icon=Icon.TICK, paint=paint)
    return content, own
