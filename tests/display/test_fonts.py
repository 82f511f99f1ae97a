"""The font has every character of every catalogue, polytonic Greek included."""

import itertools
import unicodedata
from pathlib import Path
from typing import Any

import pygame
import pytest
from fontTools.ttLib import TTFont

from companion.display.drawing import fonts
from companion.display.drawing.canvas import Canvas
from companion.display.drawing.fonts import NOT_IN_TITLES
from companion.display.drawing.text import line_surface
from companion.presentation.fonts import Face, font_file
from companion.presentation.words import LANGUAGES, translator
from five_lines_lab.gallery.examples import examples
from tests.support.screen_texts import all_texts
from tests.support.screens import screen_on


def characters(path: Path) -> set[int]:
    """The code points for which a font has a glyph, by its own table."""
    with TTFont(path) as opened:
        return set(opened.getBestCmap())


@pytest.mark.slow
@pytest.mark.parametrize("face", Face)
def test_every_character_of_every_language_is_there(face: Face) -> None:
    texts = {translator(code)(text) for code in LANGUAGES for text in all_texts()} | set(LANGUAGES.values())
    wanted = {ord(char) for text in texts for char in text} | {ord(char) for char in "→·–“”0123456789abcdef"}
    missing = {chr(code) for code in wanted - characters(font_file(face))}
    assert missing == (NOT_IN_TITLES - {"\N{EN DASH}"} if face is Face.TITLE else set())


@pytest.mark.slow
def test_every_character_of_every_page_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: set[str] = set()
    text = Canvas.text

    def heard(canvas: Canvas, string: str, *rest: Any, **options: Any) -> Any:
        shown.update(string)
        return text(canvas, string, *rest, **options)

    monkeypatch.setattr(Canvas, "text", heard)
    screen = screen_on(pygame.Surface((800, 480)))
    for view in examples().values():
        screen.show(view)
    there = characters(font_file())
    assert len(shown) > 50
    assert {char for char in shown if ord(char) not in there} - {"\n"} == set()


@pytest.mark.parametrize("face", Face)
def test_polytonic_greek_is_there(face: Face) -> None:
    polytonic = {code for code in range(0x1F00, 0x2000) if unicodedata.category(chr(code)) != "Cn"}
    assert polytonic <= characters(font_file(face))


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="no list of open files")
def test_sizes_of_a_font_hold_no_files_open() -> None:
    fonts.font.cache_clear()
    before = len(list(Path("/proc/self/fd").iterdir()))
    held = [fonts.font(px, face) for px in range(20, 50) for face in Face]
    assert all(it.get_height() > 0 for it in held)
    assert len(list(Path("/proc/self/fd").iterdir())) <= before


def test_a_dash_in_a_title_keeps_its_distance_to_what_follows() -> None:
    drawn = line_surface("I \N{EN DASH} I", 60, (0, 0, 0), Face.TITLE)
    ink = pygame.surfarray.array_alpha(drawn).max(axis=1) > 100
    runs = [(is_ink, len(list(columns))) for is_ink, columns in itertools.groupby(ink)]
    before, after = [wide for is_ink, wide in runs[1:-1] if not is_ink]
    assert before == pytest.approx(after, abs=6)
