"""Every sign on paper has a glyph in the face in which it is set, in every language."""

from functools import cache

import pytest
from fontTools.ttLib import TTFont

from companion.board.measures import MATERIAL_MM
from companion.game import RECONSTRUCTIONS, Move, Seat, legal_moves, reconstruction, start_position
from companion.interface.summary import StandOut
from companion.presentation.fonts import Face, font_file
from companion.presentation.words import LANGUAGES, translator
from five_lines_make.board import Paper
from five_lines_make.looks import LOOKS
from five_lines_make.parts import part
from five_lines_make.plates import laser_pages
from five_lines_make.prints.puzzle_sheet import puzzle_pages
from five_lines_make.prints.rules_sheet import rules_pages
from five_lines_make.shapes import Page, SheetLabel
from five_lines_make.sheets import Wish, bone_sheet, counters_pages, design

pytestmark = pytest.mark.slow


@cache
def signs_of(face: Face) -> frozenset[str]:
    """The signs that a face has; titles are selected in a PDF as text of the text face."""
    own = frozenset(map(chr, TTFont(font_file(face)).getBestCmap()))
    return own & signs_of(Face.TEXT) if face is Face.TITLE else own


def missing(pages: tuple[Page, ...]) -> set[tuple[str, Face]]:
    labels = [shape for page in pages for shape in page.shapes if isinstance(shape, SheetLabel)]
    assert labels
    signs = {(sign, label.face) for label in labels for sign in label.text}
    return {(sign, face) for sign, face in signs if sign not in signs_of(face)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_boards_counters_and_bones_have_every_sign(language: str) -> None:
    tr = translator(language)
    for style, look in LOOKS.items():
        sheet = design(Paper.A4, Wish(style, counters=True), tr)
        assert missing(sheet.pages) == set()
        assert missing(counters_pages(sheet.spec, look, tr, on_a4=True)) == set()
        assert missing((bone_sheet(look, tr),)) == set()


@pytest.mark.parametrize("name", RECONSTRUCTIONS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_have_every_sign(language: str, name: str) -> None:
    assert missing(rules_pages(reconstruction(name).rules, language)) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_puzzles_have_every_sign_the_arrow_of_a_move_among_them(language: str) -> None:
    rules = reconstruction("schaedler").rules
    position = start_position(rules)
    throw, best = next(
        (throw, move)
        for throw in rules.die.faces
        for move in legal_moves(position, Seat.A, throw, rules)
        if isinstance(move, Move)
    )
    puzzle = StandOut(1, Seat.A, throw, position, best, best, 0.3)
    pages = puzzle_pages([(rules, puzzle)], language)
    assert missing(pages) == set()
    assert any("→" in it.text for page in pages for it in page.shapes if isinstance(it, SheetLabel))


def test_parts_have_every_sign() -> None:
    assert missing(laser_pages(part("gauge", 4.0)[0], MATERIAL_MM, 0.0)) == set()
