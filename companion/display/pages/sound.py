"""Sound, as visitors may change it: softer, louder, off; and the voice."""

import pygame

from companion.display.drawing.canvas import Align, Canvas
from companion.display.drawing.frieze import draw_frieze
from companion.display.drawing.furniture import titled
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import PROMPT_MM, columns, cut_left, cut_right, cut_top, rows
from companion.interface.intents import Mute, Speak, Volume
from companion.interface.views import SettingsView, SoundView

VOLUME_STEP = 10


def draw(canvas: Canvas, view: SoundView) -> None:
    """Draw the page."""
    content = titled(canvas, canvas.tr("Sound"))
    gap, high = canvas.metrics.gap_px, round(canvas.metrics.target_px * 1.8)
    row, rest = cut_top(content, min(content.height, high), gap)
    draw_sound(canvas, row, view, least=view.softest_percent, most=view.loudest_percent)
    if view.speaks is not None:
        row, rest = cut_top(rest, min(rest.height, round(canvas.metrics.target_px * 1.5)))
        draw_voice(canvas, row, speaks=view.speaks)
    draw_frieze(canvas, rest)


def draw_voice(canvas: Canvas, box: pygame.Rect, *, speaks: bool) -> None:
    """The voice on or off."""
    tr, gap = canvas.tr, canvas.metrics.gap_px
    off, on = columns(box, 2, gap)
    canvas.button(tr("Without voice"), off, Speak(on=False), chosen=not speaks)
    canvas.button(tr("With voice"), on, Speak(on=True), chosen=speaks)


def draw_sound(
    canvas: Canvas, box: pygame.Rect, view: SettingsView | SoundView, *, least: int = 0, most: int = 100
) -> None:
    """Sound off or on, softer, how loud it is, louder."""
    tr, metrics, gap, palette = canvas.tr, canvas.metrics, canvas.metrics.gap_px, canvas.palette
    side = max(metrics.target_px, min(box.height, box.width // 6))
    mute, box = cut_left(box, side, gap)
    icon = Icon.SILENCE if view.muted else Icon.SOUND
    canvas.button("", mute, Mute(not view.muted), icon=icon, chosen=view.muted)
    box, louder = cut_right(box, side, gap)
    softer, box = cut_left(box, side, gap)
    percent = view.volume_percent
    canvas.button("", softer, Volume(max(least, percent - VOLUME_STEP)), icon=Icon.MINUS)
    canvas.button("", louder, Volume(min(most, percent + VOLUME_STEP)), icon=Icon.PLUS)
    words, bar = rows(box, 2, 0)
    said = tr("Sound off") if view.muted else tr("Sound {percent} %").format(percent=percent)
    canvas.text(said, words, PROMPT_MM, align=Align.CENTRE)
    bar = bar.inflate(0, -bar.height // 2)
    canvas.panel(bar, palette.panel.fill, palette.rule)
    if percent:
        filled = pygame.Rect(bar.left, bar.top, max(bar.height, bar.width * percent // 100), bar.height)
        canvas.panel(filled, palette.rule if view.muted else palette.main.fill)
