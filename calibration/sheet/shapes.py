"""Shapes of a printed page, in millimetres, from which both PDF and SVG are drawn."""

from dataclasses import dataclass

Point = tuple[float, float]
Colour = tuple[float, float, float]
"""Red, green and blue, 0 to 1."""

BLACK: Colour = (0.0, 0.0, 0.0)
WHITE: Colour = (1.0, 1.0, 1.0)
GREY: Colour = (0.45, 0.45, 0.45)


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line of a given width."""

    start: Point
    end: Point
    width_mm: float
    colour: Colour = BLACK


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle: drawn with a line of a given width, filled, or both."""

    centre: Point
    diameter_mm: float
    width_mm: float = 0.0
    colour: Colour = BLACK
    fill: Colour | None = None


@dataclass(frozen=True, slots=True)
class Box:
    """An upright square drawn with a line of a given width."""

    centre: Point
    side_mm: float
    width_mm: float


@dataclass(frozen=True, slots=True)
class Cells:
    """Black upright rectangles (x, y, width, height from the lower left corner) filled as one path."""

    rectangles: tuple[tuple[float, float, float, float], ...]


@dataclass(frozen=True, slots=True)
class SheetLabel:
    """Text, its middle above `place` on the base line; `height_mm` is the size of the type."""

    place: Point
    text: str
    height_mm: float
    colour: Colour = BLACK


Shape = Line | Circle | Box | Cells | SheetLabel


@dataclass(frozen=True, slots=True)
class Page:
    """One page: its size, and its shapes in mm from its middle, x to the right and y upwards.

    `name` becomes part of the file's name; the board's own page has none.
    """

    name: str
    width_mm: float
    height_mm: float
    shapes: tuple[Shape, ...]
