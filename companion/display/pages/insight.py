"""What decided a game: the chance over time, luck and choices, the best choice and the worst."""

import pygame

from companion.display.drawing.canvas import Align, Canvas
from companion.display.drawing.chances import draw_chance_curve, draw_mark, draw_solving
from companion.display.drawing.frieze import draw_frieze
from companion.display.drawing.furniture import titled
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import (
    BODY_MM,
    PROMPT_MM,
    SMALL_MM,
    columns,
    cut_bottom,
    cut_left,
    cut_right,
    rows,
)
from companion.display.pages.insight_choice import draw_choice
from companion.display.pages.insight_luck import draw_luck, draw_luckiest, told_luckiest, verdict
from companion.display.seat_names import who
from companion.game import Seat, Termination
from companion.interface.intents import TurnTo
from companion.interface.views import WAS_IT_LUCK, InsightView
from companion.referee.words import Translate

LEAVES = 4

EVEN = 0.5
"""The chance of who is neither ahead nor behind."""


def draw(canvas: Canvas, view: InsightView) -> None:
    """Draw the leaf that is open."""
    tr, metrics = canvas.tr, canvas.metrics
    leaf = open_leaf(view)
    content = titled(canvas, titles(tr)[leaf])
    content, foot = cut_bottom(content, metrics.target_px, metrics.gap_px)
    said = said_of(canvas, view, leaf)
    if metrics.narrow and said:
        # Between the buttons is too little room.
        high = canvas.text_height_px(said, content.width, SMALL_MM * 1.15)
        content, words = cut_bottom(content, high, metrics.gap_px)
        canvas.text(said, words, SMALL_MM * 1.15, ink=canvas.palette.soft)
        said = ""
    if view.solving is not None:
        box = pygame.Rect(0, 0, content.width * 4 // 5, metrics.px(16))
        box.center = content.center
        solving = tr("Working out the chances: {percent} %").format(percent=int(100 * view.solving))
        draw_solving(canvas, box, solving, view.solving, PROMPT_MM)
        draw_frieze(canvas, pygame.Rect(content.left, box.bottom, content.width, content.bottom - box.bottom))
    elif not view.chances_a or view.balances is None:
        canvas.text(tr("There is nothing to tell of this game."), content, BODY_MM)
    elif leaf == 0:
        _draw_course(canvas, content, view)
    elif leaf == WAS_IT_LUCK:
        if view.luckiest is not None and (metrics.portrait or not metrics.small):
            content, box = cut_bottom(content, metrics.px(7 if metrics.small else 9), metrics.gap_px)
            draw_luckiest(canvas, box, view.luckiest)
        cut = rows if metrics.portrait else columns
        boxes = cut(content, 2, metrics.gap_px)
        largest = max(abs(share) for balance in view.balances for share in (balance.luck, balance.lost))
        for seat, balance, box in zip(Seat, view.balances, boxes, strict=True):
            draw_luck(canvas, box, seat, balance, largest)
    else:
        draw_choice(canvas, content, view.finest if leaf == 2 else view.worst, costly=leaf == 3)
    is_told = view.solving is None and view.balances is not None
    if (
        leaf == WAS_IT_LUCK
        and view.luckiest is not None
        and metrics.small
        and not metrics.portrait
        and is_told
    ):
        # There is no row for it; which of the two bars is longer is seen as well.
        said = told_luckiest(canvas, view.luckiest)
    _draw_foot(canvas, foot, leaf, said)


def open_leaf(view: InsightView) -> int:
    """The leaf that is open: where there is none such, the nearest."""
    return min(max(view.leaf, 0), LEAVES - 1)


def titles(tr: Translate) -> tuple[str, str, str, str]:
    """The titles of the leaves."""
    return (
        tr("The chance to win"),
        tr("Was it luck?"),
        tr("The best choice"),
        tr("The worst choice"),
    )


def said_of(canvas: Canvas, view: InsightView, leaf: int) -> str:
    """A word on what a leaf shows."""
    if view.solving is not None or not view.chances_a or view.balances is None:
        return ""
    if leaf == 0:
        return _turned(canvas, view)
    return verdict(view.outcome, view.balances, canvas.tr) if leaf == WAS_IT_LUCK else ""


def _turned(canvas: Canvas, view: InsightView) -> str:
    """From which throw on the winner was ahead; without one, which side of the middle is whose."""
    tr, winner = canvas.tr, view.outcome.winner
    if view.outcome.termination is not Termination.WON or winner is None:
        return tr("Above the middle {one} was ahead, below it {other}.").format(
            one=who(canvas, Seat.A), other=who(canvas, Seat.B)
        )
    behind = [
        number
        for number, chance in enumerate(view.chances_a)
        if (chance if winner is Seat.A else 1 - chance) < EVEN
    ]
    if not behind:
        return tr("{seat} was ahead all the way.").format(seat=who(canvas, winner))
    said = tr("Turning point: from throw {ply} on {seat} was ahead.")
    return said.format(ply=behind[-1] + 1, seat=who(canvas, winner))


def _draw_foot(canvas: Canvas, box: pygame.Rect, leaf: int, said: str) -> None:
    """Leaf back and leaf on, a word on what is shown, and a dot for each leaf."""
    target, gap = canvas.metrics.target_px, canvas.metrics.gap_px
    left, box = cut_left(box, target, gap)
    box, right = cut_right(box, target, gap)
    if leaf > 0:
        canvas.button("", left, TurnTo(leaf - 1), icon=Icon.BACK)
    if leaf + 1 < LEAVES:
        canvas.button("", right, TurnTo(leaf + 1), icon=Icon.FORWARD)
    words, dots = cut_bottom(box, canvas.metrics.px(1.8))
    canvas.text(said, words, SMALL_MM * 1.15, ink=canvas.palette.soft)
    for number in range(LEAVES):
        middle = dots.centerx + round((number - (LEAVES - 1) / 2) * dots.height * 1.5), dots.centery
        radius, width = dots.height // 3, max(1, dots.height // 10)
        pygame.draw.circle(
            canvas.surface, canvas.palette.soft, middle, radius, 0 if number == leaf else width
        )


def _draw_course(canvas: Canvas, content: pygame.Rect, view: InsightView) -> None:
    """The chance over time, and which of its points are marked."""
    tr, metrics, palette, gap = canvas.tr, canvas.metrics, canvas.palette, canvas.metrics.gap_px
    high = metrics.px(4.6)
    content, legend = cut_bottom(content, 2 * high if metrics.narrow else high, metrics.px(0.6))
    content.height = min(content.height, content.width)
    draw_chance_curve(canvas, content, view)
    legend.top = content.bottom + metrics.px(0.6)
    marked = (
        (view.finest, tr("Best: throw {ply}"), Icon.TICK, palette.good),
        (view.worst, tr("Worst: throw {ply}"), Icon.WARNING, palette.back),
    )
    boxes = rows(legend, 2, 0) if metrics.narrow else columns(legend, 2, gap)
    for (choice, said, icon, colour), box in zip(marked, boxes, strict=True):
        if choice is not None:
            mark, rest = cut_left(box, high, metrics.px(0.8))
            draw_mark(canvas, mark.center, icon, colour)
            canvas.text(said.format(ply=choice.ply), rest, SMALL_MM * 1.15, align=Align.LEFT)
