"""Visits are counted as people play, and told on the staff's page and by the command."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pypdfium2  # type: ignore[import-untyped]  # it ships no types
import pytest

from companion.cli import main
from companion.game import play
from companion.interface import intents
from companion.interface.faults import Fault
from companion.interface.intents import Ask
from companion.interface.views import PlayView, TodayView, WelcomeView
from companion.journal import DamagedError
from companion.journal.visits import SINGLE_DAYS, Farewell, Sums, Visit, VisitBook, VisitStep, by_month
from companion.settings.sections import Attract, GameSettings, Location, StationSettings, VisitorsSettings
from tests.support.table import TIMINGS
from tests.support.walk import EVERY_SIZE, USUAL, walk

QUICK = replace(
    USUAL,
    station=StationSettings(place=Location.HALL),
    game=GameSettings(starter="A"),
    visitors=VisitorsSettings(attract=Attract.NONE),
)
LEFT_S = TIMINGS.quiet_s + TIMINGS.warning_s + 5.0
"""Time after which a hall's station that was left alone has started over."""
NOON = datetime(2026, 4, 15, 12, 0, tzinfo=UTC)


def visit(days_ago: int = 0, reached: VisitStep = VisitStep.END, first_move_s: int | None = 40) -> Visit:
    began = NOON - timedelta(days=days_ago)
    return Visit(began, 300, "de", reached, Farewell.PLAYED, "schaedler", first_move_s, not_so=2, hints=1)


