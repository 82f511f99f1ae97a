"""An entry that is changed after it was stored is found, whatever changes, and only its game is lost."""

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion import cli
from companion.doctor.findings import Severity
from companion.doctor.storage import judge_games, probe_games
from companion.game import rules_for
from companion.journal import DamagedError, Database, Journal, NoticeKind
from companion.journal.replay import replay
from tests.support.playing import Table, noon

SHORT = rules_for("kidd", ["limit=8"])
RULES = rules_for("locus-ludi-capture")
WITHOUT = "DROP TABLE checksums"
"""As a journal of an earlier version is."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal with two games that are over, and one that is not."""
    path = tmp_path / "journal.sqlite"
    with Journal(path, noon) as journal:
        for seed in range(2):
            Table(journal, SHORT, random.Random(seed)).play()
        Table(journal, RULES, random.Random(1)).play(20)
    return path


def change(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        for statement in statements:
            database.execute(statement)


def game(path: Path, number: int) -> int:
    with closing(Database.for_reading(path)) as database:
        return len(database.game(number).entries)


A_THROW = "(SELECT max(number) FROM entries WHERE kind = 'DieThrown' AND game = 2)"
CHANGES: dict[str, str] = {
    "a face": f'UPDATE entries SET fields = \'{{"face":2,"number":3}}\' WHERE number = {A_THROW}',
    "a time": f"UPDATE entries SET at = '2026-03-21T12:00:01+00:00' WHERE number = {A_THROW}",
    "its game": f"UPDATE entries SET game = 1 WHERE number = {A_THROW}",
    "its kind": f"UPDATE entries SET kind = 'Started' WHERE number = {A_THROW}",
    "a throw less": f"DELETE FROM entries WHERE number = {A_THROW}",
    "a throw and its checksum less": f"DELETE FROM checksums WHERE number = {A_THROW}",
    "its checksum": f"UPDATE checksums SET chained = zeroblob(32) WHERE number = {A_THROW}",
    "the kind of its checksum": f"UPDATE checksums SET chained = 'a text' WHERE number = {A_THROW}",
}


def test_a_station_goes_on_behind_a_checksum_that_is_none(path: Path) -> None:
    last = "(SELECT max(number) FROM checksums)"
    change(path, f"UPDATE checksums SET chained = 'a text' WHERE number = {last}")
    for seed in range(2):
        with Journal(path, noon) as journal:
            Table(journal, SHORT, random.Random(seed)).play()
            assert journal.trouble is None
    with closing(Database.for_reading(path)) as database:
        damaged: list[DamagedError] = []
        assert [it.number for it in database.sound_games(damaged)][-1] > 1
        assert len(damaged) <= 1


@pytest.mark.parametrize("what", CHANGES)
def test_a_changed_entry_is_found_and_the_other_games_are_still_there(path: Path, what: str) -> None:
    whole = game(path, 3)
    change(path, CHANGES[what])
    damaged: list[DamagedError] = []
    with closing(Database.for_reading(path)) as database:
        sound = {stored.number for stored in database.sound_games(damaged)}
    assert 3 in sound
    assert sound != {1, 2, 3}
    assert len(damaged) == 2 - len(sound - {3})
    # The station goes on with the unfinished game, and leaves the others as they are.
    with Journal(path, noon) as journal:
        assert journal.notices() == ()
        stored = journal.unfinished()
        assert stored is not None
        assert len(stored.entries) == whole


def test_a_journal_whose_unfinished_game_was_changed_is_set_aside_and_reported(path: Path) -> None:
    change(path, CHANGES["a face"].replace("game = 2", "game = 3"))
    with Journal(path, noon) as journal:
        (notice,) = journal.notices()
        assert notice.kind is NoticeKind.SET_ASIDE
        assert "not as it was stored" in notice.text
        assert journal.unfinished() is None


def test_last_entries_that_are_missing_are_missed(path: Path) -> None:
    change(path, "DELETE FROM entries WHERE number = (SELECT max(number) FROM entries)")
    with Journal(path, noon) as journal:
        (notice,) = journal.notices()
        assert "last entries are missing" in notice.text


def test_a_number_beyond_all_counting_is_damage(path: Path) -> None:
    change(path, f"UPDATE entries SET number = {2**63 - 1} WHERE number = (SELECT max(number) FROM entries)")
    with Journal(path, noon) as journal:
        assert [notice.kind for notice in journal.notices()] == [NoticeKind.SET_ASIDE]
        journal.begin(SHORT.die)
        assert journal.trouble is None


def test_journals_of_earlier_versions_are_read_and_given_their_checksums_when_they_go_on(path: Path) -> None:
    change(path, WITHOUT)
    assert game(path, 1)
    with Journal(path, noon) as journal:
        assert journal.notices() == ()
        Table(journal, RULES, random.Random(2)).play(3)
    with closing(sqlite3.connect(path)) as database:
        rows, checked = database.execute(
            "SELECT (SELECT count(*) FROM entries), (SELECT count(*) FROM checksums)"
        ).fetchone()
    assert rows == checked
    with closing(Database.for_reading(path)) as reader:
        assert list(replay(reader.game(3)))
    change(path, CHANGES["a face"])
    with pytest.raises(DamagedError, match="entry"):
        game(path, 2)


def test_entries_that_an_earlier_version_has_added_are_read_and_chained_on(path: Path) -> None:
    last = "(SELECT max(number) - 4 FROM entries)"
    change(path, f"DELETE FROM checksums WHERE number > {last}")
    assert game(path, 3)
    with Journal(path, noon) as journal:
        assert journal.notices() == ()
    change(path, CHANGES["a face"].replace("game = 2", "game = 3"))
    with pytest.raises(DamagedError, match="entry"):
        game(path, 3)


def test_the_audit_leaves_a_damaged_game_out_and_says_so(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change(path, CHANGES["a face"])
    assert cli.main(["dice", "audit", "--journal", str(path)]) == 1
    out, err = capsys.readouterr()
    assert "throws" in out
    assert err.count("\n") == 1
    assert "not counted" in err


def test_the_doctor_finds_it(path: Path) -> None:
    (sound,) = judge_games(probe_games(path.parent))
    assert sound.mark is Severity.FINE
    change(path, CHANGES["a face"])
    (damaged,) = judge_games(probe_games(path.parent))
    assert damaged.mark is Severity.WRONG
    assert "1 of 3 games" in damaged.what
