"""A choice that stands out, on the board as it was: what was done, and what would have been best."""

import pygame

from companion.display.drawing.arrows import TWICE, draw_arrow
from companion.display.drawing.board import draw_board
from companion.display.drawing.board_picture import ArrowStyle, BoardPicture, arrows_of
from companion.display.drawing.canvas import Align, Canvas, Part
from companion.display.drawing.chances import percent
from companion.display.drawing.counters import draw_counter_on
from companion.display.drawing.icons import blank
from companion.display.drawing.layout import BODY_MM, cut_bottom, cut_left, cut_top, rows
from companion.game import Action, Move
from companion.interface.summary import StandOut
from companion.referee.words import Translate
from companion.words.labels import move_name


def draw_choice(canvas: Canvas, content: pygame.Rect, choice: StandOut | None, *, costly: bool) -> None:
    """The board with the choice, and a few words on it beside or below."""
    tr, metrics, gap = canvas.tr, canvas.metrics, canvas.metrics.gap_px
    if choice is None:
        said = tr("Nobody gave anything away.") if costly else tr("No choice stood out in this game.")
        canvas.text(said, content, BODY_MM)
        return
    if metrics.portrait:
        board, side = cut_top(content, round(content.height * (0.48 if metrics.small else 0.62)), gap)
    else:
        board, side = cut_left(content, round(content.width * 0.5), gap)
    done = [(choice.action, ArrowStyle.WENT if costly else ArrowStyle.SHALL)]
    if costly:
        done.append((choice.best, ArrowStyle.SHALL))
    arrows = tuple(
        arrow for action, look in done if isinstance(action, Move) for arrow in arrows_of(action, look)
    )
    in_hand = (choice.position.a.hand, choice.position.b.hand)
    draw_board(canvas, board, BoardPicture(choice.position.halves(), in_hand, arrows), canvas.near)
    thrown, *actions, cost = told(choice, tr, costly=costly)
    side, last = cut_bottom(side, side.height * 3 // 10, gap)
    head, *lines = rows(side, 1 + len(done), gap)
    mark, words = cut_left(head, min(metrics.px(8), head.height), metrics.px(1.2))
    draw_counter_on(canvas.surface, choice.seat, mark.center, mark.width, canvas.palette, canvas.palette.page)
    canvas.stack([Part(thrown, 5.4)], words)
    for (_, look), said, line in zip(done, actions, lines, strict=True):
        sample, words = cut_left(line, metrics.px(8), metrics.px(1.2))
        _draw_sample(canvas, sample, look)
        canvas.text(said, words, 5.8, bold=True, align=Align.LEFT)
    canvas.text(cost, last, 5.4, align=Align.LEFT)


def told(choice: StandOut, tr: Translate, *, costly: bool) -> list[str]:
    """A choice in words: the throw, what was played, what was better if that was costly, and the cost."""
    said = [
        tr("Throw {ply}: a {throw}").format(ply=choice.ply, throw=choice.throw),
        tr("Played: {move}").format(move=_name(choice.action, tr)),
    ]
    if costly:
        said.append(tr("Better: {move}").format(move=_name(choice.best, tr)))
        cost = tr("That gave away {percent} %.")
    else:
        cost = tr("Anything else would have cost {percent} % or more.")
    return [*said, cost.format(percent=percent(choice.share))]


def _name(action: Action, tr: Translate) -> str:
    return move_name(action, tr) if isinstance(action, Move) else tr("Stay")


def _draw_sample(canvas: Canvas, box: pygame.Rect, look: ArrowStyle) -> None:
    """An arrow as on the board, to know it by."""
    sheet = blank((box.width * TWICE, box.height * TWICE), canvas.palette.page.fill)
    y = sheet.get_height() / 2
    point_px = canvas.metrics.px(6) * TWICE
    draw_arrow(sheet, (-point_px * 0.2, y), (sheet.get_width(), y), look, point_px, canvas.palette)
    canvas.surface.blit(pygame.transform.smoothscale(sheet, box.size), box.topleft)
