"""How often each face of the die has fallen, and whether that is what a fair die does."""

import pygame

from companion.display.drawing.canvas import Align, Canvas
from companion.display.drawing.dice import die_face
from companion.display.drawing.furniture import titled
from companion.display.drawing.layout import BODY_MM, cut_bottom, cut_left, rows
from companion.interface.views import DiceAuditView
from companion.words.labels import die_name

SELDOM = 0.01
"""A fair die does worse than this so seldom that it is worth a word."""


def draw(canvas: Canvas, view: DiceAuditView) -> None:
    """Draw the page: a bar for each face, with a line where a fair die would be."""
    tr, metrics, gap, palette = canvas.tr, canvas.metrics, canvas.metrics.gap_px, canvas.palette
    content = titled(canvas, die_name(view.die, tr))
    content, words = cut_bottom(content, metrics.px(10.5), gap)
    canvas.text(_verdict(canvas, view), words, BODY_MM)
    if view.damaged:
        said = tr("Damaged games left out: {number}").format(number=view.damaged)
        high = max(metrics.px(6), canvas.text_height_px(said, content.width - 2 * gap))
        content, warning = cut_bottom(content, high, gap)
        canvas.panel(warning, palette.wrong.fill)
        canvas.text(said, warning.inflate(-2 * gap, 0), BODY_MM, paint=palette.wrong)
    total, weights = max(sum(view.counts), 1), view.die.weights
    expected = [total * weight / sum(weights) for weight in weights]
    most = max(*view.counts, *expected, 1)
    content.height = min(content.height, metrics.px(18) * len(view.counts))
    facts = zip(view.die.faces, view.counts, expected, rows(content, len(view.counts), gap), strict=True)
    for face, count, fair, row in facts:
        mark, rest = cut_left(row, row.height, gap)
        drawn = die_face(view.die, face, row.height, palette)
        canvas.surface.blit(drawn, mark.topleft)
        number, bars = cut_left(rest, metrics.px(11), gap)
        canvas.text(str(count), number, BODY_MM, bold=True, align=Align.LEFT)
        bar = pygame.Rect(bars.left, row.top + row.height // 5, 0, row.height * 3 // 5)
        bar.width = max(2, round(bars.width * count / most))
        pygame.draw.rect(canvas.surface, palette.main.fill, bar, border_radius=bar.height // 6)
        x = bars.left + round(bars.width * fair / most) - 1
        pygame.draw.line(canvas.surface, palette.page.ink, (x, row.top), (x, row.bottom), 3)


def _verdict(canvas: Canvas, view: DiceAuditView) -> str:
    tr, total = canvas.tr, sum(view.counts)
    if view.p_value is None:
        return tr("Throws: {total}, too few to tell.").format(total=total)
    percent = f"{100 * view.p_value:.1f}" if view.p_value < 0.1 else f"{100 * view.p_value:.0f}"
    if view.p_value < SELDOM:
        said = tr("{total} throws. A fair die strays this far in only {percent} % of cases: have it checked.")
    else:
        said = tr("{total} throws. A fair die strays this far or farther in {percent} % of cases.")
    return said.format(total=total, percent=percent)
