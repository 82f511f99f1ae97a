"""Chances to win: split between the seats' colours and marks, now and over a game."""

import itertools
from functools import lru_cache

import pygame

from companion.display.drawing.canvas import Canvas
from companion.display.drawing.icons import FINE, Icon, blank
from companion.display.drawing.layout import SMALL_MM, cut_left, cut_right, cut_top
from companion.display.drawing.table.counters import draw_counter
from companion.game import Seat
from companion.interface.views import InsightView, PlayView, StudyView
from companion.presentation.board_geometry import NEAR
from companion.presentation.palette import Colour, Palette

BAR_MM = 4.2  # height of the chance bar

Place = tuple[float, float]


def whole_percent(share: float) -> int:
    """Return a chance in whole percent; 0 and 100 only if it is certain."""
    if share in (0.0, 1.0):
        return round(100 * share)
    return min(max(round(100 * share), 1), 99)


def percent(share: float) -> str:
    """Format a non-negative gain or loss in percent: whole, or in tenths below one."""
    if 0 < share < 0.0005:
        return "< 0.1"
    return f"{100 * share:.0f}" if share >= 0.0095 or share == 0 else f"{100 * share:.1f}"


def draw_chance_bar(canvas: Canvas, box: pygame.Rect, chance_a: float) -> pygame.Rect:
    """Draw a bar split between the seats, each with its percentage at its own end; return the split part.

    The near seat's end is on the left, so that both players see their own share there.
    """
    palette, gap = canvas.palette, canvas.metrics.px(0.5)
    percent_a = whole_percent(chance_a)
    left, rest = cut_left(box, canvas.metrics.px(9.4), gap)
    bar, right = cut_right(rest, left.width, gap)
    for seat, words in ((NEAR, left), (NEAR.other, right)):
        shown = percent_a if seat is Seat.A else 100 - percent_a
        with canvas.sheet(words, turned=canvas.two_sided and seat is not NEAR) as sheet:
            sheet.surface.fill(palette.page.fill)
            sheet.text(f"{shown} %", sheet.box, SMALL_MM, bold=True)
    side = box.height
    for seat, x in ((NEAR, bar.left + side / 2), (NEAR.other, bar.right - side / 2)):
        draw_counter(canvas.surface, seat, (x, bar.centery), side, palette)
    bar = bar.inflate(-2 * (side + gap), -2 * (side // 8))
    near_px = round(bar.width * chance_a)
    canvas.surface.blit(_pattern(NEAR.other, bar.size, bar.height, palette), bar.topleft)
    canvas.surface.blit(
        _pattern(NEAR, bar.size, bar.height, palette), bar.topleft, (0, 0, near_px, bar.height)
    )
    line_px = max(2, canvas.metrics.px(0.3))
    x = bar.left + min(max(near_px, line_px), bar.width - line_px)
    pygame.draw.rect(canvas.surface, palette.page.ink, bar.inflate(2, 2), line_px // 2 or 1)
    pygame.draw.rect(canvas.surface, palette.page.ink, (x - line_px // 2, box.top, line_px, box.height))
    return bar


def draw_solving(
    canvas: Canvas, box: pygame.Rect, said: str, solved: float, size_mm: float = SMALL_MM
) -> None:
    """Draw the progress of solving: words over a thin growing line."""
    line_px = max(2, box.height // 8)
    # In the row below the board there is no room between them.
    apart_px = line_px if size_mm > SMALL_MM else 0
    words = pygame.Rect(box.left, box.top, box.width, box.height - line_px - apart_px)
    canvas.text(said, words, size_mm, ink=canvas.palette.soft)
    line = pygame.Rect(box.left, box.bottom - line_px, box.width, line_px)
    pygame.draw.rect(canvas.surface, canvas.palette.rule, line)
    line.width = round(box.width * min(max(solved, 0.0), 1.0))
    pygame.draw.rect(canvas.surface, canvas.palette.go, line)


def draw_chances(canvas: Canvas, box: pygame.Rect, view: PlayView | StudyView) -> None:
    """Draw the chance bar, or the progress of solving."""
    if view.chance_a is not None:
        draw_chance_bar(canvas, box, view.chance_a)
    elif view.solving is not None:
        said = canvas.tr("Calculating: {percent}%").format(percent=int(100 * view.solving))
        draw_solving(canvas, box, said, view.solving)


@lru_cache(maxsize=32)
def _pattern(seat: Seat, size: tuple[int, int], cell: int, palette: Palette) -> pygame.Surface:
    """Return a surface in a seat's colour with its mark (A dots, B crosses), one per `cell` pixels."""
    paint = palette.counter(seat)
    sheet = pygame.Surface(size, pygame.SRCALPHA)
    sheet.fill(paint.fill)
    tile = blank((cell * FINE, cell * FINE), paint.ink)
    middle, arm = cell * FINE // 2, round(cell * FINE * 0.26)
    if seat is Seat.A:
        pygame.draw.circle(tile, paint.ink, (middle, middle), round(arm * 0.7))
    else:
        for dx, dy in ((arm, 0), (0, arm)):
            ends = (middle - dx, middle - dy), (middle + dx, middle + dy)
            pygame.draw.line(tile, paint.ink, *ends, round(arm * 0.5))
    small = pygame.transform.smoothscale(tile, (cell, cell))
    small.set_alpha(190)
    for row, top in enumerate(range(0, size[1], cell)):
        for left in range(-(cell // 2) * (row % 2), size[0], cell):
            sheet.blit(small, (left, top))
    return sheet


def curve_place(box: pygame.Rect, chances_a: tuple[float, ...], number: int) -> Place:
    """Return the place of a point of the curve: time to the right, A's chance upwards."""
    last = max(len(chances_a) - 1, 1)
    return box.left + box.width * number / last, box.bottom - box.height * chances_a[number]


def draw_chance_curve(canvas: Canvas, box: pygame.Rect, view: InsightView) -> pygame.Rect:
    """Draw seat A's chance over a game and the outstanding choices; return the curve's box."""
    palette, metrics = canvas.palette, canvas.metrics
    side = metrics.px(6)
    axis, frame = cut_left(box, metrics.px(9.4), metrics.px(0.6))
    for seat, centre in ((Seat.A, axis.top + side / 2), (Seat.B, axis.bottom - side / 2)):
        draw_counter(canvas.surface, seat, (axis.centerx, centre), side, palette)
    middle = pygame.Rect(axis.left, axis.centery - side // 2, axis.width, side)
    canvas.text("50\N{NO-BREAK SPACE}%", middle, SMALL_MM, ink=palette.soft)
    canvas.panel(frame, palette.panel.fill)
    # The marks stay inside, and so does a line that runs along an edge.
    inner = frame.inflate(-2 * metrics.px(2.6), -2 * metrics.px(2.2))
    _draw_sides(canvas, inner, view.chances_a)
    pygame.draw.line(canvas.surface, palette.rule, inner.midleft, inner.midright, max(1, metrics.px(0.25)))
    _draw_line(canvas.surface, inner, view.chances_a, palette.panel.ink, metrics.px(0.6))
    for marked, icon, colour in (
        (view.worst, Icon.WARNING, palette.back),
        (view.finest, Icon.TICK, palette.good),
    ):
        if marked is not None and marked.ply < len(view.chances_a):
            x, y = curve_place(inner, view.chances_a, marked.ply)
            draw_mark(canvas, (x, y), icon, colour)
    return inner


def draw_mark(canvas: Canvas, middle: Place, icon: Icon, colour: Colour) -> None:
    """Draw the mark of an outstanding choice."""
    side = canvas.metrics.px(4.4)
    box = pygame.Rect(0, 0, side, side)
    box.center = round(middle[0]), round(middle[1])
    pygame.draw.circle(canvas.surface, canvas.palette.panel.fill, box.center, side // 2)
    pygame.draw.circle(canvas.surface, colour, box.center, side // 2, max(2, side // 12))
    canvas.icon(icon, box.inflate(-side // 3, -side // 3), colour)


def _draw_sides(canvas: Canvas, box: pygame.Rect, chances_a: tuple[float, ...]) -> None:
    """Fill between the curve and even chances, in the colour and marks of the seat ahead."""
    if len(chances_a) < 2:
        return
    fine = 2
    whole = pygame.Rect(0, 0, box.width, box.height)
    places = [curve_place(whole, chances_a, i) for i in range(len(chances_a))]
    upper, lower = cut_top(whole, whole.height // 2)
    for seat, half in ((Seat.A, upper), (Seat.B, lower)):
        mask = blank((whole.width * fine, whole.height * fine), (255, 255, 255))
        middle = whole.height * fine / 2
        outline = [(x * fine, y * fine) for x, y in places]
        outline = [(outline[0][0], middle), *outline, (outline[-1][0], middle)]
        pygame.draw.polygon(mask, (255, 255, 255, 255), outline)
        small = pygame.transform.smoothscale(mask, whole.size)
        sheet = _pattern(seat, whole.size, canvas.metrics.px(2.2), canvas.palette).copy()
        sheet.blit(small, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        canvas.surface.blit(sheet, (box.left + half.left, box.top + half.top), half)


def _draw_line(
    surface: pygame.Surface, box: pygame.Rect, chances_a: tuple[float, ...], colour: Colour, width_px: int
) -> None:
    fine, edge = 2, 2 * width_px
    sheet = blank(((box.width + 2 * edge) * fine, (box.height + 2 * edge) * fine), colour)
    whole = pygame.Rect(edge * fine, edge * fine, box.width * fine, box.height * fine)
    places = [curve_place(whole, chances_a, i) for i in range(len(chances_a))]
    for one, other in itertools.pairwise(places):
        pygame.draw.line(sheet, colour, one, other, width_px * fine)
    for place in places:
        pygame.draw.circle(sheet, colour, place, width_px * fine // 2)
    if places:
        pygame.draw.circle(sheet, colour, places[-1], round(width_px * fine * 1.4))
    size = (sheet.get_width() // fine, sheet.get_height() // fine)
    surface.blit(pygame.transform.smoothscale(sheet, size), (box.left - edge, box.top - edge))
