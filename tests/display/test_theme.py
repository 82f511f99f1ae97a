"""Text stands out from what is behind it, and lines and counters from the board."""

import pytest

from companion.display.drawing.theme import TEXT_CONTRAST, THEMES, Colour, Paint, Theme, contrast

LINE_CONTRAST = 3.0
"""The least contrast of a graphic with what is behind it (WCAG 2.2, success criterion 1.4.11)."""


@pytest.fixture(params=THEMES.values(), ids=str)
def theme(request: pytest.FixtureRequest) -> Theme:
    chosen: Theme = request.param
    return chosen


def test_contrast_is_that_of_the_standard() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((255, 255, 255), (255, 255, 255)) == pytest.approx(1)
    # A grey that is known to stand just over 4.5 to 1 on white.
    assert contrast((118, 118, 118), (255, 255, 255)) == pytest.approx(4.54, abs=0.01)


def test_text_stands_out(theme: Theme) -> None:
    paints = [theme.page, theme.panel, theme.main, theme.wrong, theme.right, theme.die]
    paints += [Paint(theme.page.fill, theme.soft), Paint(theme.panel.fill, theme.soft)]
    paints.append(Paint(theme.board, theme.page.ink))
    assert [paint for paint in paints if contrast(paint.fill, paint.ink) < TEXT_CONTRAST] == []


def test_lines_and_marks_on_the_board_stand_out(theme: Theme) -> None:
    drawn: list[Colour] = [theme.board_line, theme.sacred_line, theme.go, theme.back, theme.good]
    assert [colour for colour in drawn if contrast(colour, theme.board) < LINE_CONTRAST] == []


def test_a_counter_shows_its_mark(theme: Theme) -> None:
    assert all(contrast(paint.fill, paint.ink) >= LINE_CONTRAST for paint in theme.counters)


def test_an_outline_keeps_counters_apart_from_the_board(theme: Theme) -> None:
    for paint in theme.counters:
        strongest = max(contrast(paint.fill, theme.board), contrast(theme.board_line, theme.board))
        assert strongest >= LINE_CONTRAST
