"""A turn that passes because nothing can move."""

from companion.display.drawing.board import draw_board
from companion.display.drawing.board_picture import picture_of
from companion.display.drawing.canvas import Canvas
from companion.display.drawing.furniture import draw_status
from companion.display.drawing.icons import Icon
from companion.display.drawing.seat_places import Prompt, draw_number_pad, draw_place, is_wide, table
from companion.display.pages.play import draw_band
from companion.display.seat_names import who
from companion.interface.intents import Ask
from companion.interface.views import PassView
from companion.words.labels import topic_text


def draw(canvas: Canvas, view: PassView) -> None:
    """Draw the page."""
    tr, palette = canvas.tr, canvas.palette
    boxes = table(canvas, view.opponent, taps=view.own_dice, wide=is_wide(view.state.rules))
    draw_board(canvas, boxes.board, picture_of(view.state, view.seen), canvas.near)
    draw_status(canvas, boxes.status, view.seen)
    draw_band(canvas, boxes, view.roll, view.seen)
    passed, following = view.passed.seat, view.state.seat
    computer = None if view.opponent is None else view.opponent.seat
    why = tr("With a {throw} nothing can move.").format(throw=view.passed.throw)
    if view.topic is not None:
        why = topic_text(view.topic, view.state.rules, None, tr)
    if passed is following.other:
        headline = tr("The computer passes") if passed is computer else tr("Your turn passes")
        draw_place(canvas, boxes, passed, Prompt(headline, why))
    detail = tr("{seat} can't move with a {throw}: the turn passes.").format(
        seat=who(canvas, passed), throw=view.passed.throw
    )
    if canvas.metrics.small:
        detail = tr("{seat} can't move.").format(seat=who(canvas, passed))
    if view.own_dice:
        draw_number_pad(canvas, boxes, following, view.state.rules.die)
    elif following is computer:
        prompt = Prompt(tr("The computer throws"), icon=Icon.DICE, paint=palette.main)
        draw_place(canvas, boxes, following, prompt)
    else:
        draw_place(canvas, boxes, following, Prompt(tr("Throw"), detail, Ask.THROW, Icon.DICE, palette.main))
