"""The rules of a game: in pictures first, then a sentence for each thing that players have to know."""

import pygame

from companion.display.drawing.canvas import Align, Canvas
from companion.display.drawing.cards import draw_card
from companion.display.drawing.frieze import draw_frieze
from companion.display.drawing.furniture import titled
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import SMALL_MM, cut_bottom, cut_left, cut_right
from companion.game import Rules, reconstruction
from companion.interface.intents import TurnTo
from companion.interface.rule_cards import cards_of
from companion.interface.views import RulesView
from companion.words.labels import rules_name
from companion.words.rules_told import sentences


def draw(canvas: Canvas, view: RulesView) -> None:
    """Draw the leaf that is open."""
    metrics, gap = canvas.metrics, canvas.metrics.gap_px
    content = titled(canvas, rules_name(view.rules.name, canvas.tr))
    content, foot = cut_bottom(content, metrics.target_px, gap)
    cards = cards_of(view.rules)
    texts = _leaves(canvas, sentences(view.rules, canvas.tr), content)
    leaf = min(max(view.leaf, 0), len(cards) + len(texts) - 1)
    if leaf < len(cards):
        draw_card(canvas, content, leaf + 1, cards[leaf], view.rules.die)
    else:
        _draw_sentences(canvas, content, texts[leaf - len(cards)])
    _draw_foot(canvas, foot, view.rules, leaf, len(cards) + len(texts))


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
    """Sentences, as many on a leaf as there is room for."""
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


def _draw_foot(canvas: Canvas, box: pygame.Rect, rules: Rules, leaf: int, leaves: int) -> None:
    target, gap = canvas.metrics.target_px, canvas.metrics.gap_px
    left, box = cut_left(box, target, gap)
    box, right = cut_right(box, target, gap)
    if leaf > 0:
        canvas.button("", left, TurnTo(leaf - 1), icon=Icon.BACK)
    if leaf + 1 < leaves:
        canvas.button("", right, TurnTo(leaf + 1), icon=Icon.FORWARD)
    source = str(reconstruction(rules.name).text)
    said = canvas.tr("After {source} · {leaf} of {leaves}").format(
        source=source, leaf=leaf + 1, leaves=leaves
    )
    canvas.text(said, box, SMALL_MM * 1.15, ink=canvas.palette.soft)
