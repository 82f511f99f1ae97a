"""The end of a game: who has won, and the game in figures."""

import pygame

from companion.display.drawing.branch import draw_branch
from companion.display.drawing.canvas import Align, Canvas
from companion.display.drawing.counters import draw_counter
from companion.display.drawing.furniture import draw_status
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import BODY_MM, columns, cut_left, cut_right, cut_top, rows
from companion.display.drawing.seat_places import Prompt, draw_place, table
from companion.display.seat_names import called, who
from companion.game import COUNTERS, Seat, Termination
from companion.interface.intents import Back, Begin, NewGame, ShowInsight, ShowSeal
from companion.interface.views import WonView
from companion.referee.events import Ended
from companion.referee.words import say


def draw(canvas: Canvas, view: WonView) -> None:
    """Draw the page."""
    tr, palette, winner = canvas.tr, canvas.palette, view.outcome.winner
    boxes = table(canvas, view.opponent)
    _draw_figures(canvas, boxes.board, view)
    target, gap = canvas.metrics.target_px, canvas.metrics.gap_px
    asking_px = boxes.status.width - target - gap
    if canvas.faults:
        # A fault needs room for its words; on the smallest screens it is told by its sign alone.
        asking_px = asking_px - target - gap if canvas.metrics.small else target
    status, asking = cut_right(boxes.status, asking_px, gap)
    draw_status(canvas, status, None)
    if canvas.metrics.small:
        seal, asking = cut_left(asking, target, gap)
    label = "" if canvas.faults else tr("What decided it?")
    canvas.button(label, asking, ShowInsight(), icon=Icon.CURVE)
    computer = None if view.opponent is None else view.opponent.seat
    ended = say(Ended(view.state.ply, view.outcome), tr, called(canvas))
    for seat in Seat:
        if winner is not None and winner is computer:
            said = tr("The computer has won!")
            prompt = Prompt(said) if seat is computer else Prompt(said, tr("Well played."))
        elif seat is winner:
            prompt = Prompt(tr("You have won!"), tr("Congratulations."), paint=palette.right)
        else:
            won = view.outcome.termination is Termination.WON and winner is not None
            said = tr("{seat} has won!").format(seat=who(canvas, winner)) if won and winner else ended
            prompt = Prompt(said)
        draw_place(canvas, boxes, seat, prompt)
    band = boxes.band.copy()
    band.height, band.centery = max(target, min(band.height, round(target * 1.4))), boxes.band.centery
    home, band = cut_left(band, target, gap)
    canvas.button("", home, Back(), icon=Icon.BACK)
    if not canvas.metrics.small:
        seal, band = cut_left(band, target, gap)
    if view.sealed:
        canvas.button("", seal, ShowSeal(), icon=Icon.DICE)
    again, other = columns(band, 2, gap)
    # The smallest screens have room for the signs alone.
    small = canvas.metrics.small
    canvas.button("" if small else tr("Again"), again, Begin(), icon=Icon.AGAIN, paint=palette.main)
    canvas.button("" if small else tr("New game"), other, NewGame(), icon=Icon.PLUS if small else None)


def _draw_figures(canvas: Canvas, box: pygame.Rect, view: WonView) -> None:
    """A table with a column for each seat, under the winner's counters on the sacred line."""
    tr, palette, metrics, gap = canvas.tr, canvas.palette, canvas.metrics, canvas.metrics.gap_px
    canvas.panel(box, palette.panel.fill)
    inner = box.inflate(-4 * gap, -2 * gap)
    top, inner = cut_top(inner, round(inner.height * 0.26), gap)
    width = max(3, top.height // 14)
    pygame.draw.line(canvas.surface, palette.sacred_line, top.midleft, top.midright, width)
    if view.outcome.winner is not None:
        draw_branch(canvas.surface, top, palette.good, view.shown)
        side = min(round(top.height * 0.7), top.width // (COUNTERS + 1))
        for place in columns(top, COUNTERS, 0):
            draw_counter(canvas.surface, view.outcome.winner, place.center, side, palette)
    a, b = view.summary.tallies
    lines = (
        ("", "", ""),
        (tr("Throws"), str(a.throws), str(b.throws)),
        (tr("Moves"), str(a.moves), str(b.moves)),
        (tr("Passed turns"), str(a.passes), str(b.passes)),
        *(((tr("Hits"), str(a.hits), str(b.hits)),) if view.state.rules.hitting else ()),
    )
    minutes = tr("1 minute")
    if view.summary.minutes > 1:
        minutes = tr("{minutes} minutes").format(minutes=view.summary.minutes)
    *cells, last = rows(inner, len(lines) + 1, 0)
    for (name, *figures), row in zip(lines, cells, strict=True):
        label, rest = cut_left(row, round(row.width * 0.5))
        if name:
            canvas.text(name, label, BODY_MM, paint=palette.panel, align=Align.LEFT)
        for seat, figure, cell in zip(Seat, figures, columns(rest, 2, 0), strict=True):
            if not name:
                side = min(cell.height, metrics.px(6))
                left, cell = cut_left(cell, cell.width // 2)
                draw_counter(canvas.surface, seat, (left.right - side / 2, left.centery), side, palette)
            canvas.text(figure, cell, BODY_MM, paint=palette.panel, bold=True)
    canvas.text(minutes, last, BODY_MM, paint=palette.panel, ink=palette.soft, align=Align.LEFT)
