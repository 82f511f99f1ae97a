"""The choice of a game: which reconstruction, against whom, which die, who starts, and every option."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

import pygame

from companion.display.drawing.canvas import Align, Canvas, Part
from companion.display.drawing.frieze import draw_frieze
from companion.display.drawing.furniture import titled
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import (
    BODY_MM,
    PROMPT_MM,
    columns,
    cut_bottom,
    cut_left,
    cut_right,
    grid,
    rows,
)
from companion.display.pages.choose_players import draw_players
from companion.display.seat_names import called
from companion.game import OPTIONS, RECONSTRUCTIONS, Option, Reconstruction, Rules
from companion.interface.intents import Ask, ChooseRules, OwnDice, SetOption, TurnTo
from companion.interface.views import ChooseGameView
from companion.words.labels import (
    choice_label,
    option_meaning,
    option_name,
    option_of,
    rules_name,
    written_meaning,
)

Thing = TypeVar("Thing")

_LIMITS = (None, 100, 200, 400)


@dataclass(frozen=True, slots=True)
class Leaf:
    """One leaf: its title, and what draws it into a box."""

    title: str
    draw: Callable[[Canvas, pygame.Rect, ChooseGameView], None]


def draw(canvas: Canvas, view: ChooseGameView) -> None:
    """Draw the leaf that is open."""
    leaves = _leaves(canvas, view)
    number = min(max(view.leaf, 0), len(leaves) - 1)
    content = titled(canvas, leaves[number].title)
    content, foot = cut_bottom(content, canvas.metrics.target_px, canvas.metrics.gap_px)
    _draw_foot(canvas, foot, number, last=number == len(leaves) - 1)
    if view.clash is not None:
        _draw_clash(canvas, content, view.clash)
    else:
        leaves[number].draw(canvas, content, view)


def _leaves(canvas: Canvas, view: ChooseGameView) -> list[Leaf]:
    """The games, who plays, the dice, who starts, then the other options, as many a leaf as have room."""
    tr, metrics = canvas.tr, canvas.metrics
    room = metrics.height_px - 2 * metrics.target_px - 5 * metrics.gap_px
    games = [game for game in RECONSTRUCTIONS.values() if game.name in view.offered]
    across = 1 if metrics.portrait else 2
    fit_on_one = room >= metrics.target_px * -(-len(games) // across) * 1.1
    count = len(games) if fit_on_one else -(-len(games) // 2)
    options = _meaningful(view.rules) if view.house_rules else []
    dice = [Leaf(tr("Which dice?"), _draw_dice), Leaf(tr("Who throws?"), _draw_throwers)]
    a_leaf = max(1, room // metrics.px(_option_mm(canvas)))
    return [
        *(Leaf(tr("Which game?"), partial(_draw_games, games=part)) for part in _parts(games, count)),
        Leaf(tr("Who plays?"), draw_players),
        *(dice if view.house_rules else ()),
        *(
            Leaf(rules_name(view.rules.name, tr), partial(_draw_options, options=part, down=a_leaf))
            for part in _parts(options, a_leaf)
        ),
    ]


def _parts(things: list[Thing], count: int) -> list[list[Thing]]:
    return [things[i : i + count] for i in range(0, len(things), count)]


def _draw_foot(canvas: Canvas, box: pygame.Rect, leaf: int, *, last: bool) -> None:
    """Leaf back, leaf on, and begin."""
    tr, gap, target = canvas.tr, canvas.metrics.gap_px, canvas.metrics.target_px
    if leaf > 0:
        left, _ = cut_left(box, target, gap)
        canvas.button("", left, TurnTo(leaf - 1), icon=Icon.BACK)
    _, box = cut_left(box, target, gap)
    box, right = cut_right(box, target, gap)
    if not last:
        canvas.button("", right, TurnTo(leaf + 1), icon=Icon.FORWARD)
    canvas.button(tr("Lay the board"), box, Ask.BEGIN, paint=canvas.palette.main, icon=Icon.PLAY)


def _draw_clash(canvas: Canvas, content: pygame.Rect, clash: tuple[str, str]) -> None:
    """Which two options contradict each other."""
    tr, wrong, gap = canvas.tr, canvas.palette.wrong, canvas.metrics.px(2)
    one, other = (written_meaning(written, tr) for written in clash)
    canvas.panel(content, wrong.fill)
    heading = Part(tr("These don't go together:"), 5.6, bold=True)
    parts = [heading, *(Part(f"– {said}.", 5.6) for said in (one, other))]
    canvas.stack(parts, content.inflate(-2 * gap, -gap), paint=wrong)


def _draw_games(
    canvas: Canvas, content: pygame.Rect, view: ChooseGameView, games: list[Reconstruction]
) -> None:
    across = 1 if canvas.metrics.portrait else 2
    for game, box in zip(
        games, grid(content, across, -(-len(games) // across), _tight(canvas)), strict=False
    ):
        chosen = game.name == view.rules.name
        canvas.button(rules_name(game.name, canvas.tr), box, ChooseRules(game.name), chosen=chosen)


def _draw_dice(canvas: Canvas, content: pygame.Rect, view: ChooseGameView) -> None:
    """The dice, and what makes a shorter game with this one."""
    tr, metrics, gap = canvas.tr, canvas.metrics, canvas.metrics.gap_px
    if view.advice:
        content, box = cut_bottom(content, metrics.target_px, gap)
        words, *buttons = columns(box, 1 + len(view.advice), gap)
        if metrics.narrow:
            buttons = columns(box, len(view.advice), gap)
            content, words = cut_bottom(content, metrics.px(BODY_MM * 1.3), gap)
        canvas.text(tr("A shorter game:"), words, BODY_MM, align=Align.LEFT)
        for written, button in zip(view.advice, buttons, strict=True):
            key, _, value = written.partition("=")
            canvas.button(option_name(key, tr), button, SetOption(key, value), icon=Icon.PLUS)
    die = option_of("die")
    for choice, cell in zip(die.choices, grid(content, 2, 2, _tight(canvas)), strict=True):
        chosen = choice.value == view.rules.die
        canvas.button(choice_label(die, choice, tr), cell, SetOption("die", choice.text), chosen=chosen)


def _draw_throwers(canvas: Canvas, content: pygame.Rect, view: ChooseGameView) -> None:
    """The station's die or the players' own, and who starts."""
    tr, starter = canvas.tr, option_of("starter")
    electronic, own, *cells = grid(content, 2, 3, _tight(canvas))
    canvas.button(tr("Electronic dice"), electronic, OwnDice(False), chosen=not view.own_dice)
    canvas.button(tr("Own dice"), own, OwnDice(True), chosen=view.own_dice)
    for choice, box in zip(starter.choices, cells, strict=True):
        chosen = choice.value == view.rules.starter
        label = choice_label(starter, choice, tr, called(canvas))
        canvas.button(label, box, SetOption("starter", choice.text), chosen=chosen)


def _meaningful(rules: Rules) -> list[Option]:
    """The options that mean something in these rules and have no leaf of their own."""
    return [
        option
        for option in OPTIONS
        if option.key not in ("die", "starter")
        and (option.key == "limit" or getattr(rules, option.field) is not None)
    ]


def _stacked(canvas: Canvas) -> bool:
    """Whether an option's name stands above its meaning, for want of width."""
    return canvas.metrics.width_px / canvas.metrics.px_per_mm < 100


