"""Draw the end of a game."""

import pygame

from companion.display.drawing.canvas import Align, Canvas, Pages, TextPart
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import (
    BODY_MM,
    SMALL_MM,
    columns,
    cut_bottom,
    cut_left,
    cut_right,
    cut_top,
    rows,
)
from companion.display.drawing.parts.branch import draw_branch
from companion.display.drawing.parts.furniture import draw_status
from companion.display.drawing.parts.seat_places import Prompt, draw_place, table
from companion.display.drawing.table.counters import draw_counter, draw_counter_on
from companion.display.seat_names import called, who
from companion.game import COUNTERS, Seat, Termination
from companion.interface.intents import Ask
from companion.interface.views import WonView
from companion.referee.events import Ended
from companion.referee.words import say


def draw_won(canvas: Canvas, view: WonView) -> None:
    """Draw the page."""
    tr, palette, winner = canvas.tr, canvas.palette, view.outcome.winner
    boxes = table(canvas, view.opponent, wide=True)
    _draw_figures(canvas, boxes.board, view)
    target, gap = canvas.metrics.target_px, canvas.metrics.gap_px
    asking_px = boxes.status.width - target - gap
    if canvas.faults:
        # A fault needs room for its words; on the smallest screens it shows as its sign alone.
        asking_px = asking_px - target - gap if canvas.metrics.small else target
    status, asking = cut_right(boxes.status, asking_px, gap)
    draw_status(canvas, status, None)
    if canvas.metrics.small:
        seal, asking = cut_left(asking, target, gap)
    label = "" if canvas.faults else tr("What decided it?")
    canvas.button(label, asking, Ask.SHOW_INSIGHT, icon=Icon.CURVE)
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
    canvas.button("", home, Ask.BACK, icon=Icon.BACK)
    if not canvas.metrics.small:
        seal, band = cut_left(band, target, gap)
    if view.sealed:
        canvas.button("", seal, Ask.SHOW_SEAL, icon=Icon.DICE)
    again, other = columns(band, 2, gap)
    # The smallest screens have room for the signs alone.
    small = canvas.metrics.small
    canvas.button("" if small else tr("Again"), again, Ask.BEGIN, icon=Icon.AGAIN, paint=palette.main)
    canvas.button("" if small else tr("New game"), other, Ask.NEW_GAME, icon=Icon.PLUS if small else None)


def _draw_figures(canvas: Canvas, box: pygame.Rect, view: WonView) -> None:
    """Draw a table with a column for each seat, under the winner's counters on the sacred line."""
    palette, gap = canvas.palette, canvas.metrics.gap_px
    canvas.panel(box, palette.panel.fill)
    inner = box.inflate(-4 * gap, -2 * gap)
    top, inner = cut_top(inner, round(inner.height * (0.18 if canvas.metrics.narrow else 0.26)), gap)
    width = max(3, top.height // 14)
    pygame.draw.line(canvas.surface, palette.sacred_line, top.midleft, top.midright, width)
    if view.outcome.winner is not None:
        draw_branch(canvas.surface, top, palette.good, view.shown)
        side = min(round(top.height * 0.62), round(top.width / COUNTERS * 0.56))
        # As many as this game was won by.
        for place in columns(top, view.state.rules.to_win, 0):
            draw_counter(canvas.surface, view.outcome.winner, place.center, side, palette)
    lines = _tallies(canvas, view)
    least = sum(canvas.text_height_px(said, inner.width, SMALL_MM) for said in _story(canvas, view))
    table, story = cut_bottom(inner, max(least, round(inner.height * 0.3)))
    table.height = min(table.height, canvas.metrics.px(8) * (len(lines) + 1))
    head, *cells = rows(table, len(lines) + 1, 0)
    for seat, cell in zip(Seat, columns(cut_left(head, head.width // 2)[1], 2, 0), strict=True):
        side = min(cell.height, canvas.metrics.px(6))
        draw_counter_on(canvas.surface, seat, cell.center, side, palette, palette.panel)
    for (name, *figures), row in zip(lines, cells, strict=True):
        label, rest = cut_left(row, row.width // 2)
        canvas.text(name, label, BODY_MM, paint=palette.panel, align=Align.LEFT)
        for figure, cell in zip(figures, columns(rest, 2, 0), strict=True):
            canvas.text(str(figure), cell, BODY_MM, paint=palette.panel, bold=True)
    canvas.stack([TextPart(said, BODY_MM) for said in _story(canvas, view)], story, paint=palette.panel)


def _tallies(canvas: Canvas, view: WonView) -> list[tuple[str, int, int]]:
    """Return the figures of the two seats; few of them on the smallest screens."""
    tr = canvas.tr
    a, b = view.summary.tallies
    lines = [(tr("Throws"), a.throws, b.throws)]
    if not canvas.metrics.small:
        lines.append((tr("Passed turns"), a.passes, b.passes))
        if view.state.rules.hitting:
            lines.append((tr("Hits"), a.hits, b.hits))
    return lines


def _story(canvas: Canvas, view: WonView) -> list[str]:
    """Tell the game in a few words: how long it was, and what stood out."""
    tr, summary = canvas.tr, view.summary
    minutes = tr("1 minute")
    if summary.minutes > 1:
        minutes = tr("{minutes} minutes").format(minutes=summary.minutes)
    said = [minutes]
    stay = summary.longest_stay
    if stay is not None and stay.throws > 1:
        longest = tr("Longest on the line: {seat}, {throws} throws")
        said.append(longest.format(seat=who(canvas, stay.seat), throws=stay.throws))
    throws = sum(tally.throws for tally in summary.tallies)
    if view.shortest is None or view.outcome.termination is not Termination.WON:
        return said
    if throws <= view.shortest:
        return [tr("The shortest game today!"), *said[1:]]
    if not canvas.metrics.small:
        said.append(tr("Shortest game today: {throws} throws").format(throws=view.shortest))
    return said


PAGES: Pages = {
    WonView: draw_won,
}
"""The function that draws each kind of view of this stage."""
