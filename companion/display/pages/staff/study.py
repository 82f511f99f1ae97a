"""Draw the best move in a position that somebody lays on the board."""

from dataclasses import replace

from companion.display.drawing.canvas import Align, Canvas, Pages, TextPart, who
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import (
    PROMPT_MM,
    SMALL_MM,
    columns,
    cut_bottom,
    cut_left,
    cut_right,
    cut_top,
    rows,
)
from companion.display.drawing.parts.chances import BAR_MM, draw_chances
from companion.display.drawing.parts.furniture import titled
from companion.display.drawing.table.board import draw_board
from companion.display.drawing.table.counters import draw_counter_on
from companion.display.drawing.table.dice import die_face
from companion.game import Move, Seat, winner
from companion.interface.intents import Ask, Enter, Named, Number, Pick
from companion.interface.views import StudyView
from companion.presentation.board_picture import ArrowStyle, arrows_of, picture_of
from companion.presentation.words.labels import best_text, rules_name, sight_text


def draw_study(canvas: Canvas, view: StudyView) -> None:
    """Draw the page: whose turn it is and the throw, the board with the best move, and the chance to win."""
    tr, metrics, palette, state = canvas.tr, canvas.metrics, canvas.palette, view.state
    gap, target = metrics.gap_px, metrics.target_px
    content = titled(canvas, tr("Find the best move"))
    across = -(-len(state.rules.die.faces) // 2)
    foot_mm = 7 if metrics.small else 12 if metrics.portrait else 9
    content, foot = cut_bottom(content, metrics.px(foot_mm), gap)
    if metrics.portrait:
        tools, board = cut_top(content, 3 * target + 2 * gap, gap)
    else:
        board, tools = cut_left(content, round(content.width * 0.58), gap)
        tools.height = min(tools.height, 6 * target)
    seats, *throws = rows(tools, 3, gap)
    if view.may_correct:
        seats, mend = cut_right(seats, columns(tools, 3, gap)[0].width, gap)
        canvas.button("", mend, Ask.CORRECT, icon=Icon.MEND)
    for seat, box in zip(Seat, columns(seats, 2, gap), strict=True):
        chosen = seat is state.seat
        paint = palette.main if chosen else palette.panel
        canvas.panel(box, paint.fill, None if chosen else palette.rule)
        draw_counter_on(canvas, seat, box.center, round(box.height * 0.7), paint)
        canvas.target(box, Pick(Named.SEAT, seat))
    die = state.rules.die
    cells = [cell for row in throws for cell in columns(row, across, gap)]
    for face, box in zip(die.faces, cells, strict=False):
        if face == state.throw:
            canvas.panel(box, palette.right.fill)
        drawn = die_face(die, face, round(min(box.size) * 0.9), palette)
        canvas.surface.blit(drawn, drawn.get_rect(center=box.center))
        canvas.target(box, Enter(Number.THROW, face))
    board, bar = cut_bottom(board, metrics.px(BAR_MM), gap)
    draw_chances(canvas, bar, view)
    parts = [TextPart(_said(canvas, view), PROMPT_MM, bold=True)]
    if not metrics.small:
        parts.append(TextPart(rules_name(state.rules.name, tr), SMALL_MM))
    canvas.stack(parts, foot, align=Align.CENTRE)
    picture = picture_of(state, view.seen)
    arrows = tuple(arrows_of(view.best, ArrowStyle.SHALL)) if isinstance(view.best, Move) else ()
    halves = view.seen.halves or picture.halves
    draw_board(canvas, board, replace(picture, halves=halves, arrows=arrows))


def _said(canvas: Canvas, view: StudyView) -> str:
    """Say what is best, or what keeps it from being said."""
    tr, state, best = canvas.tr, view.state, view.best
    if view.chance_a is None:
        return "" if view.solving is not None else tr("This can't come up in this game.")
    won_by = winner(state.position, state.rules)
    if won_by is not None:
        return tr("{seat} has won!").format(seat=who(canvas, won_by))
    if view.seen.halves is None:
        return sight_text(view.seen.sight, tr)
    if state.throw is None:
        return tr("Tap what you have thrown")
    stuck = tr("No counter can move {throw}.").format(throw=state.throw)
    return best_text(best, tr) if best is not None and state.legal else stuck


PAGES: Pages = {
    StudyView: draw_study,
}
"""The function that draws the view."""