@pytest.mark.parametrize("size", EVERY_SIZE)
def test_a_visit_is_counted_from_the_first_touch_until_all_is_quiet(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with walk(tmp_path, monkeypatch, size, QUICK, wall=NOON.timestamp) as person:
        person.touch(intents.Pick(intents.Named.LANGUAGE, "fr"))
        person.begin_game()
        while (state := person.shows(PlayView).state).legal is None or not state.legal.moves:
            person.touch(Ask.THROW)
            person.wait(2.0)
        person.touch(Ask.WHAT_CAN_I_PLAY)
        person.table.lay(play(state.position, state.legal[0]).halves())
        person.wait(3.0)
        person.wait(LEFT_S, turn_s=1.0)
        person.shows(WelcomeView)
        person.touch(Ask.SHOW_RULES)
        person.touch(Ask.BACK)
        person.wait(LEFT_S, turn_s=1.0)
        person.touch(Ask.OPEN_STAFF)
        person.wait(400.0, turn_s=5.0)
        person.touch(Ask.OPEN_STAFF)
        person.touch(Ask.SHOW_TODAY)
        today = person.shows(TodayView)
        person.picture("today")
    assert (today.visits, today.so_far) == (2, (1, 1, 1, 0, 0))
    file = ["--visits", str(tmp_path / "data" / "visits.sqlite")]
    assert main(["visits", "--each", "--json", *file]) == 0
    played, looked = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert (played["language"], played["reached"], played["farewell"]) == ("fr", "first-move", "left")
    assert (played["game"], played["hints"]) == ("schaedler", 1)
    assert 5 < played["first_move_s"] < 60
    assert (looked["reached"], looked["farewell"], looked["game"]) == ("welcome", "looked", None)
    assert main(["visits", "--csv", *file]) == 0
    names, figures = capsys.readouterr().out.splitlines()
    assert names.startswith("day,visits,set-up,first-throw,first-move,second-turn,end,played,left,looked,")
    assert figures.split(",")[1:5] == ["2", "1", "1", "1"]


def test_the_month_is_a_page_with_what_was_out_of_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with walk(tmp_path, monkeypatch, settings=QUICK, wall=NOON.timestamp) as person:
        for is_broken in (True, False):
            person.touch(Ask.SHOW_RULES)
            person.plug.is_in = not is_broken
            person.wait(30.0, turn_s=1.0)
            person.plug.is_in = True
            person.wait(LEFT_S, turn_s=1.0)
    book, settings = VisitBook(tmp_path / "data" / "visits.sqlite"), tmp_path / "station.toml"
    assert [it.faults for it in book.visits()] == [Fault.CAMERA_LOST, ""]
    assert main(["visits", "--json", "--visits", str(book.path)]) == 0
    assert json.loads(capsys.readouterr().out)["faults"] == {"camera-lost": 1}
    settings.write_text(f'station.data = "{book.path.parent}"\nstation.language = "fr"\n', encoding="utf-8")
    assert main(["hall", "--settings", str(settings), "--out", str(tmp_path / "papers")]) == 0
    document = pypdfium2.PdfDocument(tmp_path / "papers" / "report-2026-04.pdf")
    said = document[0].get_textpage().get_text_range()
    document.close()
    assert "2026-04 en chiffres" in said
    assert "Visites : 2" in said.replace("\N{NO-BREAK SPACE}", " ")
    assert "La caméra s’est arrêtée 1" in said


def test_visits_while_the_clock_is_not_set_get_their_date_when_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wall: list[float | None] = [None]
    book = VisitBook(tmp_path / "data" / "visits.sqlite")
    with walk(tmp_path, monkeypatch, settings=QUICK, wall=lambda: wall[0]) as person:
        for clock_shows in (None, None, NOON.timestamp()):
            wall[0] = clock_shows
            person.touch(Ask.SHOW_RULES)
            person.touch(Ask.BACK)
            person.wait(LEFT_S, turn_s=1.0)
            if clock_shows is None:
                assert book.days() == {}
                person.touch(Ask.OPEN_STAFF)
                person.touch(Ask.SHOW_TODAY)
                assert person.shows(TodayView).visits == book.undated().visits > 0
                assert not person.shows(TodayView).dated
                assert main(["visits", "--csv", "--visits", str(book.path)]) == 0
                assert capsys.readouterr().out.splitlines()[-1].startswith("unknown,")
                person.wait(400.0, turn_s=5.0)
    first, *_, last = book.visits()
    assert {day: sums.visits for day, sums in book.days().items()} == {NOON.date(): len(book.visits())}
    assert first.began < last.began - timedelta(seconds=400)
    assert book.undated().visits == 0


def test_visits_of_long_ago_are_summed_up(tmp_path: Path) -> None:
    book = VisitBook(tmp_path / "visits.sqlite")
    long_ago = SINGLE_DAYS + 10
    for number in range(2):
        book.add(visit(long_ago, first_move_s=20 + 10 * number))
    for days_ago in range(SINGLE_DAYS - 1, 0, -1):
        book.add(visit(days_ago))
    assert len(book.visits()) == SINGLE_DAYS + 1
    book.add(visit(0, VisitStep.SET_UP, None))
    assert [it.began for it in book.visits()] == [
        NOON - timedelta(days=days_ago) for days_ago in range(SINGLE_DAYS - 1, -1, -1)
    ]
    days = book.days()
    assert [sums.visits for sums in days.values()] == [2, *[1] * SINGLE_DAYS]
    first = next(iter(days.values()))
    assert (first.median_first_move_s, first.not_so, first.reached["end"]) == (25, 4, 2)
    months = {month: sums.visits for month, sums in by_month(days).items()}
    assert months == {"2026-03": 18, "2026-04": 15}
    assert days[NOON.date()].reached == {"welcome": 1, "set-up": 1}


def test_nobody_counted_and_a_damaged_file_are_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "visits.sqlite"
    assert main(["visits", "--visits", str(path)]) == 0
    assert capsys.readouterr().out == "nobody has been counted yet\n"
    assert not path.exists()
    path.write_bytes(b"no database at all, but long enough to be read as one" * 40)
    with pytest.raises(DamagedError):
        VisitBook(path).days()
    assert main(["visits", "--visits", str(path)]) == 2
    assert "damaged" in capsys.readouterr().err
    assert Sums().median_first_move_s is None
