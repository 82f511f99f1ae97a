"""A board that was pushed away: where it lies, its place, and an arrow that leads back."""

import itertools
import math
from collections.abc import Sequence

import pygame

from companion.board.motion import RigidMotion
from companion.display.drawing.canvas import Canvas
from companion.display.drawing.icons import blank
from companion.display.drawing.layout import PROMPT_MM, cut_bottom
from companion.display.drawing.table.arrows import TWICE, draw_arrow
from companion.game import Seat
from companion.presentation.board_geometry import Place, along
from companion.presentation.board_picture import ArrowStyle
from companion.presentation.palette import Colour, Palette

HALF_MM = (130.0, 165.0)  # half the width and the height of the drawn board, in its own millimetres
MIN_SHIFT_MM = 75.0  # less than this is drawn as far, so that it shows
MIN_TURN_RAD, MAX_TURN_RAD = math.radians(12), math.radians(28)  # likewise; more would look like any board
SHIFTED_MM, TURNED_RAD = 5.0, math.radians(3)  # anything less is not worth a number and an arrow
RIM = 1.25  # the board's rim is this many times farther from its middle than its outer points
DASHES = 19  # on each side of the outline of the board's place, every other one left out


def on_page(motion: RigidMotion, near: Seat) -> Place:
    """Return a shift in mm, right and down on the page, as seen from the near seat."""
    side = 1.0 if near is Seat.A else -1.0
    return side * motion.y_mm, side * motion.x_mm


def draw_pushed_board(canvas: Canvas, box: pygame.Rect, motion: RigidMotion, near: Seat) -> None:
    """Draw a pushed board beside its place, and how far it has to go back; far enough to be seen."""
    palette = canvas.palette
    canvas.panel(box, palette.page.fill)
    box, words = cut_bottom(box, min(canvas.metrics.px(PROMPT_MM * 1.2), box.height // 4))
    turned = abs(motion.turn_rad) >= TURNED_RAD
    shifted = motion.distance_mm >= SHIFTED_MM or not turned
    far = [f"{motion.distance_mm:.0f} mm"] * shifted + [f"{abs(math.degrees(motion.turn_rad)):.0f}°"] * turned
    canvas.text(", ".join(far), words, PROMPT_MM, bold=True)
    farther = max(1.0, MIN_SHIFT_MM / max(motion.distance_mm, 1.0)) * shifted
    right, down = (way_mm * farther for way_mm in on_page(motion, near))
    # On the page, where y grows downwards, anticlockwise turns are negative.
    clockwise = -math.copysign(1.0, motion.turn_rad)
    turn = clockwise * min(max(abs(motion.turn_rad), MIN_TURN_RAD), MAX_TURN_RAD) * turned
    sheet = blank((box.width * TWICE, box.height * TWICE), palette.page.fill)
    wide, high = HALF_MM
    aslant = 2 * high * abs(math.sin(turn)) + 40
    scale = min(
        sheet.get_width() / (2 * wide + abs(right) + aslant),
        sheet.get_height() / (2 * high + abs(down) + aslant),
    )

    def at(x_mm: float, y_mm: float, lies: float = 1.0) -> Place:
        """Return where a place of the board is: in its place (`lies` 0) or where it lies (1)."""
        cos, sin = math.cos(turn * lies), math.sin(turn * lies)
        return (
            sheet.get_width() / 2 + scale * (x_mm * cos - y_mm * sin + right * (lies - 0.5)),
            sheet.get_height() / 2 + scale * (x_mm * sin + y_mm * cos + down * (lies - 0.5)),
        )

    width = max(TWICE, round(6 * scale))
    rim = [(-wide, -high), (wide, -high), (wide, high), (-wide, high)]
    pygame.draw.polygon(sheet, palette.board, [at(*corner) for corner in rim])
    pygame.draw.polygon(sheet, palette.board_line, [at(*corner) for corner in rim], width // 2)
    for line in range(-2, 3):
        colour = palette.board_line if line else palette.sacred_line
        pygame.draw.line(sheet, colour, at(line * 50, 30 - high), at(line * 50, high - 30), width)
    _draw_dashes(sheet, [at(*corner, 0.0) for corner in rim], palette.page.ink, width)
    # A shifted board goes straight back; one that was turned turns back over its far half.
    angles = [clockwise * (0.9 - i * 0.06) for i in range(31)]
    way = [at(right * (1.2 - i * 0.08), down * (1.2 - i * 0.08)) for i in range(31)]
    if not shifted:
        way = [at(120 * math.sin(angle), -120 * math.cos(angle)) for angle in angles]
    draw_arrow(sheet, way, ArrowStyle.SHALL, 120 * scale, palette)
    canvas.surface.blit(pygame.transform.smoothscale(sheet, box.size), box.topleft)


def draw_board_place(sheet: pygame.Surface, outer: Sequence[Place], palette: Palette) -> None:
    """Draw where the board belongs, given its outer points 1A, 5A, 1B and 5B in pixels."""
    a1, a5, b1, b5 = outer
    ends = [(along([a1, a5], i / 4), along([b5, b1], i / 4)) for i in range(5)]
    middle = sum(x for x, _ in outer) / 4, sum(y for _, y in outer) / 4
    rim = [(middle[0] + RIM * (x - middle[0]), middle[1] + RIM * (y - middle[1])) for x, y in outer]
    # Dark beside light, so that it shows on any table.
    for width, ink in ((6, palette.main.fill), (3, palette.main.ink)):
        for one, other in ends:
            pygame.draw.line(sheet, ink, one, other, width // 2)
        _draw_dashes(sheet, rim, ink, width)


def _draw_dashes(sheet: pygame.Surface, rim: Sequence[Place], ink: Colour, width: int) -> None:
    for one, other in itertools.pairwise([*rim, rim[0]]):
        side = [along([one, other], i / DASHES) for i in range(DASHES + 1)]
        for dash in range(0, DASHES, 2):
            pygame.draw.line(sheet, ink, side[dash], side[dash + 1], width)
