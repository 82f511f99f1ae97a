"""Text stands out from what is behind it, and lines and counters from the board."""

import pytest

from companion.presentation.palette import PALETTES, TEXT_CONTRAST, Colour, Paint, Palette, contrast

LINE_CONTRAST = 3.0
"""The least contrast of a graphic with what is behind it (WCAG 2.2, success criterion 1.4.11)."""


@pytest.fixture(params=PALETTES.values(), ids=str)
def palette(request: pytest.FixtureRequest) -> Palette:
    chosen: Palette = request.param
    return chosen


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((255, 255, 255), (255, 255, 255)) == pytest.approx(1)
    # A grey that is known to stand just over 4.5 to 1 on white.
    assert contrast((118, 118, 118), (255, 255, 255)) == pytest.approx(4.54, abs=0.01)


def test_text_stands_out(palette: Palette) -> None:
    paints = [palette.page, palette.panel, palette.main, palette.wrong, palette.right, palette.die]
    paints += [Paint(palette.page.fill, palette.soft), Paint(palette.panel.fill, palette.soft)]
    paints.append(Paint(palette.board, palette.page.ink))
    assert [paint for paint in paints if contrast(paint.fill, paint.ink) < TEXT_CONTRAST] == []


def test_lines_and_marks_on_the_board_stand_out(palette: Palette) -> None:
    drawn: list[Colour] = [palette.board_line, palette.sacred_line, palette.go, palette.back, palette.good]
    assert [colour for colour in drawn if contrast(colour, palette.board) < LINE_CONTRAST] == []


def test_a_counter_shows_its_mark(palette: Palette) -> None:
    assert all(contrast(paint.fill, paint.ink) >= LINE_CONTRAST for paint in palette.counters)


def test_an_outline_keeps_counters_apart_from_the_board(palette: Palette) -> None:
    for paint in palette.counters:
        strongest = max(contrast(paint.fill, palette.board), contrast(palette.board_line, palette.board))
        assert strongest >= LINE_CONTRAST
