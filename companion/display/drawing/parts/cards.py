"""Rule cards in pictures, for pages and for printed sheets."""

import pygame

from companion.display.drawing.canvas import Align, Canvas
from companion.display.drawing.layout import BODY_MM, PROMPT_MM, cut_left, cut_top
from companion.display.drawing.table.board import draw_board
from companion.display.drawing.table.dice import die_face
from companion.game import Die
from companion.interface.rule_cards import Card
from companion.presentation.board_picture import picture_of_card
from companion.presentation.words.rules_text import card_words

WORDS_MM = PROMPT_MM * 0.95  # type size of a card's words
NUMBER_MM = 8.0  # diameter of the disc with a card's number

DIE_MM = 12.0


def draw_card(canvas: Canvas, box: pygame.Rect, number: int, card: Card, die: Die) -> None:
    """Draw a card in a box: its board, and below or beside it its number, its throw and its words."""
    metrics, gap = canvas.metrics, canvas.metrics.gap_px
    said = card_words(card, canvas.tr)
    disc_px, die_px = metrics.px(NUMBER_MM), 0 if card.throw is None else metrics.px(DIE_MM)
    if box.width > box.height * 1.15:
        board, words = cut_left(box, round(min(box.width * 0.5, box.height * 1.3)), 2 * gap + metrics.px(1))
        # Number, throw and words stand together in the middle of the height.
        head_px = max(disc_px, die_px)
        high = canvas.text_height_px(said, words.width, WORDS_MM)
        words = words.inflate(0, -max(0, words.height - head_px - high - 2 * gap))
        head, words = cut_top(words, head_px, 2 * gap)
        disc, place = cut_left(head, disc_px, metrics.px(3))
        place.width = die_px
    else:
        board, words = cut_top(box, round(box.height * 0.68), gap)
        column, words = cut_left(words, max(disc_px, die_px), metrics.px(2))
        column = column.inflate(0, -max(0, column.height - disc_px - die_px - gap))
        disc, place = cut_top(column, disc_px, gap)
        place.height = min(place.height, die_px)
    draw_board(canvas, board, picture_of_card(card))
    draw_number(canvas, disc, number)
    if card.throw is not None:
        drawn = die_face(die, card.throw, max(1, min(place.size)), canvas.palette)
        canvas.surface.blit(drawn, drawn.get_rect(center=place.center))
    canvas.text(said, words, max(BODY_MM, WORDS_MM), align=Align.LEFT)


def draw_number(canvas: Canvas, box: pygame.Rect, number: int) -> None:
    """Draw a number on a disc as large as a box allows."""
    paint = canvas.palette.main
    disc = pygame.Rect((0, 0), (min(box.size),) * 2)
    disc.center = box.center
    pygame.draw.circle(canvas.surface, paint.fill, disc.center, disc.width // 2)
    canvas.text(f"{number}", disc, PROMPT_MM * 0.8, paint=paint, bold=True)
