"""The papers of a hall, with a station's own facts, and its months in figures."""

import re
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pypdfium2  # type: ignore[import-untyped]  # it ships no types
import pytest

from companion import visible
from companion.cli import main
from companion.journal.visits import FILE_NAME, Farewell, Visit, VisitBook, VisitStep
from companion.presentation.words import LANGUAGES
from companion.settings.settings_file import parse_settings, settings_at
from five_lines_make.commands.hall import facts, months
from five_lines_make.files import pdf
from five_lines_make.prints.hall_sheets import FOLDER, draw_hall_sheet, hall_page, hall_sheets
from tests.support.taints import TAINTS

BUSY = """
[station]
place = "hall"
language = "de"
data = "{data}"
[visitors]
voice = "offered"
[hours]
monday = []
tuesday = ["10:00-12:30", "14:00-18:00"]
closed_days = ["2026-12-24", "01-01", "2027-02-08 to 2027-02-12"]
[display]
large_type = true
[button]
second_pin = 5
[lamps]
camera_pin = 26
[link]
enabled = true
broker = "broker.museum-of-the-town.lan"
hub = "http://10.0.0.5:8082"
page = true
page_names = ["five-lines.museum-of-the-town.lan"]
"""


@pytest.fixture
def station(tmp_path: Path) -> Path:
    """Return the settings of a station on which 3 visits were counted on one day, and one on the next."""
    file = tmp_path / "station.toml"
    file.write_text(BUSY.format(data=tmp_path), encoding="utf-8")
    book = VisitBook(tmp_path / FILE_NAME)
    for day, hour, language in ((9, 10, "de"), (9, 10, "de"), (9, 15, "fr"), (10, 11, "el")):
        began = datetime(2026, 4, day, hour, 30, tzinfo=UTC).replace(tzinfo=None).astimezone()
        book.add(Visit(began, 300, language, VisitStep.END, Farewell.PLAYED, "kidd", 20))
    return file


def pdf_text(path: Path) -> str:
    document = pypdfium2.PdfDocument(path)
    text = " ".join(page.get_textpage().get_text_range() for page in document)
    document.close()
    return " ".join(text.split())


@pytest.mark.parametrize("of", ["notices", "report"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_lines_with_the_same_facts(language: str, of: str) -> None:
    def skeleton(code: str) -> list[list[str]]:
        lines = (FOLDER / f"{of}-{code}.txt").read_text(encoding="utf-8").splitlines()
        return [re.findall(r"^#+ |\[[\w. ]+\] |\{.*?\}|_{3,}|\b30 mA|\d{3,}", line) for line in lines]

    for line, english in zip(skeleton(language), skeleton("en"), strict=True):
        assert sorted(line) == sorted(english)


@pytest.mark.parametrize("text", ["", BUSY], ids=["plain", "busy"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_fits_its_sheet(language: str, text: str) -> None:
    for sheet in hall_sheets(language, "notices", facts(parse_settings(text), language)):
        assert "{" not in str(sheet)
        assert [it.string for it in draw_hall_sheet(sheet, language).texts if not it.fits] == []


def test_the_papers_say_what_this_station_does(station: Path) -> None:
    def said(text: str) -> str:
        return "\n".join(map(str, hall_sheets("en", "notices", facts(parse_settings(text), "en"))))

    plain, busy = said(""), said(BUSY)
    for words in (
        "to broker.museum-of-the-town.lan.",
        "http://five-lines.museum-of-the-town.lan:8016/",
        "A small lamp is lit",
        "Two buttons do all",
        "A voice reads the pages",
        "Monday: –\nTuesday: 10:00-12:30, 14:00-18:00\nWednesday: 00:00-24:00",
        "each visit for 31 days on which there were any, sums of days for 2 years",
    ):
        assert words in busy
    assert "The station sends nothing to anybody." in plain
    assert "The station sends nothing to anybody." not in busy
    assert "broker" not in plain
    assert "Two buttons" not in plain
    off = BUSY.replace("enabled = true", "enabled = false")
    assert "The station sends nothing" in said(off)
    assert "broker" not in said(off)
    ((month, figures, (by_day, by_hour)),) = months(settings_at(station))
    assert (month, figures["by_language"], figures["with_hour"]) == (
        "2026-04",
        "Deutsch 2, Français 1, Ελληνικά 1",
        4,
    )
    assert len(by_day) == 30
    assert {day: count for day, count in by_day.items() if count} == {"9": 3, "10": 1}
    assert {hour: count for hour, count in by_hour.items() if count} == {"10": 2, "11": 1, "15": 1}


@pytest.mark.slow
def test_the_command_writes_them_all_and_leaves_a_text_that_is_a_persons_own(
    station: Path, tmp_path: Path
) -> None:
    out = tmp_path / "papers"
    command = ["hall", "--settings", str(station), "--out", str(out)]
    assert main(command) == 0
    papers = {f"hall-{code}.{kind}" for code in LANGUAGES for kind in ("pdf", "txt")}
    assert {it.name for it in out.iterdir()} == papers | {"report-2026-04.pdf"}
    assert "Telefone können dem Spiel folgen: http://five-lines.museum" in pdf_text(out / "hall-de.pdf")
    report = pdf_text(out / "report-2026-04.pdf")
    assert "2026-04 in Zahlen" in report
    assert "Besuche: 4 Spiele begonnen: 4, zu Ende gespielt: 4" in report
    assert "Mittlere Dauer eines Besuchs: 5 Minuten" in report
    own = out / "hall-de.txt"
    own.write_text("Unser eigener Text\n", encoding="utf-8")
    (out / "hall-de.pdf").write_text("old")
    assert main(command) == 0
    assert own.read_text(encoding="utf-8") == "Unser eigener Text\n"
    assert (out / "hall-de.pdf").read_bytes().startswith(b"%PDF")


def test_what_is_no_folder_is_refused_before_anything_is_drawn(
    station: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("five_lines_make.prints.hall_sheets.hall_page", lambda *_: pytest.fail("it draws"))
    out = tmp_path / "papers"
    out.write_text("a list of what to buy")
    assert main(["hall", "--settings", str(station), "--out", str(out)]) == 2
    assert "papers: File exists; name another place" in capsys.readouterr().err
    assert out.read_text() == "a list of what to buy"


@pytest.mark.slow
@pytest.mark.parametrize("taint", TAINTS.values(), ids=TAINTS)
def test_what_others_wrote_is_only_read_on_paper(taint: str, station: Path, tmp_path: Path) -> None:
    """Names of games and languages in a database of visits, and hosts in settings, that somebody changed."""
    settings = parse_settings(BUSY)
    link = replace(settings.link, broker=taint, hub=taint, page_names=(taint,))
    sheets = list(hall_sheets("en", "notices", facts(replace(settings, link=link), "en")))
    counts: dict[str, object] = {"by_language": taint, "by_game": taint, "by_fault": taint}
    for _, figures, charts in months(settings_at(station)):
        (report,) = hall_sheets("en", "report", figures | counts)
        sheets.append(report)
        (tmp_path / "report.pdf").write_bytes(pdf((hall_page(report, "en", charts),)))
    for sheet in sheets:
        assert visible(str(sheet)) == str(sheet)
        assert len(str(sheet).encode()) < 20_000
    assert pdf_text(tmp_path / "report.pdf")
    assert b"/JavaScript" not in (tmp_path / "report.pdf").read_bytes()
