"""How a text is set into a box: broken into lines of much the same length, and smaller if it must be."""

import pygame
import pytest

from companion.display.drawing.text import Setting, line_width_px, set_text
from companion.presentation.fonts import Face

PX = 30


@pytest.fixture(autouse=True)
def fonts() -> None:
    """Letters to measure."""
    pygame.font.init()


def in_two(string: str, px: int = PX) -> Setting:
    """A text in a box in which all but its last word stand in one line."""
    width_px = line_width_px(string.rpartition(" ")[0], px, Face.TEXT)
    return set_text(string, width_px, 10 * px, px, px)


@pytest.mark.parametrize("face", Face)
@pytest.mark.parametrize("string", ["Pente grammai", "iii", "Press the button beside the board"])
def test_it_is_as_large_as_fits(string: str, face: Face) -> None:
    for width_px, height_px in ((60, 70), (300, 40)):
        largest = set_text(string, width_px, height_px, 60, 12, face)
        fits = [px for px in range(12, 61) if set_text(string, width_px, height_px, px, px, face).fits]
        assert largest.px == max(fits)


def test_no_word_is_left_alone_that_could_have_company() -> None:
    assert in_two("Your counter on the fourth point goes back").lines == (
        "Your counter on the",
        "fourth point goes back",
    )


def test_lines_are_no_more_and_no_wider_than_without() -> None:
    string = "Then this game ends and the first page comes back"
    setting = in_two(string)
    assert setting.fits
    assert len(setting.lines) == 2
    assert " ".join(setting.lines) == string
    assert setting.width_px <= line_width_px(string.rpartition(" ")[0], PX, Face.TEXT)


def test_each_paragraph_is_broken_by_itself() -> None:
    setting = set_text("Short\nThen the first page comes back", 250, 500, PX, PX)
    assert setting.lines[0] == "Short"
    assert len(setting.lines) == 3


@pytest.mark.parametrize(
    ("string", "kept"),
    [
        ("The sound is 40 %", "40\N{NO-BREAK SPACE}%"),
        ("Qui commence la partie ?", "partie\N{NO-BREAK SPACE}?"),
        ("The die with 1 2 3 4", "1\N{NO-BREAK SPACE}2\N{NO-BREAK SPACE}3\N{NO-BREAK SPACE}4"),
        ("After the book of Kidd · 1 of 11", "Kidd\N{NO-BREAK SPACE}·"),
        ("Muovi una di 4 punti", "4\N{NO-BREAK SPACE}punti"),
    ],
)
def test_no_line_begins_with_a_sign_or_ends_with_a_digit_that_counts(string: str, kept: str) -> None:
    assert any(kept in line for line in set_text(string, 150, 500, PX, PX).lines)


def test_groups_of_digits_are_parted_where_a_line_ends() -> None:
    setting = set_text("0123 4567 8901 2345", 2 * PX * 3, 500, PX, PX)
    assert setting.fits
    assert len(setting.lines) > 1


def test_what_does_not_fit_says_so() -> None:
    assert not set_text("unbreakable", 20, 500, PX, PX).fits
