"""Welcome: the board, the name of the game, and every language by its own name."""

import pygame

from companion.display.drawing.board import BoardPicture, draw_board
from companion.display.drawing.canvas import Canvas
from companion.display.drawing.furniture import fault_strip
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import (
    BODY_MM,
    PROMPT_MM,
    TITLE_MM,
    columns,
    cut_bottom,
    cut_left,
    cut_top,
)
from companion.game import start_position
from companion.interface.intents import Begin, Language, NewGame, OpenStaff, ShowRules, ShowSound
from companion.interface.views import WelcomeView
from companion.words import LANGUAGES
from companion.words.labels import rules_name


def draw(canvas: Canvas, view: WelcomeView) -> None:
    """Draw the page."""
    metrics, gap = canvas.metrics, canvas.metrics.gap_px
    whole = fault_strip(canvas, canvas.box.inflate(-2 * gap, -2 * gap))
    whole, languages = cut_bottom(whole, metrics.target_px, gap)
    for (code, name), box in zip(
        LANGUAGES.items(), columns(languages, len(LANGUAGES), gap // 2), strict=True
    ):
        canvas.button(name, box, Language(code))
    if metrics.portrait:
        board, side = cut_top(whole, round(whole.height * 0.52), gap)
    else:
        board, side = cut_left(whole, round(whole.width * 0.5), gap)
    halves = start_position(view.rules).halves()
    draw_board(canvas, board, BoardPicture(halves), canvas.near)
    _draw_side(canvas, side, view)


def _draw_side(canvas: Canvas, side: pygame.Rect, view: WelcomeView) -> None:
    metrics, tr, gap = canvas.metrics, canvas.tr, canvas.metrics.gap_px
    side, lower = cut_bottom(side, metrics.target_px, gap)
    rules, other, staff = _two_and_a_square(lower, gap)
    canvas.button(tr("Rules"), rules, ShowRules(), icon=Icon.BOOK)
    canvas.button(tr("Other game"), other, NewGame(), icon=Icon.DICE)
    if view.for_staff:
        canvas.button("", staff, OpenStaff(), icon=Icon.SETTINGS)
    else:
        canvas.button("", staff, ShowSound(), icon=Icon.SOUND)
    height = max(metrics.target_px, min(round(metrics.target_px * 1.7), side.height // 3))
    side, main = cut_bottom(side, height, gap)
    canvas.button(tr("Play"), main, Begin(), paint=canvas.palette.main, icon=Icon.PLAY, size_mm=PROMPT_MM)
    title, below = cut_top(side, round(side.height * 0.6))
    canvas.text(tr("Five Lines"), title, TITLE_MM * 1.35, bold=True)
    if metrics.small and canvas.faults:
        return
    canvas.text(rules_name(view.rules.name, tr), below, BODY_MM, ink=canvas.palette.soft)


def _two_and_a_square(box: pygame.Rect, gap: int) -> list[pygame.Rect]:
    wide = (box.width - box.height - 2 * gap) // 2
    lefts = (box.left, box.left + wide + gap, box.right - box.height)
    widths = (wide, wide, box.height)
    return [pygame.Rect(left, box.top, width, box.height) for left, width in zip(lefts, widths, strict=True)]
