"""Plots as files: SVG, or a PNG picture of the same shapes."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from companion.system.atomic_file import write_whole

if TYPE_CHECKING:
    import pygame

    from five_lines_lab.svg import Drawing, Shape

_PX_PER_UNIT = 2
_FINER = 2  # pictures are painted this much larger and scaled down, for smooth edges


def plot_path(text: str) -> Path:
    """Return a text as a path, if a plot can be written in the format of its ending."""
    path = Path(text)
    if path.suffix.lower() not in (".svg", ".png"):
        raise argparse.ArgumentTypeError(f"{text!r}: a plot is written as .svg or .png")
    return path


def save_plot(drawing: "Drawing", path: Path) -> None:
    """Write a plot in its file's format, completely or not at all; PNG has two pixels a unit."""
    write_whole(path, drawing.as_svg().encode() if path.suffix.lower() == ".svg" else _png(drawing))


def _png(drawing: "Drawing") -> bytes:
    import pygame

    from five_lines_lab.gallery.png import as_png

    scale = _PX_PER_UNIT * _FINER
    surface = pygame.Surface((drawing.width * scale, drawing.height * scale), depth=24)
    surface.fill("#ffffff")
    for shape in drawing.shapes:
        _paint(surface, shape, scale, drawing.font_size)
    size = drawing.width * _PX_PER_UNIT, drawing.height * _PX_PER_UNIT
    return as_png(pygame.transform.smoothscale(surface, size))


def _paint(surface: "pygame.Surface", shape: "Shape", scale: int, font_size: int) -> None:
    import pygame

    from companion.display.drawing.fonts import font
    from companion.presentation.fonts import Face
    from five_lines_lab.svg import Anchor, Bar, Dot, Label, Polyline

    match shape:
        case Polyline(points, colour, width):
            wide = max(1, round(width * scale))
            corners = [(x * scale, y * scale) for x, y in points]
            pygame.draw.lines(surface, colour, False, corners, wide)
            for corner in corners:
                pygame.draw.circle(surface, colour, corner, wide // 2)
        case Bar(x, y, width, height, colour):
            pygame.draw.rect(surface, colour, (x * scale, y * scale, width * scale, height * scale))
        case Dot(x, y, radius, colour, _):
            pygame.draw.circle(surface, colour, (x * scale, y * scale), radius * scale)
        case Label(x, y, words, anchor, bold):
            # The font's size is measured from line to line, which is a quarter more than in SVG.
            letters = font(round(font_size * scale * 1.25), Face.BOLD if bold else Face.TEXT)
            left = x * scale - (letters.size(words)[0] if anchor is Anchor.END else 0)
            surface.blit(letters.render(words, True, "#000000"), (left, y * scale - letters.get_ascent()))
