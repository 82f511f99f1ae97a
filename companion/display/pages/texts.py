"""A house's own texts: the page about its board, and the staff's pages to take them over."""

import pygame

from companion.display.drawing.canvas import Align, Canvas, Part
from companion.display.drawing.furniture import Way, fault_strip, titled
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import BODY_MM, PROMPT_MM, columns, cut_bottom, cut_left, cut_top, rows
from companion.display.pages import welcome
from companion.display.pages.house import draw_logo
from companion.interface.intents import Ask, TurnTo
from companion.interface.views import AboutBoardView, PreviewView, TextsView
from companion.words import LANGUAGES, translator
from companion.words.labels import flaw_text


def draw_about_board(canvas: Canvas, view: AboutBoardView) -> None:
    """Draw what the house says about its board."""
    metrics, gap = canvas.metrics, canvas.metrics.gap_px
    content = titled(canvas, canvas.tr("About this board"))
    if view.logo is not None:
        if metrics.portrait:
            place, content = cut_top(content, content.height // 6, gap)
        else:
            place, content = cut_left(content, content.width // 4, 3 * gap)
        draw_logo(canvas, place, view.logo)
    canvas.text(view.texts.about, content, PROMPT_MM, align=Align.LEFT)


def draw(canvas: Canvas, view: TextsView) -> None:
    """Draw which texts there are, or what is amiss with those that were found."""
    tr, metrics, gap, palette = canvas.tr, canvas.metrics, canvas.metrics.gap_px, canvas.palette
    content = titled(canvas, tr("Texts"))
    content, foot = cut_bottom(content, metrics.target_px, gap)
    any_texts = view.logo or any(row.title or row.line or row.about for row in view.rows)
    buttons: list[Way] = [(tr("Look for texts"), Icon.SEARCH, Ask.FIND_TEXTS)]
    if any_texts:
        buttons += [(tr("Show"), Icon.EYE, Ask.SHOW_TEXTS), (tr("Remove"), Icon.MINUS, Ask.REMOVE_TEXTS)]
    for (label, icon, intent), box in zip(buttons, columns(foot, len(buttons), gap), strict=True):
        canvas.button(label, box, intent, icon=icon)
    if view.flaws:
        said = [flaw_text(flaw, tr) for flaw in view.flaws[: 3 if metrics.small else 6]]
        head = [Part(view.folder, BODY_MM, bold=True)] if view.folder else []
        canvas.panel(content, palette.wrong.fill)
        canvas.stack([*head, *map(Part, said)], content.inflate(-4 * gap, -2 * gap), paint=palette.wrong)
        return
    lines = [_row_text(canvas, name, view, code) for code, name in LANGUAGES.items()]
    lines.append(f"{tr('Logo')}: {tr('Yes') if view.logo else tr('No')}")
    content.height = min(content.height, metrics.px(11) * len(lines))
    for line, box in zip(lines, rows(content, len(lines), 0), strict=True):
        canvas.text(line, box, BODY_MM, align=Align.LEFT)


def draw_preview(canvas: Canvas, view: PreviewView) -> None:
    """Draw a page as visitors will see it, smaller, above what can be done with it."""
    tr, metrics, gap = canvas.tr, canvas.metrics, canvas.metrics.gap_px
    whole = fault_strip(canvas, canvas.box.inflate(-2 * gap, -2 * gap))
    whole, foot = cut_bottom(whole, metrics.target_px, gap)
    if metrics.narrow:
        whole, said = cut_bottom(whole, metrics.px(BODY_MM * 1.4), gap)
    page = pygame.Surface(canvas.box.size)
    page.fill(canvas.palette.page.fill)
    inner = Canvas(page, canvas.palette, metrics, translator(view.language), canvas.near, canvas.two_sided)
    if isinstance(view.page, AboutBoardView):
        draw_about_board(inner, view.page)
    else:
        welcome.draw(inner, view.page)
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
    canvas.button(tr("Next page"), buttons[0], TurnTo((view.leaf + 1) % view.leaves), icon=Icon.FORWARD)
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
