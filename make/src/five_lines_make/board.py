"""The board to make: its measures for a size, and the pages that print it.

The board's page is drawn in the board frame: its middle is the middle of the sacred line, A's points lie on
the right. Boxes are squares around the ten points, as wide as circles would be.
"""

import math
from dataclasses import replace
from enum import StrEnum
from itertools import count, groupby

import cv2
import numpy as np

from companion.board.measures import (
    BOARD_MM,
    CAMERAS,
    FRAME_PX,
    MARGIN_MM,
    MAX_CAMERA_MM,
    MAX_SHEET_MM,
    MIN_COUNTER_PX,
)
from companion.board.spec import BoardSpec, BoardStyle
from companion.game.board import RING
from companion.referee.words import Translate
from five_lines_make import MakeError
from five_lines_make.shapes import (
    GREY,
    Circle,
    Colour,
    Page,
    Path,
    Ring,
    Shape,
    SheetLabel,
    box,
    line,
    width_mm,
)

PRINTER_BLANK_MM = 5.0  # margin that printers leave blank along every edge

MAX_COUNTER = 0.6
"""Largest counter in line pitches: five lie along a half, and neighbours leave room for fingers."""

_MARKER_MODULES = 6  # cells along a marker's side, its border included
PAPER_COUNTER_HEIGHT_MM = 1.0  # height of a printed counter on card
_GROOVE = 0.048  # width of carved lines in line pitches
_HAIRLINE_MM = 0.2  # width of the carving template's lines

_A4 = BoardSpec(
    line_length_mm=204.0,
    line_pitch_mm=34.0,
    point_diameter_mm=20.0,
    counter_diameter_mm=16.0,
    marker_size_mm=18.0,
    marker_x_mm=130.0,
    marker_y_mm=87.0,
)


