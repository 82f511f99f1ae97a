"""A picture for each step of carving a board: seen from above, or cut across a groove."""

from collections.abc import Callable
from math import cos, pi, sin

from companion.board.spec import STANDARD
from deploy.drawings.svg import Drawing
from five_lines_make.board import groove_mm

WOOD, PAPER, TAPE, DARK = "#d9b98a", "#fffdf6", "#9bb7d4", "#3a2a18"
POINTS = [
    (x * STANDARD.line_length_mm / 2, y * STANDARD.line_pitch_mm) for y in range(-2, 3) for x in (-1, 1)
]
RADIUS = STANDARD.point_diameter_mm / 2


def _board(title: str) -> Drawing:
    sheet = Drawing(420, 270)
    sheet.text(14, 24, title, 15, bold=True)
    sheet.box(20, 40, 380, 220, WOOD)
    return sheet


def _at(x: float, y: float) -> tuple[float, float]:
    """Return the place of a point of the board, in mm from its middle, on a drawing."""
    return 210 + 0.9 * x, 150 + 0.8 * y


def _lines(sheet: Drawing, colour: str, width: float, ends: bool = True) -> None:
    for left, right in zip(POINTS[::2], POINTS[1::2], strict=True):
        sheet.line([_at(left[0] + RADIUS, left[1]), _at(right[0] - RADIUS, right[1])], colour, width)
    for x, y in POINTS if ends else ():
        sheet.dot(*_at(x, y), 0.85 * RADIUS, "none", colour)


def tape() -> str:
    """Draw the template taped to the board."""
    sheet = _board("1. Tape the template down")
    sheet.box(34, 48, 352, 204, PAPER, "#999")
    _lines(sheet, "#888", 1)
    for x, y in ((34, 48), (386, 48), (34, 252), (386, 252)):
        sheet.box(x - 14, y - 6, 28, 12, TAPE, "none")
    return sheet.finished()


def prick() -> str:
    """Draw the middles of the points and the ends of the lines, pricked through the paper."""
    sheet = _board("2. Prick middles and ends, lift it off")
    for x, y in POINTS:
        sheet.dot(*_at(x, y), 3, DARK)
        inner = x - RADIUS if x > 0 else x + RADIUS
        sheet.dot(*_at(inner, y), 2, DARK)
    sheet.line([(250, 110), (300, 60)], "#777", 5)
    sheet.shape([(250, 110), (243, 118), (254, 107)], "#222")
    return sheet.finished()


def scribe() -> str:
    """Draw lines along a ruler, and circles with compasses."""
    sheet = _board("3. Scribe lines and circles")
    _lines(sheet, DARK, 1)
    x, y = _at(0, STANDARD.line_pitch_mm)
    sheet.box(x - 150, y + 4, 300, 20, "#e9e3c9")
    for step in range(31):
        sheet.line(
            [(x - 150 + 10 * step, y + 4), (x - 150 + 10 * step, y + (12 if step % 5 else 16))], "#555", 1
        )
    cx, cy = _at(*POINTS[1])
    sheet.line([(cx, cy), (cx - 24, cy - 34), (cx - 0.85 * RADIUS, cy)], "#777", 3)
    return sheet.finished()


def cut() -> str:
    """Draw both profiles of a groove, with their measures."""
    wide = groove_mm(STANDARD)
    sheet = Drawing(420, 270)
    sheet.text(14, 24, "4. Cut the grooves: a V or a round", 15, bold=True)
    for middle, name in ((115.0, "V"), (305.0, "round")):
        sheet.box(middle - 85, 120, 170, 110, WOOD)
        floor = [(middle - 50, 119.0), (middle, 169.0), (middle + 50, 119.0)]
        if name == "round":
            turns = [pi * step / 24 for step in range(25)]
            floor = [(middle - 50 * cos(turn), 119 + 50 * sin(turn)) for turn in turns]
        sheet.shape(floor, "white", DARK)
        sheet.line([(middle - 50, 100), (middle + 50, 100)], "#c00", 1)
        sheet.text(middle, 92, f"{wide:g} mm", 13, "middle")
        sheet.line([(middle + 62, 120), (middle + 62, 169)], "#c00", 1)
        sheet.text(middle + 66, 186, f"{wide / 2:g} mm", 13, "middle")
        sheet.text(middle, 218, name, 13, "middle")
    return sheet.finished()


def finish() -> str:
    """Draw the cleaned board, its sacred line coloured."""
    sheet = _board("5. Clean, colour and oil it matt")
    _lines(sheet, DARK, 4)
    reach = STANDARD.line_length_mm / 2 - RADIUS
    sheet.line([_at(-reach, 0), _at(reach, 0)], "#8a1a1e", 5)
    sheet.dot(*_at(0, 0), 5, "none", "#8a1a1e")
    sheet.box(300, 62, 70, 26, "#f3efe2")
    sheet.text(335, 80, "cloth", 12, "middle")
    return sheet.finished()


def lay() -> str:
    """Draw the board under the camera with its counters."""
    sheet = _board("6. Lay counters, calibrate by its lines")
    _lines(sheet, DARK, 3)
    for x, y in POINTS:
        sheet.dot(*_at(x, y), 9, "#22346a" if x > 0 else "#f2e6cf", DARK)
    sheet.box(192, 44, 36, 20, "#2a8a3a")
    sheet.dot(210, 54, 6, "#111")
    return sheet.finished()


STEPS: dict[str, Callable[[], str]] = {
    f"carve_{number}.svg": step
    for number, step in enumerate((tape, prick, scribe, cut, finish, lay), start=1)
}
