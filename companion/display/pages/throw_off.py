"""Draw the throw-off, which decides who begins."""

import pygame

from companion.display.drawing.canvas import Canvas, Pages, who
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import PROMPT_MM, cut_left, rows
from companion.display.drawing.parts.furniture import draw_status
from companion.display.drawing.parts.seat_places import Prompt, draw_number_pad, draw_place, table
from companion.display.drawing.table.counters import draw_counter
from companion.display.drawing.table.dice import draw_roll, is_bone
from companion.game import Seat
from companion.interface.intents import Ask
from companion.interface.views import ThrowOffView
from companion.presentation.board_geometry import NEAR


def draw_throw_off(canvas: Canvas, view: ThrowOffView) -> None:
    """Draw the page."""
    boxes = table(canvas, view.opponent, taps=view.own_dice, wide=is_bone(view.die))
    canvas.panel(boxes.board, canvas.palette.board)
    upper, lower = rows(boxes.board, 2, 0)
    back, words = cut_left(boxes.band, boxes.cell_px, canvas.metrics.gap_px)
    tells = view.own_dice and view.winner is None and not view.tied
    for seat, box in ((NEAR, lower), (NEAR.other, upper)):
        _draw_throw(canvas, box, view, seat)
        if seat is view.seat and view.own_dice:
            asked = words if tells else None
            draw_number_pad(canvas, boxes, seat, view.die, offered=view.offered, words=asked)
        else:
            draw_place(canvas, boxes, seat, prompt_of(canvas, view, seat))
    draw_status(canvas, boxes.status, None)
    back.height, back.centery = canvas.metrics.target_px, boxes.band.centery
    canvas.button("", back, Ask.BACK, icon=Icon.BACK)
    if not tells:
        said = canvas.tr("A tie: throw again") if view.tied else canvas.tr("Who starts?")
        canvas.text(said, words, PROMPT_MM, bold=True)


def _draw_throw(canvas: Canvas, box: pygame.Rect, view: ThrowOffView, seat: Seat) -> None:
    side = round(min(box.height, box.width / 2) * 0.7)
    across = min(2 * side, round(box.width * 0.62)) if is_bone(view.die) else side
    die = pygame.Rect(0, 0, across, side)
    place = (box.left + box.width * 0.05 + side * 0.5, box.centery)
    rest = box.right - place[0] - side * 0.3
    die.center = round(box.right - rest / 2), box.centery
    draw_counter(canvas.surface, seat, place, round(side * 0.6), canvas.palette)
    roll = view.roll_of(seat)
    if roll is not None:
        draw_roll(canvas, die, roll)
    else:
        pygame.draw.rect(
            canvas.surface, canvas.palette.rule, die.inflate(-side // 8, -side // 8), 2, side // 8
        )


def prompt_of(canvas: Canvas, view: ThrowOffView, seat: Seat) -> Prompt:
    """Return what a seat's place says."""
    tr, palette = canvas.tr, canvas.palette
    computer = None if view.opponent is None else view.opponent.seat
    throws = view.winner or view.seat or seat
    roll = view.roll_of(seat)
    rolls = roll is not None and roll.progress < 1
    if view.winner is not None and view.winner in (computer, seat):
        said = tr("The computer starts") if view.winner is computer else tr("You start")
        return Prompt(said, tr("Touch here to start."), Ask.BEGIN, Icon.PLAY, palette.main)
    if seat is computer and throws is not computer:
        return Prompt(tr("The computer throws") if rolls else tr("The computer is waiting"))
    if view.winner is not None:
        return Prompt(tr("{seat} starts").format(seat=who(canvas, view.winner)))
    said = tr("{seat} throws").format(seat=who(canvas, throws))
    if throws is computer:
        said = tr("The computer throws")
    is_own = view.seat is seat
    hurry = Ask.THROW if is_own and throws is not computer and not rolls else None
    return Prompt(
        said, tr("The higher throw starts."), hurry, paint=palette.main if is_own else palette.panel
    )


PAGES: Pages = {
    ThrowOffView: draw_throw_off,
}
"""The function that draws each kind of view of this stage."""
