"""Settings for staff: sound, light, and the ways to the camera, the calibration and the dice."""

import pygame

from companion.display.drawing.canvas import Align, Canvas
from companion.display.drawing.furniture import titled
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import BODY_MM, columns, cut_left, cut_right, rows
from companion.interface.intents import AuditDice, Calibrate, ChooseTheme, Mute, ShowCamera, Volume
from companion.interface.theme import Theme
from companion.interface.views import SettingsView

VOLUME_STEP = 10


def draw(canvas: Canvas, view: SettingsView) -> None:
    """Draw the page."""
    tr, metrics, gap = canvas.tr, canvas.metrics, canvas.metrics.gap_px
    content = titled(canvas, tr("Settings"))
    height = min(content.height, round(metrics.target_px * 1.5) * 3)
    content = pygame.Rect(content.left, content.top, content.width, height)
    sound, light, ways = rows(content, 3, gap)
    _draw_sound(canvas, sound, view)
    lights = (
        (Theme.BRIGHT, tr("Bright room"), Icon.SUN),
        (Theme.LOW_LIGHT, tr("Low light"), Icon.MOON),
    )
    for (theme, label, icon), box in zip(lights, columns(light, 2, gap), strict=True):
        canvas.button(label, box, ChooseTheme(theme), icon=icon, chosen=theme is view.theme)
    camera, calibrate, dice = columns(ways, 3, gap)
    canvas.button(tr("Camera"), camera, ShowCamera(), icon=Icon.EYE)
    canvas.button(tr("Calibrate"), calibrate, Calibrate(), icon=Icon.MEND)
    canvas.button(tr("Dice"), dice, AuditDice(), icon=Icon.DICE)


def _draw_sound(canvas: Canvas, box: pygame.Rect, view: SettingsView) -> None:
    """Sound off or on, softer, how loud it is, louder."""
    tr, metrics, gap, palette = canvas.tr, canvas.metrics, canvas.metrics.gap_px, canvas.palette
    side = max(metrics.target_px, box.height)
    mute, box = cut_left(box, side, gap)
    icon = Icon.SILENCE if view.muted else Icon.SOUND
    canvas.button("", mute, Mute(not view.muted), icon=icon, chosen=view.muted)
    box, louder = cut_right(box, side, gap)
    softer, box = cut_left(box, side, gap)
    percent = view.volume_percent
    canvas.button("", softer, Volume(max(0, percent - VOLUME_STEP)), icon=Icon.MINUS)
    canvas.button("", louder, Volume(min(100, percent + VOLUME_STEP)), icon=Icon.PLUS)
    words, bar = rows(box, 2, 0)
    said = tr("Sound off") if view.muted else tr("Sound {percent} %").format(percent=percent)
    canvas.text(said, words, BODY_MM, align=Align.CENTRE)
    bar = bar.inflate(0, -bar.height // 2)
    canvas.panel(bar, palette.panel.fill, palette.rule)
    if percent:
        filled = pygame.Rect(bar.left, bar.top, max(bar.height, bar.width * percent // 100), bar.height)
        canvas.panel(filled, palette.rule if view.muted else palette.main.fill)
