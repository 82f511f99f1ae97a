"""Text set into a box: broken into lines, and smaller if need be, but never too small to read."""

from dataclasses import dataclass
from functools import lru_cache

import pygame

from companion.display.drawing.fonts import Face, font
from companion.display.drawing.palette import Colour


@dataclass(frozen=True, slots=True)
class Setting:
    """How a text is set: its lines and the size of its type; `fits` says whether all of it is in the box."""

    lines: tuple[str, ...]
    px: int
    fits: bool
    face: Face

    @property
    def line_height_px(self) -> int:
        """From line to line."""
        return line_height_px(self.px)

    @property
    def height_px(self) -> int:
        """From the top of the first line to the bottom of the last."""
        return self.line_height_px * len(self.lines)

    @property
    def width_px(self) -> int:
        """The width of the longest line."""
        return max((font(self.px, self.face).size(line)[0] for line in self.lines), default=0)


def line_height_px(px: int) -> int:
    """From line to line in a size of type."""
    return round(px * 1.12)


@lru_cache(maxsize=2048)
def set_text(
    string: str, width_px: int, height_px: int, px: int, least_px: int, face: Face = Face.TEXT
) -> Setting:
    """A text set into a box in the largest type between two sizes with which all of it fits."""
    for size in range(px, least_px - 1, -1):
        lines, narrow = _broken(string, width_px, size, face)
        setting = Setting(lines, size, narrow and line_height_px(size) * len(lines) <= height_px, face)
        if setting.fits:
            return setting
    return setting


def _broken(string: str, width_px: int, px: int, face: Face) -> tuple[tuple[str, ...], bool]:
    """Lines no wider than a width where words allow, and whether all of them are."""
    letters = font(px, face)
    lines: list[str] = []
    for paragraph in string.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if line and letters.size(longer)[0] > width_px:
                lines.append(line)
                line = word
            else:
                line = longer
        lines.append(line)
    return tuple(lines), all(letters.size(line)[0] <= width_px for line in lines)


@lru_cache(maxsize=256)
def line_surface(line: str, px: int, colour: Colour, face: Face) -> pygame.Surface:
    """One line of text on nothing."""
    return font(px, face).render(line, True, colour)