class Paper(StrEnum):
    """A paper size, in landscape."""

    A4 = "A4"
    A3 = "A3"
    A2 = "A2"

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height."""
        return {"A4": (297.0, 210.0), "A3": BOARD_MM, "A2": (594.0, 420.0)}[self]


def size_of(text: str, option: str = "--size") -> tuple[float, float]:
    """Return width and height in mm of `A4` or `400x300`, the longer side first.

    Raises MakeError that names the command's option.
    """
    if text in tuple(Paper):
        return Paper(text).size_mm
    parts = text.lower().split("x")
    if len(parts) != 2 or not all(part.replace(".", "", 1).isdecimal() for part in parts):
        raise MakeError(f"{option}: it can't be {text!r}; there are {', '.join(Paper)}, and mm like 400x300")
    width, height = sorted((float(part) for part in parts), reverse=True)
    return width, height


def spec_for(size_mm: tuple[float, float], style: BoardStyle, counter_mm: float | None = None) -> BoardSpec:
    """Return the board for a size: the standard one on A3, one of two thirds of it on A4.

    Raises MakeError, with the number that would do, for a size or counters that no camera reads.
    """
    width, height = size_mm
    if width > MAX_SHEET_MM:
        raise MakeError(f"{width:g} mm is too long for a camera to see; at most {MAX_SHEET_MM:g} mm")
    if CAMERAS[0].min_height_mm(size_mm) > MAX_CAMERA_MM:
        deepest = math.floor(CAMERAS[0].seen_mm(MAX_CAMERA_MM)[1] - 2 * MARGIN_MM)
        raise MakeError(
            f"{width:g}x{height:g} mm is too deep for a camera {MAX_CAMERA_MM / 1000:g} m above it; at most "
            f"{width:g}x{deepest} mm"
        )
    if size_mm == Paper.A3.size_mm:
        spec = BoardSpec(style=style)
    elif size_mm == Paper.A4.size_mm:
        spec = replace(_A4, style=style)
    else:
        spec = _fitted(width, height, style)
    if counter_mm is not None:
        spec = replace(spec, counter_diameter_mm=counter_mm)
    spec = _checked(spec, size_mm)
    # Higher than half their width, counters tip over.
    return replace(spec, counter_height_mm=min(spec.counter_height_mm, spec.counter_diameter_mm / 2))


def _fitted(width: float, height: float, style: BoardStyle) -> BoardSpec:
    """Return the largest board on a sheet whose pitch is a whole number of millimetres."""
    pitch = math.floor(min((width - 10) / 8.2, (height - 10) / 5.74) + 1e-9)
    smallest = next(it for it in count(1) if _counter_on(it) >= _min_counter_mm((width, height)))
    if pitch < smallest:
        min_width, min_height = _size_with(smallest)
        raise MakeError(
            f"{width:g}x{height:g} mm is too small: a camera could not read its counters; at least "
            f"{max(width, min_width):g}x{min_height} mm"
        )
    marker, point = math.floor(0.4 * pitch + 5), _point_on(pitch)
    # White around a marker: to the corner points, and as wide as its cells at the edge of the paper.
    edge = max(marker / _MARKER_MODULES, min(9.5, 1.083 * pitch + 5 - 1.2 * marker - point / 2))
    return BoardSpec(
        line_length_mm=6.0 * pitch,
        line_pitch_mm=float(pitch),
        point_diameter_mm=point,
        counter_diameter_mm=_counter_on(pitch),
        style=style,
        marker_size_mm=float(marker),
        marker_x_mm=round(width / 2 - edge - marker / 2, 1),
        marker_y_mm=round(height / 2 - edge - marker / 2, 1),
    )


def _point_on(pitch_mm: int) -> float:
    """Return the diameter of the points of a board with this pitch."""
    return float(math.ceil(0.56 * pitch_mm))


def _counter_on(pitch_mm: int) -> float:
    """Return the diameter of the counters of a board with this pitch."""
    return float(math.floor(0.8 * _point_on(pitch_mm)))


def _size_with(pitch_mm: int) -> tuple[int, int]:
    """Return the smallest width and height in mm of a board with this pitch."""
    return math.ceil(pitch_mm * 8.2 + 10), math.ceil(pitch_mm * 5.74 + 10)


def _min_counter_mm(size_mm: tuple[float, float]) -> float:
    """Return the smallest counter that is read on a board of this size."""
    seen_mm, _ = CAMERAS[0].seen_mm(CAMERAS[0].height_mm(size_mm))
    return MIN_COUNTER_PX * seen_mm / FRAME_PX


def _checked(spec: BoardSpec, size_mm: tuple[float, float]) -> BoardSpec:
    """Return the board if its counters fit it and the camera; raise MakeError otherwise."""
    size, pitch = spec.counter_diameter_mm, spec.line_pitch_mm
    largest, smallest = MAX_COUNTER * pitch, _min_counter_mm(size_mm)
    if not math.isfinite(size):
        raise MakeError(f"counters of {size:g} mm can't be made; at most {largest:g} mm")
    if size > largest:
        wide, high = _size_with(math.ceil(size / MAX_COUNTER))
        larger = f", or a board of {wide}x{high} mm" if wide <= MAX_SHEET_MM else ""
        raise MakeError(
            f"counters of {size:g} mm are too large for lines {pitch:g} mm apart; at most {largest:g} mm"
            f"{larger}"
        )
    if size < smallest:
        raise MakeError(
            f"counters of {size:g} mm are too small for a camera that sees this board; at least "
            f"{math.ceil(smallest * 10) / 10:g} mm"
        )
    return spec


def settings_text(spec: BoardSpec) -> str:
    """Return the BOARD.toml of a board, one setting a line; empty for the standard board."""
    standard = BoardSpec()
    lines = []
    for name in BoardSpec.__dataclass_fields__:
        value = getattr(spec, name)
        if value != getattr(standard, name):
            lines.append(f'{name} = "{value}"' if isinstance(value, str) else f"{name} = {value:g}")
    return "\n".join(lines)


def strokes(spec: BoardSpec, width_mm: float) -> list[Shape]:
    """Return the board: lines from circle to circle, the sacred one longer, with a ring in its middle.

    Boxes stand alone; only the sacred line joins its two.
    """
    end, radius = spec.line_length_mm / 2, spec.point_diameter_mm / 2
    shapes: list[Shape] = []
    for number in range(5):
        y = (number - 2) * spec.line_pitch_mm
        sacred = number == 2
        if sacred or spec.style is BoardStyle.LINES:
            shapes.append(line((radius - end, y), (end - radius, y), width_mm))
        if sacred:
            beyond = end + radius + 0.3 * spec.line_pitch_mm
            shapes += [line((side * (end + radius), y), (side * beyond, y), width_mm) for side in (-1, 1)]
    for x, y in spec.points_mm.tolist():
        if spec.style is BoardStyle.LINES:
            shapes.append(Circle((x, y), 2 * radius, width_mm))
        else:
            shapes.append(Path((box((x, y), 2 * radius, 2 * radius),), None, width_mm))
    shapes.append(Circle((0.0, 0.0), 0.16 * spec.line_pitch_mm, width_mm))
    return shapes


def marker(number: int, centre: tuple[float, float], size_mm: float) -> Path:
    """Return a marker of DICT_4X4_50, upright, equal runs of neighbouring rows merged."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    black = np.asarray(cv2.aruco.generateImageMarker(dictionary, number, _MARKER_MODULES)) == 0
    module = size_mm / _MARKER_MODULES
    left, top = centre[0] - size_mm / 2, centre[1] + size_mm / 2
    rings: list[Ring] = []
    row = 0
    for cells, equal in groupby(black.tolist()):
        rows = len(list(equal))
        column = 0
        for filled, run in groupby(cells):
            columns = len(list(run))
            if filled:
                middle = left + (column + columns / 2) * module, top - (row + rows / 2) * module
                rings.append(box(middle, columns * module, rows * module))
            column += columns
        row += rows
    return Path(tuple(rings), (0.0, 0.0, 0.0))


