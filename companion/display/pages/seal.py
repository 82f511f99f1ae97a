"""The seal of the electronic die: the commitment before a game, the seed after it, also as a QR code."""

import cv2
import numpy as np
import pygame

from companion.display.drawing.canvas import Align, Canvas
from companion.display.drawing.furniture import titled
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import (
    BODY_MM,
    SMALL_MM,
    columns,
    cut_bottom,
    cut_left,
    cut_right,
    cut_top,
    rows,
)
from companion.interface.intents import Ask, TurnTo
from companion.interface.views import SealView

_GROUP = 4
_QUIET = 2
"""Light modules that a QR code needs around it beside the two that the encoder leaves: four in all."""


def draw(canvas: Canvas, view: SealView) -> None:
    """Draw the page; on the smallest screens the digits have a leaf of their own."""
    metrics, gap = canvas.metrics, canvas.metrics.gap_px
    content = titled(canvas, canvas.tr("The seal of the dice"))
    if view.may_add or metrics.small:
        lines = 2 if metrics.narrow and view.may_add and view.before else 1
        content, below = cut_bottom(content, lines * (metrics.target_px + gap) - gap, gap)
        _draw_choices(canvas, below, view)
    if metrics.small and view.leaf:
        _draw_digits(canvas, content, view)
        return
    if metrics.portrait:
        content, square = cut_bottom(content, min(content.width, content.height // 2), gap)
    else:
        content, square = cut_right(content, min(content.height, content.width * 2 // 5), gap)
    draw_code(canvas, square, code_text(view))
    words, content = cut_top(content, content.height if metrics.small else content.height * 2 // 7, gap)
    canvas.text(_explanation(canvas, view), words, BODY_MM, align=Align.LEFT)
    if not metrics.small:
        _draw_digits(canvas, content, view)


def _explanation(canvas: Canvas, view: SealView) -> str:
    tr = canvas.tr
    if view.seed is not None:
        return tr("Anyone can work the throws out again from these, without us: the guide says how.")
    if view.may_add:
        return tr("All throws are settled. Keep this, and add a number: then nobody could have chosen them.")
    return tr("All throws were settled before the game. After it, this number proves that.")


def _draw_digits(canvas: Canvas, box: pygame.Rect, view: SealView) -> None:
    tr = canvas.tr
    parts = [(tr("Shown before the game (SHA-256)"), view.commitment)]
    if view.seed is not None:
        parts.append((tr("Revealed after it"), view.seed))
    if view.number and (view.may_add or not canvas.metrics.small):
        parts.append((tr("Your own number"), view.number))
    for (name, digits), part in zip(parts, rows(box, len(parts), canvas.metrics.gap_px), strict=True):
        _draw_part(canvas, part, name, digits)


def code_text(view: SealView) -> str:
    """What the QR code tells: all that is needed to check the throws later."""
    lines = [view.commitment]
    if view.seed is not None:
        lines = [f"seal {view.commitment}", f"seed {view.seed}"]
        lines += [f"number {view.number}"] if view.number else []
    return "\n".join(lines)


def _draw_choices(canvas: Canvas, box: pygame.Rect, view: SealView) -> None:
    tr, metrics = canvas.tr, canvas.metrics
    if metrics.small:
        if view.leaf:
            turn, box = cut_left(box, metrics.target_px, metrics.gap_px)
        else:
            box, turn = cut_right(box, metrics.target_px, metrics.gap_px)
        turn.height = metrics.target_px
        canvas.button("", turn, TurnTo(1 - view.leaf), icon=Icon.BACK if view.leaf else Icon.FORWARD)
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
    groups = [digits[i : i + _GROUP] for i in range(0, len(digits), _GROUP)]
    a_line = 8 if box.width > 2 * box.height else 4
    grouped = "\n".join(" ".join(groups[i : i + a_line]) for i in range(0, len(groups), a_line))
    canvas.text(grouped, box.inflate(-2 * canvas.metrics.gap_px, 0), BODY_MM, paint=canvas.palette.panel)


def draw_code(canvas: Canvas, box: pygame.Rect, text: str) -> None:
    """A QR code as large as whole pixels a module allow."""
    modules = cv2.QRCodeEncoder.create().encode(text)
    modules = np.pad(modules, _QUIET, constant_values=255)
    times = max(1, min(box.size) // modules.shape[0])
    grey = modules.repeat(times, axis=0).repeat(times, axis=1)
    surface = pygame.surfarray.make_surface(np.repeat(grey.T[..., None], 3, axis=2))
    canvas.surface.blit(surface, surface.get_rect(center=box.center))
