"""Following a journal from another process: in order, nothing twice, no secrets."""

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.game import rules_for
from companion.journal import Database, Journal
from companion.link.follower import Follower
from tests.support.playing import Table, noon

RULES = rules_for("schaedler", ("larger-throw-enters=yes", "to-win=4"))


def play(path: Path, throws: int = 20, seed: int = 1) -> None:
    with Journal(path, noon) as journal:
        Table(journal, RULES, random.Random(seed)).play(throws)


def test_every_entry_comes_once_and_in_order(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    play(path)
    numbers, last = [], 0
    with closing(Follower(path)) as follower:
        while told := follower.after(last, limit=7):
            numbers += [it.number for it in told]
            last = numbers[-1]
        assert follower.newest() == last
    with closing(Database.for_reading(path)) as database:
        assert numbers == list(range(1, database.last_number() + 1))


def test_a_station_that_goes_on_is_followed(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    with closing(Follower(path)) as follower, Journal(path, noon) as journal:
        assert follower.after(0) == []
        table = Table(journal, RULES, random.Random(1))
        assert follower.has_changed()
        before = follower.newest()
        assert not follower.has_changed()
        table.play(1)
        assert follower.has_changed()
        assert [it.number for it in follower.after(before)] == list(
            range(before + 1, journal.newest_number + 1)
        )


@pytest.mark.slow
def test_the_seed_of_a_die_is_reported_when_its_game_is_over_and_not_before(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    play(path, throws=10**6)
    with closing(Follower(path)) as follower:
        told = follower.after(0, limit=10**6)
    assert told[0].kind == "GameBegun"
    assert "commitment" in told[0].fields
    with closing(Database.for_reading(path)) as database:
        seed = database.game(1).begun.seed
    assert seed is not None
    assert [it.kind for it in told if seed in str(it)] == ["SeedRevealed"]
    assert told[-1].kind == "SeedRevealed"


@pytest.mark.slow
@pytest.mark.parametrize(
    "fields", ["'[' || replace(hex(zeroblob(3000)), '0', '[')", "NULL", "7", "'{'", "x'ff'"]
)
def test_an_entry_that_is_damaged_is_named_without_its_fields(fields: str, tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    play(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as base:
        base.execute(f"CREATE TABLE other AS SELECT number, game, at, kind, {fields} AS fields FROM entries")
        base.execute("DROP TABLE entries")
        base.execute("ALTER TABLE other RENAME TO entries")
    with closing(Follower(path)) as follower:
        told = follower.after(0)
    assert told
    assert not any(it.fields for it in told)


@pytest.mark.slow
def test_games_are_named_by_their_numbers(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    play(path, throws=10**6)
    play(path, throws=3, seed=2)
    with closing(Follower(path)) as follower:
        assert follower.games() == [2, 1]
        assert {it.game for it in follower.game(2)} == {2}
        assert follower.game(3) == []


def test_another_journal_in_its_place_is_another_book(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    play(path)
    with closing(Follower(path)) as follower:
        first = follower.journal_id
        for ending in ("", "-wal", "-shm"):
            Path(f"{path}{ending}").unlink(missing_ok=True)
        assert follower.after(0) == []
        assert follower.journal_id is None
        with Journal(path, noon) as journal:
            journal.append(None, ())
            Table(journal, RULES, random.Random(3))
        told = follower.after(0)
        assert told[0].number == 1
        assert first is not None


def test_what_is_no_journal_has_no_entries(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    path.write_bytes(b"no database at all, but long enough to be taken for one" * 50)
    with closing(Follower(path)) as follower:
        assert (follower.after(0), follower.newest(), follower.journal_id) == ([], 0, None)


def test_following_writes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    play(path)
    before = path.read_bytes()
    with closing(Follower(path)) as follower:
        assert follower.after(0)
    assert path.read_bytes() == before
