"""The cards that tell the rules of a game in pictures, as pages and printed sheets show them."""

import pygame

from companion.display.drawing.arrows import Arrow, ArrowStyle, arrows_of
from companion.display.drawing.board import BoardPicture, Mark, draw_board
from companion.display.drawing.canvas import Canvas
from companion.display.drawing.dice import die_face
from companion.display.drawing.layout import BODY_MM, PROMPT_MM, cut_bottom, cut_left, cut_top
from companion.display.drawing.palette import Paint
from companion.game import RING, Die, Halves, Seat
from companion.interface.rule_cards import Card, Shows
from companion.referee.words import Translate


def card_words(card: Card, tr: Translate) -> str:
    """What a card says, beside its picture."""
    match card.shows:
        case Shows.AIM:
            return tr("Bring {count} counters to the far half of the sacred line, and you win.").format(
                count=card.count
            )
        case Shows.AIM_ANYWHERE:
            return tr("Bring {count} counters to the sacred line, and you win.").format(count=card.count)
        case Shows.START:
            return tr("So the game begins.")
        case Shows.WAY:
            return tr("Everybody goes round this way.")
        case Shows.THROW:
            return tr("The throw says how many points one counter goes on.")
        case Shows.SHARE:
            return tr("Counters of one colour may share a point.")
        case Shows.ALONE:
            return tr("Beside the sacred line a point has room for one counter only.")
        case Shows.HIT:
            return tr("Land on a single counter of the other colour: it leaves the board and starts anew.")
        case Shows.ENTER:
            return tr("From beside the board a counter enters on the point that the throw says.")
        case Shows.LEAVE:
            return tr("Whoever can move must, even when it is off the sacred line.")
        case Shows.STAY:
            return tr("A counter that is home stays there.")
        case Shows.AGAIN:
            return tr("Whoever lands here throws again.")


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


def picture_of_card(card: Card) -> BoardPicture:
    """What lies on the board of a card, with its arrows."""
    position = card.position
    arrows = [arrow for move in card.moves for arrow in arrows_of(move, ArrowStyle.SHALL)]
    marks = dict.fromkeys(card.marked, Mark.TARGET)
    if card.refused is not None:
        source, target = card.refused
        arrows.append(Arrow(Seat.A, source, target, ArrowStyle.WENT))
        marks[target] = Mark.WRONG
    if card.shows is Shows.WAY:
        arrows = [Arrow(Seat.A, RING[i], RING[(i + 1) % 10], ArrowStyle.MAY) for i in range(10)]
        return BoardPicture(Halves(), arrows=tuple(arrows))
    return BoardPicture(
        position.halves(), (position.a.hand, position.b.hand), arrows=tuple(arrows), marks=marks
    )
