"""A museum's own texts about its board, and what can be wrong with them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Texts:
    """The texts in one language; empty ones fall back to the station's own; `about` has its own page."""

    title: str = ""
    line: str = ""
    about: str = ""


NOTHING_SAID = Texts()

STORY_PAGES = 6  # number of pages of the object's story

MAX_LINE_LENGTH, MAX_ABOUT_LENGTH = 200, 3000
"""Maximum letters of a title or a welcome line, and of the text about the board: more than fits on any
screen.
"""


@dataclass(frozen=True, eq=False)
class HousePicture:
    """A museum's logo or picture: (height, width, 4) uint8, RGB and alpha; compared by identity."""

    pixels: "NDArray[np.uint8]" = field(repr=False)


@dataclass(frozen=True, eq=False)
class TextSet:
    """The texts of a museum by language code, its logo, and its pages of the story by their number from 1.

    A page of the story is such a set, too: `title` is its sentence, `line` the second one, `about` the
    source, and `logo` the picture. What it lacks is the station's own.
    """

    by_language: Mapping[str, Texts] = field(default_factory=lambda: MappingProxyType({}))
    logo: HousePicture | None = None
    story: Mapping[int, "TextSet"] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def is_empty(self) -> bool:
        """True if the house says nothing."""
        return not (self.logo or self.by_language or self.story)

    def spoken(self, code: str, first: str) -> Texts:
        """Return the texts in a language; missing ones are taken from the default language."""
        own, else_said = (self.by_language.get(it, Texts()) for it in (code, first))
        return Texts(own.title or else_said.title, own.line or else_said.line, own.about or else_said.about)


NO_TEXTS = TextSet()


class FlawKind(StrEnum):
    """A kind of flaw in texts."""

    NOTHING = "nothing"  # there is no folder of texts, or none of its files is there
    UNREADABLE = "unreadable"
    TOO_LARGE = "too-large"
    NO_PICTURE = "no-picture"
    LETTERS = "letters"  # the station's fonts lack some of its letters
    TITLE_TOO_LONG = "title-too-long"
    LINE_TOO_LONG = "line-too-long"
    ABOUT_TOO_LONG = "about-too-long"


@dataclass(frozen=True)
class TextFlaw:
    """A flaw in texts, and its file; `fits`: the last words that fit of a text that is too long, if any."""

    kind: FlawKind
    file: str = ""
    fits: str = ""


@dataclass(frozen=True)
class FoundTexts:
    """Texts that were searched for: their folder, and what keeps them from being used."""

    texts: TextSet = NO_TEXTS
    flaws: tuple[TextFlaw, ...] = ()
    folder: str = ""
