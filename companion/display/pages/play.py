"""Draw a game: the turn, a pass, a wrong move and its way back, and readings put right by hand."""

from dataclasses import replace

import pygame

from companion.display.drawing.canvas import Align, Canvas, Pages, TextPart, called, who
from companion.display.drawing.icons import Icon, icon_surface
from companion.display.drawing.layout import PROMPT_MM, columns, cut_bottom, cut_left, cut_right, cut_top
from companion.display.drawing.parts.chances import BAR_MM, draw_chances
from companion.display.drawing.parts.furniture import draw_sight, draw_status, fault_strip, language_button
from companion.display.drawing.parts.seat_places import (
    Prompt,
    TableLayout,
    draw_number_pad,
    draw_place,
    is_wide,
    place_of,
    table,
)
from companion.display.drawing.table.board import draw_board
from companion.display.drawing.table.counters import draw_counter_on
from companion.display.drawing.table.dice import draw_roll
from companion.display.prompts import prompt_for, shut_entry, step_back
from companion.game import COUNTERS, GOAL_HALF, Move, Point, Reason, Seat, barred_moves, point_at
from companion.interface.intents import (
    Ask,
    CorrectHalf,
    CorrectWith,
    ShowPlace,
)
from companion.interface.sight import SeenBoard
from companion.interface.views import CorrectView, NotSoView, PassView, PlayView, Roll, Topic
from companion.presentation.board_geometry import BoardGeometry
from companion.presentation.board_picture import (
    ArrowStyle,
    BoardPicture,
    PointMark,
    ShownMove,
    arrows_of,
    next_step,
    picture_of,
    picture_of_laying,
    picture_of_wrong,
)
from companion.presentation.words.labels import refusal_title, sources
from companion.referee.events import Moved
from companion.referee.words import instruction, message


