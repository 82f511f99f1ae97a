"""The fonts of the pages, all with polytonic Greek and under the SIL Open Font License.

Text is set in Source Sans Pro, titles in GFS Neohellenic, which descends from the lettering of stones and
early Greek print.
"""

from enum import StrEnum
from pathlib import Path

TITLE_LARGER = 1.1
"""Titles are enlarged by this factor: the title face has lower small letters than the text face."""


class Face(StrEnum):
    """The font faces, each by the name of its file."""

    TEXT = "SourceSansPro-Regular.ttf"
    BOLD = "SourceSansPro-Semibold.ttf"
    TITLE = "GFSNeohellenicBold.otf"


def font_file(face: Face = Face.TEXT) -> Path:
    """Return the font's file, which ships with the program."""
    return Path(__file__).with_name("type") / face
