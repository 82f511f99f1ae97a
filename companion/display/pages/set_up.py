"""Draw the pages on which counters are laid: a new game, and one that was interrupted."""

from dataclasses import replace

from companion.display.drawing.canvas import Canvas, Pages, called
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import columns, cut_left, cut_right
from companion.display.drawing.parts.furniture import Way, draw_sight, draw_status
from companion.display.drawing.parts.seat_places import Prompt, draw_place, table
from companion.display.drawing.table.board import draw_board
from companion.display.lesson import aim_text
from companion.game import COUNTERS, GOAL_HALF, Halves, Point, Seat, point_at
from companion.interface.intents import Ask
from companion.interface.sight import Sight
from companion.interface.views import ResumeView, SetUpView
from companion.presentation.board_picture import (
    BoardPicture,
    PointMark,
    next_step,
    picture_of,
    picture_of_laying,
)
from companion.presentation.words.labels import unclear_text
from companion.referee.events import Step
from companion.referee.verdict import changes
from companion.referee.words import instruction

MAX_STEPS = 4
"""Maximum number of steps left to lay a board that are shown, one by one, instead of the whole position."""


def draw_set_up(canvas: Canvas, view: SetUpView) -> None:
    """Draw the page."""
    tr, palette, gap = canvas.tr, canvas.palette, canvas.metrics.gap_px
    boxes = table(canvas, view.opponent)
    wanted, seen, unclear = view.position.halves(), view.seen.halves, view.seen.unclear
    steps = changes(seen, wanted) if seen is not None else ()
    step = next_step(steps, seen) if seen is not None and len(steps) <= MAX_STEPS else None
    marks = _marks(seen, wanted) if seen is not None and step is None else {}
    if view.ready and view.teaching:
        marks = {point_at(seat, GOAL_HALF): PointMark.TARGET for seat in Seat}
    if unclear is not None:
        step, marks = None, dict.fromkeys(unclear.places, PointMark.WRONG)
    in_hand = (view.position.a.hand, view.position.b.hand)
    picture = BoardPicture(wanted, in_hand, marks=marks)
    if seen is not None and step is not None:
        # One counter at a time, and only it has an arrow: several would cross.
        picture = picture_of_laying(view.position, seen, step)
    draw_board(canvas, boxes.board, picture)
    draw_status(canvas, boxes.status, view.seen)
    for seat in Seat:
        if view.ready:
            detail = tr("Touch here to start.")
            if view.teaching:
                detail = aim_text(view.rules, tr)
            prompt = Prompt(tr("All set"), detail, Ask.BEGIN, Icon.PLAY, palette.main)
        elif unclear is not None and seat in (
            # The seat whose counter belongs where something is unclear; both where that isn't known.
            [it for it in Seat if any(wanted.count(it, point) for point in unclear.places)] or [*Seat]
        ):
            prompt = Prompt(unclear_text(unclear, tr), paint=palette.main)
        elif seen is not None and seen.of(seat) == wanted.of(seat):
            prompt = Prompt(tr("They're all there"))
        else:
            is_computer = view.opponent is not None and view.opponent.seat is seat
            headline = tr("Add these") if is_computer else tr("Set up your counters")
            waits = step is not None and step.seat is not seat
            detail = _to_do(view, step, seat, canvas)
            prompt = Prompt(headline, detail, paint=palette.panel if waits else palette.main)
            if canvas.metrics.small and step is not None and not waits:
                # There is room for what to do alone.
                prompt = replace(prompt, headline=prompt.detail, detail="")
        draw_place(canvas, boxes, seat, prompt)
    square = canvas.metrics.target_px
    left, middle = cut_left(boxes.band, boxes.cell_px, gap)
    middle, right_box = cut_right(middle, canvas.button_px(tr("Correct")), gap)
    if view.sealed:
        dice, middle = cut_left(middle, canvas.button_px(tr("Fair?")), gap)
        dice.height, dice.centery = square, boxes.band.centery
        canvas.button(tr("Fair?"), dice, Ask.SHOW_SEAL, icon=Icon.DICE)
    for box in (left, right_box):
        box.height, box.centery = square, boxes.band.centery
    canvas.button("", left, Ask.BACK, icon=Icon.BACK)
    canvas.button(tr("Correct"), right_box, Ask.CORRECT, icon=Icon.MEND)
    if view.seen.sight is Sight.CLEAR and not steps:
        canvas.icon(Icon.TICK, middle.inflate(0, -middle.height // 3), palette.good)
    elif view.seen.sight is not Sight.CLEAR and boxes.in_one_row:
        draw_sight(canvas, middle, view.seen)


def _to_do(view: SetUpView, step: Step | None, seat: Seat, canvas: Canvas) -> str:
    """Say where a seat's counters belong, or the next step if it is one of them."""
    if step is not None and step.seat is seat:
        return instruction(step, canvas.tr, called(canvas), back=False)
    counters = view.position.of(seat)
    if counters.hand == COUNTERS:
        return canvas.tr("All five beside the board.")
    seen, wanted = view.seen.halves, view.position.halves()
    if seen is None:
        return canvas.tr("As in the picture, five counters.")
    right = sum(min(seen.count(seat, point), wanted.count(seat, point)) for point in Point)
    said = canvas.tr("{count} of {all} are in place.")
    if step is None:
        said = canvas.tr("As in the picture: {count} of {all} are in place.")
    return said.format(count=right, all=COUNTERS)


def _marks(seen: Halves, wanted: Halves) -> dict[Point, PointMark]:
    """Return which points are laid as wanted, and which hold too many counters."""
    marks = {}
    for point in Point:
        more = [seen.count(seat, point) - wanted.count(seat, point) for seat in Seat]
        if max(more) > 0:
            marks[point] = PointMark.WRONG
        elif not any(more) and any(wanted.count(seat, point) for seat in Seat):
            marks[point] = PointMark.RIGHT
    return marks


def draw_resume(canvas: Canvas, view: ResumeView) -> None:
    """Draw the page."""
    tr, palette, gap = canvas.tr, canvas.palette, canvas.metrics.gap_px
    boxes = table(canvas, view.opponent)
    picture, seen, step = picture_of(view.state, view.seen), view.seen.halves, None
    if seen is not None and view.steps and len(view.steps) <= MAX_STEPS:
        step = next_step(view.steps, seen)
    if seen is not None and step is not None:
        picture = picture_of_laying(view.state.position, seen, step, view.seen.crowds)
    elif seen is not None and view.steps:
        picture = replace(picture, marks=_marks(seen, view.state.position.halves()))
    elif view.seen.unclear is not None:
        picture = replace(picture, marks=dict.fromkeys(view.seen.unclear.places, PointMark.WRONG))
    draw_board(canvas, boxes.board, picture)
    draw_status(canvas, boxes.status, view.seen)
    detail = tr("Set the board up as it was.")
    if step is not None:
        detail = instruction(step, tr, called(canvas))
    elif view.seen.unclear is not None:
        detail = unclear_text(view.seen.unclear, tr)
    elif view.steps == ():
        detail = tr("The board is as it was.")
    for seat in Seat:
        headline = tr("The move is taken back.") if view.taken_back else tr("Unfinished game")
        draw_place(canvas, boxes, seat, Prompt(headline, detail))
    ways: list[Way] = [(tr("New game"), Icon.AGAIN, Ask.NEW_GAME), (tr("Go on"), Icon.PLAY, Ask.GO_ON)]
    if view.others:
        ways.insert(1, (tr("Other games"), Icon.BOOK, Ask.SHOW_LEFT))
    for (label, icon, ask), box in zip(ways, columns(boxes.band, len(ways), gap), strict=True):
        height = min(box.height, round(canvas.metrics.target_px * 1.4))
        box.height, box.centery = height, boxes.band.centery
        canvas.button(label, box, ask, icon=icon, paint=palette.main if ask is Ask.GO_ON else None)


PAGES: Pages = {
    SetUpView: draw_set_up,
    ResumeView: draw_resume,
}
"""The function that draws each kind of view of this stage."""
