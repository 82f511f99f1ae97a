"""Draw the end of a game: the winner's counters run home and are crowned."""

import pygame

from companion.display.drawing.canvas import Align, Canvas, Pages, TextPart, called, who
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
from companion.display.drawing.parts.branch import draw_crown
from companion.display.drawing.parts.furniture import draw_code, draw_fault, language_button
from companion.display.drawing.parts.seat_places import Prompt, TableLayout, draw_place, table
from companion.display.drawing.table.board import draw_board
from companion.game import GOAL_HALF, Move, Seat, Termination, point_at
from companion.interface.intents import Ask, Named, Pick
from companion.interface.views import WonView
from companion.presentation.board_picture import BoardPicture, ShownMove
from companion.presentation.words.labels import level_name
from companion.referee.events import Ended
from companion.referee.match import HomeMatch
from companion.referee.words import Translate, say

RUN = 0.7  # share of the celebration in which the counters run home, one after another; then the wreath grows
CODE_MM = 20.0  # least side of the code, so that a phone reads it from a hand's distance


def draw_won(canvas: Canvas, view: WonView) -> None:
    """Draw the page; a fault stands in place of the game's story."""
    metrics, boxes = canvas.metrics, table(canvas, view.opponent, wide=True)
    gap = metrics.gap_px
    code_px = 0
    if view.address and not canvas.faults and (metrics.portrait or metrics.small):
        # On other screens it is in the band. In a gallery it need not grow with the type.
        code_px = min(metrics.px(CODE_MM), round(1.3 * CODE_MM * metrics.true_px_per_mm))
    row_px, square = metrics.px(BODY_MM * 1.6), None
    board, said = cut_bottom(boxes.board, row_px, gap)
    # The board keeps at least half of the room, and all its height where it is flat.
    if metrics.portrait and metrics.small:
        if 0 < code_px <= min(board.width // 2, board.height):
            board, square = cut_right(board, code_px, gap)
    elif 0 < 2 * code_px <= boxes.board.height:
        board, said = cut_bottom(boxes.board, max(code_px, row_px), gap)
        square, said = cut_left(said, code_px, gap)
    _draw_triumph(canvas, board, view)
    _draw_signs(canvas, boxes.status, view)
    _draw_places(canvas, boxes, view)
    _draw_ways(canvas, boxes.band, view)
    if canvas.faults:
        draw_fault(canvas, said)
        return
    parts = [TextPart(_story(canvas, view)[0], BODY_MM * 1.2, bold=True)]
    if square is not None:
        draw_code(canvas, square, view.address or "")
        # A small screen has no room for the game's length as well.
        caption = TextPart(canvas.tr("This game on your phone"), SMALL_MM)
        parts = [caption] if metrics.small else [*parts, caption]
    canvas.stack(parts, said, align=Align.CENTRE)


def _draw_triumph(canvas: Canvas, box: pygame.Rect, view: WonView) -> None:
    geometry = draw_board(canvas, box, triumph(view))
    winner = view.outcome.winner
    if _is_won(view) and winner is not None and view.shown > RUN:
        draw_crown(canvas, geometry, point_at(winner, GOAL_HALF), (view.shown - RUN) / (1 - RUN))


def triumph(view: WonView) -> BoardPicture:
    """Return the board as the game left it, or while a winner's counters run there from their own side."""
    winner, halves = view.outcome.winner, view.state.position.halves()
    if winner is None or not _is_won(view):
        return BoardPicture(halves)
    goal, count = point_at(winner, GOAL_HALF), view.state.rules.to_win
    runs = count * min(1.0, view.shown / RUN)
    home = min(count, int(runs) + 1)
    halves = halves.with_count(winner, goal, halves.count(winner, goal) - count + home)
    for index in range(home, count):
        start = point_at(winner, index)
        halves = halves.with_count(winner, start, halves.count(winner, start) + 1)
    run = ShownMove(Move(winner, point_at(winner, home - 1), goal), runs - int(runs))
    return BoardPicture(halves, shown=run if runs < count else None)


def _is_won(view: WonView) -> bool:
    return view.outcome.termination is Termination.WON


def _draw_signs(canvas: Canvas, box: pygame.Rect, view: WonView) -> None:
    """Draw the globe, the way to the first page, the dice's seal, and the question of the game."""
    target, gap = canvas.metrics.target_px, canvas.metrics.gap_px
    globe, box = cut_left(box, target, gap)
    language_button(canvas, globe)
    if not canvas.metrics.small:
        # Where there is no room for it, *New game* leads back, too.
        home, box = cut_left(box, target, gap)
        canvas.button("", home, Ask.BACK, icon=Icon.BACK)
    if view.sealed:
        seal, box = cut_left(box, canvas.button_px(canvas.tr("Fair?")), gap)
        canvas.button(canvas.tr("Fair?"), seal, Ask.SHOW_SEAL, icon=Icon.DICE)
    if box.width >= canvas.metrics.min_target_px:
        label = canvas.tr("What decided it?")
        canvas.button(label, box, Ask.SHOW_INSIGHT, icon=Icon.CURVE)


def _draw_places(canvas: Canvas, boxes: TableLayout, view: WonView) -> None:
    tr, winner = canvas.tr, view.outcome.winner
    computer = None if view.opponent is None else view.opponent.seat
    ended = say(Ended(view.state.ply, view.outcome), tr, called(canvas))
    won, (_, *more) = _is_won(view), _story(canvas, view)
    details = "\n".join(more[: 1 if canvas.metrics.small else 2])
    if not canvas.has_room(details, boxes.near.inflate(-boxes.near.width // 3, -boxes.near.height // 2)):
        details = ""
    for seat in Seat:
        if view.rung is not None and seat is computer:
            step = Pick(Named.LEVEL, view.rung.name)
            prompt = Prompt(*rung_text(view, tr), step, Icon.FORWARD)
        elif winner is not None and winner is computer:
            said = tr("The computer has won!")
            prompt = Prompt(said, details if seat is computer else tr("Well played."))
        elif seat is winner:
            # The victory is the largest thing said, so it has a small screen's place to itself.
            wish = "" if canvas.metrics.small else tr("Congratulations.")
            prompt = Prompt(tr("You have won!"), wish, paint=canvas.palette.right, crown=view.shown)
        else:
            said = tr("{seat} has won!").format(seat=who(canvas, winner)) if won and winner else ended
            prompt = Prompt(said, details)
        draw_place(canvas, boxes, seat, prompt)


def rung_text(view: WonView, tr: Translate) -> tuple[str, str]:
    """Offer the next step against the computer: what it is, and the level's name."""
    assert view.opponent is not None
    assert view.rung is not None
    said = tr("A little harder")
    if view.outcome.winner is view.opponent.seat:
        said = tr("Again, with tips") if view.rung == view.opponent.level else tr("A little easier")
    return said, level_name(view.rung.name, tr)


def _draw_ways(canvas: Canvas, band: pygame.Rect, view: WonView) -> None:
    """Draw the ways on, beside the code that takes the game home if there is room for one."""
    tr, metrics, gap = canvas.tr, canvas.metrics, canvas.metrics.gap_px
    if view.address is not None and band.height >= metrics.px(CODE_MM):
        square, band = cut_left(band, band.height, gap)
        draw_code(canvas, square, view.address)
        words, band = cut_top(band, min(metrics.px(BODY_MM * 2.6), band.height - metrics.target_px))
        canvas.text(tr("This game on your phone"), words, align=Align.LEFT)
    stacked = band.height >= 2 * metrics.target_px + gap
    again, other = (rows if stacked else columns)(band, 2, gap)
    canvas.button(tr("Again"), again, Ask.BEGIN, paint=canvas.palette.main)
    canvas.button(tr("New game"), other, Ask.NEW_GAME)


def _story(canvas: Canvas, view: WonView) -> list[str]:
    """Tell the game in a few words, what matters most first: a record, its length, what stood out."""
    tr, summary = canvas.tr, view.summary
    throws, stay = view.state.ply, summary.longest_stay
    length = tr("1 minute")
    if summary.minutes > 1:
        length = tr("{minutes} minutes").format(minutes=summary.minutes)
    if throws > 1:
        length = f"{tr('{throws} throws').format(throws=throws)} · {length}"
    said = [length]
    if view.match is not None:
        said.insert(0, match_text(view.match, tr))
    if view.shortest is not None and _is_won(view):
        if throws <= view.shortest:
            said.insert(0, tr("The shortest game today!"))
        else:
            said.append(tr("Shortest game today: {throws} throws").format(throws=view.shortest))
    if stay is not None and stay.throws > 1:
        longest = tr("Longest on the line: {seat}, {throws} throws")
        said.append(longest.format(seat=who(canvas, stay.seat), throws=stay.throws))
    return said


def match_text(match: HomeMatch, tr: Translate) -> str:
    """Tell how a match stands, and who plays the winner once it is decided."""
    (one, other), (won, lost) = match.players, match.won
    said = f"{one} {won} : {lost} {other}"
    if match.loser is None or not match.waits:
        return said
    return f"{said} · {tr('Next: {name}').format(name=match.waits)}"


PAGES: Pages = {
    WonView: draw_won,
}
"""The function that draws each kind of view of this stage."""
