"""Plots made of a few shapes, written as SVG."""

from dataclasses import dataclass
from enum import StrEnum
from html import escape


class Anchor(StrEnum):
    """Which end of a text stands at its point, in SVG's words."""

    START = "start"
    END = "end"


@dataclass(frozen=True, slots=True)
class Line:
    """A line through points; y grows downwards, as everywhere here."""

    points: tuple[tuple[float, float], ...]
    colour: str
    width: float


@dataclass(frozen=True, slots=True)
class Bar:
    """A filled rectangle by its upper left corner."""

    x: float
    y: float
    width: float
    height: float
    colour: str


@dataclass(frozen=True, slots=True)
class Dot:
    """A filled circle by its middle; `title` is what a reader of the SVG sees who points at it."""

    x: float
    y: float
    radius: float
    colour: str
    title: str


@dataclass(frozen=True, slots=True)
class Text:
    """A text, its foot at y."""

    x: float
    y: float
    words: str
    anchor: Anchor = Anchor.START
    bold: bool = False


Shape = Line | Bar | Dot | Text


@dataclass(frozen=True, slots=True)
class Drawing:
    """Shapes on white, the later ones above the earlier; colours are written #rrggbb."""

    width: int
    height: int
    font_size: int
    shapes: tuple[Shape, ...]

    def as_svg(self) -> str:
        """The drawing as the text of an SVG file."""
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" height="{self.height}" '
                f'viewBox="0 0 {self.width} {self.height}" font-family="sans-serif" '
                f'font-size="{self.font_size}">',
                '<rect width="100%" height="100%" fill="#ffffff"/>',
                *map(_svg, self.shapes),
                "</svg>\n",
            ]
        )


def _svg(shape: Shape) -> str:
    match shape:
        case Line(points, colour, width):
            path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
            return f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width:g}"/>'
        case Bar(x, y, width, height, colour):
            return (
                f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{colour}"/>'
            )
        case Dot(x, y, radius, colour, title):
            circle = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" fill="{colour}">'
            return f"{circle}<title>{escape(title)}</title></circle>"
        case Text(x, y, words, anchor, bold):
            weight = ' font-weight="bold"' if bold else ""
            return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{weight}>{escape(words)}</text>'
