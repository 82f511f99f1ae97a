"""Not so: what was wrong, the rule it rests on, and where each counter goes back."""

from dataclasses import replace

from companion.display.drawing.board import draw_board
from companion.display.drawing.board_picture import Arrow, ArrowStyle, Mark, picture_of
from companion.display.drawing.canvas import Align, Canvas, Part
from companion.display.drawing.counters import draw_counter_on
from companion.display.drawing.furniture import draw_status
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import PROMPT_MM, cut_left, cut_right, cut_top
from companion.display.drawing.seat_places import Prompt, Table, draw_place, place_of, table
from companion.display.seat_names import called
from companion.game import Halves, Position, Seat
from companion.interface.intents import Ask
from companion.interface.views import NotSoView
from companion.referee.verdict import grounds
from companion.referee.words import instruction, message
from companion.words.labels import cited


def draw(canvas: Canvas, view: NotSoView) -> None:
    """Draw the page."""
    boxes = table(canvas, view.opponent, larger=view.flagged.seat)
    shown = view.state.flag or view.flagged.shown
    arrows = tuple(Arrow(step.seat, step.source, step.target, ArrowStyle.BACK) for step in view.remedy)
    marks = {step.target: Mark.TARGET for step in view.remedy if step.target is not None}
    picture = replace(
        picture_of(view.state, view.seen),
        halves=shown,
        in_hand=_in_hand(view.state.position, shown),
        arrows=arrows,
        marks=marks,
    )
    draw_board(canvas, boxes.board, picture, canvas.near)
    target, gap = canvas.metrics.target_px, canvas.metrics.gap_px
    status, pause = cut_right(boxes.status, target, gap)
    status, mend = cut_right(status, target, gap)
    draw_status(canvas, status, view.seen)
    canvas.button("", mend, Ask.CORRECT, icon=Icon.MEND)
    canvas.button("", pause, Ask.PAUSE, icon=Icon.PAUSE)
    rules, flagged = view.state.rules, view.flagged
    said = cited(grounds(rules, flagged.reason, flagged.seat, flagged.done), rules.name, canvas.tr)
    draw_place(canvas, boxes, view.flagged.seat.other, Prompt(canvas.tr("Not that one"), said))
    _draw_verdict(canvas, boxes, view, said)


def _in_hand(position: Position, shown: Halves) -> tuple[int, int]:
    """How many counters lie beside the board while it shows this."""
    before = position.halves()
    counts = [position.of(seat).hand + sum(before.of(seat)) - sum(shown.of(seat)) for seat in Seat]
    return max(0, min(5, counts[0])), max(0, min(5, counts[1]))


def _draw_verdict(canvas: Canvas, boxes: Table, view: NotSoView, rule: str) -> None:
    """What was wrong and the way back, for the seat that did it."""
    tr, paint, seat = canvas.tr, canvas.palette.wrong, view.flagged.seat
    names = called(canvas)
    with place_of(canvas, boxes, seat) as sheet:
        metrics = sheet.metrics
        gap = metrics.px(0.8 if metrics.small else 1.8)
        sheet.panel(sheet.box, paint.fill)
        inner = sheet.box.inflate(-2 * gap, -gap)
        head, inner = cut_top(inner, metrics.px(5.0 if metrics.small else 9.0))
        mark, words = cut_left(head, head.height, gap)
        draw_counter_on(sheet.surface, seat, mark.center, round(head.height * 0.9), sheet.palette, paint)
        sheet.text(tr("Not that one"), words, PROMPT_MM, paint=paint, bold=True, align=Align.LEFT)
        steps = " ".join(instruction(step, tr, names) for step in view.remedy)
        back = steps if len(view.remedy) <= 1 else tr("Put the counters back as the arrows show.")
        parts = [Part(message(view.flagged, tr, names), 5.4), Part(back, 5.4, bold=True)]
        if not metrics.small:
            # Where there is little room, it is told at the other place alone.
            parts.append(Part(rule, 4.0))
        sheet.stack(parts, inner, paint=paint)
