"""Welcome: the board, who plays, how to play, and every language by its own name."""

import pygame

from companion.display.drawing.board import draw_board
from companion.display.drawing.board_picture import BoardPicture
from companion.display.drawing.canvas import Canvas
from companion.display.drawing.furniture import fault_strip
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import (
    PROMPT_MM,
    columns,
    cut_bottom,
    cut_left,
    cut_right,
    cut_top,
    rows,
)
from companion.display.pages.house import draw_heading
from companion.game import start_position
from companion.interface.intents import (
    Ask,
    Language,
    PlayAgainst,
)
from companion.interface.views import WelcomeView
from companion.words import LANGUAGES


def draw(canvas: Canvas, view: WelcomeView) -> None:
    """Draw the page."""
    metrics, gap = canvas.metrics, canvas.metrics.gap_px
    whole = fault_strip(canvas, canvas.box.inflate(-2 * gap, -2 * gap))
    down = 2 if metrics.narrow else 1
    whole, languages = cut_bottom(whole, down * metrics.target_px + (down - 1) * gap, gap)
    for box, names in zip(rows(languages, down, gap), _shared(list(LANGUAGES.items()), down), strict=True):
        for (code, name), cell in zip(names, columns(box, len(names), gap // 2), strict=True):
            canvas.button(name, cell, Language(code))
    if metrics.portrait:
        # The house's own line and logo need room of their own.
        share = 0.44 if view.texts.line or view.logo else 0.52
        if metrics.narrow:
            share -= 0.1
        board, side = cut_top(whole, round(whole.height * share), gap)
    else:
        # The smallest screens have room for four signs in a row beside a board that is a little less wide.
        signs = 2 + view.for_staff + bool(view.texts.about)
        row_px = signs * (metrics.target_px + gap)
        board, side = cut_left(whole, min(round(whole.width * 0.5), whole.width - row_px), gap)
    halves = start_position(view.rules).halves()
    draw_board(canvas, board, BoardPicture(halves), canvas.near)
    _draw_side(canvas, side, view)


def _shared(things: list[tuple[str, str]], count: int) -> list[list[tuple[str, str]]]:
    """Things in rows, the first of which have the more."""
    a_row = -(-len(things) // count)
    return [things[i : i + a_row] for i in range(0, len(things), a_row)]


def _draw_side(canvas: Canvas, side: pygame.Rect, view: WelcomeView) -> None:
    metrics, tr, gap = canvas.metrics, canvas.tr, canvas.metrics.gap_px
    side, lower = cut_bottom(side, metrics.target_px, gap)
    how = lower
    if view.for_staff:
        how, staff = cut_right(how, metrics.target_px, gap)
        canvas.button("", staff, Ask.OPEN_STAFF, icon=Icon.SETTINGS)
    how, sound = cut_right(how, metrics.target_px, gap)
    canvas.button("", sound, Ask.SHOW_SOUND, icon=Icon.SOUND)
    if view.texts.about:
        how, about = cut_right(how, metrics.target_px, gap)
        canvas.button("", about, Ask.SHOW_ABOUT_BOARD, icon=Icon.HINT)
    said = tr("How to play") if how.width > metrics.target_px * 1.6 else ""
    canvas.button(said, how, Ask.SHOW_RULES, icon=Icon.BOOK)
    least = metrics.least_target_px if view.texts.line else metrics.target_px
    height = max(least, min(round(metrics.target_px * 1.7), (side.height - gap) // 3))
    side, players = cut_bottom(side, 2 * height + gap, gap)
    one, two = rows(players, 2, gap)
    paint = canvas.palette.main
    canvas.button(tr("One player"), one, PlayAgainst(view.computer), paint=paint, size_mm=PROMPT_MM)
    canvas.button(tr("Two players"), two, PlayAgainst(None), paint=paint, size_mm=PROMPT_MM)
    if metrics.small and canvas.faults:
        return
    draw_heading(canvas, side, view.texts, view.logo)
