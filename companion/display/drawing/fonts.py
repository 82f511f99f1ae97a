"""Draw in the fonts of the pages, at any size."""

from functools import lru_cache
from io import BytesIO

import pygame

from companion.presentation.fonts import TITLE_LARGER, Face, font_file

_NO_LETTER, _LAST_LETTER = "\ue000", "\uffff"
"""A private-use code point that no face has, and the last code point to look up."""

_LOOKED_AT_PX = 40

NOT_IN_TITLES = frozenset("→–")  # the title face lacks the arrow; its dash runs into what follows


def has_letters(string: str, face: Face) -> bool:
    """True if a face has every letter of a text; a missing one would be drawn as a box."""
    drawn_with = font(_LOOKED_AT_PX, face)

    def look(letter: str) -> tuple[object, bytes]:
        drawn = drawn_with.render(letter, False, (255, 255, 255), (0, 0, 0))
        return drawn.get_size(), pygame.image.tostring(drawn, "RGB")

    none, letters = look(_NO_LETTER), {letter for letter in string if not letter.isspace()}
    return all(letter <= _LAST_LETTER and look(letter) != none for letter in letters)


@lru_cache(maxsize=128)
def font(px: int, face: Face = Face.TEXT) -> pygame.font.Font:
    """Return the font at a line height in pixels."""
    if not pygame.font.get_init():
        pygame.font.init()
    larger = TITLE_LARGER if face is Face.TITLE else 1.0
    # Each size of a font opened by its name would hold the file open.
    return pygame.font.Font(BytesIO(_content(face)), round(px * larger))


@lru_cache
def _content(face: Face) -> bytes:
    return font_file(face).read_bytes()
