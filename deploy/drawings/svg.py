"""Just enough SVG for the drawings of the build guide."""

from html import escape

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
        """A line through points; a light one gets a dark edge, so that it shows on white paper."""
        path = " ".join(f"{x:g},{y:g}" for x, y in points)
        if colour in ("white", "#ffd400"):
            self._parts.append(
                f'<polyline points="{path}" fill="none" stroke="#555" stroke-width="{width + 2:g}"/>'
            )
        self._parts.append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width:g}" '
            'stroke-linejoin="round"/>'
        )

    def box(self, x: float, y: float, w: float, h: float, fill: str = "none", stroke: str = "black") -> None:
        """A rectangle by its upper left corner."""
        self._parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="3" fill="{fill}" stroke="{stroke}" '
            'stroke-width="1.5"/>'
        )

    def dot(self, x: float, y: float, radius: float, fill: str = "black", stroke: str = "black") -> None:
        """A circle by its middle."""
        self._parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" stroke="{stroke}"/>')

    def shape(self, points: list[tuple[float, float]], fill: str, stroke: str = "none") -> None:
        """A filled polygon."""
        path = " ".join(f"{x:g},{y:g}" for x, y in points)
        self._parts.append(f'<polygon points="{path}" fill="{fill}" stroke="{stroke}"/>')

    def text(
        self, x: float, y: float, text: str, size: float = 13, anchor: str = "start", bold: bool = False
    ) -> None:
        """A line of text, from (x, y) on, around it (middle) or up to it (end)."""
        weight = ' font-weight="bold"' if bold else ""
        place = f'x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}"'
        self._parts.append(f"<text {place}{weight}>{escape(text)}</text>")

    def finished(self) -> str:
        """The file's text."""
        return "\n".join([*self._parts, "</svg>", ""])
