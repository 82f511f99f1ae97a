"""Presentation of pages: theme, density, voice, and the look of the table that they draw."""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from companion.game.board import PerSeat

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Theme(StrEnum):
    """The colours of the screen."""

    LOW_LIGHT = "low-light"
    BRIGHT = "bright"
    HIGH_CONTRAST = "high-contrast"


class Density(StrEnum):
    """The room that a page gives to controls and text."""

    GALLERY = "gallery"
    HOME = "home"


class VoiceMode(StrEnum):
    """When pages are spoken: never, once somebody switches it on, or until somebody switches it off."""

    OFF = "off"
    OFFERED = "offered"
    ON = "on"


Rgb = tuple[int, int, int]


class BoardLook(StrEnum):
    """The material of the drawn board."""

    PICTURE = "picture"  # the picture of the bare board, as it was learned
    DRAWN = "drawn"  # a plate in the board's colour


@dataclass(frozen=True, eq=False)
class Skin:
    """The bare board seen from above, with A's points below and 1A on the left; the same only as itself.

    `pixels` (height, width, 3) are uint8, RGB. The points of A lie on the row `bottom_px`, those of B on
    `top_px`; the first line is the column `left_px`, the others follow, each `pitch_px` from the last.
    """

    pixels: "NDArray[np.uint8]"
    left_px: float
    pitch_px: float
    top_px: float
    bottom_px: float


@dataclass(frozen=True)
class TableColours:
    """The colours of a table as its camera learned them: red, green and blue, 0 to 255 each.

    `skin` is the picture of its board, if that is to be seen.
    """

    board: Rgb
    counters: PerSeat[Rgb]
    skin: Skin | None = None

    def __str__(self) -> str:
        """Return the colours of the board and of A's and B's counters as `rrggbb-rrggbb-rrggbb`."""
        return "-".join(bytes(colour).hex() for colour in (self.board, *self.counters))


BOARDS = "boards"  # the folder, beside the journal, of the pictures `NAME.jpg` of boards that were played on


@dataclass(frozen=True)
class GameLook:
    """The look of a game's table: its colours, the theme of its screen, the name of its board's picture."""

    colours: TableColours
    theme: Theme = Theme.BRIGHT
    picture: str = ""

    def __str__(self) -> str:
        """Return it as the journal keeps it: `COLOURS.THEME.PICTURE`."""
        return f"{self.colours}.{self.theme}.{self.picture}"


_LOOK = re.compile(rf"([0-9a-f]{{6}}(?:-[0-9a-f]{{6}}){{2}})(?:\.({'|'.join(Theme)})\.([0-9a-f]{{16}})?)?")


def look_of(text: str) -> GameLook | None:
    """Return the look that a text names, or as older versions wrote it, the colours alone; None if none."""
    found = _LOOK.fullmatch(text)
    if found is None:
        return None
    board, a, b = ((part[0], part[1], part[2]) for part in map(bytes.fromhex, found[1].split("-")))
    return GameLook(TableColours(board, PerSeat(a, b)), Theme(found[2] or Theme.BRIGHT), found[3] or "")
