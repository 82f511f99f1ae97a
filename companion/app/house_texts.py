"""A museum's texts: found on a stick or the card, checked on the pages that will show them, and kept."""

from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pygame

from companion.display.drawing.fonts import has_letters
from companion.display.screen import Screen
from companion.game import Rules
from companion.interface.presentation import Density, TableColours, Theme
from companion.interface.texts import NOTHING_SAID, FlawKind, FoundTexts, TextFlaw, Texts, TextSet
from companion.interface.views import AboutBoardView, StoryView, WelcomeView
from companion.presentation.fonts import Face
from companion.presentation.words import LANGUAGES
from companion.settings.texts_folder import read_files, read_texts, save_texts, texts_in
from companion.station.pages.rules import own_pages

HouseView = WelcomeView | AboutBoardView | StoryView

TOO_LONG = {
    "title": FlawKind.TITLE_TOO_LONG,
    "line": FlawKind.LINE_TOO_LONG,
    "about": FlawKind.ABOUT_TOO_LONG,
}
"""The flaw of each text that is too long."""

ROOT = Path("/")
PLACES = (
    "media/*/five-lines",
    "media/*/*/five-lines",
    "run/media/*/*/five-lines",
    "mnt/five-lines",
    "mnt/*/five-lines",
    "boot/firmware/five-lines",
    "boot/five-lines",
)
"""Where to look for a folder of texts below the root: on sticks, and on the partition of the card that any
computer can write.
"""


@dataclass(frozen=True)
class TextsLook:
    """The screen that shows texts, and the rules and language that the station begins with."""

    size_px: tuple[int, int]
    theme: Theme
    density: Density
    diagonal_mm: float
    large_type: bool
    two_sided: bool
    colours: TableColours | None
    rules: Rules
    first: str

    def screen(self, language: str, surface: pygame.Surface | None = None) -> Screen:
        """Return another screen like it, on a surface of its size; on a new one if not given."""
        surface = surface or pygame.Surface(self.size_px)
        screen = Screen(surface, self.theme, language, two_sided=self.two_sided, rotation=0)
        screen.density, screen.diagonal_mm = self.density, self.diagonal_mm
        screen.large_type, screen.colours = self.large_type, self.colours
        return screen


class HouseTexts:
    """Texts in a folder of the station's; `like` returns the screen that will show them."""

    def __init__(self, kept: Path, rules: Rules, first: str, like: Callable[[], Screen]) -> None:
        self._kept = kept
        self._rules = rules
        self._first = first
        self._like = like
        self._found: dict[str, bytes] = {}

    def kept(self) -> TextSet:
        """Return the stored texts; of damaged files, whatever can still be read."""
        return read_texts(self._kept)[0]

    def find(self) -> FoundTexts:
        """Look for texts from outside and return them."""
        self._found = {}
        for folder in (path for place in PLACES for path in sorted(ROOT.glob(place))):
            files, unread = read_files(folder)
            texts, flaws = texts_in(files)
            flaws = (*unread, *flaws)
            if texts.is_empty and not flaws:
                continue
            flaws = flaws or tuple(flaws_on_pages(texts, self.look()))
            if not flaws:
                # Kept as it was looked at, wherever the stick is by then.
                self._found = files
            return FoundTexts(texts, flaws, str(folder))
        return FoundTexts(flaws=(TextFlaw(FlawKind.NOTHING),))

    def keep(self) -> TextSet:
        """Keep what was found last and return what is kept now; raise OSError."""
        if self._found:
            save_texts(self._found, self._kept)
        return self.kept()

    def look(self) -> TextsLook:
        """Return the screen, rules and language that texts are shown with here."""
        like = self._like()
        return TextsLook(
            like.size,
            like.theme,
            like.density,
            like.diagonal_mm,
            like.large_type,
            like.two_sided,
            like.colours,
            self._rules,
            self._first,
        )

    def files_with(self, language: str, said: Texts) -> dict[str, bytes]:
        """Return the files that are kept, with the texts of one language replaced."""
        files, _ = read_files(self._kept)
        name = f"{language}.txt"
        if said == NOTHING_SAID:
            files.pop(name, None)
        else:
            title, line = (" ".join(text.split()) for text in (said.title, said.line))
            files[name] = f"{title}\n{line}\n{said.about}\n".encode()
        return files

    def keep_files(self, files: dict[str, bytes]) -> TextSet:
        """Keep only these files and return what is kept now; raise OSError."""
        save_texts(files, self._kept)
        return self.kept()

    def remove(self) -> TextSet:
        """Remove all texts and return what is kept now; raise OSError."""
        return self.keep_files({})

    def has_letters(self, text: str) -> bool:
        """True if the pages have every letter of a text."""
        return all(has_letters(text, face) for face in Face)


def flaws_on_pages(texts: TextSet, look: TextsLook) -> Iterator[TextFlaw]:
    """Yield what doesn't fit on such a screen in any language, or has no glyphs."""
    flaws: dict[tuple[str, FlawKind], str] = {}
    for code in LANGUAGES:
        for page in own_pages(texts, code, look.first, look.rules):
            house, stem = texts, ""
            if isinstance(page, StoryView):
                house, stem = texts.story[page.page + 1], f"story-{page.page + 1}-"
            for kind, said, fits in _misfits(page, look.screen(code)):
                by = code if said in _said(house.by_language.get(code, Texts())) else look.first
                flaw = f"{stem}{by}.txt", kind
                flaws[flaw] = min(fits, flaws.get(flaw, fits), key=len)
    yield from (TextFlaw(kind, file, flaws[file, kind]) for file, kind in sorted(flaws))


def _misfits(view: HouseView, screen: Screen) -> Iterator[tuple[FlawKind, str, str]]:
    """Yield each flaw of a page with its text and, of one that is too long, the last words that fit."""
    spoken = view.texts
    for said, face in ((spoken.title, Face.TITLE), (spoken.line, Face.TEXT), (spoken.about, Face.TEXT)):
        if not has_letters(said, face):
            yield FlawKind.LETTERS, said, ""
    if _fits(view, screen):
        return
    # One text may have taken the room of another: better one that has room once it is shorter.
    texts = {name: str(getattr(spoken, name)) for name in TOO_LONG if getattr(spoken, name)}
    fitting = {name: _fitting(view, screen, name, text.split()) for name, text in texts.items()}
    worst = max(texts, key=lambda name: (bool(fitting[name]), len(texts[name])))
    yield TOO_LONG[worst], texts[worst], " ".join(fitting[worst][-3:])


def _fitting(view: HouseView, screen: Screen, name: str, words: list[str]) -> list[str]:
    """Return as many first words of a text as fit, the last one left out."""

    def is_too_long(count: int) -> bool:
        texts = replace(view.texts, **{name: " ".join(words[:count])})
        return not _fits(replace(view, texts=texts), screen)

    return words[: bisect_left(range(1, len(words)), True, key=is_too_long)]


def _fits(view: HouseView, screen: Screen) -> bool:
    """True if the texts of the house on a page fit."""
    screen.show(view)
    own, page = _said(view.texts), pygame.Rect((0, 0), screen.size)
    return all(it.fits and page.contains(it.box) for it in screen.texts if it.string and it.string in own)


def _said(texts: Texts) -> tuple[str, ...]:
    return texts.title, texts.line, texts.about
