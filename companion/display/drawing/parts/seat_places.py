"""The table on the screen: the board, and each seat's own place with its words."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pygame

from companion.display.drawing.canvas import Canvas, TextPart
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
    grid,
    rows,
)
from companion.display.drawing.parts.branch import draw_wreath
from companion.display.drawing.parts.furniture import draw_fault
from companion.display.drawing.table.counters import draw_counter_on
from companion.display.drawing.table.dice import die_face, is_bone
from companion.display.lesson import thrown_text
from companion.game import Die, Rules, Seat
from companion.game.rulesets.rules import Zugzwang
from companion.interface.intents import Enter, Intent, Number
from companion.interface.sight import OwnDice
from companion.interface.views import Opponent
from companion.presentation.board_geometry import NEAR
from companion.presentation.palette import Paint


@dataclass(frozen=True)
class TableLayout:
    """The boxes of a page in play: the board, the status below it, and the places of the two seats.

    `reader` is the only person at a table with the computer, who reads both places. `cell_px` is the width of
    the buttons of status and band; `in_one_row` puts both in one row of five cells, the first for the status,
    so that the board is higher.
    """

    board: pygame.Rect
    status: pygame.Rect
    far: pygame.Rect
    band: pygame.Rect
    near: pygame.Rect
    cell_px: int
    reader: Seat | None = None
    in_one_row: bool = False

    def turned(self, canvas: Canvas, seat: Seat) -> bool:
        """True if a seat's words are turned by half a turn, for a reader on the other side."""
        return canvas.two_sided and (self.reader or seat) is not NEAR


