"""Draw the pages on which counters are laid: a new game, and one that was interrupted."""

from dataclasses import replace

from companion.display.drawing.canvas import Canvas, Pages
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import columns, cut_left, cut_right
from companion.display.drawing.parts.furniture import draw_sight, draw_status
from companion.display.drawing.parts.seat_places import Prompt, draw_place, table
from companion.display.drawing.table.board import draw_board
from companion.display.drawing.table.board_picture import BoardPicture, PointMark, arrow_back, picture_of
from companion.display.seat_names import called
from companion.display.words.labels import aim_text
from companion.game import COUNTERS, GOAL_HALF, Point, Seat, point_at
from companion.interface.intents import Ask
from companion.interface.views import ResumeView, SetUpView
from companion.referee.events import Step
from companion.referee.verdict import changes
from companion.referee.words import instruction

MAX_STEPS = 4
"""Maximum number of steps left to lay the board that are shown one by one, instead of the whole position."""


def draw_set_up(canvas: Canvas, view: SetUpView) -> None:
    """Draw the page."""
    tr, palette, gap = canvas.tr, canvas.palette, canvas.metrics.gap_px
    boxes = table(canvas, view.opponent)
    wanted, seen = view.position.halves(), view.seen.halves
    steps = changes(seen, wanted) if seen is not None else ()
    few = steps if len(steps) <= MAX_STEPS else ()
    marks = {}
    if seen is not None:
        for point in Point:
            right = all(seen.count(seat, point) == wanted.count(seat, point) for seat in Seat)
            if not right:
                marks[point] = PointMark.WRONG
            elif any(wanted.count(seat, point) for seat in Seat):
                marks[point] = PointMark.RIGHT
    if view.ready and view.teaching:
        marks = {point_at(seat, GOAL_HALF): PointMark.TARGET for seat in Seat}
    in_hand = (view.position.a.hand, view.position.b.hand)
    picture = BoardPicture(wanted, in_hand, marks=marks)
    if seen is not None and len(steps) <= MAX_STEPS:
        # The arrows start from where the counters lie now.
        picture = replace(picture, halves=seen, arrows=tuple(arrow_back(step) for step in steps))
    draw_board(canvas, boxes.board, picture, canvas.near)
    draw_status(canvas, boxes.status, view.seen)
    for seat in Seat:
        if view.ready:
            detail = tr("Touch here to start.")
            if view.teaching and not canvas.metrics.small:
                detail = aim_text(view.rules, tr)
            prompt = Prompt(tr("All set"), detail, Ask.BEGIN, Icon.PLAY, palette.main)
        else:
            is_computer = view.opponent is not None and view.opponent.seat is seat
            headline = tr("Add these") if is_computer else tr("Set up your counters")
            prompt = Prompt(headline, _to_do(view, few, seat, canvas), paint=palette.main)
            if canvas.metrics.small and any(step.seat is seat for step in few):
                # There is room for what to do alone.
                prompt = replace(prompt, headline=prompt.detail, detail="")
        draw_place(canvas, boxes, seat, prompt)
    square = canvas.metrics.target_px
    left, middle = cut_left(boxes.band, boxes.cell_px, gap)
    middle, right_box = cut_right(middle, boxes.cell_px, gap)
    if view.sealed:
        dice, middle = cut_left(middle, boxes.cell_px, gap)
        dice.height, dice.centery = square, boxes.band.centery
        canvas.button("", dice, Ask.SHOW_SEAL, icon=Icon.DICE)
    for box in (left, right_box):
        box.height, box.centery = square, boxes.band.centery
    canvas.button("", left, Ask.BACK, icon=Icon.BACK)
    canvas.button("", right_box, Ask.CORRECT, icon=Icon.MEND)
    if seen is not None and not steps:
        canvas.icon(Icon.TICK, middle.inflate(0, -middle.height // 3), palette.good)
    elif seen is None and boxes.in_one_row:
        draw_sight(canvas, middle, view.seen)


def _to_do(view: SetUpView, few: tuple[Step, ...], seat: Seat, canvas: Canvas) -> str:
    """Say where a seat's counters belong, or the first of a few steps that are left for it."""
    if own := [step for step in few if step.seat is seat]:
        return instruction(own[0], canvas.tr, called(canvas), back=False)
    counters = view.position.of(seat)
    if counters.hand == COUNTERS:
        return canvas.tr("All five beside the board.")
    seen, wanted = view.seen.halves, view.position.halves()
    if seen is None:
        return canvas.tr("As in the picture, five counters.")
    right = sum(min(seen.count(seat, point), wanted.count(seat, point)) for point in Point)
    return canvas.tr("{count} of {all} are in place.").format(count=right, all=COUNTERS)


def draw_resume(canvas: Canvas, view: ResumeView) -> None:
    """Draw the page."""
    tr, palette, gap = canvas.tr, canvas.palette, canvas.metrics.gap_px
    boxes = table(canvas, view.opponent)
    stored = picture_of(view.state, view.seen)
    arrows = tuple(arrow_back(step) for step in view.steps or ())
    marks = {step.target: PointMark.TARGET for step in view.steps or () if step.target is not None}
    if arrows and view.seen.halves is not None:
        # The arrows start from where the counters lie now.
        stored = replace(stored, halves=view.seen.halves, arrows=arrows, marks=marks)
    draw_board(canvas, boxes.board, stored, canvas.near)
    draw_status(canvas, boxes.status, view.seen)
    if view.steps is None:
        detail = tr("Set the board up as it was.")
    elif not view.steps:
        detail = tr("The board is as it was.")
    elif len(view.steps) == 1:
        detail = instruction(view.steps[0], tr, called(canvas))
    else:
        detail = tr("Put the counters back as the arrows show.")
    for seat in Seat:
        headline = tr("The move is taken back.") if view.taken_back else tr("Unfinished game")
        draw_place(canvas, boxes, seat, Prompt(headline, detail))
    one, other = columns(boxes.band, 2, gap)
    for box in (one, other):
        height = min(box.height, round(canvas.metrics.target_px * 1.4))
        box.height, box.centery = height, boxes.band.centery
    canvas.button(tr("New game"), one, Ask.NEW_GAME, icon=Icon.AGAIN)
    canvas.button(tr("Go on"), other, Ask.GO_ON, icon=Icon.PLAY, paint=palette.main)


PAGES: Pages = {
    SetUpView: draw_set_up,
    ResumeView: draw_resume,
}
"""The function that draws each kind of view of this stage."""
