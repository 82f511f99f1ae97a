"""A file of visits that is damaged is told as that, in one line, whatever stands in it."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.journal import DamagedError
from companion.journal.visits import Farewell, Step, Visit, VisitBook


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
def test_a_damaged_column_is_damage_told_in_one_line(tmp_path: Path, column: str, value: str | bytes) -> None:
    book = VisitBook(tmp_path / "visits.sqlite")
    book.add(Visit(datetime(2026, 1, 1, tzinfo=UTC), 60, "en", Step.END, Farewell.PLAYED))
    with closing(sqlite3.connect(book.path)) as database, database:
        database.execute(f"UPDATE visits SET {column} = CAST(? AS TEXT)", (value,))
    for ask in (book.visits, book.days):
        with pytest.raises(DamagedError) as told:
            ask()
        assert "\n" not in str(told.value)


def test_a_column_that_is_missing_is_damage(tmp_path: Path) -> None:
    book = VisitBook(tmp_path / "visits.sqlite")
    book.add(Visit(datetime(2026, 1, 1, tzinfo=UTC), 60, "en", Step.END, Farewell.PLAYED))
    with closing(sqlite3.connect(book.path, isolation_level=None)) as database:
        database.execute("CREATE TABLE other AS SELECT number, began, NULL AS fields FROM visits")
        database.execute("DROP TABLE visits")
        database.execute("ALTER TABLE other RENAME TO visits")
    for ask in (book.visits, book.days):
        with pytest.raises(DamagedError, match="no text"):
            ask()


def test_a_damaged_name_is_damage(tmp_path: Path) -> None:
    book = VisitBook(tmp_path / "visits.sqlite")
    book.add(Visit(datetime(2026, 1, 1, tzinfo=UTC), 60, "en", Step.END, Farewell.PLAYED))
    whole = book.path.read_bytes().replace(b"tablevisitsvisits", b"tablev\xffsitsvisits")
    book.path.write_bytes(whole.replace(b"CREATE TABLE v", b"CREATE TABLF v"))
    with pytest.raises(DamagedError):
        book.visits()
