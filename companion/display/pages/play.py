"""Play: whose turn it is, the throw, what may be moved, what was moved last."""

from dataclasses import replace

import pygame

from companion.display.drawing.board import draw_board
from companion.display.drawing.board_geometry import BoardGeometry
from companion.display.drawing.board_picture import (
    Arrow,
    ArrowStyle,
    BoardPicture,
    Mark,
    ShownMove,
    arrows_of,
    picture_of,
)
from companion.display.drawing.canvas import Canvas
from companion.display.drawing.chances import BAR_MM, draw_chance_bar, draw_solving
from companion.display.drawing.dice import draw_roll
from companion.display.drawing.furniture import draw_sight, draw_status, language_button
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import columns, cut_bottom, cut_left, cut_right
from companion.display.drawing.seat_places import Table, draw_number_pad, draw_place, is_wide, table
from companion.display.prompts import prompt_for
from companion.game import GOAL_HALF, Move, Point, Seat, point_at
from companion.interface.intents import (
    Ask,
    Intent,
    ShowPlace,
)
from companion.interface.lesson import Topic
from companion.interface.sight import Seen
from companion.interface.views import PlayView, Roll
from companion.referee.events import Moved


def draw(canvas: Canvas, view: PlayView) -> None:
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
        near, know_it = cut_right(boxes.near, boxes.cell_px, metrics.gap_px)
        boxes = replace(boxes, near=near)
        canvas.button("", know_it, Ask.KNOW_IT, icon=Icon.TICK)
    board = boxes.board
    if view.chance_a is not None or view.solving is not None:
        board, chances = cut_bottom(board, metrics.px(BAR_MM), max(metrics.gap_px // 2, 3))
        _draw_chances(canvas, chances, view)
    geometry = draw_board(canvas, board, _board(view), canvas.near)
    if _person_moves(view):
        _touch_points(canvas, geometry)
    active, status = view.state.seat, boxes.status
    if _person_moves(view):
        row = boxes.band if boxes.in_one_row else status
        row, asking = cut_right(row, 2 * boxes.cell_px + metrics.gap_px, metrics.gap_px)
        _draw_asking(canvas, boxes, asking, view)
        if boxes.in_one_row:
            boxes = replace(boxes, band=row)
        else:
            status = row
    if view.teaching and not boxes.in_one_row and not canvas.faults:
        draw_know_it(canvas, status)
    else:
        draw_status(canvas, status, view.seen)
    choice = pygame.Rect(0, 0, round(metrics.target_px * 1.6) if may_stay else boxes.cell_px, 0)
    choice.height = metrics.target_px
    choice.midright = boxes.band.midright
    asks = boxes.in_one_row and _person_moves(view)
    draw_band(canvas, boxes, view.roll, view.seen, 0 if asks else choice.width)
    if may_stay:
        with canvas.sheet(choice, turned=boxes.turned(canvas, active)) as sheet:
            sheet.button(canvas.tr("Stay"), sheet.box, Ask.DECLINE)
    elif view.state.throw is None and view.may_take_back and isinstance(view.last, Moved):
        with canvas.sheet(choice, turned=boxes.turned(canvas, view.last.seat)) as sheet:
            sheet.button("", sheet.box, Ask.TAKE_BACK, icon=Icon.UNDO)
    for seat in Seat:
        if seat is active and view.own_dice and view.state.throw is None:
            draw_number_pad(canvas, boxes, active, view.state.rules.die, view.counted)
        else:
            draw_place(canvas, boxes, seat, prompt_for(canvas, view, seat))


def draw_know_it(canvas: Canvas, box: pygame.Rect) -> None:
    """The row below the board while the game is taught: the language, and a touch for who knows it."""
    globe, rest = cut_left(box, canvas.metrics.target_px, canvas.metrics.gap_px)
    language_button(canvas, globe)
    rest.width = min(rest.width, canvas.metrics.px(40))
    if rest.width < canvas.metrics.px(16):
        canvas.button("", rest, Ask.KNOW_IT, icon=Icon.TICK)
    else:
        canvas.button(canvas.tr("I know it"), rest, Ask.KNOW_IT)


def _touch_points(canvas: Canvas, geometry: BoardGeometry) -> None:
    """Have the points of the drawn board touched, for who can't reach the real one.

    Where a finger would take one line for another, a touch anywhere on it shows one legal move after another.
    """
    side, box, metrics = int(geometry.pitch_px), geometry.box, canvas.metrics
    if side < metrics.least_target_mm * metrics.true_px_per_mm:
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
    """Whether a person has thrown and is to move."""
    computer = view.opponent is not None and view.opponent.seat is view.state.seat
    return view.state.throw is not None and not computer


def _draw_chances(canvas: Canvas, box: pygame.Rect, view: PlayView) -> None:
    """The bar with the chances, or how far they are worked out."""
    if view.chance_a is not None:
        draw_chance_bar(canvas, box, view.chance_a)
    elif view.solving is not None:
        said = canvas.tr("Working it out: {percent} %").format(percent=int(100 * view.solving))
        draw_solving(canvas, box, said, view.solving)


def _draw_asking(canvas: Canvas, boxes: Table, box: pygame.Rect, view: PlayView) -> None:
    """Below the board: ways to ask, for all that can be played and, if that may be, for what is best."""
    asked: list[tuple[Icon, Intent, bool]] = [(Icon.HINT, Ask.WHAT_CAN_I_PLAY, view.hints is not None)]
    if view.may_advise:
        asked.append((Icon.BULB, Ask.ADVISE, view.best is not None))
    # The first stays where it is, so that nobody asks for something else than a throw before.
    for (icon, intent, chosen), part in zip(asked, columns(box, 2, canvas.metrics.gap_px), strict=False):
        with canvas.sheet(part, turned=boxes.turned(canvas, view.state.seat)) as sheet:
            sheet.button("", sheet.box, intent, icon=icon, chosen=chosen)


def draw_band(
    canvas: Canvas, boxes: Table, roll: Roll | None, seen: Seen, right_px: int | None = None
) -> None:
    """The die between the places, the way to a pause on its left, and `right_px` left free on its right.

    Where the status has but one cell of the row, the band tells how the board is seen.
    """
    target, gap = canvas.metrics.target_px, canvas.metrics.gap_px
    left, free = cut_left(boxes.band, boxes.cell_px, gap)
    right_px = target if right_px is None else right_px
    if right_px:
        free, _ = cut_right(free, right_px, gap)
    if boxes.in_one_row and roll is None:
        draw_sight(canvas, free, seen)
    elif boxes.in_one_row and seen.halves is None:
        free, sign = cut_bottom(free, free.height // 3)
        draw_sight(canvas, sign, seen)
    if roll is not None:
        draw_roll(canvas, free, roll)
    pause = pygame.Rect(0, 0, boxes.cell_px, target)
    pause.center = left.center
    canvas.button("", pause, Ask.PAUSE, icon=Icon.PAUSE)


def _board(view: PlayView) -> BoardPicture:
    """The board with the last move, the moves that are possible, and the one that shall be made."""
    marks, arrows, shown = {}, [], None
    if isinstance(view.last, Moved):
        move = view.last.move
        shown = ShownMove(move, view.glide)
        marks[move.target] = Mark.LAST
        if isinstance(move.source, Point):
            marks[move.source] = Mark.LAST
    at_rest = view.roll is None or view.roll.progress >= 1
    best = view.best if view.best_told else None
    shall = next((action for action in (view.pointed, view.chosen, best) if isinstance(action, Move)), None)
    glows = isinstance(view.best, Move) and not view.best_told
    for move in (view.hints or ()) if not (glows or isinstance(view.pointed, Move)) else ():
        marks[move.target] = Mark.TARGET
        if isinstance(move.source, Point) and view.topic is not None:
            marks.setdefault(move.source, Mark.GLOW)
        if move != shall:
            arrows.append(arrows_of(move, ArrowStyle.MAY)[0])
    if isinstance(view.best, Move) and not view.best_told:
        source = view.best.source
        marks[source if isinstance(source, Point) else view.best.target] = Mark.GLOW
    if not isinstance(view.pointed, Move):
        marks |= dict.fromkeys(view.pointed, Mark.GLOW)
        if len(view.pointed) > 1:
            source, target = view.pointed
            arrows.append(Arrow(view.state.seat, source, target, ArrowStyle.MAY))
    if view.topic is Topic.AIM:
        marks[point_at(view.state.seat, GOAL_HALF)] = Mark.TARGET
    if shall is not None and at_rest:
        arrows += arrows_of(shall, ArrowStyle.SHALL)
    return replace(picture_of(view.state, view.seen), arrows=tuple(arrows), marks=marks, shown=shown)
