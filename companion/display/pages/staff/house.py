"""Draw the pages for what a house offers and says: its games and its own texts."""

import pygame

from companion.display.drawing.canvas import Align, Canvas, Pages, TextPart
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import (
    BODY_MM,
    columns,
    cut_bottom,
    cut_left,
    cut_right,
    rows,
)
from companion.display.drawing.parts.furniture import Way, fault_strip, titled
from companion.display.pages.story import PAGES as STORY_PAGES
from companion.display.pages.welcome import PAGES as WELCOME_PAGES
from companion.interface.intents import Ask, Enter, Named, Number, OfferGame, Pick, Switch, Toggle
from companion.interface.offers import OFFERS
from companion.interface.views import OfferView, PreviewView, TextsView
from companion.presentation.words import LANGUAGES, translator
from companion.presentation.words.labels import flaw_text, staff_title


def draw_offer(canvas: Canvas, view: OfferView) -> None:
    """Draw the leaf that is open."""
    tr, metrics = canvas.tr, canvas.metrics
    gap, target = metrics.px(0.8), metrics.target_px
    content = titled(canvas, tr("Games offered"))
    if metrics.narrow:
        said = tr("Visitors may change rules and dice")
        content, foot = cut_bottom(content, target + canvas.text_height_px(said, content.width) + gap, gap)
    else:
        content, foot = cut_bottom(content, target, gap)
    names = [*OFFERS, None]  # the last row is that of the puzzles
    head_px = metrics.px(BODY_MM * 1.4)
    row_px = round(target * 1.4) if metrics.narrow else target
    a_leaf = max(1, (content.height - head_px) // (row_px + gap))
    parts = [names[i : i + a_leaf] for i in range(0, len(names), a_leaf)]
    leaf = min(max(view.leaf, 0), len(parts) - 1)
    _draw_foot(canvas, foot, view, leaf, len(parts))
    wide = max(2 * target, (canvas.box.width - 2 * metrics.gap_px) // 4)
    head = pygame.Rect(content.left, content.top, content.width, head_px)
    left, right = cut_right(head, wide, gap)
    said = tr("The house's game")
    named = tr("{text}: {value}").format(text=said, value=staff_title(view.name, tr))
    if view.name not in parts[leaf] and canvas.has_room(named, left):
        said = named
    canvas.text(said, left, BODY_MM, ink=canvas.palette.soft, align=Align.LEFT)
    canvas.text(tr("For visitors"), right, BODY_MM, ink=canvas.palette.soft)
    body = pygame.Rect(content.left, head.bottom, content.width, (row_px + gap) * len(parts[leaf]) - gap)
    for name, row in zip(parts[leaf], rows(body, len(parts[leaf]), gap), strict=True):
        own, offered = cut_right(row, wide, gap)
        if name is None:
            canvas.text(tr("Puzzles"), own, BODY_MM, align=Align.LEFT)
            _draw_switch(canvas, offered, Switch(Toggle.PUZZLES, not view.puzzles), on=view.puzzles)
            continue
        canvas.button(staff_title(name, tr), own, Pick(Named.RULES, name), chosen=name == view.name)
        # The station's own game is always offered.
        switch = None if name == view.name else OfferGame(name, name not in view.offered)
        _draw_switch(canvas, offered, switch, on=name in view.offered)


def _draw_foot(canvas: Canvas, box: pygame.Rect, view: OfferView, leaf: int, leaves: int) -> None:
    """Draw the house-rules switch and the other pages' buttons."""
    tr, gap, target = canvas.tr, canvas.metrics.px(0.8), canvas.metrics.target_px
    above, box = cut_bottom(box, target, gap)
    for icon, other in ((Icon.BACK, leaf - 1), (Icon.FORWARD, leaf + 1)) if leaves > 1 else ():
        turn, box = cut_left(box, target, gap)
        if other in range(leaves):
            canvas.button("", turn, Enter(Number.LEAF, other), icon=icon)
    wide = max(2 * target, (canvas.box.width - 2 * canvas.metrics.gap_px) // 4)
    words, switch = cut_right(box, wide, gap)
    words = above if canvas.metrics.narrow else words
    canvas.text(tr("Visitors may change rules and dice"), words, BODY_MM, align=Align.LEFT)
    _draw_switch(canvas, switch, Switch(Toggle.HOUSE_RULES, not view.house_rules), on=view.house_rules)


def _draw_switch(canvas: Canvas, box: pygame.Rect, intent: OfferGame | Switch | None, *, on: bool) -> None:
    canvas.button(canvas.tr("Yes") if on else canvas.tr("No"), box, intent, chosen=on)


def draw_texts(canvas: Canvas, view: TextsView) -> None:
    """Draw which texts there are, or what is wrong with those that were found."""
    tr, metrics, gap, palette = canvas.tr, canvas.metrics, canvas.metrics.gap_px, canvas.palette
    content = titled(canvas, tr("Texts"))
    content, foot = cut_bottom(content, metrics.target_px, gap)
    any_texts = view.logo or view.story or any(row.title or row.line or row.about for row in view.rows)
    buttons: list[Way] = [(tr("Look for texts"), Icon.SEARCH, Ask.FIND_TEXTS)]
    if any_texts:
        buttons += [(tr("Show"), Icon.EYE, Ask.SHOW_TEXTS), (tr("Remove"), Icon.MINUS, Ask.REMOVE_TEXTS)]
    canvas.buttons(buttons, columns(foot, len(buttons), gap))
    if view.flaws:
        said = [flaw_text(flaw, tr) for flaw in view.flaws[: 2 if metrics.small else 6]]
        head = [TextPart(view.folder, BODY_MM, bold=True)] if view.folder else []
        canvas.panel(content, palette.wrong.fill)
        canvas.stack([*head, *map(TextPart, said)], content.inflate(-4 * gap, -2 * gap), paint=palette.wrong)
        return
    lines = [_row_text(canvas, name, view, code) for code, name in LANGUAGES.items()]
    pages = ", ".join(map(str, view.story)) or tr("nothing")
    lines.append(f"{tr('Logo')}: {tr('Yes') if view.logo else tr('No')} · {tr('The story')}: {pages}")
    content.height = min(content.height, metrics.px(11) * len(lines))
    for line, box in zip(lines, rows(content, len(lines), 0), strict=True):
        canvas.text(line, box, BODY_MM, align=Align.LEFT)


def draw_preview(canvas: Canvas, view: PreviewView) -> None:
    """Draw a page as visitors will see it, smaller, above the actions."""
    tr, metrics, gap = canvas.tr, canvas.metrics, canvas.metrics.gap_px
    whole = fault_strip(canvas, canvas.box.inflate(-2 * gap, -2 * gap))
    whole, foot = cut_bottom(whole, metrics.target_px, gap)
    if metrics.narrow:
        whole, said = cut_bottom(whole, metrics.px(BODY_MM * 1.4), gap)
    page = pygame.Surface(canvas.box.size)
    page.fill(canvas.palette.page.fill)
    inner = Canvas(page, canvas.palette, metrics, translator(view.language), canvas.two_sided)
    {**WELCOME_PAGES, **STORY_PAGES}[type(view.page)](inner, view.page)
    scale = min(whole.width / page.get_width(), whole.height / page.get_height())
    place = pygame.Rect(0, 0, round(page.get_width() * scale), round(page.get_height() * scale))
    place.center = whole.center
    canvas.surface.blit(pygame.transform.smoothscale(page, place.size), place)
    pygame.draw.rect(canvas.surface, canvas.palette.rule, place, 2)
    back, foot = cut_left(foot, metrics.target_px, gap)
    canvas.button("", back, Ask.BACK, icon=Icon.BACK)
    if metrics.narrow:
        buttons = columns(foot, 2 if view.may_keep else 1, gap)
    else:
        said, *buttons = columns(foot, 3 if view.may_keep else 2, gap)
    canvas.text(f"{LANGUAGES[view.language]} · {view.leaf + 1}/{view.leaves}", said, BODY_MM)
    canvas.button(
        tr("Next page"), buttons[0], Enter(Number.LEAF, (view.leaf + 1) % view.leaves), icon=Icon.FORWARD
    )
    if view.may_keep:
        canvas.button(tr("Use these"), buttons[1], Ask.KEEP_TEXTS, icon=Icon.TICK, paint=canvas.palette.main)


def _row_text(canvas: Canvas, name: str, view: TextsView, code: str) -> str:
    tr, row = canvas.tr, next(row for row in view.rows if row.language == code)
    there = [
        word
        for word, is_there in (
            (tr("title"), row.title),
            (tr("welcome line"), row.line),
            (tr("about the board"), row.about),
        )
        if is_there
    ]
    return f"{name}: {', '.join(there) or tr('nothing')}"


PAGES: Pages = {
    OfferView: draw_offer,
    TextsView: draw_texts,
    PreviewView: draw_preview,
}
"""The function that draws each kind of view of this stage."""
