"""Draw pages to read: the rules, the seal of the die, the players' number, the code to follow by phone."""

import pygame

from companion.display.drawing.canvas import Align, Canvas, Pages
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import (
    BODY_MM,
    PROMPT_MM,
    SMALL_MM,
    columns,
    cut_bottom,
    cut_left,
    cut_right,
    cut_top,
    rows,
)
from companion.display.drawing.parts.cards import draw_card
from companion.display.drawing.parts.frieze import draw_frieze
from companion.display.drawing.parts.furniture import draw_code, draw_leaf_foot, titled
from companion.display.drawing.relief import lit_disc
from companion.display.pages.evening import draw_keys
from companion.game.fair_die import MAX_NUMBER_LENGTH
from companion.interface.intents import Ask, Enter, Number
from companion.interface.rule_cards import cards_of
from companion.interface.views import FollowCodeView, NumberView, RulesView, SealView
from companion.presentation.words.labels import author_of, title_of
from companion.presentation.words.rules_text import sentences


def draw_rules(canvas: Canvas, view: RulesView) -> None:
    """Draw the leaf that is open."""
    metrics, gap = canvas.metrics, canvas.metrics.gap_px
    content = titled(canvas, title_of(view.rules, canvas.tr))
    content, foot = cut_bottom(content, metrics.target_px, gap)
    cards = cards_of(view.rules)
    texts = _leaves(canvas, sentences(view.rules, canvas.tr), content)
    leaf = min(max(view.leaf, 0), len(cards) + len(texts) - 1)
    if leaf < len(cards):
        draw_card(canvas, content, leaf + 1, cards[leaf], view.rules.die)
    else:
        _draw_sentences(canvas, content, texts[leaf - len(cards)])
    leaves, source = len(cards) + len(texts), author_of(view.rules)
    said = canvas.tr("After {source} · {leaf} of {leaves}")
    draw_leaf_foot(canvas, foot, leaf, leaves, said.format(source=source, leaf=leaf + 1, leaves=leaves))


def _draw_sentences(canvas: Canvas, content: pygame.Rect, said: list[str]) -> None:
    metrics, top = canvas.metrics, content.top
    for sentence in said:
        height = canvas.text_height_px(sentence, content.width - _indent(canvas), _size_mm(canvas))
        dot = (content.left + _indent(canvas) // 3, top + round(metrics.px(_size_mm(canvas)) * 0.6))
        pygame.draw.circle(canvas.surface, canvas.palette.sacred_line, dot, metrics.px(0.6))
        box = pygame.Rect(content.left + _indent(canvas), top, content.width - _indent(canvas), height)
        canvas.text(sentence, box, _size_mm(canvas), align=Align.LEFT)
        top += height + metrics.gap_px
    draw_frieze(canvas, pygame.Rect(content.left, top, content.width, content.bottom - top))


def _leaves(canvas: Canvas, said: list[str], content: pygame.Rect) -> list[list[str]]:
    """Split sentences into pages."""
    gap = canvas.metrics.gap_px
    leaves: list[list[str]] = [[]]
    used = 0
    for sentence in said:
        height = canvas.text_height_px(sentence, content.width - _indent(canvas), _size_mm(canvas)) + gap
        if leaves[-1] and used + height > content.height + gap:
            leaves.append([])
            used = 0
        leaves[-1].append(sentence)
        used += height
    return leaves


def _size_mm(canvas: Canvas) -> float:
    return 3.7 if canvas.metrics.small else 5.2


def _indent(canvas: Canvas) -> int:
    return canvas.metrics.px(3.6)


_GROUP = 4
DIGITS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)


