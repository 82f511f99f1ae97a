"""Shapes in millimetres, from which every format is written: x to the right, y upwards."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from io import BytesIO
from itertools import pairwise
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.presentation.fonts import TITLE_LARGER, Face, font_file

if TYPE_CHECKING:
    from pygame.font import Font

Point = tuple[float, float]
Ring = tuple[Point, ...]  # corners of a closed outline, or the points of a line
Colour = tuple[float, float, float]  # red, green and blue, 0 to 1

BLACK: Colour = (0.0, 0.0, 0.0)
WHITE: Colour = (1.0, 1.0, 1.0)
GREY: Colour = (0.45, 0.45, 0.45)

CIRCLE_SIDES = 128  # corners of a circle drawn as a polygon: it lacks 0.04 % of the area
_LETTER_PX = 160  # size at which letters are traced; the error is about a 300th of their size


class LaserLayer(StrEnum):
    """The laser's work along an outline."""

    CUT = "CUT"
    ENGRAVE = "ENGRAVE"
    MARK = "MARK"


@dataclass(frozen=True)
class Path:
    """Outlines drawn as one: filled (holes where they overlap), stroked, or both."""

    rings: tuple[Ring, ...]
    fill: Colour | None = None
    width_mm: float = 0.0
    colour: Colour = BLACK
    closed: bool = True
    layer: LaserLayer | None = None


@dataclass(frozen=True)
class Circle:
    """A circle: stroked with a line of a given width, filled, or both."""

    centre: Point
    diameter_mm: float
    width_mm: float = 0.0
    colour: Colour = BLACK
    fill: Colour | None = None
    layer: LaserLayer | None = None


@dataclass(frozen=True)
class SheetLabel:
    """Text, its middle above `place` on the base line, turned anticlockwise; `height_mm` is its type size."""

    place: Point
    text: str
    height_mm: float
    colour: Colour = BLACK
    face: Face = Face.TEXT
    turned_deg: float = 0.0
    layer: LaserLayer | None = None


@dataclass(frozen=True, eq=False)
class Picture:
    """Pixels (h, w, 3), uint8 RGB, filling a rectangle: x, y of its lower left corner, width, height."""

    box: tuple[float, float, float, float]
    pixels: NDArray[np.uint8]


Shape = Path | Circle | SheetLabel | Picture


@dataclass(frozen=True)
class Page:
    """One page: its size, and its shapes in mm from its middle.

    `name` becomes part of the file's name; the first page has none.
    """

    name: str
    width_mm: float
    height_mm: float
    shapes: tuple[Shape, ...]


def line(start: Point, end: Point, width_mm: float, colour: Colour = BLACK) -> Path:
    """Return a straight line."""
    return Path(((start, end),), None, width_mm, colour, closed=False)


def box(centre: Point, width_mm: float, height_mm: float) -> Ring:
    """Return an upright rectangle, anticlockwise."""
    (x, y), dx, dy = centre, width_mm / 2, height_mm / 2
    return ((x - dx, y - dy), (x + dx, y - dy), (x + dx, y + dy), (x - dx, y + dy))


def circle(centre: Point, diameter_mm: float, sides: int = CIRCLE_SIDES) -> Ring:
    """Return a circle as a polygon, anticlockwise."""
    turns = [math.tau * step / sides for step in range(sides)]
    return tuple(
        (centre[0] + diameter_mm / 2 * math.cos(t), centre[1] + diameter_mm / 2 * math.sin(t)) for t in turns
    )


def moved(shape: Shape, x: float, y: float) -> Shape:
    """Return a shape shifted by x and y."""
    match shape:
        case Path(rings, fill, width, colour, closed, layer):
            shifted = tuple(tuple((px + x, py + y) for px, py in ring) for ring in rings)
            return Path(shifted, fill, width, colour, closed, layer)
        case Circle((px, py), diameter, width, colour, fill, layer):
            return Circle((px + x, py + y), diameter, width, colour, fill, layer)
        case SheetLabel((px, py), text, height, colour, face, turned, layer):
            return SheetLabel((px + x, py + y), text, height, colour, face, turned, layer)
        case Picture((left, bottom, width, height), pixels):
            return Picture((left + x, bottom + y, width, height), pixels)


def letters(label: SheetLabel) -> tuple[Ring, ...]:
    """Return the outlines of a text, traced from the shipped font, holes among them."""
    turn = math.radians(label.turned_deg)
    cos, sin = math.cos(turn) * label.height_mm, math.sin(turn) * label.height_mm
    return tuple(
        tuple((label.place[0] + x * cos - y * sin, label.place[1] + x * sin + y * cos) for x, y in ring)
        for ring in _traced(label.text, label.face)
    )


def width_mm(label: SheetLabel) -> float:
    """Return the width of a text in the shipped font, kerned."""
    return _font(label.face).size(label.text)[0] / _LETTER_PX * label.height_mm


@cache
def _font(face: Face) -> "Font":
    import pygame

    pygame.font.init()
    larger = TITLE_LARGER if face is Face.TITLE else 1.0
    return pygame.font.Font(BytesIO(font_file(face).read_bytes()), round(_LETTER_PX * larger))


@lru_cache(maxsize=256)
def _traced(text: str, face: Face) -> tuple[Ring, ...]:
    """Return the outlines of a text of size 1 whose base line's middle is the origin."""
    import pygame

    drawn_with = _font(face)
    drawn = pygame.surfarray.array_alpha(drawn_with.render(text, True, (255, 255, 255))).T
    # Four times as fine, so that the grey of the rims places the outline between pixels.
    fine = cv2.resize(np.pad(drawn, 2), None, fx=4, fy=4, interpolation=cv2.INTER_CUBIC)
    found, _ = cv2.findContours((fine > 127).astype(np.uint8), cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    middle, base = fine.shape[1] / 2, 4 * (drawn_with.get_ascent() + 2)
    rings = (cv2.approxPolyDP(contour, 0.8, True)[:, 0] for contour in found)
    return tuple(
        tuple(((float(x) - middle) / 4 / _LETTER_PX, (base - float(y)) / 4 / _LETTER_PX) for x, y in ring)
        for ring in rings
        if len(ring) > 2
    )


def outlines(shape: Path | Circle | SheetLabel) -> Iterable[tuple[Colour, tuple[Ring, ...]]]:
    """Yield the filled areas that a shape consists of, strokes as areas, each with its colour."""
    match shape:
        case SheetLabel():
            yield shape.colour, letters(shape)
        case Circle(centre, diameter, width, colour, fill):
            if fill is not None:
                yield fill, (circle(centre, diameter),)
            if width > 0:
                yield colour, (circle(centre, diameter + width), circle(centre, diameter - width))
        case Path(rings, fill, width, colour, closed):
            if fill is not None:
                yield fill, rings
            for ring in rings if width > 0 else ():
                yield from ((colour, (area,)) for area in _stroke(ring, width, closed))


def _stroke(ring: Ring, width: float, closed: bool) -> Iterator[Ring]:
    """Yield the pieces of a line with square ends, and round joints where it bends."""
    ends = [*ring, ring[0]] if closed else list(ring)
    for (x1, y1), (x2, y2) in pairwise(ends):
        length = math.hypot(x2 - x1, y2 - y1) or 1.0
        nx, ny = (y1 - y2) / length * width / 2, (x2 - x1) / length * width / 2
        yield ((x1 + nx, y1 + ny), (x1 - nx, y1 - ny), (x2 - nx, y2 - ny), (x2 + nx, y2 + ny))
    for corner in ends[1:] if closed else ends[1:-1]:
        yield circle(corner, width, 16)
