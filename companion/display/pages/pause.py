"""A game at rest: go on, or anything else that players can want."""

import pygame

from companion.display.drawing.canvas import Canvas
from companion.display.drawing.frieze import draw_frieze_below
from companion.display.drawing.furniture import titled
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import PROMPT_MM, cut_right, cut_top, grid
from companion.display.seat_names import who
from companion.game import Seat
from companion.interface.intents import (
    Ask,
    GiveUp,
    Intent,
    ShowChance,
)
from companion.interface.views import PauseView


def draw(canvas: Canvas, view: PauseView) -> None:
    """Draw the page."""
    tr, metrics = canvas.tr, canvas.metrics
    content = titled(canvas, tr("Pause"), back=False)
    tight = metrics.px(0.6)
    across = 2 if metrics.portrait else 3
    choices = _choices(canvas, view)
    down = 1 + -(-len(choices) // across)
    if metrics.narrow:
        down += 1
    main_px = min(round(metrics.target_px * 1.6), (content.height - tight * down) // down)
    main, content = cut_top(content, max(metrics.target_px, main_px), tight)
    if metrics.narrow:
        chances, content = cut_top(content, max(metrics.target_px, main_px), tight)
        down -= 1
    else:
        main, chances = cut_right(main, (main.width - tight) // across, tight)
    label = tr("Hide the chances") if view.chance_shown else tr("Show the chances")
    canvas.button(label, chances, ShowChance(not view.chance_shown), icon=Icon.CURVE)
    if view.for_staff:
        main, staff = cut_right(main, metrics.target_px, tight)
        canvas.button("", staff, Ask.OPEN_STAFF, icon=Icon.SETTINGS)
    if view.may_follow:
        main, follow = cut_right(main, metrics.target_px, tight)
        canvas.button("", follow, Ask.SHOW_FOLLOW_CODE, icon=Icon.EYE)
    canvas.button(tr("Go on"), main, Ask.GO_ON, icon=Icon.PLAY, paint=canvas.palette.main, size_mm=PROMPT_MM)
    height = min(content.height, round(metrics.target_px * 1.5) * (down - 1))
    draw_frieze_below(canvas, content, height)
    cells = grid(pygame.Rect(content.left, content.top, content.width, height), across, down - 1, tight)
    if len(choices) % across == 1 and choices[-3] is not None:
        # The draw concerns both: it has a row of its own, and what either may give up stands side by side.
        cells[-4:-2] = [cells[-4].union(cells[-3])]
    for choice, box in zip(choices, cells, strict=False):
        if choice is not None:
            label, icon, intent = choice
            canvas.button(label, box, intent, icon=icon)


def _choices(canvas: Canvas, view: PauseView) -> list[tuple[str, Icon | None, Intent] | None]:
    """What can be asked for; what can't now leaves its place empty, so that all else has its own."""
    tr = canvas.tr
    computer = None if view.opponent is None else view.opponent.seat
    take_back = (tr("Take the move back"), Icon.UNDO, Ask.TAKE_BACK) if view.may_take_back else None
    seal = (tr("Seal of the dice"), Icon.DICE, Ask.SHOW_SEAL) if view.sealed else None
    draw = (tr("Agree on a draw"), None, Ask.AGREE_DRAW) if computer is None else None
    choices: list[tuple[str, Icon | None, Intent] | None] = [
        take_back,
        (tr("Rules"), Icon.BOOK, Ask.SHOW_RULES),
        (tr("Correct the board"), Icon.MEND, Ask.CORRECT),
        (tr("Sound"), Icon.SOUND, Ask.SHOW_SOUND),
        (tr("New game"), Icon.AGAIN, Ask.NEW_GAME),
        seal,
        draw,
    ]
    for seat in Seat:
        gives_up = (tr("{seat} gives up").format(seat=who(canvas, seat)), None, GiveUp(seat))
        choices.append(gives_up if seat is not computer else None)
    return choices
