"""A file that never was a journal is left as it is; a damaged one and a newer one are told from it."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from companion.cli import main
from companion.game import DICE
from companion.game.fair_die import FairDie
from companion.journal import (
    FILE_NAME,
    DamagedError,
    Database,
    ForeignError,
    Journal,
    NewerError,
    NoticeKind,
)
from companion.journal.database import _SCHEMA
from companion.journal.identity import APPLICATION_ID, SCHEMA_VERSION, is_begun
from tests.support.playing import noon

FAIR = FairDie(DICE["d6"], bytes(range(32)))


def recipes(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database:
        database.executescript("CREATE TABLE recipes (dish TEXT); INSERT INTO recipes VALUES ('kykeon')")


def diary(path: Path) -> None:
    """Another program's database that calls its table what we call ours."""
    with closing(sqlite3.connect(path)) as database:
        database.executescript("PRAGMA application_id = 99; CREATE TABLE entries (day TEXT, words TEXT)")


def used_in_another_program(path: Path) -> None:
    """With a write-ahead log that its own program has not folded in yet."""
    original = path.with_name("original")
    with closing(sqlite3.connect(original)) as database:
        database.executescript("PRAGMA journal_mode = WAL; CREATE TABLE recipes (dish TEXT)")
        for ending in ("", "-wal"):
            path.with_name(path.name + ending).write_bytes(
                original.with_name(f"original{ending}").read_bytes()
            )
    original.unlink()


def half_a_database(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA page_size = 512")
        for number in range(50):
            database.execute(f"CREATE TABLE recipes_{number} (dish TEXT)")
    path.write_bytes(path.read_bytes()[:1024])


def text(path: Path) -> None:
    path.write_text("Dear diary, today the sea was calm.\n", encoding="utf-8")


def picture(path: Path) -> None:
    path.write_bytes(b"\xff\xd8\xff\xe0\x00\x10JFIF" + bytes(5000))


DATABASES = [recipes, diary, used_in_another_program]
FOREIGN = [*DATABASES, half_a_database, text, picture]


def contents(beside: Path) -> dict[str, bytes]:
    """All files in a folder but SQLite's shared memory, which holds nothing that lasts."""
    return {path.name: path.read_bytes() for path in beside.iterdir() if not path.name.endswith("-shm")}


@pytest.mark.parametrize("make", FOREIGN)
def test_what_never_was_a_journal_is_refused_and_left(tmp_path: Path, make: Callable[[Path], None]) -> None:
    path = tmp_path / "named by mistake"
    make(path)
    before = contents(tmp_path)
    # A second time as well: what the first leaves must not make it look like ours.
    for _ in range(2):
        with pytest.raises(ForeignError, match="no journal of Five Lines"):
            Journal(path, noon)
        with pytest.raises(ForeignError, match="no journal of Five Lines"):
            Database.for_reading(path)
        assert contents(tmp_path) == before


@pytest.mark.parametrize("make", DATABASES)
def test_a_whole_database_of_another_program_is_nobodys_journal_even_under_our_name(
    tmp_path: Path, make: Callable[[Path], None]
) -> None:
    path = tmp_path / FILE_NAME
    Journal(path, noon).close()
    path.unlink()
    make(path)
    before = contents(tmp_path)
    with pytest.raises(ForeignError):
        Journal(path, noon)
    assert contents(tmp_path) == before


@pytest.mark.parametrize("rest", [b"", b"\x35\x4c\x4e\x45" * 2000])
def test_a_journal_whose_beginning_is_gone_is_ours_where_a_station_kept_it(
    tmp_path: Path, rest: bytes
) -> None:
    kept = tmp_path / "games.db"
    Journal(kept, noon).close()
    for path in (kept, tmp_path / FILE_NAME):
        path.write_bytes(bytes(4096) + rest)
        with Journal(path, noon) as journal:
            (notice,) = journal.notices()
        assert notice.kind is NoticeKind.SET_ASIDE
        aside = tmp_path / f"{path.stem}-damaged-20260321-120000{path.suffix}"
        assert aside.read_bytes() == bytes(4096) + rest


def test_a_journal_that_cant_be_read_but_bears_our_mark_is_damaged_under_any_name(tmp_path: Path) -> None:
    path = tmp_path / "copied from a card"
    header = bytearray(100)
    header[:16] = b"SQLite format 3\0"
    header[68:72] = APPLICATION_ID.to_bytes(4, "big")
    path.write_bytes(header)
    with pytest.raises(DamagedError):
        Database.for_reading(path)


def test_a_file_that_becomes_another_programs_while_playing_is_left_and_the_game_goes_on(
    tmp_path: Path,
) -> None:
    path = tmp_path / FILE_NAME
    with Journal(path, noon) as journal:
        journal.begin(FAIR)
        journal.close()
        path.unlink()
        recipes(path)
        before = path.read_bytes()
        journal.begin(FAIR)
        assert isinstance(journal.trouble, ForeignError)
        assert journal.unfinished() is not None
    assert path.read_bytes() == before


def test_a_journal_of_a_newer_version_is_set_aside_as_what_it_is(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    with Journal(path, noon) as journal:
        journal.begin(FAIR)
    newer = SCHEMA_VERSION + 8
    with closing(sqlite3.connect(path)) as database:
        database.execute(f"PRAGMA user_version = {newer}")
    before = path.read_bytes()
    with pytest.raises(NewerError, match=f"version {newer}"):
        Database.for_reading(path)
    with Journal(path, noon) as journal:
        (notice,) = journal.notices()
        assert notice.kind is NoticeKind.SET_ASIDE
        assert "damaged" not in notice.text
        assert f"journal-version-{newer}-20260321-120000.sqlite" in notice.text
        assert journal.unfinished() is None
    assert (tmp_path / f"journal-version-{newer}-20260321-120000.sqlite").read_bytes() == before


@pytest.mark.slow
def test_the_station_ends_with_one_line_that_names_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "holiday.jpg"
    picture(path)
    before = contents(tmp_path)
    assert main(["--headless", "--autoplay", "1", "--journal", str(path)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert str(path) in line
    assert "--journal" in line
    assert contents(tmp_path) == before


@pytest.mark.parametrize("after", range(1, 6))
def test_a_journal_that_is_being_made_is_not_taken_for_a_damaged_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    """It is made between two statements of whoever looks whose file it is."""
    path = tmp_path / FILE_NAME
    with closing(sqlite3.connect(path, isolation_level=None)) as maker:
        # As a station leaves it between choosing the log and making the tables.
        maker.executescript("PRAGMA journal_mode = WAL; CREATE TABLE t (a); DROP TABLE t;")
        executed: list[str] = []

        class Interrupted(sqlite3.Connection):
            def execute(self, sql: str, *parameters: object) -> sqlite3.Cursor:
                cursor = super().execute(sql)
                executed.append(sql)
                if len(executed) == after:
                    maker.executescript(_SCHEMA)
                return cursor

        monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Interrupted))
        is_begun(path, 1.0)
        assert len(executed) >= after
        monkeypatch.undo()
        assert is_begun(path, 1.0)


def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    os.mkfifo(path)
    with pytest.raises(ForeignError, match="pipe"):
        Journal(path, noon)
    assert path.is_fifo()