def table(
    canvas: Canvas,
    opponent: Opponent | None = None,
    *,
    larger: Seat | None = None,
    taps: bool = False,
    wide: bool = False,
) -> TableLayout:
    """Return the boxes of a page in play; the place of a `larger` seat grows, and takes the band as well.

    `taps` makes room at the places for tapping what was thrown, and in the band for saying so. `wide` gives
    the band a row of its own. Where the status has only one cell, faults appear above the board, and only the
    board gives way.
    """
    reader = None if opponent is None else opponent.seat.other
    metrics, gap = canvas.metrics, canvas.metrics.gap_px
    whole = canvas.box.inflate(-2 * gap, -2 * gap)
    cell = metrics.target_px
    if metrics.narrow and larger is None and not (wide or taps):
        place = round(whole.height * 0.2)
        far, rest = cut_top(whole, place, gap)
        rest, near = cut_bottom(rest, place, gap)
        board, row = cut_bottom(rest, cell, gap)
        cell = columns(row, 5, gap)[0].width
        status, band = cut_left(row, cell, gap)
        if canvas.faults:
            strip, board = cut_top(board, metrics.px(BODY_MM * 1.5), gap)
            draw_fault(canvas, strip)
        return TableLayout(board, status, far, band, near, cell, reader, in_one_row=True)
    if metrics.portrait:
        place = round(whole.height * (0.165 if not metrics.small else 0.185 if larger else 0.2))
        if taps:
            place = max(place, 2 * metrics.target_px + gap)
        band_px = max(metrics.target_px, round(whole.height * 0.09))
        far_px, near_px = place, place
        if larger is not None:
            far_px += round(band_px * (0.1 if larger is NEAR else 0.9))
            near_px += band_px - (far_px - place)
            if metrics.small:
                more = round(whole.height * 0.03)
                far_px, near_px = (far_px, near_px + more) if larger is NEAR else (far_px + more, near_px)
            band_px = -gap
        far, rest = cut_top(whole, far_px, gap)
        rest, near = cut_bottom(rest, near_px, gap)
        rest, middle = cut_bottom(rest, band_px, gap)
        board, status = cut_bottom(rest, metrics.target_px, gap)
        return TableLayout(board, status, far, middle, near, cell, reader)
    # On screens of seven inches the lines of the board are then 15 mm apart, and can be touched.
    board_column, places = cut_left(whole, round(whole.width * 0.54), gap)
    board, status = cut_bottom(board_column, metrics.target_px, gap)
    if larger is not None:
        share = 0.28 if metrics.small else 0.33
        far_px = round(places.height * (share if larger is NEAR else 1 - share))
        far, near = cut_top(places, far_px, gap)
        return TableLayout(board, status, far, pygame.Rect(near.topleft, (near.width, 0)), near, cell, reader)
    band_px = metrics.target_px if metrics.small else max(metrics.target_px, round(whole.height * 0.27))
    far, rest = cut_top(places, (places.height - band_px - 2 * gap) // 2, gap)
    middle, near = cut_bottom(rest, far.height, gap)
    return TableLayout(board, status, far, middle, near, cell, reader)


def is_wide(rules: Rules) -> bool:
    """True if games by these rules ever need more than one cell in the band.

    It holds for a whole game, so that buttons keep their places.
    """
    return is_bone(rules.die) or rules.last_may_stay or rules.zugzwang is Zugzwang.MAY_PASS


@dataclass(frozen=True)
class Prompt:
    """The text at a seat: a headline, a detail, and the intent of a touch on it.

    `crown` is how far a wreath round the seat's counter has grown, 0 to 1.
    """

    headline: str
    detail: str = ""
    intent: Intent | None = None
    icon: Icon | None = None
    paint: Paint | None = None
    crown: float = 0.0


@contextmanager
def place_of(canvas: Canvas, boxes: TableLayout, seat: Seat) -> Iterator[Canvas]:
    """Return a sheet at a seat's place, turned to it if the screen lies between the players."""
    box = boxes.near if seat is NEAR else boxes.far
    with canvas.sheet(box, turned=boxes.turned(canvas, seat)) as sheet:
        yield sheet


def draw_place(canvas: Canvas, boxes: TableLayout, seat: Seat, prompt: Prompt) -> None:
    """Draw what a seat's place says."""
    with place_of(canvas, boxes, seat) as sheet:
        _fill_place(sheet, seat, prompt)


def _fill_place(sheet: Canvas, seat: Seat, prompt: Prompt) -> None:
    palette, metrics = sheet.palette, sheet.metrics
    paint = prompt.paint or palette.panel
    gap = metrics.gap_px + metrics.px(0.4)
    sheet.panel(sheet.box, paint.fill, palette.rule if prompt.intent and not prompt.paint else None)
    if prompt.intent is not None:
        sheet.target(sheet.box, prompt.intent)
    inner = sheet.box.inflate(-2 * gap, -2 * gap)
    mark_px = min(metrics.px(8.5), inner.height, inner.width // (7 if metrics.small else 5))
    if prompt.crown:
        mark_px = min(inner.height, inner.width // 3)
    mark, words = cut_left(inner, mark_px, gap)
    size = 0.42 if prompt.crown else 0.95
    if prompt.icon is not None:
        mark, side = rows(mark, 2, 0)
        if words.width > metrics.px(40):
            mark = mark.union(side)
            words, side = cut_right(words, metrics.px(9), gap)
        sheet.icon(prompt.icon, side, paint.ink)
    draw_counter_on(sheet, seat, mark.center, min(round(mark_px * size), mark.height), paint)
    if prompt.crown:
        wreath = pygame.Rect(0, 0, mark_px, mark_px)
        wreath.center = mark.center
        draw_wreath(sheet.surface, wreath, paint.ink, prompt.crown)
    parts = [TextPart(prompt.headline, PROMPT_MM, bold=True)]
    if prompt.detail:
        parts.append(TextPart(prompt.detail))
    named = [TextPart(sheet.players[tuple(Seat).index(seat)], SMALL_MM), *parts]
    heights = [sheet.text_height_px(it.string, words.width, SMALL_MM, it.face) for it in named]
    # On the smallest screens what to do counts more.
    sheet.stack(named if named[0].string and sum(heights) <= words.height else parts, words, paint=paint)


def draw_number_pad(
    canvas: Canvas,
    boxes: TableLayout,
    seat: Seat,
    die: Die,
    counted: int = 0,
    *,
    offered: OwnDice | None = None,
    words: pygame.Rect | None = None,
) -> None:
    """Draw a seat's place with the faces of its own die, to tap the one that was thrown; `words` say so.

    The face `counted` on the button so far is highlighted, or that of the dice `offered` by the camera.
    """
    if offered is not None and offered.face not in (None, *die.faces):
        offered = None
    with place_of(canvas, boxes, seat) as sheet:
        gap, target = sheet.metrics.gap_px, sheet.metrics.target_px
        sheet.panel(sheet.box, sheet.palette.main.fill)
        inner = sheet.box.inflate(-2 * gap, 0)
        across = len(die.faces)
        if inner.width - gap * (across - 1) < target * across:
            across = -(-across // 2)
        down = -(-len(die.faces) // across)
        height = min(inner.height, round(target * 1.25) * down + gap * (down - 1))
        cells = inner.inflate(0, height - inner.height)
        for face, cell in zip(die.faces, grid(cells, across, down, gap), strict=False):
            if face == (counted or (offered and offered.face)):
                sheet.panel(cell, sheet.palette.right.fill, sheet.palette.main.ink)
            side = min(cell.width, cell.height) - sheet.metrics.px(1.0)
            drawn = die_face(die, face, side, sheet.palette)
            sheet.surface.blit(drawn, drawn.get_rect(center=cell.center))
            sheet.target(cell, Enter(Number.THROW, face))
    if words is not None:
        said = thrown_text(offered, canvas.tr)
        if offered is None and seat.other is boxes.reader:
            said = canvas.tr("Throw for the computer")
        with canvas.sheet(words, turned=boxes.turned(canvas, seat)) as sheet:
            sheet.text(said, sheet.box, bold=True)
