"""The font of the pages: Source Sans Pro (SIL Open Font License), which has polytonic Greek."""

from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

import pygame

from companion.display.errors import FontError

PACKAGE = "font_source_sans_pro"


def font_file(*, bold: bool = False) -> Path:
    """The font's file; raises FontError that says how to get it."""
    spec = find_spec(PACKAGE)
    folders = list(spec.submodule_search_locations or ()) if spec else []
    for folder in folders:
        path = Path(folder) / "files" / f"SourceSansPro-{'Semibold' if bold else 'Regular'}.ttf"
        if path.is_file():
            return path
    raise FontError("the font of the pages is missing; install it with `pip install font-source-sans-pro`")


@lru_cache(maxsize=128)
def font(px: int, *, bold: bool = False) -> pygame.font.Font:
    """The font in a size in pixels from line to line."""
    if not pygame.font.get_init():
        pygame.font.init()
    return pygame.font.Font(font_file(bold=bold), px)
