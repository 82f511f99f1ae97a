"""The printable board: its pages in exact millimetres.

The board's page is drawn in the board frame: its middle is the middle of the sacred line, A's points lie on
the right. Boxes are squares around the ten points, as wide as circles would be.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby

import cv2
import numpy as np

from calibration.sheet.shapes import GREY, WHITE, Box, Cells, Circle, Colour, Line, Page, Shape, SheetLabel
from companion.board.spec import BoardSpec, BoardStyle
from companion.game.board import RING, Seat

PRINTER_BLANK_MM = 5.0
"""Margin that printers leave blank along every edge."""

_MARKER_MODULES = 6
"""Cells along a marker's side, its border included."""

_PAPER_COUNTER_HEIGHT_MM = 1.0
"""Height of a printed counter on card."""

_STROKE = 0.024
"""Width of the board's lines in line pitches."""

_HAIRLINE_MM = 0.2
"""Width of the carving template's lines."""

_BLUE: Colour = (0.05, 0.2, 0.55)
"""The printed counters of A."""

_ORANGE: Colour = (0.95, 0.5, 0.1)
"""The printed counters of B."""


class Paper(StrEnum):
    """A paper size, in landscape."""

    A4 = "A4"
    A3 = "A3"

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height."""
        return (297.0, 210.0) if self is Paper.A4 else (420.0, 297.0)


@dataclass(frozen=True, slots=True)
class Sheet:
    """All printed pages, and the board that they make."""

    spec: BoardSpec
    pages: tuple[Page, ...]


def design(
    paper: Paper, style: BoardStyle = BoardStyle.LINES, markers: bool = True, counters: bool = False
) -> Sheet:
    """Return the sheet for a paper: the standard board on A3, one of two thirds its size on A4.

    Its pages are the board, cut-out counters on request, and a template for carving.
    """
    spec = _board_on(paper, style, counters)
    pages = [_board_page(paper, spec, markers)]
    if counters:
        pages.append(_counters_page(paper, spec))
    pages.append(_template_page(paper, spec))
    return Sheet(spec, tuple(pages))


def settings_text(spec: BoardSpec) -> str:
    """Return the BOARD.toml of a board, one setting a line; empty for the standard board."""
    standard = BoardSpec()
    lines = []
    for name in BoardSpec.__dataclass_fields__:
        value = getattr(spec, name)
        if value != getattr(standard, name):
            lines.append(f'{name} = "{value}"' if isinstance(value, str) else f"{name} = {value:g}")
    return "\n".join(lines)


def _board_on(paper: Paper, style: BoardStyle, counters: bool) -> BoardSpec:
    spec = BoardSpec(style=style)
    if paper is Paper.A4:
        spec = replace(
            spec,
            line_length_mm=204.0,
            line_pitch_mm=34.0,
            point_diameter_mm=20.0,
            counter_diameter_mm=16.0,
            marker_size_mm=18.0,
            marker_x_mm=130.0,
            marker_y_mm=87.0,
        )
    if counters:
        spec = replace(spec, counter_height_mm=_PAPER_COUNTER_HEIGHT_MM)
    return spec


def _board_page(paper: Paper, spec: BoardSpec, markers: bool) -> Page:
    shapes = _drawing(spec, _STROKE * spec.line_pitch_mm)
    reach = spec.point_diameter_mm / 2 + 0.04 * spec.line_pitch_mm
    size = 0.07 * spec.line_pitch_mm
    for point, (x, y) in zip(RING, spec.points_mm, strict=True):
        beside = x + np.sign(x) * (reach + size)
        shapes.append(SheetLabel((float(beside), float(y + 0.2 * spec.line_pitch_mm)), point, size, GREY))
    if markers:
        for number, (x, y) in enumerate(spec.marker_centres_mm):
            shapes.append(_marker(number, (float(x), float(y)), spec.marker_size_mm))
    shapes += _foot(paper, settings_text(spec))
    return Page("", *paper.size_mm, tuple(shapes))


def _drawing(spec: BoardSpec, width_mm: float) -> list[Shape]:
    """Return the board: lines from circle to circle, the sacred one longer, with a ring in its middle.

    Boxes stand alone; only the sacred line joins its two.
    """
    end, radius = spec.line_length_mm / 2, spec.point_diameter_mm / 2
    shapes: list[Shape] = []
    for line in range(5):
        y = (line - 2) * spec.line_pitch_mm
        sacred = line == 2
        if sacred or spec.style is BoardStyle.LINES:
            shapes.append(Line((radius - end, y), (end - radius, y), width_mm))
        if sacred:
            beyond = end + radius + 0.3 * spec.line_pitch_mm
            shapes += [Line((side * (end + radius), y), (side * beyond, y), width_mm) for side in (-1, 1)]
    for x, y in spec.points_mm:
        centre = (float(x), float(y))
        if spec.style is BoardStyle.LINES:
            shapes.append(Circle(centre, 2 * radius, width_mm))
        else:
            shapes.append(Box(centre, 2 * radius, width_mm))
    shapes.append(Circle((0.0, 0.0), 0.16 * spec.line_pitch_mm, width_mm))
    return shapes


def _marker(number: int, centre: tuple[float, float], size_mm: float) -> Cells:
    """Return a marker of DICT_4X4_50, upright, equal runs of neighbouring rows merged."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    black = np.asarray(cv2.aruco.generateImageMarker(dictionary, number, _MARKER_MODULES)) == 0
    module = size_mm / _MARKER_MODULES
    left, top = centre[0] - size_mm / 2, centre[1] + size_mm / 2
    rectangles: list[tuple[float, float, float, float]] = []
    row = 0
    for cells, equal in groupby(black.tolist()):
        rows = len(list(equal))
        column = 0
        for filled, run in groupby(cells):
            columns = len(list(run))
            if filled:
                bottom = top - (row + rows) * module
                rectangles.append((left + column * module, bottom, columns * module, rows * module))
            column += columns
        row += rows
    return Cells(tuple(rectangles))


