"""The rules of a game are printed on both sides of a sheet, in every language."""

import re
from itertools import pairwise
from pathlib import Path

import pygame
import pypdfium2  # type: ignore[import-untyped]  # it ships no types
import pytest

from calibration.calibration_folder import load
from companion.app.table_colours import table_colours
from companion.cli import main
from companion.game import Seat, rules_for
from companion.interface.rule_cards import cards_of
from companion.presentation.palette import BRIGHT
from companion.presentation.themed import themed
from companion.presentation.words import LANGUAGES, translator
from companion.presentation.words.rules_text import sentences
from companion.referee.words import english
from five_lines_make.files import pdf, svg
from five_lines_make.prints.rules_sheet import A4_MM, draw_cards, draw_words, rules_pages
from tests.support.root import ROOT


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sheet_has_all_cards_side_by_side_and_every_word_fits(language: str) -> None:
    rules = rules_for("ludii-capture")
    sheet = draw_cards(rules, language)
    assert [text.string for text in sheet.texts if not text.fits] == []
    numbers = [text for text in sheet.texts if text.string.isdecimal()]
    assert len(numbers) == len(cards_of(rules))
    boards = [
        pygame.Rect(box.left, box.top, box.width, box.height)
        for box in (geometry.box for geometry, _ in sheet.boards)
    ]
    assert all(not one.colliderect(other) for one, other in pairwise(boards))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_back_has_the_rules_in_the_language_and_every_side_of_the_die(language: str) -> None:
    rules = rules_for("kidd")
    sheet = draw_words(rules, language)
    assert [text.string for text in sheet.texts if not text.fits] == []
    said = [text.string for text in sheet.texts]
    for number, sentence in enumerate(sentences(rules, translator(language)), start=1):
        assert f"{number}.  {sentence}" in said


@pytest.mark.slow
@pytest.mark.parametrize("language", ["de", "el"])
def test_every_word_is_text_in_the_pdf_where_it_was_set(language: str) -> None:
    rules = rules_for("ludii-capture")
    document = pypdfium2.PdfDocument(pdf(rules_pages(rules, language)))
    for sheet, page in zip((draw_cards(rules, language), draw_words(rules, language)), document, strict=True):
        text, (width, height) = page.get_textpage(), page.get_size()
        points_per_px = width / sheet.box.width
        for drawn in sheet.texts:
            left, top, right, bottom = (
                side * points_per_px
                for side in (drawn.box.left, drawn.box.top, drawn.box.right, drawn.box.bottom)
            )
            said = text.get_text_bounded(left - 1, height - bottom - 1, right + 1, height - top + 1)
            # Neighbouring lines reach into the box.
            assert set(drawn.string.split()) <= set(said.split())
    document.close()


def test_words_are_outlines_in_svg_and_not_pixels() -> None:
    sheet = draw_cards(rules_for("kidd"), "fr")
    title = max(sheet.texts, key=lambda text: text.px)
    assert pygame.surfarray.array3d(sheet.surface.subsurface(title.box)).min() == 255
    labels = re.findall('aria-label="([^"]*)"', svg(rules_pages(rules_for("kidd"), "fr")[0]).decode())
    assert " ".join(title.string.split()) in [" ".join(label.split()) for label in labels]


@pytest.mark.slow
def test_the_sheet_is_written_as_a_pdf_of_two_pages_of_paper(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "cards.pdf"
    assert main(["make", "rules", "--rules", "kidd", "--language", "el", "-o", str(path)]) == 0
    assert str(path) in capsys.readouterr().out
    pdf = pypdfium2.PdfDocument(path)
    assert len(pdf) == 2
    for page in pdf:
        width, height = page.get_size()
        assert (width * 25.4 / 72, height * 25.4 / 72) == pytest.approx(A4_MM, abs=0.1)
        assert page.render(scale=1).to_numpy().min() < 60
    pdf.close()


@pytest.mark.slow
@pytest.mark.parametrize("size", [("A4", (210, 297)), ("A2", (420, 594))], ids=["A4", "A2"])
def test_make_writes_the_rules_upright_on_the_paper_asked_for(
    size: tuple[str, tuple[float, float]], tmp_path: Path
) -> None:
    path = tmp_path / "rules.pdf"
    assert main(["make", "rules", "--rules", "kidd", "--size", size[0], "-o", str(path)]) == 0
    pdf = pypdfium2.PdfDocument(path)
    assert [[side * 25.4 / 72 for side in page.get_size()] for page in pdf] == [
        pytest.approx(size[1], abs=0.1)
    ] * 2
    pdf.close()


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (["-o", "x.pdf"], "which rules"),
        (["--rules", "kidd", "-o", "x.doc"], "end the name with"),
        pytest.param(
            ["--rules", "kidd", "-o", "no/such/folder/x.pdf"], "cannot be written", marks=pytest.mark.slow
        ),
        (["--rules", "kidd", "-o", "x.pdf", "--language", "xx"], "no language is called"),
        (["--rules", "kidd", "-o", "x.pdf", "--option", "to-win=9"], "to-win"),
    ],
)
def test_what_cannot_be_written_is_refused_in_a_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    wrong: list[str],
    told: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["make", "rules", *wrong]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_cards_show_the_counters_of_a_station(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    station = ROOT / "tests" / "calibration" / "release_0_1_0"
    blue = themed(BRIGHT, table_colours(load(station))).counter(Seat.A).fill

    def blue_pixels(*arguments: str) -> int:
        made = ["make", "rules", "--rules", "kidd", "--force", "-o", str(tmp_path / "cards.png")]
        assert main([*made, *arguments]) == 0
        shown = pygame.surfarray.array3d(pygame.image.load(tmp_path / "cards-rules.png")).astype(int)
        return int((abs(shown - blue).max(axis=2) < 30).sum())

    assert blue_pixels("--station", str(station)) > 1000
    assert blue_pixels() == 0
    wrong = ["make", "rules", "--rules", "kidd", "-o", str(tmp_path / "c.pdf"), "--station", str(tmp_path)]
    assert main(wrong) == 2
    assert str(tmp_path) in capsys.readouterr().err
    assert main(["make", "board", "--station", str(station), "-o", str(tmp_path / "b.pdf")]) == 2
    assert "it counts for rules" in capsys.readouterr().err


@pytest.mark.slow
def test_house_rules_are_printed(tmp_path: Path) -> None:
    path = tmp_path / "rules.pdf"
    house = ["--option", "to-win=4"]
    assert main(["make", "rules", "--rules", "kidd", *house, "-o", str(path)]) == 0
    document = pypdfium2.PdfDocument(path)
    said = " ".join(document[1].get_textpage().get_text_range().split())
    document.close()
    assert all(" ".join(it.split()) in said for it in sentences(rules_for("kidd", house[1::2]), english))
