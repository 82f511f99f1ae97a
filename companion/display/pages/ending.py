"""Shall the game end so? Asked at the place of everybody concerned."""

import pygame

from companion.display.drawing.canvas import Align, Canvas, Part
from companion.display.drawing.counters import draw_counter_on
from companion.display.drawing.furniture import fault_strip, language_button
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import (
    BODY_MM,
    PROMPT_MM,
    columns,
    cut_bottom,
    cut_left,
    cut_right,
    cut_top,
    rows,
)
from companion.game import Seat
from companion.interface.intents import Agree, Ask
from companion.interface.views import Ending, EndingView

ROOMY = 3.0
"""In a box of more than so many targets' height the question stands below the globe, not beside it."""


def draw(canvas: Canvas, view: EndingView) -> None:
    """Draw the page."""
    gap = canvas.metrics.gap_px
    whole = fault_strip(canvas, canvas.box.inflate(-2 * gap, -2 * gap))
    far_first = sorted(view.asked, key=lambda seat: seat is canvas.near)
    for seat, box in zip(far_first, rows(whole, len(far_first), gap), strict=True):
        turned = canvas.two_sided and view.opponent is None and seat is not canvas.near
        with canvas.sheet(box, turned=turned) as sheet:
            _ask(sheet, sheet.box, view, seat)


def _ask(canvas: Canvas, box: pygame.Rect, view: EndingView, seat: Seat) -> None:
    tr, metrics, gap = canvas.tr, canvas.metrics, canvas.metrics.gap_px
    paint = canvas.palette.panel
    canvas.panel(box, paint.fill)
    inner = box.inflate(-4 * gap, -4 * gap)
    words, answers = cut_bottom(
        inner,
        max(metrics.target_px, min(round(metrics.target_px * 1.5), inner.height - metrics.target_px - gap)),
        gap,
    )
    if seat is view.asked[0]:
        if words.height > ROOMY * metrics.target_px:
            row, words = cut_top(words, metrics.target_px, gap)
            _, globe = cut_right(row, metrics.target_px)
        else:
            words, globe = cut_right(words, metrics.target_px, gap)
            globe.height = metrics.target_px
        language_button(canvas, globe)
    if view.ending is not Ending.ANOTHER_GAME:
        mark, words = cut_left(words, metrics.px(10), gap)
        draw_counter_on(canvas.surface, seat, mark.center, min(mark.size), canvas.palette, paint)
    question = {
        Ending.DRAW: tr("End this game as a draw?"),
        Ending.GIVEN_UP: tr("Give this game up?"),
        Ending.ANOTHER_GAME: tr("Leave this game for another?"),
    }[view.ending]
    parts = [Part(question, PROMPT_MM, bold=True)]
    if view.ending is Ending.DRAW and not metrics.small:
        parts.append(Part(tr("Both players have to say yes."), BODY_MM))
    canvas.stack(parts, words, paint=paint, align=Align.LEFT)
    no, yes = columns(answers, 2, gap)
    canvas.button(tr("No, play on"), no, Ask.GO_ON, paint=canvas.palette.main, icon=Icon.PLAY)
    if seat in view.agreed:
        tick, said = cut_left(yes, metrics.px(6), gap)
        canvas.icon(Icon.TICK, tick, paint.ink)
        canvas.text(tr("Yes"), said, BODY_MM, paint=paint, bold=True)
    else:
        canvas.button(tr("Yes"), yes, Agree(seat))
