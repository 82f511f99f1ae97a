"""Positions from games to be solved on paper: on the front what was thrown, on the back what is best."""

from collections.abc import Sequence
from dataclasses import replace

import pygame

from companion.display.drawing.canvas import Canvas, TextPart, who
from companion.display.drawing.layout import PROMPT_MM, SMALL_MM, cut_left, cut_top, grid
from companion.display.drawing.parts.cards import DIE_MM, NUMBER_MM, draw_number
from companion.display.drawing.parts.chances import percent
from companion.display.drawing.table.board import draw_board, draw_labels
from companion.display.drawing.table.dice import die_face
from companion.game import Move, Rules
from companion.interface.summary import StandOut
from companion.presentation.board_picture import ArrowStyle, arrows_of, picture_of
from companion.presentation.words import translator
from companion.presentation.words.labels import best_text, rules_name, why_text
from companion.referee.referee import State
from five_lines_make.prints.rules_sheet import PrintedCanvas, blank_sheet, page_of
from five_lines_make.shapes import Page

Puzzle = tuple[Rules, StandOut]  # a game, and a choice in it that stands out; `best` is the solution

A_SHEET = 6  # puzzles on a sheet: boards of 70 mm, on which counters and numbers are easily read

_ACROSS = 2


def puzzle_pages(puzzles: Sequence[Puzzle], language: str) -> tuple[Page, ...]:
    """Return sheets of A4, each a front with positions and a back with their solutions; LanguageError."""
    pages = []
    for first in range(0, len(puzzles), A_SHEET):
        some = puzzles[first : first + A_SHEET]
        for name, solved in ((f"{first // A_SHEET + 1}", False), (f"{first // A_SHEET + 1}-back", True)):
            pages.append(page_of(name, draw_puzzles(some, language, first + 1, solved=solved)))
    return tuple(pages)


def draw_puzzles(puzzles: Sequence[Puzzle], language: str, first: int = 1, *, solved: bool) -> PrintedCanvas:
    """Draw one side of a sheet with at most `A_SHEET` puzzles, numbered from `first`."""
    tr = translator(language)
    title = tr("The best choice") if solved else tr("Find the best move")
    canvas, content = blank_sheet(title, "", tr)
    boxes = grid(content, _ACROSS, A_SHEET // _ACROSS, canvas.metrics.px(6))
    for number, (puzzle, box) in enumerate(zip(puzzles, boxes, strict=False), start=first):
        _draw_puzzle(canvas, box, number, puzzle, solved=solved)
    draw_labels(canvas)
    return canvas


def _draw_puzzle(canvas: Canvas, box: pygame.Rect, number: int, puzzle: Puzzle, *, solved: bool) -> None:
    tr, metrics, (rules, it) = canvas.tr, canvas.metrics, puzzle
    board, words = cut_top(box, round(box.height * 0.74), metrics.px(2))
    shown = [it.best] if solved and isinstance(it.best, Move) else []
    arrows = tuple(arrow for move in shown for arrow in arrows_of(move, ArrowStyle.SHALL))
    picture = picture_of(State(rules, it.position, it.seat))
    draw_board(canvas, board, replace(picture, arrows=arrows, named=True))
    disc, words = cut_left(words, metrics.px(NUMBER_MM), metrics.px(2))
    draw_number(canvas, disc, number)
    place, words = cut_left(words, metrics.px(DIE_MM), metrics.px(2))
    drawn = die_face(rules.die, it.throw, min(place.size), canvas.palette)
    canvas.surface.blit(drawn, drawn.get_rect(center=place.center))
    said = [tr("{seat} moves").format(seat=who(canvas, it.seat)), rules_name(rules.name, tr)]
    if solved:
        cost = tr("Anything else would have cost at least {percent}%.").format(percent=percent(it.share))
        why = why_text(it.why, who(canvas, it.seat.other), tr)
        said = [best_text(it.best, tr), f"{why}\n{cost}".strip()]
    canvas.stack([TextPart(said[0], PROMPT_MM, bold=True), TextPart(said[1], SMALL_MM)], words)
