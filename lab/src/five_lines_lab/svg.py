"""Drawings made of a few shapes, written as SVG."""

from dataclasses import dataclass
from enum import StrEnum
from html import escape


def element(name: str, words: str | None = None, **attributes: str | float) -> str:
    """Return an SVG element with a text or nothing in it; underscores in attributes' names become hyphens."""
    written = "".join(
        f' {key.replace("_", "-")}="{value if isinstance(value, str) else f"{value:g}"}"'
        for key, value in attributes.items()
    )
    return f"<{name}{written}/>" if words is None else f"<{name}{written}>{escape(words)}</{name}>"


class Anchor(StrEnum):
    """The end of a text that is at its point, in SVG's words."""

    START = "start"
    END = "end"


@dataclass(frozen=True)
class Polyline:
    """A line through points; y grows downwards, as everywhere here."""

    points: tuple[tuple[float, float], ...]
    colour: str
    width: float


@dataclass(frozen=True)
class Bar:
    """A filled rectangle by its upper left corner."""

    x: float
    y: float
    width: float
    height: float
    colour: str


@dataclass(frozen=True)
class Dot:
    """A filled circle by its middle; `title` is what a reader of the SVG sees who points at it."""

    x: float
    y: float
    radius: float
    colour: str
    title: str


@dataclass(frozen=True)
class Label:
    """A text, its foot at y."""

    x: float
    y: float
    words: str
    anchor: Anchor = Anchor.START
    bold: bool = False


Shape = Polyline | Bar | Dot | Label


@dataclass(frozen=True)
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
        case Polyline(points, colour, width):
            path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
            return element("polyline", points=path, fill="none", stroke=colour, stroke_width=width)
        case Bar(x, y, width, height, colour):
            at = {"x": f"{x:.1f}", "y": f"{y:.1f}", "width": f"{width:.1f}", "height": f"{height:.1f}"}
            return element("rect", **at, fill=colour)
        case Dot(x, y, radius, colour, title):
            circle = element("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r=radius, fill=colour)
            return f"{circle[:-2]}>{element('title', title)}</circle>"
        case Label(x, y, words, anchor, bold):
            weight = {"font_weight": "bold"} if bold else {}
            return element("text", words, x=f"{x:.1f}", y=f"{y:.1f}", text_anchor=anchor, **weight)
