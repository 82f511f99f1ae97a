"""How large the screen is: a bank card drawn on it until a real one fits, or a list of usual displays."""

import math

import pygame

from companion.display.drawing.canvas import Canvas, Target
from companion.display.drawing.furniture import titled
from companion.display.drawing.guide import guided
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import BODY_MM, INCH_MM, columns, grid
from companion.interface.intents import Diagonal, Intent, ListDisplays
from companion.interface.setting_up import ScreenStepView, SetUp

CARD_MM = (85.6, 54.0)
"""A bank card, as ISO 7810 has it."""

DISPLAYS_INCHES = (3.5, 4.0, 4.3, 5.0, 7.0, 8.0, 10.1, 11.6, 13.3, 15.6, 18.5, 21.5, 24.0, 27.0)
"""The displays that are sold with boards of this size, or stand on desks."""

MIN_PX_PER_MM, MAX_PX_PER_MM = 2.5, 16.0
"""Displays that people look at have no fewer pixels a millimetre, and no more."""

STEP_PX = 2
"""By so many pixels a touch makes the card wider or narrower: half a millimetre or less."""


def draw(canvas: Canvas, view: ScreenStepView) -> None:
    """Draw the page."""
    if view.listed:
        _draw_list(canvas, view)
        return
    tr, metrics, gap = canvas.tr, canvas.metrics, canvas.metrics.gap_px
    content, own = guided(canvas, SetUp.SCREEN, view.place, tr("It fits"))
    listed, *steps = columns(own, 3, gap // 2)
    label = tr("List") if listed.width > 2 * listed.height else ""
    canvas.button(label, listed, ListDisplays(True), icon=Icon.BOOK)
    diagonal_px = math.hypot(*canvas.box.size)
    px_per_mm = diagonal_px / view.diagonal_mm if view.diagonal_mm else metrics.true_px_per_mm
    side_mm, other_mm = _lying(content, px_per_mm)
    width_px = min(round(side_mm * px_per_mm), content.width)
    for box, icon, by_px in zip(steps, (Icon.MINUS, Icon.PLUS), (-STEP_PX, STEP_PX), strict=True):
        mm = _diagonal(canvas, width_px + by_px, content.width, side_mm)
        canvas.button("", box, Diagonal(mm), icon=icon)
    card = pygame.Rect(0, 0, width_px, round(width_px * other_mm / side_mm))
    card.centerx, card.top = content.centerx, content.top
    if card.height <= content.height:
        card.centery = content.centery
    shown = card.clip(content)
    canvas.panel(shown, canvas.palette.panel.fill, canvas.palette.page.ink)
    words = pygame.Rect(shown.left + gap, shown.top, shown.width - metrics.target_px - gap, shown.height)
    said = tr("Lay a bank card here. Drag its edge, or touch - and +, until it fits.")
    canvas.text(said, words, BODY_MM, paint=canvas.palette.panel)
    _draw_edge(canvas, shown, content, side_mm)


def _lying(box: pygame.Rect, px_per_mm: float) -> tuple[float, float]:
    """The sides of the card that lie across and down: the longer one across where there is room for it."""
    long_mm, short_mm = CARD_MM
    fits = long_mm * px_per_mm < box.width * 0.92
    return (long_mm, short_mm) if fits else (short_mm, long_mm)


def _diagonal(canvas: Canvas, width_px: float, most_px: int, side_mm: float) -> float:
    """How large the screen is when that many pixels are as wide as the card."""
    least, most = MIN_PX_PER_MM * side_mm, min(MAX_PX_PER_MM * side_mm, most_px)
    px_per_mm = min(max(width_px, least), most) / side_mm
    return round(math.hypot(*canvas.box.size) / px_per_mm, 1)


def _draw_edge(canvas: Canvas, card: pygame.Rect, room: pygame.Rect, side_mm: float) -> None:
    """The card's right edge, which can be dragged; the left one goes the other way."""
    side = canvas.metrics.target_px
    box = pygame.Rect(0, 0, side, side)
    box.center = card.right, card.centery
    box.right = min(box.right, canvas.box.right)
    colour = canvas.palette.main
    pygame.draw.circle(canvas.surface, colour.ink, box.center, side // 2 - 2, 5)
    pygame.draw.circle(canvas.surface, colour.fill, box.center, side // 2 - 3, 3)

    def dragged(across: float, _down: float) -> Intent:
        edge_px = card.right + (across - 0.5) * side
        return Diagonal(_diagonal(canvas, 2 * (edge_px - room.centerx), room.width, side_mm))

    canvas.targets.append(Target(box, at=dragged))


def _draw_list(canvas: Canvas, view: ScreenStepView) -> None:
    tr, metrics, gap = canvas.tr, canvas.metrics, canvas.metrics.gap_px
    content = titled(canvas, tr("How large is the screen?"))
    diagonal_px = math.hypot(*canvas.box.size)
    fitting = [
        inches
        for inches in DISPLAYS_INCHES
        if MIN_PX_PER_MM <= diagonal_px / (inches * INCH_MM) <= MAX_PX_PER_MM
    ]
    across = 2 if metrics.portrait else 3
    down = -(-len(fitting) // across)
    content.height = min(content.height, round(metrics.target_px * 1.5) * down)
    for inches, box in zip(fitting, grid(content, across, down, gap), strict=False):
        mm = round(inches * INCH_MM, 1)
        label = tr("{number} inch").format(number=f"{inches:g}")
        canvas.button(label, box, Diagonal(mm), chosen=mm == view.diagonal_mm)
