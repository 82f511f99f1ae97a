"""Who plays: two people, or a person and the computer, which plays as well as is wanted."""

import pygame

from companion.analysis.play.levels import LEVELS
from companion.display.drawing.canvas import Canvas
from companion.display.drawing.frieze import draw_frieze
from companion.display.drawing.layout import (
    PROMPT_MM,
    SMALL_MM,
    columns,
    cut_bottom,
    cut_top,
    grid,
    rows,
)
from companion.display.seat_names import who
from companion.game import Seat
from companion.interface.intents import ChooseLevel, PlayAgainst
from companion.interface.views import ChooseGameView
from companion.words.labels import level_name


def draw_players(canvas: Canvas, content: pygame.Rect, view: ChooseGameView) -> None:
    """Who sits at the table, and the levels of the computer as numbers on a ladder."""
    tr, metrics, opponent = canvas.tr, canvas.metrics, view.opponent
    gap = metrics.px(0.6)
    height = min(metrics.px(14), (content.height - 2 * gap) // 3)
    cut = rows if metrics.portrait else columns
    if metrics.portrait:
        height = 3 * metrics.px(10 if metrics.small else 13) + 2 * gap
    seats, rest = cut_top(content, height, gap)
    computer = None if opponent is None else opponent.seat
    for seat, box in zip((None, *Seat), cut(seats, 3, gap), strict=True):
        said = (
            tr("Two people")
            if seat is None
            else tr("The computer plays {seat}").format(seat=who(canvas, seat))
        )
        chosen = seat is computer
        # On the smallest screens the tick would take the room of the words.
        paint = canvas.palette.main if chosen and metrics.small else None
        canvas.button(said, box, PlayAgainst(seat), chosen=chosen and not metrics.small, paint=paint)
    if opponent is None:
        said = tr("The computer can throw and say what to move; you move its counters on the board.")
        canvas.text(said, rest, 5.4, ink=canvas.palette.soft)
        return
    down = 2 if metrics.narrow else 1
    ladder_px = min(metrics.px(14), (rest.height - gap) // 2)
    if metrics.narrow:
        ladder_px = down * metrics.target_px + gap
    ladder, words = cut_top(rest, ladder_px, gap)
    cells = grid(ladder, -(-len(LEVELS) // down), down, gap)
    for number, (level, box) in enumerate(zip(LEVELS, cells, strict=False)):
        chosen = level == opponent.level
        paint = canvas.palette.main if chosen else None
        canvas.button(str(number + 1), box, ChooseLevel(level.name), paint=paint, size_mm=PROMPT_MM)
    told, _ = cut_top(words, min(words.height, metrics.px(20 if metrics.narrow else 16)))
    draw_frieze(canvas, pygame.Rect(words.left, told.bottom, words.width, words.bottom - told.bottom))
    words = told
    name, about = cut_bottom(words, round(words.height * (0.65 if metrics.narrow else 0.42)))
    canvas.text(level_name(opponent.level.name, tr), name, PROMPT_MM, bold=True)
    canvas.text(
        tr("The higher the number, the fewer mistakes."), about, SMALL_MM * 1.15, ink=canvas.palette.soft
    )
