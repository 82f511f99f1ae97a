"""Play: whose turn it is, the throw, what may be moved, what was moved last."""

from dataclasses import replace

import pygame

from companion.display.board_drawing import Arrow, BoardPicture, Mark, draw_board, picture_of
from companion.display.canvas import Canvas
from companion.display.dice_drawing import draw_roll
from companion.display.furniture import draw_status
from companion.display.icons import Icon
from companion.display.intents import Decline, Pause, TakeBack, Throw, WhatCanIPlay
from companion.display.layout import cut_left, cut_right
from companion.display.places import Prompt, Table, draw_number_pad, draw_place, table
from companion.display.view import PlayView, Roll
from companion.game import Point
from companion.referee.events import Moved, Restored, TakenBack
from companion.referee.words import PROVERB, place


def draw(canvas: Canvas, view: PlayView) -> None:
    """Draw the page."""
    boxes = table(canvas)
    draw_board(canvas, boxes.board, _board(view), canvas.near)
    draw_status(canvas, boxes.status, view.seen)
    active = view.state.seat
    target = canvas.metrics.target_px
    choice = pygame.Rect(0, 0, round(target * 1.6) if view.may_decline else target, target)
    choice.midright = boxes.band.midright
    draw_band(canvas, boxes, view.roll, choice.width)
    _draw_choices(canvas, choice, view)
    if view.own_dice and view.state.throw is None:
        draw_number_pad(canvas, boxes, active, view.state.rules.die, view.counted)
    else:
        draw_place(canvas, boxes, active, _to_act(canvas, view))
    draw_place(canvas, boxes, active.other, _waiting(canvas, view))


def draw_band(canvas: Canvas, boxes: Table, roll: Roll | None, right_px: int | None = None) -> None:
    """The die between the places, the way to a pause on its left, and `right_px` left free on its right."""
    target, gap = canvas.metrics.target_px, canvas.metrics.gap_px
    left, free = cut_left(boxes.band, target, gap)
    free, _ = cut_right(free, right_px or target, gap)
    if roll is not None:
        draw_roll(canvas.surface, free, roll, canvas.theme)
    pause = pygame.Rect(left.left, left.centery - target // 2, target, target)
    canvas.button("", pause, Pause(), icon=Icon.PAUSE)


def _draw_choices(canvas: Canvas, box: pygame.Rect, view: PlayView) -> None:
    """On the right of the die: taking back, what can be played, or staying."""
    mover = view.state.seat
    if view.state.throw is None:
        if view.may_take_back and isinstance(view.last, Moved):
            with canvas.sheet(box, turned=canvas.two_sided and view.last.seat is not canvas.near) as sheet:
                sheet.button("", sheet.box, TakeBack(), icon=Icon.UNDO)
    elif view.may_decline:
        with canvas.sheet(box, turned=canvas.two_sided and mover is not canvas.near) as sheet:
            sheet.button(canvas.tr("Stay"), sheet.box, Decline())
    else:
        canvas.button("", box, WhatCanIPlay(), icon=Icon.HINT)


def _board(view: PlayView) -> BoardPicture:
    picture = picture_of(view.state)
    marks = {}
    if isinstance(view.last, Moved):
        marks[view.last.move.target] = Mark.LAST
        if isinstance(view.last.move.source, Point):
            marks[view.last.move.source] = Mark.LAST
    arrows = []
    for move in view.hints or ():
        source = move.source if isinstance(move.source, Point) else None
        arrows.append(Arrow(move.seat, source, move.target))
        marks[move.target] = Mark.TARGET
    return replace(picture, arrows=tuple(arrows), marks=marks)


def _to_act(canvas: Canvas, view: PlayView) -> Prompt:
    """What is said to the seat that is to throw or to move."""
    tr, theme, throw = canvas.tr, canvas.theme, view.state.throw
    if throw is None:
        again = isinstance(view.last, Moved) and view.last.move.throws_again
        headline = tr("Throw again") if again else tr("Throw")
        detail = tr("Touch here or press the button.")
        if isinstance(view.last, Moved) and view.last.move.hits:
            detail = tr("Your counter on {point} was hit.").format(point=view.last.move.target)
        return Prompt(headline, detail, Throw(), Icon.DICE, theme.main)
    if view.roll is not None and view.roll.progress < 1:
        return Prompt(tr("The die is rolling"), paint=theme.main)
    headline = tr("Move {throw}").format(throw=throw)
    detail = tr("Only one move is possible.") if view.forced else ""
    if view.zugzwang:
        detail = tr("Every move leaves the sacred line.")
    elif isinstance(view.last, Restored):
        detail = tr("Thank you, the board is right again.")
    elif isinstance(view.last, TakenBack):
        detail = tr("The move is taken back.")
    return Prompt(headline, detail, paint=theme.main)


def _waiting(canvas: Canvas, view: PlayView) -> Prompt:
    """What is said to the other seat."""
    tr, active = canvas.tr, view.state.seat
    said = tr("{seat} throws") if view.state.throw is None else tr("{seat} moves")
    detail = ""
    if view.zugzwang:
        detail = tr("Zugzwang: {proverb}.").format(proverb=tr(PROVERB))
    elif isinstance(view.last, Moved):
        detail = f"{place(view.last.move.source, tr)} → {view.last.move.target}"
    return Prompt(said.format(seat=active), detail)
