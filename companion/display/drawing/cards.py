"""The cards that tell the rules of a game in pictures, as pages and printed sheets show them."""

import pygame

from companion.display.drawing.board import draw_board
from companion.display.drawing.board_picture import (
    picture_of_card,
)
from companion.display.drawing.canvas import Canvas
from companion.display.drawing.dice import die_face
from companion.display.drawing.layout import BODY_MM, PROMPT_MM, cut_bottom, cut_left, cut_top
from companion.display.drawing.palette import Paint
from companion.game import Die, Seat
from companion.interface.rule_cards import Card
from companion.words.rules_told import card_words


def draw_card(canvas: Canvas, box: pygame.Rect, number: int, card: Card, die: Die) -> None:
    """A card in a box: its board, and below or beside it its number, its words and its throw."""
    gap = canvas.metrics.gap_px
    if box.width > box.height * 1.15:
        board, words = cut_left(box, round(min(box.width * 0.54, box.height * 1.05)), 2 * gap)
        head, words = cut_top(words, round(words.height * 0.3), gap)
    else:
        board, words = cut_top(box, round(box.height * 0.68), gap)
        head, words = cut_left(words, round(words.width * 0.2), gap)
    draw_board(canvas, board, picture_of_card(card), Seat.A)
    stacked = head.height > head.width
    parts = cut_bottom(head, head.height // 2) if stacked else cut_left(head, head.width // 2)
    canvas.text(f"{number}", parts[0], PROMPT_MM, ink=canvas.palette.back, bold=True)
    if card.throw is not None:
        side = min(parts[1].width, parts[1].height, canvas.metrics.px(13))
        drawn = die_face(die, card.throw, side, canvas.palette)
        canvas.surface.blit(drawn, drawn.get_rect(center=parts[1].center))
    paint = Paint(canvas.palette.page.fill, canvas.palette.page.ink)
    canvas.text(card_words(card, canvas.tr), words, max(BODY_MM, PROMPT_MM * 0.9), paint=paint)