def _foot(paper: Paper, settings: str = "") -> list[Shape]:
    """Return a bar of exactly 100 mm to check with a ruler, and the page's BOARD.toml settings."""
    y = -paper.size_mm[1] / 2 + PRINTER_BLANK_MM + 9
    shapes: list[Shape] = [Line((-50.0, y), (50.0, y), 0.3)]
    for tick in range(11):
        height = 3.0 if tick % 5 == 0 else 1.5
        shapes.append(Line((tick * 10.0 - 50, y), (tick * 10.0 - 50, y + height), 0.3))
    shapes.append(SheetLabel((0.0, y - 3.0), "100 mm: check with a ruler, print at 100 %", 2.4))
    if settings:
        shapes.append(SheetLabel((0.0, y - 6.5), "BOARD.toml: " + settings.replace("\n", ", "), 1.9, GREY))
    return shapes


def _counters_page(paper: Paper, spec: BoardSpec) -> Page:
    """Return the page of five counters a seat to cut out: A's blue with a ring, B's orange with a cross.

    Not white: on white paper neither a camera nor many players could see them.
    """
    shapes: list[Shape] = []
    size = spec.counter_diameter_mm
    for seat, colour, y in ((Seat.A, _BLUE, 1.2 * size), (Seat.B, _ORANGE, -1.2 * size)):
        shapes.append(SheetLabel((-4.5 * size, y - 0.15 * size), seat, 0.4 * size))
        for column in range(5):
            centre = ((column - 2) * 1.6 * size, y)
            shapes.append(Circle(centre, size, fill=colour))
            if seat is Seat.A:
                shapes.append(Circle(centre, 0.4 * size, 0.06 * size, WHITE))
            else:
                for dx, dy in ((0.2, 0.0), (0.0, 0.2)):
                    start = (centre[0] - dx * size, y - dy * size)
                    shapes.append(Line(start, (centre[0] + dx * size, y + dy * size), 0.06 * size, WHITE))
    note = f"Cut out ({size:g} mm across) and glue onto card or coins"
    shapes.append(SheetLabel((0.0, 2.6 * size), note, 4.0))
    return Page("counters", *paper.size_mm, (*shapes, *_foot(paper)))


def _template_page(paper: Paper, spec: BoardSpec) -> Page:
    """Return the board in hairlines, with measures and the middles of its points, for carving."""
    shapes = _drawing(spec, _HAIRLINE_MM)
    arm = 0.15 * spec.point_diameter_mm
    for x, y in spec.points_mm.tolist():
        shapes.append(Line((x - arm, y), (x + arm, y), _HAIRLINE_MM))
        shapes.append(Line((x, y - arm), (x, y + arm), _HAIRLINE_MM))
    end, pitch = spec.line_length_mm / 2, spec.line_pitch_mm
    size = 0.08 * pitch
    y = 2.5 * pitch
    shapes.append(Line((-end, y), (end, y), _HAIRLINE_MM, GREY))
    for x in (-end, end):
        shapes.append(Line((x, y - size), (x, y + size / 2), _HAIRLINE_MM, GREY))
    shapes.append(SheetLabel((0.0, y + 0.03 * pitch), f"{spec.line_length_mm:g} mm", size))
    x = end / 2
    shapes.append(Line((x, pitch), (x, 2 * pitch), _HAIRLINE_MM, GREY))
    shapes.append(SheetLabel((x + 2 * size, 1.5 * pitch), f"{pitch:g} mm", size))
    across = "Ø" if spec.style is BoardStyle.LINES else "side"
    measure = f"{across} {spec.point_diameter_mm:g} mm"
    shapes.append(SheetLabel((end - spec.point_diameter_mm, 1.2 * pitch), measure, size))
    shapes.append(SheetLabel((0.0, 0.5 * pitch), "Carving template", size))
    return Page("template", *paper.size_mm, (*shapes, *_foot(paper)))
