"""Draw the steps of the first set-up."""

import math

import pygame

from companion.display.drawing.canvas import Align, Canvas, Pages, TextPart, TouchTarget
from companion.display.drawing.icons import Icon
from companion.display.drawing.layout import (
    BODY_MM,
    INCH_MM,
    PROMPT_MM,
    columns,
    cut_bottom,
    cut_left,
    cut_right,
    cut_top,
    grid,
    rows,
)
from companion.display.drawing.parts.furniture import titled
from companion.display.drawing.parts.guide import guided
from companion.display.drawing.table.board import draw_board
from companion.game import Halves
from companion.interface import setting_up
from companion.interface.intents import Ask, Diagonal, Intent, Named, Pick, Switch, Toggle
from companion.interface.offers import OFFERS
from companion.presentation.board_picture import BoardPicture, picture_of_start
from companion.presentation.words import LANGUAGES, language_names, translator
from companion.presentation.words.labels import staff_title
from companion.presentation.words.setting_up import (
    board_text,
    button_text,
    lamps_text,
    left_text,
    sound_text,
    step_name,
)


def draw_setting_up(canvas: Canvas, view: setting_up.SettingUpView) -> None:
    """Draw the page."""
    tr, metrics, gap, palette = canvas.tr, canvas.metrics, canvas.metrics.gap_px, canvas.palette
    content = titled(canvas, tr("Setting up"))
    content, foot = cut_bottom(content, metrics.target_px, gap)
    roomy = not (metrics.small or metrics.portrait)
    if view.left:
        foot, main = cut_right(foot, foot.width * (4 if roomy else 10) // 10, gap)
        canvas.button(tr("Go on"), main, Ask.GO_ON, icon=Icon.FORWARD, paint=palette.main)
    if roomy or not view.left:
        canvas.text(left_text(view.left, tr), foot, BODY_MM, align=Align.LEFT)
    across = 2 if metrics.portrait else 3
    down = -(-len(setting_up.SetUp) // across)
    content.height = min(content.height, round(metrics.target_px * 2.4) * down)
    for step, box in zip(setting_up.SetUp, grid(content, across, down, gap), strict=False):
        canvas.button(
            step_name(step, tr),
            box,
            Pick(Named.STEP, step),
            icon=Icon.FORWARD if step in view.left else Icon.TICK,
        )


def draw_language_step(canvas: Canvas, view: setting_up.LanguageStepView) -> None:
    """Draw the page."""
    gap, place = canvas.metrics.gap_px, view.place
    number = f" · {place.number}/{place.count}" if place.count > 1 else ""
    content = titled(canvas, f"{canvas.tr('Five Lines')}{number}", languages=False)
    across = 1 if canvas.metrics.portrait else 2
    down = -(-(len(LANGUAGES) + 1) // across)
    content, _ = cut_top(content, min(content.height, round(canvas.metrics.target_px * 2.4) * down))
    *boxes, later = grid(content, across, down, gap)
    canvas.button(canvas.tr("Later"), later, Ask.LATER)
    for (code, name), box in zip(language_names().items(), boxes, strict=False):
        chosen = canvas.tr is translator(code)
        canvas.button(name, box, Pick(Named.LANGUAGE, code), chosen=chosen, size_mm=PROMPT_MM)


def draw_place_step(canvas: Canvas, view: setting_up.PlaceStepView) -> None:
    """Draw the page."""
    tr, metrics = canvas.tr, canvas.metrics
    content, _ = guided(canvas, setting_up.SetUp.PLACE, view.place, None)
    choices = (
        ("home", tr("At home"), tr("A game waits for you, for days. Nothing counts down.")),
        ("hall", tr("For visitors"), tr("When nobody is there, it starts over for the next.")),
    )
    split = rows if metrics.portrait else columns
    for (name, title, said), box in zip(choices, split(content, 2, metrics.gap_px), strict=True):
        button, words = cut_top(box, max(metrics.target_px, box.height * 4 // 10), metrics.gap_px)
        canvas.button(title, button, Pick(Named.PLACE, name), chosen=name == view.chosen, size_mm=PROMPT_MM)
        canvas.text(said, words, BODY_MM)


CARD_MM = (85.6, 54.0)  # a bank card (ISO 7810)

DISPLAYS_INCHES = (3.5, 4.0, 4.3, 5.0, 7.0, 8.0, 10.1, 11.6, 13.3, 15.6, 18.5, 21.5, 24.0, 27.0)
"""Diagonals of displays that are sold for small boards, or stand on desks."""

MIN_PX_PER_MM, MAX_PX_PER_MM = 2.5, 16.0  # fewest and most pixels per millimetre of displays
STEP_PX = 2  # pixels by which a touch changes the card's width: half a millimetre or less


def draw_screen_step(canvas: Canvas, view: setting_up.ScreenStepView) -> None:
    """Draw the page."""
    if view.listed:
        _draw_list(canvas, view)
        return
    tr, metrics, gap = canvas.tr, canvas.metrics, canvas.metrics.gap_px
    content, own = guided(canvas, setting_up.SetUp.SCREEN, view.place, tr("It fits"))
    listed, *steps = columns(own, 3, gap // 2)
    label = tr("List") if listed.width > 2 * listed.height else ""
    canvas.button(label, listed, Switch(Toggle.DISPLAYS, True), icon=Icon.BOOK)
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
    """Return the card's sides across and down: the longer one across where there is room."""
    long_mm, short_mm = CARD_MM
    fits = long_mm * px_per_mm < box.width * 0.92
    return (long_mm, short_mm) if fits else (short_mm, long_mm)


def _diagonal(canvas: Canvas, width_px: float, max_px: int, side_mm: float) -> float:
    """Return the screen's diagonal if the card is this many pixels wide."""
    least, most = MIN_PX_PER_MM * side_mm, min(MAX_PX_PER_MM * side_mm, max_px)
    px_per_mm = min(max(width_px, least), most) / side_mm
    return round(math.hypot(*canvas.box.size) / px_per_mm, 1)


def _draw_edge(canvas: Canvas, card: pygame.Rect, room: pygame.Rect, side_mm: float) -> None:
    """Draw the card's right edge, which can be dragged; the left one mirrors it."""
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

    canvas.targets.append(TouchTarget(box, at=dragged))


def _draw_list(canvas: Canvas, view: setting_up.ScreenStepView) -> None:
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
    content.height = min(content.height, round(metrics.target_px * 2.4) * down)
    for inches, box in zip(fitting, grid(content, across, down, gap), strict=False):
        mm = round(inches * INCH_MM, 1)
        label = tr("{number} inch").format(number=f"{inches:g}")
        canvas.button(label, box, Diagonal(mm), chosen=mm == view.diagonal_mm)


def draw_devices_step(canvas: Canvas, view: setting_up.DevicesStepView) -> None:
    """Draw the page."""
    tr, metrics, gap = canvas.tr, canvas.metrics, canvas.metrics.gap_px
    content, own = guided(canvas, setting_up.SetUp.DEVICES, view.place)
    content.height = min(content.height, 3 * round(metrics.target_px * 1.8))
    button, lamps, sound = rows(content, 3, gap)
    presses = f" ({view.presses})" if view.presses else ""
    _draw_device(canvas, button, Icon.DICE, view.button, button_text(view.button, tr) + presses)
    _draw_device(canvas, lamps, Icon.BULB, view.lamps, lamps_text(view.lamps, tr), Ask.TRY_LAMPS)
    _draw_device(canvas, sound, Icon.SOUND, view.sound, sound_text(view.sound, tr), Ask.TRY_SOUND)
    if view.has_network:
        canvas.button(tr("Wi-Fi for phones"), own, Ask.SHOW_ABOUT, icon=Icon.PHONE)


def _draw_device(
    canvas: Canvas,
    box: pygame.Rect,
    icon: Icon,
    state: setting_up.DeviceState,
    said: str,
    tried: Intent | None = None,
) -> None:
    metrics, gap, palette = canvas.metrics, canvas.metrics.gap_px, canvas.palette
    if tried is not None and state in (setting_up.DeviceState.THERE, setting_up.DeviceState.TRIED):
        box, button = cut_right(box, max(2 * metrics.target_px, box.width // 4), gap)
        canvas.button(canvas.tr("Try it"), button, tried, icon=Icon.PLAY)
    paint = {setting_up.DeviceState.MISSING: palette.wrong, setting_up.DeviceState.TRIED: palette.right}.get(
        state, palette.panel
    )
    canvas.panel(box, paint.fill)
    mark, words = cut_left(box.inflate(-2 * gap, 0), metrics.px(8), gap)
    canvas.icon(icon, mark, paint.ink)
    canvas.text(said, words, BODY_MM, paint=paint, align=Align.LEFT)


def draw_board_step(canvas: Canvas, view: setting_up.BoardStepView) -> None:
    """Draw the page."""
    tr = canvas.tr
    if view.learned:
        content, own = guided(canvas, setting_up.SetUp.BOARD, view.place)
        canvas.button(tr("Calibrate"), own, Ask.CALIBRATE, icon=Icon.MEND)
    else:
        content, _ = guided(canvas, setting_up.SetUp.BOARD, view.place, tr("Calibrate"), Ask.CALIBRATE)
    content = _beside_board(canvas, content, BoardPicture(Halves()))
    canvas.text(board_text(tr, learned=view.learned), content, PROMPT_MM, bold=True)


def _beside_board(canvas: Canvas, content: pygame.Rect, picture: BoardPicture) -> pygame.Rect:
    """Draw a board, and return the room beside or below it."""
    cut, whole = (cut_top, content.height) if canvas.metrics.portrait else (cut_left, content.width)
    board, words = cut(content, whole // 2, 2 * canvas.metrics.gap_px)
    draw_board(canvas, board, picture)
    return words


def draw_game_step(canvas: Canvas, view: setting_up.GameStepView) -> None:
    """Draw the page."""
    tr = canvas.tr
    content, own = guided(canvas, setting_up.SetUp.GAME, view.place)
    canvas.button(tr("Other game"), own, Ask.SHOW_OFFER, icon=Icon.DICE)
    parts = [
        TextPart(tr("This game is played here:")),
        TextPart(staff_title(view.name, tr), PROMPT_MM, bold=True),
    ]
    canvas.stack(parts, _beside_board(canvas, content, picture_of_start(OFFERS[view.name].rules)))


PAGES: Pages = {
    setting_up.SettingUpView: draw_setting_up,
    setting_up.LanguageStepView: draw_language_step,
    setting_up.PlaceStepView: draw_place_step,
    setting_up.ScreenStepView: draw_screen_step,
    setting_up.DevicesStepView: draw_devices_step,
    setting_up.BoardStepView: draw_board_step,
    setting_up.GameStepView: draw_game_step,
}
"""The function that draws each kind of view of this stage."""
