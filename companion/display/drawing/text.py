"""Text set into a box: broken into lines, and smaller if needed, but never too small to read."""

import itertools
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import pygame

from companion.display.drawing.fonts import NOT_IN_TITLES, font
from companion.presentation.fonts import Face
from companion.presentation.palette import Colour


@dataclass(frozen=True)
class Setting:
    """A text that has been set: its lines and type size; `fits` is True if all of it is in the box."""

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
        """Width of the longest line."""
        return max((line_width_px(line, self.px, self.face) for line in self.lines), default=0)


def line_height_px(px: int) -> int:
    """Return the distance between lines in a size of type."""
    return round(px * 1.12)


@lru_cache(maxsize=2048)
def set_text(
    string: str, width_px: int, height_px: int, px: int, min_px: int, face: Face = Face.TEXT
) -> Setting:
    """Set a text into a box in the largest type between two sizes that fits."""
    paragraphs = _APART.sub("\N{NO-BREAK SPACE}", string).split("\n")
    for size in range(px, min_px - 1, -1):
        if min_px < size < px and _is_far_too_large(paragraphs, width_px, height_px, size, face):
            continue
        broken = [_broken(paragraph, width_px, size, face) for paragraph in paragraphs]
        lines = [line for some in broken for line in some]
        narrow = all(line_width_px(line, size, face) <= width_px for line in lines)
        if narrow and line_height_px(size) * len(lines) <= height_px:
            pairs = zip(paragraphs, broken, strict=True)
            evened = [
                line for paragraph, some in pairs for line in _evened(paragraph, some, width_px, size, face)
            ]
            return Setting(tuple(evened), size, True, face)
    return Setting(tuple(lines), size, False, face)


_MEASURED_PX = 100
"""The size in which a text is measured once, to estimate its width in every other size."""


def _is_far_too_large(paragraphs: list[str], width_px: int, height_px: int, px: int, face: Face) -> bool:
    """True if a text certainly doesn't fit in a size of type: estimated by its width, without breaking lines.

    The estimate is a lower bound: widths grow with the size, except that each letter's width is rounded.
    """
    lines = 0.0
    for paragraph in paragraphs:
        scaled_px = line_width_px(paragraph, _MEASURED_PX, face) * px / _MEASURED_PX
        min_width_px = 0.95 * scaled_px - len(paragraph)
        # A space at which a line breaks takes no width.
        lines += max(1.0, min_width_px / (width_px + px / 2))
    return line_height_px(px) * math.ceil(lines) > height_px


_APART = re.compile(r" (?=[%·?!:;»/](?: |$))|(?<=«) |(?<![-+]\d)(?<=\b\d) (?=\w)", re.MULTILINE)
"""Spaces at which no line breaks: before signs, and between single digits and what they count."""


def _evened(paragraph: str, lines: list[str], width_px: int, px: int, face: Face) -> list[str]:
    """Even out the lines, without adding any: no word stands alone on a line if that can be avoided."""
    least = max(line_width_px(word, px, face) for word in paragraph.split(" "))
    most = max(line_width_px(line, px, face) for line in lines)
    if len(lines) == 1 or most > width_px:
        return lines
    while most - least > px // 4:
        middle = (least + most) // 2
        tried = _broken(paragraph, middle, px, face)
        if len(tried) == len(lines):
            lines, most = tried, middle
        else:
            least = middle
    return lines


def _broken(paragraph: str, width_px: int, px: int, face: Face) -> list[str]:
    """Break text into lines no wider than a width, where words allow."""
    lines: list[str] = []
    line = ""
    for word in _parted(paragraph, width_px, px, face):
        if word.startswith(_GOES_ON):
            lines.append(line)
            line = word.removeprefix(_GOES_ON)
            continue
        longer = f"{line} {word}" if line else word
        if line and line_width_px(longer, px, face) > width_px:
            lines.append(line)
            line = word
        else:
            line = longer
    return [*lines, line]


_GOES_ON = "\ue001"  # marks the beginning of a continued part of a word


def _parted(paragraph: str, width_px: int, px: int, face: Face) -> Iterator[str]:
    """Split a text into words; paths too long for a line are split after a slash."""
    for word in paragraph.split(" "):
        begun = ""
        for part in re.findall(r"[^/]*/|[^/]+", word) if line_width_px(word, px, face) > width_px else [word]:
            if (
                begun.strip(_GOES_ON)
                and line_width_px((begun + part).removeprefix(_GOES_ON), px, face) > width_px
            ):
                yield begun
                begun = _GOES_ON
            begun += part
        yield begun


@lru_cache(maxsize=8192)
def line_width_px(line: str, px: int, face: Face) -> int:
    """Return the width of a line of text."""
    return sum(font(px, used).size(run)[0] for run, used in runs(line, face))


@lru_cache(maxsize=256)
def line_surface(line: str, px: int, colour: Colour, face: Face) -> pygame.Surface:
    """Return one line of text on a transparent surface."""
    drawn = [(font(px, used), font(px, used).render(run, True, colour)) for run, used in runs(line, face)]
    if len(drawn) == 1:
        return drawn[0][1]
    ascent = max(letters.get_ascent() for letters, _ in drawn)
    height = max(ascent - letters.get_ascent() + part.get_height() for letters, part in drawn)
    sheet = pygame.Surface((sum(part.get_width() for _, part in drawn), height), pygame.SRCALPHA)
    left = 0
    for letters, part in drawn:
        sheet.blit(part, (left, ascent - letters.get_ascent()))
        left += part.get_width()
    return sheet


def runs(line: str, face: Face) -> list[tuple[str, Face]]:
    """Split a line into runs of one face each: signs that titles lack are taken from the text face."""
    if face is Face.TITLE:
        # The face's usual space is 0.4 of its size wide, which tears words apart; its no-break one 0.25.
        line = line.replace(" ", "\N{NO-BREAK SPACE}")
    if face is not Face.TITLE or NOT_IN_TITLES.isdisjoint(line):
        return [(line, face)]
    return [
        ("".join(signs), Face.BOLD if lacking else face)
        for lacking, signs in itertools.groupby(line, NOT_IN_TITLES.__contains__)
    ]
