"""The station's own game, and which ones visitors may choose: a row for each game, with two buttons."""

import pygame

from companion.display.drawing.canvas import Align, Canvas
from companion.display.drawing.furniture import titled
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import BODY_MM, cut_bottom, cut_left, cut_right, rows
from companion.interface.intents import ChooseRules, OfferGame, OfferHouseRules, TurnTo
from companion.interface.offers import OFFERS
from companion.interface.views import OfferView
from companion.words.labels import rules_name


def draw(canvas: Canvas, view: OfferView) -> None:
    """Draw the leaf that is open."""
    tr, metrics = canvas.tr, canvas.metrics
    gap, target = metrics.px(0.8), metrics.target_px
    content = titled(canvas, tr("Games offered"))
    if metrics.narrow:
        said = tr("Visitors may change rules and dice")
        content, foot = cut_bottom(content, target + canvas.text_height_px(said, content.width) + gap, gap)
    else:
        content, foot = cut_bottom(content, target, gap)
    names = list(OFFERS)
    head_px = metrics.px(BODY_MM * 1.4)
    row_px = round(target * 1.4) if metrics.narrow else target
    a_leaf = max(1, (content.height - head_px) // (row_px + gap))
    parts = [names[i : i + a_leaf] for i in range(0, len(names), a_leaf)]
    leaf = min(max(view.leaf, 0), len(parts) - 1)
    _draw_foot(canvas, foot, view, leaf, len(parts))
    wide = max(2 * target, (canvas.box.width - 2 * metrics.gap_px) // 4)
    head = pygame.Rect(content.left, content.top, content.width, head_px)
    left, right = cut_right(head, wide, gap)
    canvas.text(tr("This station's own"), left, BODY_MM, ink=canvas.palette.soft, align=Align.LEFT)
    canvas.text(tr("For visitors"), right, BODY_MM, ink=canvas.palette.soft)
    body = pygame.Rect(content.left, head.bottom, content.width, (row_px + gap) * len(parts[leaf]) - gap)
    for name, row in zip(parts[leaf], rows(body, len(parts[leaf]), gap), strict=True):
        own, offered = cut_right(row, wide, gap)
        canvas.button(rules_name(name, tr), own, ChooseRules(name), chosen=name == view.name)
        # The station's own game is always offered.
        switch = None if name == view.name else OfferGame(name, name not in view.offered)
        _draw_switch(canvas, offered, switch, on=name in view.offered)


def _draw_foot(canvas: Canvas, box: pygame.Rect, view: OfferView, leaf: int, leaves: int) -> None:
    """House rules, and the other leaves."""
    tr, gap, target = canvas.tr, canvas.metrics.px(0.8), canvas.metrics.target_px
    above, box = cut_bottom(box, target, gap)
    if leaves > 1:
        turn, box = cut_left(box, target, gap)
        following = (leaf + 1) % leaves
        canvas.button("", turn, TurnTo(following), icon=Icon.FORWARD if following else Icon.BACK)
    wide = max(2 * target, (canvas.box.width - 2 * canvas.metrics.gap_px) // 4)
    words, switch = cut_right(box, wide, gap)
    words = above if canvas.metrics.narrow else words
    canvas.text(tr("Visitors may change rules and dice"), words, BODY_MM, align=Align.LEFT)
    _draw_switch(canvas, switch, OfferHouseRules(not view.house_rules), on=view.house_rules)


def _draw_switch(
    canvas: Canvas, box: pygame.Rect, intent: OfferGame | OfferHouseRules | None, *, on: bool
) -> None:
    canvas.button(canvas.tr("Yes") if on else canvas.tr("No"), box, intent, chosen=on)
