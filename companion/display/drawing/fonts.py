"""The faces of the pages, all with polytonic Greek and under the SIL Open Font License.

Text is set in Source Sans Pro, titles in GFS Neohellenic, which descends from the lettering of stones and
early Greek print.
"""

from enum import StrEnum
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

import pygame

from companion.display.errors import FontError

PACKAGE = "font_source_sans_pro"

TITLE_LARGER = 1.1
"""Its small letters are lower than those of the text, so that titles are set larger by this factor."""

_NO_LETTER, _LAST_LETTER = "\ue000", "\uffff"
"""One for private use, which no face has, and the last that faces are asked for."""

_LOOKED_AT_PX = 40

NOT_IN_TITLES = frozenset("→")
"""The signs of the pages that the face of titles does not have."""


class Face(StrEnum):
    """The faces there are."""

    TEXT = "Regular"
    BOLD = "Semibold"
    TITLE = "title"


def font_file(face: Face = Face.TEXT) -> Path:
    """The font's file; raises FontError that says how to get it."""
    if face is Face.TITLE:
        return Path(__file__).with_name("type") / "GFSNeohellenicBold.otf"
    spec = find_spec(PACKAGE)
    folders = list(spec.submodule_search_locations or ()) if spec else []
    for folder in folders:
        path = Path(folder) / "files" / f"SourceSansPro-{face}.ttf"
        if path.is_file():
            return path
    raise FontError("the font of the pages is missing; install it with `pip install font-source-sans-pro`")


def has_letters(string: str, face: Face) -> bool:
    """Whether a face has every letter of a text: one that it lacks is drawn as the sign for none."""
    drawn_with = font(_LOOKED_AT_PX, face)

    def look(letter: str) -> tuple[object, bytes]:
        drawn = drawn_with.render(letter, False, (255, 255, 255), (0, 0, 0))
        return drawn.get_size(), pygame.image.tostring(drawn, "RGB")

    none, letters = look(_NO_LETTER), {letter for letter in string if not letter.isspace()}
    return all(letter <= _LAST_LETTER and look(letter) != none for letter in letters)


@lru_cache(maxsize=128)
def font(px: int, face: Face = Face.TEXT) -> pygame.font.Font:
    """The font in a size in pixels from line to line."""
    if not pygame.font.get_init():
        pygame.font.init()
    larger = TITLE_LARGER if face is Face.TITLE else 1.0
    return pygame.font.Font(font_file(face), round(px * larger))
