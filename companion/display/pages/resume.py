"""An unfinished game was found: go on with it, or begin another."""

from dataclasses import replace

from companion.display.drawing.board import draw_board
from companion.display.drawing.board_picture import Arrow, ArrowStyle, Mark, picture_of
from companion.display.drawing.canvas import Canvas
from companion.display.drawing.furniture import draw_status
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import columns
from companion.display.drawing.seat_places import Prompt, draw_place, table
from companion.display.seat_names import called
from companion.game import Seat
from companion.interface.intents import Ask
from companion.interface.views import ResumeView
from companion.referee.words import instruction


def draw(canvas: Canvas, view: ResumeView) -> None:
    """Draw the page."""
    tr, palette, gap = canvas.tr, canvas.palette, canvas.metrics.gap_px
    boxes = table(canvas)
    stored = picture_of(view.state, view.seen)
    arrows = tuple(Arrow(step.seat, step.source, step.target, ArrowStyle.BACK) for step in view.steps or ())
    marks = {step.target: Mark.TARGET for step in view.steps or () if step.target is not None}
    if arrows and view.seen.halves is not None:
        # The arrows start from where the counters lie now.
        stored = replace(stored, halves=view.seen.halves, arrows=arrows, marks=marks)
    draw_board(canvas, boxes.board, stored, canvas.near)
    draw_status(canvas, boxes.status, view.seen)
    if view.steps is None:
        detail = tr("Lay the board as it was.")
    elif not view.steps:
        detail = tr("The board is as it was.")
    elif len(view.steps) == 1:
        detail = instruction(view.steps[0], tr, called(canvas))
    else:
        detail = tr("Put the counters back as the arrows show.")
    for seat in Seat:
        draw_place(canvas, boxes, seat, Prompt(tr("Unfinished game"), detail))
    one, other = columns(boxes.band, 2, gap)
    for box in (one, other):
        height = min(box.height, round(canvas.metrics.target_px * 1.4))
        box.height, box.centery = height, boxes.band.centery
    canvas.button(tr("New game"), one, Ask.NEW_GAME, icon=Icon.AGAIN)
    canvas.button(tr("Go on"), other, Ask.GO_ON, icon=Icon.PLAY, paint=palette.main)
