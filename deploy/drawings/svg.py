"""Just enough SVG for the drawings of the build guide."""

from five_lines_lab.svg import element

FONT = "DejaVu Sans, Verdana, sans-serif"


class Drawing:
    """A drawing of a width and height in units of a pixel; y grows downwards."""

    def __init__(self, width: float, height: float) -> None:
        self._parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
            f'width="{width:g}" height="{height:g}" font-family="{FONT}">',
            f'<rect width="{width:g}" height="{height:g}" fill="white"/>',
        ]

    def line(self, points: list[tuple[float, float]], colour: str = "black", width: float = 2) -> None:
        """Draw a line through points; a light one gets a dark edge, so that it shows on white paper."""
        path = _path(points)
        if colour in ("white", "#ffd400"):
            self._add("polyline", points=path, fill="none", stroke="#555", stroke_width=width + 2)
        self._add(
            "polyline", points=path, fill="none", stroke=colour, stroke_width=width, stroke_linejoin="round"
        )

    def box(self, x: float, y: float, w: float, h: float, fill: str = "none", stroke: str = "black") -> None:
        """Draw a rectangle by its upper left corner."""
        self._add("rect", x=x, y=y, width=w, height=h, rx=3, fill=fill, stroke=stroke, stroke_width=1.5)

    def dot(self, x: float, y: float, radius: float, fill: str = "black", stroke: str = "black") -> None:
        """Draw a circle by its middle."""
        self._add("circle", cx=x, cy=y, r=radius, fill=fill, stroke=stroke)

    def shape(self, points: list[tuple[float, float]], fill: str, stroke: str = "none") -> None:
        """Draw a filled polygon."""
        self._add("polygon", points=_path(points), fill=fill, stroke=stroke)

    def text(
        self, x: float, y: float, text: str, size: float = 13, anchor: str = "start", bold: bool = False
    ) -> None:
        """Write a line of text that starts at (x, y), has its middle there, or ends there."""
        weight = {"font_weight": "bold"} if bold else {}
        self._add("text", text, x=x, y=y, font_size=size, text_anchor=anchor, **weight)

    def _add(self, name: str, words: str | None = None, **attributes: str | float) -> None:
        self._parts.append(element(name, words, **attributes))

    def finished(self) -> str:
        """Return the file's text."""
        return "\n".join([*self._parts, "</svg>", ""])


def _path(points: list[tuple[float, float]]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in points)
