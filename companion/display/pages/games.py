"""The games that are offered: the quick one first, the others behind it, each with what is known of it."""

import pygame

from companion.analysis.play.levels import LEVELS
from companion.display.drawing.canvas import Align, Canvas, Part
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
    grid,
)
from companion.interface.intents import Ask, PlayGame, Strength, TurnTo
from companion.interface.offers import OFFERS
from companion.interface.views import GamesView, Opponent
from companion.words.labels import game_minutes, game_sentence, game_skill, game_title, level_name, rules_name

FIRST = 2
"""So many games stand on the first leaf; the others are behind it."""

CARD_MM = 20.0


def draw(canvas: Canvas, view: GamesView) -> None:
    """Draw the leaf that is open."""
    tr, metrics = canvas.tr, canvas.metrics
    gap, target = metrics.gap_px, metrics.target_px
    content = titled(canvas, tr("Which game?"))
    content, foot = cut_bottom(content, target, gap)
    if view.opponent is not None:
        high = canvas.text_height_px(
            _level(canvas, view.opponent), content.width - 2 * (target + gap), SMALL_MM
        )
        content, box = cut_bottom(content, max(target, high) if metrics.narrow else target, gap)
        _draw_level(canvas, box, view.opponent)
    if not metrics.small:
        content, note = cut_bottom(content, metrics.px(SMALL_MM * 2.5), gap // 2)
        said = _what_skill_is_worth(canvas, view)
        canvas.text(said, note, SMALL_MM, ink=canvas.palette.soft)
    leaves = _leaves(canvas, view, content)
    leaf = min(max(view.leaf, 0), len(leaves) - 1)
    _draw_foot(canvas, foot, view, leaf, len(leaves))
    names = leaves[leaf]
    across = 1 if metrics.portrait or metrics.small else 2
    down = max(-(-len(names) // across), 1)
    content.height = min(content.height, down * metrics.px(CARD_MM * 2.5))
    for name, box in zip(names, grid(content, across, down, gap), strict=False):
        _draw_card(canvas, box, name, view)


def _what_skill_is_worth(canvas: Canvas, view: GamesView) -> str:
    """Between which figures that lies in the games that are offered, if they differ."""
    shares = [round(100 * OFFERS[name].best_wins) for name in view.offers]
    said = canvas.tr("Of 100 games a perfect player wins {least} to {most} against simple play.")
    return said.format(least=min(shares), most=max(shares)) if min(shares) < max(shares) else ""


def _leaves(canvas: Canvas, view: GamesView, content: pygame.Rect) -> list[list[str | None]]:
    """The games of each leaf, one a leaf on the smallest screens; None is the station's own."""
    names: list[str | None] = list(view.offers)
    if view.own is not None:
        names.insert(min(1, len(names)), None)
    down = max(1, content.height // canvas.metrics.px(CARD_MM))
    room = down if canvas.metrics.portrait else 1 if canvas.metrics.small else 2 * down
    first, others = names[: min(FIRST, room)], names[min(FIRST, room) :]
    return [first, *(others[i : i + room] for i in range(0, len(others), room))]


def _draw_card(canvas: Canvas, box: pygame.Rect, name: str | None, view: GamesView) -> None:
    """A game to touch: its name, a sentence, how long it is and what skill is worth in it."""
    tr = canvas.tr
    first = name is not None and name == view.offers[0]
    paint = canvas.palette.main if first else canvas.palette.panel
    canvas.panel(box, paint.fill, None if first else canvas.palette.rule)
    if name is None:
        assert view.own is not None
        parts = [
            Part(rules_name(view.own.name, tr), PROMPT_MM, bold=True),
            Part(tr("By the rules of this house.")),
        ]
    else:
        offer = OFFERS[name]
        parts = [
            Part(game_title(name, tr), PROMPT_MM, bold=True),
            Part(game_sentence(name, tr)),
            Part(f"{game_minutes(offer, tr)} · {game_skill(offer, tr)}", BODY_MM),
        ]
    inner = box.inflate(-4 * canvas.metrics.gap_px, -2 * canvas.metrics.px(0.8))
    canvas.stack(parts, inner, paint=paint, align=Align.LEFT)
    canvas.target(box, PlayGame(name))


def _draw_level(canvas: Canvas, box: pygame.Rect, opponent: Opponent) -> None:
    """How well the computer plays, and a touch for one level less or more."""
    gap, target = canvas.metrics.gap_px, canvas.metrics.target_px
    less, words = cut_left(box, target, gap)
    words, more = cut_right(words, target, gap)
    number = LEVELS.index(opponent.level)
    if number > 0:
        canvas.button("", less, Strength(LEVELS[number - 1].name), icon=Icon.MINUS)
    if number + 1 < len(LEVELS):
        canvas.button("", more, Strength(LEVELS[number + 1].name), icon=Icon.PLUS)
    canvas.text(_level(canvas, opponent), words, BODY_MM, bold=True)


def _level(canvas: Canvas, opponent: Opponent) -> str:
    level = level_name(opponent.level.name, canvas.tr)
    return canvas.tr("The computer plays: {level}").format(level=level)


def _draw_foot(canvas: Canvas, box: pygame.Rect, view: GamesView, leaf: int, leaves: int) -> None:
    """The way to the leaf before, to more games, and for researchers to all there is."""
    tr, gap, target = canvas.tr, canvas.metrics.gap_px, canvas.metrics.target_px
    back, box = cut_left(box, target, gap)
    if leaf > 0:
        canvas.button("", back, TurnTo(leaf - 1), icon=Icon.BACK)
    last = leaf + 1 == leaves
    boxes = columns(box, 2, gap)
    if not last:
        canvas.button(tr("More games"), boxes[1], TurnTo(leaf + 1), icon=Icon.FORWARD)
    if view.researchers and (leaf > 0 or last):
        canvas.button(tr("For researchers"), boxes[0], Ask.SHOW_ALL_RULES, icon=Icon.BOOK)