def _option_mm(canvas: Canvas) -> float:
    """The height of an option's row."""
    if canvas.metrics.narrow:
        return 21.0
    return 14.2 if _stacked(canvas) else 11.5


def _draw_options(
    canvas: Canvas, content: pygame.Rect, view: ChooseGameView, options: list[Option], down: int
) -> None:
    """One option a row, `down` of which fill the leaf; a touch takes the next value."""
    tr, metrics, paint = canvas.tr, canvas.metrics, canvas.palette.panel
    gap = metrics.px(1.2)
    boxes = rows(content, down, _tight(canvas))[: len(options)]
    draw_frieze(canvas, pygame.Rect(boxes[-1].bottomleft, (content.width, content.bottom - boxes[-1].bottom)))
    for option, box in zip(options, boxes, strict=True):
        value = getattr(view.rules, option.field)
        name, meaning = option_name(option.key, tr), option_meaning(option, value, tr)
        canvas.panel(box, paint.fill, canvas.palette.rule)
        words, arrow = cut_right(box.inflate(-2 * gap, -metrics.px(0.6)), metrics.px(5), gap)
        if _stacked(canvas):
            canvas.stack([Part(name, PROMPT_MM, bold=True), Part(meaning, 5.0)], words, paint=paint)
        else:
            left, right = cut_left(words, round(box.width * 0.27), gap)
            canvas.text(name, left, 5.0, paint=paint, bold=True, align=Align.LEFT)
            canvas.text(meaning, right, 5.0, paint=paint, align=Align.LEFT)
        canvas.icon(Icon.FORWARD, arrow, paint.ink)
        canvas.target(box, SetOption(option.key, _next_value(option, value)))


def _next_value(option: Option, value: object) -> str:
    """The value after this one, as it is written; after the last comes the first."""
    if option.key == "limit":
        following = _LIMITS[(_LIMITS.index(value) + 1) % len(_LIMITS)] if value in _LIMITS else None
        return "none" if following is None else str(following)
    values = [choice.value for choice in option.choices]
    return option.choices[(values.index(value) + 1) % len(values)].text


def _tight(canvas: Canvas) -> int:
    return min(canvas.metrics.px(0.8), canvas.metrics.gap_px)