def bar(
    low: float, ink: Colour, tr: Translate, more: str = "", room_mm: float = math.inf, up_mm: float = 2.6
) -> list[Shape]:
    """Return a bar of exactly 100 mm to check with a ruler, and below it what to do and something more.

    The words are at most `room_mm` wide; the bar lies `up_mm` over their base line.
    """
    words, y = tr("The bar is 100 mm long: print at 100%"), low + up_mm
    label = SheetLabel((0.0, low), f"{words}   {more}" if more else words, 1.9, ink)
    return [
        *(line((x, y - 0.7), (x, y + 0.7), 0.3, ink) for x in (-50.0, 50.0)),
        line((-50.0, y), (50.0, y), 0.3, ink),
        replace(label, height_mm=min(1.9, 1.9 * room_mm / width_mm(label))),
    ]


def groove_mm(spec: BoardSpec) -> float:
    """Return the width of a carved board's grooves, to a tenth; half of it is a good depth."""
    return max(1.2, round(_GROOVE * spec.line_pitch_mm, 1))


def template_page(size_mm: tuple[float, float], spec: BoardSpec, tr: Translate) -> Page:
    """Return the board in hairlines, with measures, depths and the middles of its points, for carving."""
    shapes = strokes(spec, _HAIRLINE_MM)
    arm, diameter = 0.15 * spec.point_diameter_mm, f"{spec.point_diameter_mm:g}"
    size = 0.08 * spec.line_pitch_mm
    for point, (x, y) in zip(RING, spec.points_mm.tolist(), strict=True):
        shapes.append(line((x - arm, y), (x + arm, y), _HAIRLINE_MM))
        shapes.append(line((x, y - arm), (x, y + arm), _HAIRLINE_MM))
        inwards = x - math.copysign(0.8 * spec.point_diameter_mm, x)
        shapes.append(SheetLabel((inwards, y + size / 2), point, size, GREY))
    end, pitch = spec.line_length_mm / 2, spec.line_pitch_mm
    y = 2.5 * pitch
    shapes.append(line((-end, y), (end, y), _HAIRLINE_MM, GREY))
    for x in (-end, end):
        shapes.append(line((x, y - size), (x, y + size / 2), _HAIRLINE_MM, GREY))
    shapes.append(SheetLabel((0.0, y + 0.03 * pitch), f"{spec.line_length_mm:g} mm", size))
    x = end / 2
    shapes.append(line((x, pitch), (x, 2 * pitch), _HAIRLINE_MM, GREY))
    shapes.append(SheetLabel((x + 2 * size, 1.5 * pitch), f"{pitch:g} mm", size))
    measure = f"Ø {diameter} mm" if spec.style is BoardStyle.LINES else f"{diameter} x {diameter} mm"
    shapes.append(SheetLabel((end - spec.point_diameter_mm, 1.2 * pitch), measure, size))
    shapes.append(SheetLabel((0.0, 0.5 * pitch), tr("Carving template"), size))
    groove = groove_mm(spec)
    words = tr("Groove: {width} mm wide, {depth} mm deep, V-shaped or rounded; here five times as large")
    shapes.append(
        SheetLabel((0.0, -0.4 * pitch), words.format(width=f"{groove:g}", depth=f"{groove / 2:g}"), size)
    )
    top, wide = -0.6 * pitch, 2.5 * groove
    rounded = [(wide * x, top - wide * math.sqrt(1 - x * x)) for x in np.linspace(-1, 1, 41).tolist()]
    sharp = [(-wide, top), (0.0, top - wide), (wide, top)]
    for middle, profile in ((-1.5 * wide - pitch / 4, sharp), (1.5 * wide + pitch / 4, rounded)):
        section = ((-wide - pitch / 8, top), *profile, (wide + pitch / 8, top))
        moved_section = tuple((middle + x, y) for x, y in section)
        shapes.append(Path((moved_section,), None, _HAIRLINE_MM, closed=False))
    settings = settings_text(spec).replace("\n", ", ")
    more = f"BOARD.toml: {settings}" if settings else ""
    foot = bar(PRINTER_BLANK_MM + 2 - size_mm[1] / 2, GREY, tr, more, size_mm[0] - 20)
    return Page("template", *size_mm, (*shapes, *foot))
