"""No clock deletes visits; a file of visits that is damaged is told as that, in one line."""

import sqlite3
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.journal import DamagedError, visits
from companion.journal.errors import ForeignError
from companion.journal.visits import Farewell, Visit, VisitBook, VisitStep

TODAY = date(2026, 11, 25)


def visit_on(day: date) -> Visit:
    began = datetime(day.year, day.month, day.day, 12).astimezone()
    return Visit(began, 60, "en", VisitStep.END, Farewell.PLAYED)


@pytest.mark.slow
@pytest.mark.parametrize("wrong", [date(1970, 1, 1), date(2000, 1, 1), date(2029, 11, 25), date(2099, 1, 1)])
def test_a_visit_under_a_wrong_date_deletes_nothing_and_is_not_deleted(wrong: date, tmp_path: Path) -> None:
    book = VisitBook(tmp_path / "visits.sqlite")
    right = [TODAY - timedelta(days=7 * week) for week in range(100, 0, -1)]
    for day in (*right, wrong, TODAY):
        book.add(visit_on(day))
    assert book.days().keys() == {*right, wrong, TODAY}
    assert {visit.began.date() for visit in book.visits()} == {
        *right[2 - visits.SINGLE_DAYS :],
        wrong,
        TODAY,
    }


DAYS = st.sampled_from([TODAY + timedelta(days=jump) for jump in (0, 1, 2, 3, -800, -20_000, 733, 26_000)])


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from("abc"),
            st.none() | DAYS | st.dates(date(1970, 1, 3), date(2099, 12, 30)),
            st.booleans(),
        ),
        max_size=30,
    )
)
def test_no_sequence_of_clock_jumps_and_restarts_loses_a_visit(
    steps: list[tuple[str, date | None, bool]],
) -> None:
    """Each step: the start of the machine, the day that a trusted clock shows, whether it sorts in first."""
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as small:
        small.setattr(visits, "SINGLE_DAYS", 2)
        small.setattr(visits, "SUMS_DAYS", 5)
        for counted, (boot, day, settles) in enumerate(steps, start=1):
            book = VisitBook(Path(folder) / "visits.sqlite", boot)
            if day is None:
                book.add_undated(visit_on(TODAY), 60.0 * counted)
            else:
                if settles:
                    book.settle(visit_on(day).began - timedelta(hours=9))
                book.add(visit_on(day))
            days = book.days()
            assert sum(sums.visits for sums in days.values()) + book.undated().visits == counted
            assert day is None or day in days
            assert len(days) <= 2 + 5 + 2


def test_visits_before_the_clock_is_trusted_are_sorted_in_when_it_is(tmp_path: Path) -> None:
    book = VisitBook(tmp_path / "visits.sqlite", "this")
    VisitBook(book.path, "before").add_undated(visit_on(TODAY), 50.0)
    book.add_undated(visit_on(date(1970, 1, 2)), 7200.0)
    book.add_undated(visit_on(date(1970, 1, 2)), 3600.0)
    assert book.days() == {}
    assert (book.undated().visits, book.undated(this_boot=True).visits) == (3, 2)
    booted = datetime(2026, 11, 25, 8, tzinfo=UTC)
    book.settle(booted)
    assert [it.began for it in book.visits()] == [booted + timedelta(hours=hours) for hours in (1, 2)]
    # Nobody will know the date of the visit before the last start any longer.
    assert (book.undated().visits, book.undated(this_boot=True).visits) == (1, 0)


def test_many_wrong_days_push_no_sum_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visits, "SUMS_DAYS", 5)
    monkeypatch.setattr(visits, "SINGLE_DAYS", 2)
    book = VisitBook(tmp_path / "visits.sqlite")
    for day in (*[TODAY] * 7, *(date(2030, 1, 1) + timedelta(days=wrong) for wrong in range(40))):
        book.add(visit_on(day))
    assert TODAY not in book.days()
    assert book.undated().visits == 7 + 40 - 7


def test_an_earlier_versions_file_loses_nothing(tmp_path: Path) -> None:
    book = VisitBook(tmp_path / "visits.sqlite")
    book.add(visit_on(TODAY))
    sums = '{"visits": 3, "seconds": 9, "not_so": 0, "hints": 0, "reached": {}, "farewells": {}}'
    with closing(sqlite3.connect(book.path)) as database, database:
        for ago in range(visits.SUMS_DAYS, 32, -1):
            day = TODAY - timedelta(days=ago)
            database.execute("INSERT INTO days (day, sums) VALUES (?, ?)", (day.isoformat(), sums))
    book.add(visit_on(date(2099, 1, 1)))
    book.add(visit_on(TODAY + timedelta(days=1)))
    assert sum(day.visits for day in book.days().values()) == 3 * (visits.SUMS_DAYS - 32) + 3


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("fields", "7"),
        ("fields", "[" * 3000),
        ("fields", "{}"),
        ("fields", b"\xff"),
        ("began", b"2026-02-10T00:00:d\xff\nT"),
        ("began", "noon"),
    ],
)
def test_a_damaged_column_is_damage_said_in_one_line(tmp_path: Path, column: str, value: str | bytes) -> None:
    book = VisitBook(tmp_path / "visits.sqlite")
    book.add(Visit(datetime(2026, 1, 1, tzinfo=UTC), 60, "en", VisitStep.END, Farewell.PLAYED))
    with closing(sqlite3.connect(book.path)) as database, database:
        database.execute(f"UPDATE visits SET {column} = CAST(? AS TEXT)", (value,))
    for ask in (book.visits, book.days):
        with pytest.raises(DamagedError) as told:
            ask()
        assert "\n" not in str(told.value)


def test_a_column_that_is_missing_is_damage(tmp_path: Path) -> None:
    book = VisitBook(tmp_path / "visits.sqlite")
    book.add(Visit(datetime(2026, 1, 1, tzinfo=UTC), 60, "en", VisitStep.END, Farewell.PLAYED))
    with closing(sqlite3.connect(book.path, isolation_level=None)) as database:
        database.execute("CREATE TABLE other AS SELECT number, began, NULL AS fields FROM visits")
        database.execute("DROP TABLE visits")
        database.execute("ALTER TABLE other RENAME TO visits")
    for ask in (book.visits, book.days):
        with pytest.raises(DamagedError, match="a column must be a text"):
            ask()


def test_a_damaged_name_is_damage(tmp_path: Path) -> None:
    book = VisitBook(tmp_path / "visits.sqlite")
    book.add(Visit(datetime(2026, 1, 1, tzinfo=UTC), 60, "en", VisitStep.END, Farewell.PLAYED))
    whole = book.path.read_bytes().replace(b"tablevisitsvisits", b"tablev\xffsitsvisits")
    book.path.write_bytes(whole.replace(b"CREATE TABLE v", b"CREATE TABLF v"))
    with pytest.raises(DamagedError):
        book.visits()


def test_a_database_of_something_else_is_left_as_it_is(tmp_path: Path) -> None:
    book = VisitBook(tmp_path / "journal.sqlite")
    with closing(sqlite3.connect(book.path)) as database, database:
        database.execute("CREATE TABLE entries (number)")
    before = book.path.read_bytes()
    with pytest.raises(ForeignError, match="no file of visits"):
        book.days()
    assert book.path.read_bytes() == before