def draw_play(canvas: Canvas, view: PlayView) -> None:
    """Draw the page."""
    metrics = canvas.metrics
    may_stay = view.may_decline and _person_moves(view)
    boxes = table(
        canvas,
        view.opponent,
        taps=view.own_dice,
        wide=is_wide(view.state.rules),
    )
    if boxes.in_one_row and view.teaching:
        # The row has no room for it, and must not change when teaching ends.
        near, know_it = cut_right(boxes.near, metrics.px(SKIP_MM), metrics.gap_px)
        boxes = replace(boxes, near=near)
        canvas.button(canvas.tr("Skip tips"), know_it, Ask.KNOW_IT)
    board = boxes.board
    if view.chance_a is not None or view.solving is not None:
        board, chances = cut_bottom(board, metrics.px(BAR_MM), max(metrics.gap_px // 2, 3))
        draw_chances(canvas, chances, view)
    geometry = draw_board(canvas, board, _board(view))
    if _person_moves(view) or view.chosen is not None:
        _touch_points(canvas, geometry)
    active, status = view.state.seat, boxes.status
    if _person_moves(view):
        row = boxes.band if boxes.in_one_row else status
        row = _draw_asking(canvas, boxes, row, view)
        if boxes.in_one_row:
            boxes = replace(boxes, band=row)
        else:
            status = row
    if view.teaching and not boxes.in_one_row and not canvas.faults:
        draw_know_it(canvas, status)
    else:
        draw_status(canvas, status, view.seen)
    undo_px = canvas.button_px(canvas.tr("Undo"))
    choice = pygame.Rect(0, 0, round(metrics.target_px * 1.6) if may_stay else undo_px, 0)
    choice.height = metrics.target_px
    choice.midright = boxes.band.midright
    thrown = view.state.throw if view.own_dice else None
    undoes = view.may_take_back and thrown is None
    is_free = not (may_stay or undoes) if view.own_dice else boxes.in_one_row and _person_moves(view)
    words = draw_band(canvas, boxes, view.roll, view.seen, 0 if is_free else choice.width, thrown, active)
    if may_stay:
        with canvas.sheet(choice, turned=boxes.turned(canvas, active)) as sheet:
            sheet.button(canvas.tr("Stay"), sheet.box, Ask.DECLINE)
    elif undoes and view.state.before is not None:
        taker = view.opponent.seat.other if view.opponent is not None else view.state.before.seat
        with canvas.sheet(choice, turned=boxes.turned(canvas, taker)) as sheet:
            sheet.button(canvas.tr("Undo"), sheet.box, Ask.TAKE_BACK, icon=Icon.UNDO)
    for seat in Seat:
        if seat is active and view.own_dice and view.state.throw is None:
            die = view.state.rules.die
            draw_number_pad(canvas, boxes, active, die, view.counted, offered=view.offered, words=words)
        else:
            draw_place(canvas, boxes, seat, prompt_for(canvas, view, seat))


def draw_know_it(canvas: Canvas, box: pygame.Rect) -> None:
    """Draw the row below the board during the tutorial: the language, and a button to skip it."""
    globe, rest = cut_left(box, canvas.metrics.target_px, canvas.metrics.gap_px)
    language_button(canvas, globe)
    rest.width = min(rest.width, canvas.metrics.px(40))
    canvas.button(canvas.tr("Skip tips"), rest, Ask.KNOW_IT)


def _touch_points(canvas: Canvas, geometry: BoardGeometry) -> None:
    """Make the points of the drawn board touchable, for people who can't reach the real one.

    Where points are too close for a finger, each touch shows the next legal move.
    """
    side, box, metrics = int(geometry.pitch_px), geometry.box, canvas.metrics
    if side < metrics.min_target_mm * metrics.true_px_per_mm:
        canvas.target(pygame.Rect(box.left, box.top, box.width, box.height), Ask.SHOW_MOVE)
        return
    for point in Point:
        x, y = geometry.point(point)
        # From the board's edge on, where its name stands.
        edge = box.top if geometry.inwards(point) > 0 else box.top + box.height
        inner = y + geometry.inwards(point) * side / 2
        top, bottom = sorted((round(edge), round(inner)))
        canvas.target(pygame.Rect(round(x - side / 2), top, side, bottom - top), ShowPlace(point))


def _person_moves(view: PlayView) -> bool:
    """True if a person has thrown and is to move."""
    computer = view.opponent is not None and view.opponent.seat is view.state.seat
    return view.state.throw is not None and not computer


ASKING = 2.3  # width of the buttons that ask for moves or for a tip, in cells, where there is room
SKIP_MM = 9.4  # width of the button that ends the tutorial at a narrow seat's place


def _draw_asking(canvas: Canvas, boxes: TableLayout, row: pygame.Rect, view: PlayView) -> pygame.Rect:
    """Draw the buttons below the board, possible moves and, if allowed, the best one; return what is left."""
    gap, tr = canvas.metrics.gap_px, canvas.tr
    asked = (
        (tr("Moves"), Icon.HINT, Ask.WHAT_CAN_I_PLAY, view.hints is not None),
        (tr("Tip"), Icon.BULB, Ask.ADVISE, view.best is not None),
    )
    widths = [round(boxes.cell_px * ASKING)] * 2
    if canvas.metrics.small:
        widths = [canvas.button_px(word) for word, *_ in asked]
    # The first stays where it is, so that nobody asks for something else than a throw before.
    row, box = cut_right(row, sum(widths) + gap, gap)
    for (word, icon, intent, chosen), width in zip(asked[: 1 + view.may_advise], widths, strict=False):
        part, box = cut_left(box, width, gap)
        with canvas.sheet(part, turned=boxes.turned(canvas, view.state.seat)) as sheet:
            sheet.button(word, sheet.box, intent, icon=icon, chosen=chosen)
    return row


def draw_band(
    canvas: Canvas,
    boxes: TableLayout,
    roll: Roll | None,
    seen: SeenBoard,
    right_px: int | None = None,
    thrown: int | None = None,
    teller: Seat = Seat.A,
) -> pygame.Rect:
    """Draw the die between the places, the pause button on its left, `right_px` left free on its right.

    Where the status has only one cell of the row, the band says how the board is seen. The face that a
    seat has `thrown` with its own die can be corrected beside it. Returns the room beside the button.
    """
    target, gap, label = canvas.metrics.target_px, canvas.metrics.gap_px, canvas.tr("Pause")
    left, free = cut_left(boxes.band, max(boxes.cell_px, canvas.button_px(label)), gap)
    right_px = target if right_px is None else right_px
    if right_px:
        free, _ = cut_right(free, right_px, gap)
    if boxes.in_one_row and roll is None:
        draw_sight(canvas, free, seen)
    elif boxes.in_one_row and seen.halves is None:
        free, sign = cut_bottom(free, free.height // 3)
        canvas.icon(Icon.NO_EYE, sign, canvas.palette.soft)
    die = free
    if thrown is not None:
        die, again = columns(free, 2, gap)
        with canvas.sheet(again, turned=boxes.turned(canvas, teller)) as sheet:
            sheet.button(canvas.tr("Not a {throw}?").format(throw=thrown), sheet.box, Ask.THROW)
    if roll is not None:
        draw_roll(canvas, die, roll)
    pause = pygame.Rect(0, 0, left.width, target)
    pause.center = left.center
    canvas.button(label, pause, Ask.PAUSE, icon=Icon.PAUSE)
    return free


def _board(view: PlayView) -> BoardPicture:
    """Return the board with the last move, the possible moves, and the move to make."""
    back = step_back(view)
    if back is not None and view.seen.halves is not None:
        return picture_of_laying(view.state.position, view.seen.halves, back, view.seen.crowds)
    marks, arrows, shown = {}, [], None
    if isinstance(view.last, Moved):
        move = view.last.move
        shown = ShownMove(move, view.glide)
        marks[move.target] = PointMark.LAST
        if isinstance(move.source, Point):
            marks[move.source] = PointMark.LAST
    at_rest = view.roll is None or view.roll.progress >= 1
    best = view.best if view.names_best else None
    shall = next((action for action in (view.pointed, view.chosen, best) if isinstance(action, Move)), None)
    glow = None if view.names_best else view.best
    # Where only one move is possible, it is shown to people who are not taught as well.
    only = view.state.legal if view.forced and at_rest and _person_moves(view) else None
    may = (
        tuple(view.hints or only or ())
        if not (isinstance(glow, Move) or isinstance(view.pointed, Move))
        else ()
    )
    if may:
        # Several ways at once are a tangle: all counters that may go are ringed, one shows its way.
        sources = (each.source for each in may if len(may) > 1 or view.topic is not None)
        marks |= {source: PointMark.GLOW for source in sources if isinstance(source, Point)}
        if shall is None:
            move = may[view.turn % len(may)]
            marks[move.target] = PointMark.TARGET
            arrows.append(arrows_of(move, ArrowStyle.MAY)[0])
    if isinstance(glow, Move):
        marks[glow.source if isinstance(glow.source, Point) else glow.target] = PointMark.GLOW
    if not isinstance(view.pointed, Move):
        marks |= dict.fromkeys(view.pointed, PointMark.GLOW)
        if len(view.pointed) > 1:
            source, target = view.pointed
            arrows += arrows_of(Move(view.state.seat, source, target), ArrowStyle.MAY)
    shut = shut_entry(view)
    if shut is not None and at_rest and _person_moves(view):
        marks[shut] = PointMark.WRONG
    if view.topic is Topic.AIM:
        marks[point_at(view.state.seat, GOAL_HALF)] = PointMark.TARGET
    if view.unclear is not None:
        marks |= dict.fromkeys(view.unclear.places, PointMark.WRONG)
    if shall is not None and at_rest:
        arrows += arrows_of(shall, ArrowStyle.SHALL)
    board = replace(picture_of(view.state, view.seen), mover=view.state.seat)
    return replace(board, arrows=tuple(arrows), marks=marks, shown=shown)


def draw_passed(canvas: Canvas, view: PassView) -> None:
    """Draw the page."""
    tr, palette = canvas.tr, canvas.palette
    boxes = table(canvas, view.opponent, taps=view.own_dice, wide=is_wide(view.state.rules))
    barred = barred_moves(view.state.position, view.passed.seat, view.passed.throw)
    picture = replace(
        picture_of(view.state, view.seen),
        arrows=arrows_of(barred[view.turn % len(barred)], ArrowStyle.MAY)[:1] if barred else (),
        marks={move.target: PointMark.WRONG for move in barred},
    )
    draw_board(canvas, boxes.board, picture)
    draw_status(canvas, boxes.status, view.seen)
    thrown = view.passed.throw if view.own_dice else None
    right_px = 0 if view.own_dice else None
    draw_band(canvas, boxes, view.roll, view.seen, right_px, thrown, view.passed.seat)
    passed, following = view.passed.seat, view.state.seat
    computer = None if view.opponent is None else view.opponent.seat
    why = tr("No counter can move {throw}.").format(throw=view.passed.throw)
    if passed is following.other:
        headline = tr("The computer passes") if passed is computer else tr("Your turn is skipped")
        draw_place(canvas, boxes, passed, Prompt(headline, why))
    detail = tr("{seat} has no move with a {throw}. {other}'s turn.").format(
        seat=who(canvas, passed), throw=view.passed.throw, other=who(canvas, passed.other)
    )
    if canvas.metrics.small:
        detail = tr("{seat} can't move.").format(seat=who(canvas, passed))
    if view.own_dice:
        draw_number_pad(canvas, boxes, following, view.state.rules.die, offered=view.offered)
    elif following is computer:
        prompt = Prompt(tr("The computer throws"), icon=Icon.DICE, paint=palette.main)
        draw_place(canvas, boxes, following, prompt)
    else:
        draw_place(canvas, boxes, following, Prompt(tr("Throw"), detail, Ask.THROW, Icon.DICE, palette.main))


def draw_not_so(canvas: Canvas, view: NotSoView) -> None:
    """Draw the page."""
    if canvas.metrics.small:
        # There is room for the nearer reason alone.
        nearer = replace(view.flagged, reason=view.flagged.reasons[0], nearer=None)
        view = replace(view, flagged=nearer)
    boxes = table(canvas, view.opponent, larger=view.flagged.seat)
    shown = view.state.flag or view.flagged.shown
    picture = picture_of_wrong(view.state, view.seen, shown, view.remedy, view.film)
    draw_board(canvas, boxes.board, picture)
    canvas.target(boxes.board, Ask.SHOW_MOVE)
    target, gap, tr = canvas.metrics.target_px, canvas.metrics.gap_px, canvas.tr
    status = boxes.status
    for label, ask, icon in (
        (tr("Pause"), Ask.PAUSE, Icon.PAUSE),
        (tr("Correct"), Ask.CORRECT, Icon.MEND),
    ):
        status, button = cut_right(status, canvas.button_px(label), gap)
        canvas.button(label, button, ask, icon=icon)
    throw = view.state.throw
    if throw is not None and view.own_dice:
        label = tr("Not a {throw}?").format(throw=throw)
        status, button = cut_right(status, canvas.button_px(label), gap)
        canvas.button(label, button, Ask.THROW)
    elif throw is not None:
        status, die = cut_right(status, max(1, min(target, status.width - target - gap)), gap)
        draw_roll(canvas, die, Roll(view.state.rules.die, throw))
    if canvas.faults or status.width >= target:
        draw_status(canvas, status, view.seen)
    flagged = view.flagged
    said = rule = sources(flagged, view.state.rules, tr)
    computer = None if view.opponent is None else view.opponent.seat
    headline = refusal_title(flagged, tr)
    if flagged.reason is Reason.CAPTURED_COUNTER_NOT_TAKEN_OFF:
        said = tr("Your counter on {point} was hit.").format(point=flagged.remedy[0].source)
    elif flagged.seat is not computer:
        headline = tr("{seat} puts it right").format(seat=who(canvas, flagged.seat))
        # On the smallest screens the rule doesn't fit below it.
        if canvas.metrics.small:
            said = ""
    draw_place(canvas, boxes, flagged.seat.other, Prompt(headline, said))
    _draw_verdict(canvas, boxes, view, rule)


def _draw_verdict(canvas: Canvas, boxes: TableLayout, view: NotSoView, rule: str) -> None:
    """Draw what was wrong and the way back, for the seat that moved."""
    tr, paint, seat = canvas.tr, canvas.palette.wrong, view.flagged.seat
    if view.flagged.reason is Reason.CAPTURED_COUNTER_NOT_TAKEN_OFF:
        # The move is right: one thing is left to do.
        paint = canvas.palette.main
    names = called(canvas)
    with place_of(canvas, boxes, seat) as sheet:
        metrics = sheet.metrics
        gap = metrics.px(0.8 if metrics.small else 1.8)
        sheet.panel(sheet.box, paint.fill)
        inner = sheet.box.inflate(-2 * gap, -gap)
        title = refusal_title(view.flagged, tr)
        if metrics.small:
            head, inner = cut_top(inner, metrics.px(5.0))
            mark, words = cut_left(head, head.height, gap)
            sheet.text(title, words, PROMPT_MM, paint=paint, bold=True, align=Align.LEFT)
        else:
            mark, inner = cut_left(inner, metrics.px(9.0), gap)
        draw_counter_on(sheet, seat, mark.center, round(min(mark.size) * 0.9), paint)
        step = next_step(view.remedy, view.state.flag or view.flagged.shown)
        # Of several counters that were moved, some may lie right by now.
        is_begun = len(view.remedy) < len(view.flagged.remedy)
        parts = [] if is_begun else [TextPart(message(view.flagged, tr, names), 5.4)]
        # A counter that was only lifted may be put down elsewhere as well.
        if step is not None and view.flagged.reasons[0] is not Reason.MOVE_NOT_FINISHED:
            parts.append(TextPart(instruction(step, tr, names), 5.4, bold=True))
        if not metrics.small:
            # Where there is little room, the rule stands at the other place alone.
            parts = [TextPart(title, PROMPT_MM, bold=True), *parts, TextPart(rule, 4.0)]
        sheet.stack(parts, inner, paint=paint)


def draw_correct(canvas: Canvas, view: CorrectView) -> None:
    """Draw the page: the tools above, the board below."""
    gap, target = canvas.metrics.gap_px, canvas.metrics.target_px
    whole = fault_strip(canvas, canvas.box.inflate(-2 * gap, -2 * gap))
    head, board = cut_top(whole, target, gap)
    back, head = cut_left(head, target, gap)
    canvas.button("", back, Ask.BACK, icon=Icon.BACK)
    head, globe = cut_right(head, target, gap)
    language_button(canvas, globe)
    label = canvas.tr("Done")
    tools, done = cut_right(head, canvas.button_px(label), gap)
    if canvas.metrics.narrow:
        tools, board = cut_top(board, target, gap)
    canvas.button(label, done, Ask.GO_ON, icon=Icon.TICK, paint=canvas.palette.main)
    choices = [(seat, delta) for seat in Seat for delta in (1, -1)]
    for (seat, delta), box in zip(choices, columns(tools, 4, gap // 2), strict=True):
        _draw_tool(canvas, box, seat, delta, chosen=(seat, delta) == (view.seat, view.delta))
    geometry = draw_board(canvas, board, BoardPicture(view.halves, named=True))
    for point in Point:
        x, y = geometry.point(point)
        half = pygame.Rect(0, board.top, int(geometry.pitch_px) - 1, board.height // 2)
        half.centerx = round(x)
        if y > board.centery:
            half.bottom = board.bottom
        if 0 <= view.halves.count(view.seat, point) + view.delta <= COUNTERS:
            canvas.target(half, CorrectHalf(point, view.seat, view.delta))


def _draw_tool(canvas: Canvas, box: pygame.Rect, seat: Seat, delta: int, *, chosen: bool) -> None:
    """Draw a counter with a plus or a minus."""
    paint = canvas.palette.main if chosen else canvas.palette.panel
    canvas.panel(box, paint.fill, None if chosen else canvas.palette.rule)
    side = min(canvas.metrics.px(6), round(box.width * 0.42), box.height)
    middle = (box.centerx - side * 0.5, box.centery)
    draw_counter_on(canvas, seat, middle, side, paint)
    sign = icon_surface(Icon.PLUS if delta > 0 else Icon.MINUS, side, paint.ink)
    canvas.surface.blit(sign, (box.centerx + 2, box.centery - side // 2))
    canvas.target(box, CorrectWith(seat, delta))


PAGES: Pages = {
    PlayView: draw_play,
    NotSoView: draw_not_so,
    PassView: draw_passed,
    CorrectView: draw_correct,
}
"""The function that draws each kind of view of this stage."""