def draw_seal(canvas: Canvas, view: SealView) -> None:
    """Draw the page; the digits, which few want to see, are one touch away."""
    metrics, gap = canvas.metrics, canvas.metrics.gap_px
    content = titled(canvas, canvas.tr("The seal of the dice"))
    lines = 2 if metrics.narrow and view.may_add and view.before else 1
    content, below = cut_bottom(content, lines * (metrics.target_px + gap) - gap, gap)
    _draw_choices(canvas, below, view)
    if view.leaf:
        _draw_digits(canvas, content, view)
        return
    if metrics.portrait:
        content, square = cut_bottom(content, min(content.width, content.height // 2), gap)
    else:
        content, square = cut_right(content, min(content.height, content.width * 2 // 5), gap)
    draw_code(canvas, square, code_text(view))
    canvas.text(_explanation(canvas, view), content, BODY_MM, align=Align.LEFT)


def _explanation(canvas: Canvas, view: SealView) -> str:
    tr = canvas.tr
    if view.seed is not None:
        return tr("Anyone can check the throws from these, without us: the guide says how.")
    if view.may_add:
        return tr("All throws are settled. Keep this, and add a number: then nobody could have chosen them.")
    return tr(
        "All throws were settled before the game. After it, this number proves that. "
        "Taking back changes no throw: it only lets you know the next one."
    )


def _draw_digits(canvas: Canvas, box: pygame.Rect, view: SealView) -> None:
    tr = canvas.tr
    parts = [(tr("Shown before the game (SHA-256)"), view.commitment)]
    adds = bool(view.number) and view.may_add
    # Small screens have no room for three parts.
    if view.seed is not None or not (adds and canvas.metrics.small):
        parts.append((tr("Revealed after it"), view.seed or ""))
    if adds:
        parts.append((tr("Your own number"), view.number))
    for (name, digits), part in zip(parts, rows(box, len(parts), canvas.metrics.gap_px), strict=True):
        _draw_part(canvas, part, name, digits)


def _draw_wax(canvas: Canvas, box: pygame.Rect) -> None:
    """Draw a seal of wax on what is not revealed yet."""
    paint, side = canvas.palette.wrong, min(box.size) * 9 // 10
    wax = lit_disc(side, paint.fill, paint.fill, 0.0, 1.0 if canvas.palette.relief else 0.0)
    canvas.surface.blit(wax, wax.get_rect(center=box.center))
    canvas.icon(Icon.DICE, wax.get_rect(center=box.center).inflate(-side // 2, -side // 2), paint.ink)


def code_text(view: SealView) -> str:
    """Return the content of the QR code: everything needed to check the throws later."""
    lines = [view.commitment]
    if view.seed is not None:
        lines = [f"seal {view.commitment}", f"seed {view.seed}"]
        lines += [f"number {view.number}"] if view.number else []
    return "\n".join(lines)


def _draw_choices(canvas: Canvas, box: pygame.Rect, view: SealView) -> None:
    tr, metrics = canvas.tr, canvas.metrics
    if view.leaf:
        turn, box = cut_left(box, metrics.target_px, metrics.gap_px)
    else:
        box, turn = cut_right(box, metrics.target_px, metrics.gap_px)
    turn.height = metrics.target_px
    canvas.button("", turn, Enter(Number.LEAF, 1 - view.leaf), icon=Icon.BACK if view.leaf else Icon.FORWARD)
    if not view.may_add:
        number = tr("Your own number: {number}").format(number=view.number)
        canvas.text(number if view.number and view.leaf else "", box, BODY_MM, align=Align.LEFT)
        return
    cut = rows if metrics.narrow else columns
    boxes = cut(box, 2 if view.before else 1, metrics.gap_px)
    label = tr("Change the number") if view.number else tr("Add a number")
    canvas.button(label, boxes[0], Ask.ADD_NUMBER, paint=canvas.palette.main)
    if view.before:
        canvas.button(tr("The game before"), boxes[1], Ask.SHOW_SEAL)


def _draw_part(canvas: Canvas, box: pygame.Rect, name: str, digits: str) -> None:
    high = canvas.text_height_px(name, box.width, SMALL_MM)
    label, box = cut_top(box, max(canvas.metrics.px(4.2), high))
    canvas.text(name, label, SMALL_MM * 1.1, ink=canvas.palette.soft, align=Align.LEFT)
    canvas.panel(box, canvas.palette.panel.fill)
    if not digits:
        _draw_wax(canvas, box)
        return
    groups = [digits[i : i + _GROUP] for i in range(0, len(digits), _GROUP)]
    a_line = 8 if box.width > 2 * box.height else 4
    grouped = "\n".join(" ".join(groups[i : i + a_line]) for i in range(0, len(groups), a_line))
    canvas.text(grouped, box.inflate(-2 * canvas.metrics.gap_px, 0), BODY_MM, paint=canvas.palette.panel)


def draw_number(canvas: Canvas, view: NumberView) -> None:
    """Draw the page."""
    has_room = len(view.number) < MAX_NUMBER_LENGTH
    keys = [(str(digit), Enter(Number.THROW, digit) if has_room else None) for digit in DIGITS]
    said = canvas.tr("Type any digits. Nobody could know them before.")
    draw_keys(canvas, view.number or canvas.tr("Your own number"), keys, view.number, said)


def draw_follow_code(canvas: Canvas, view: FollowCodeView) -> None:
    """Draw the page."""
    metrics, gap = canvas.metrics, canvas.metrics.gap_px
    content = titled(canvas, canvas.tr("Follow"))
    content, address = cut_bottom(content, metrics.px(5), gap)
    if metrics.portrait:
        content, square = cut_bottom(content, min(content.width, content.height * 2 // 3), gap)
    else:
        content, square = cut_right(content, min(content.height, content.width // 2), gap)
    draw_code(canvas, square, view.address)
    canvas.text(
        canvas.tr("Scan this with a phone, and follow the game there."), content, PROMPT_MM, bold=True
    )
    canvas.text(view.short, address, SMALL_MM, ink=canvas.palette.soft)


PAGES: Pages = {
    SealView: draw_seal,
    NumberView: draw_number,
    RulesView: draw_rules,
    FollowCodeView: draw_follow_code,
}
"""The function that draws each kind of view of this stage."""
