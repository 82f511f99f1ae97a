"""Damaged, full, read-only, replaced: each has its own answer, no file is lost, and the game goes on."""

import os
import random
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

from companion.game import DICE, rules_for
from companion.game.fair_die import FairDie
from companion.journal import (
    DamagedError,
    Database,
    DeviceFault,
    DieThrown,
    Entry,
    FullError,
    InUseError,
    Journal,
    NoSuchGameError,
    NoticeKind,
    NotWritableError,
)
from companion.journal.replay import replay
from tests.support.dead_disk import dead_disk
from tests.support.playing import NOON, Table, noon

FAIR = FairDie(DICE["d6"], bytes(range(32)))
RULES = rules_for("locus-ludi-capture")
READ_ONLY, UNREACHABLE = 0o555, 0
LONG = DeviceFault("lamp", "x" * 4000)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.sqlite"


@pytest.fixture
def played(path: Path) -> Path:
    """A journal with an unfinished game of some length."""
    with Journal(path, noon) as journal:
        Table(journal, RULES, random.Random(1)).play(60)
    return path


def not_a_database(path: Path) -> None:
    path.write_bytes(b"Dear diary, today the sea was calm.\n" * 1000)


def corrupt_page(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[4096 * 3 : 4096 * 4] = b"\xa5" * 4096
    path.write_bytes(content)


def half_written(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])


def no_version(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA user_version = 0")


def lost_mark(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA application_id = 7")


def first_page_gone(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(bytes(4096) + content[4096:])


def torn_header(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:9])


def unreadable_entry(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE entries SET fields = '{' WHERE number = 3")


def no_utf8(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE entries SET fields = CAST(x'7bff7d' AS TEXT) WHERE number = 3")


def no_text(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE entries SET at = x'07' WHERE number = 3")


def no_moment(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE entries SET at = 'noon' WHERE number = 3")


def lost_beginning(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("DELETE FROM entries WHERE number = 1")


def name_no_utf8(path: Path) -> None:
    """SQLite's complaint about an index quotes its name, which is no UTF-8."""
    whole = path.read_bytes()
    path.write_bytes(
        whole.replace(b"entries_by_gameentries", b"\xcentries_by_gameentries", 1).replace(
            b"CREATE INDEX", b"CREATE INDEY", 1
        )
    )


def lost_table(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("DROP TABLE entries")


DAMAGES = [
    not_a_database,
    corrupt_page,
    first_page_gone,
    torn_header,
    half_written,
    no_version,
    lost_mark,
    unreadable_entry,
    no_utf8,
    no_text,
    no_moment,
    lost_beginning,
    name_no_utf8,
    lost_table,
]


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_journal_is_set_aside_and_a_new_one_begun(
    played: Path, damage: Callable[[Path], None]
) -> None:
    damage(played)
    content = played.read_bytes()
    with Journal(played, noon) as journal:
        (notice,) = journal.notices()
        assert notice.kind is NoticeKind.SET_ASIDE
        assert "journal-damaged-20260321-120000.sqlite" in notice.text
        assert journal.trouble is None
        assert journal.unfinished() is None
        Table(journal, RULES, random.Random(2)).play(5)
    assert (played.parent / "journal-damaged-20260321-120000.sqlite").read_bytes() == content
    with Journal(played, noon) as journal:
        assert journal.notices() == ()
        assert journal.unfinished() is not None


@pytest.mark.parametrize("damage", DAMAGES)
def test_reading_a_damaged_journal_says_so_and_leaves_it(
    played: Path, damage: Callable[[Path], None]
) -> None:
    damage(played)
    content = played.read_bytes()
    with pytest.raises(DamagedError, match=r"journal\.sqlite"):
        read_game(played)
    assert played.read_bytes() == content


def read_game(path: Path) -> None:
    with closing(Database.for_reading(path)) as journal:
        journal.last_number()
        journal.game(1)


def test_a_list_of_games_names_one_that_has_lost_its_beginning(played: Path) -> None:
    lost_beginning(played)
    damaged: list[DamagedError] = []
    with closing(Database.for_reading(played)) as journal:
        assert [it.number for it in journal.summaries(damaged)] == [it for it in journal.games() if it != 1]
    assert "game 1" in str(damaged[0])


@pytest.mark.parametrize("game", ["'x'", "1e300"])
def test_a_game_whose_number_is_none_is_damage(played: Path, game: str) -> None:
    with closing(sqlite3.connect(played)) as database, database:
        database.execute(f"UPDATE entries SET game = {game} WHERE number = (SELECT max(number) FROM entries)")
    with closing(Database.for_reading(played)) as journal, pytest.raises(DamagedError, match="is no number"):
        journal.last_game()


def test_journals_that_are_set_aside_never_replace_one_another(played: Path) -> None:
    contents = set()
    for number in range(3):
        played.write_bytes(b"damaged %d " % number * 100)
        contents.add(played.read_bytes())
        Journal(played, noon).close()
    aside = [path.read_bytes() for path in played.parent.glob("journal-damaged-*.sqlite")]
    assert len(aside) == 3
    assert set(aside) == contents


def test_the_write_ahead_log_goes_with_a_journal_that_is_set_aside(played: Path) -> None:
    not_a_database(played)
    Path(f"{played}-wal").write_bytes(b"the last throws")
    Journal(played, noon).close()
    aside = played.parent / "journal-damaged-20260321-120000.sqlite"
    assert Path(f"{aside}-wal").read_bytes() == b"the last throws"


def test_an_empty_file_is_a_journal_not_yet_begun(path: Path) -> None:
    path.touch()
    with Journal(path, noon) as journal:
        assert journal.notices() == ()
        assert journal.trouble is None


def test_a_journal_that_is_only_just_being_made_is_no_damaged_one(path: Path) -> None:
    """Whoever reads beside a station that starts may come before its first commit, or before its tables."""
    path.touch()
    with pytest.raises(NoSuchGameError, match="yet"):
        Database.for_reading(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        with pytest.raises(NoSuchGameError, match="yet"):
            Database.for_reading(path)
    with Journal(path, noon) as journal:
        assert journal.notices() == ()


def test_a_torn_write_ahead_log_costs_what_was_never_shown_and_no_more(path: Path, tmp_path: Path) -> None:
    """A power cut in the middle of a write leaves the last commit torn; all before it are still there."""
    with Journal(path, noon) as journal:
        game = journal.begin(FAIR)
        whole = []
        for number in range(1, 30):
            journal.append(game, (DieThrown(FAIR.throw(number), number),))
            whole.append(Path(f"{path}-wal").stat().st_size)
        log = Path(f"{path}-wal").read_bytes()
        for cut in (whole[-1] - 1, whole[-1] - 4097, whole[9] + 100):
            copy = tmp_path / f"cut-{cut}" / "journal.sqlite"
            copy.parent.mkdir()
            shutil.copy(path, copy)
            Path(f"{copy}-wal").write_bytes(log[:cut])
            with Journal(copy, noon) as reopened:
                assert reopened.notices() == ()
                stored = reopened.unfinished()
                assert stored is not None
                kept = sum(size <= cut for size in whole)
                assert [throw.face for throw in stored.throws] == [FAIR.throw(n) for n in range(1, kept + 1)]


def test_damage_met_while_playing_takes_the_whole_game_into_the_new_journal(played: Path) -> None:
    with Journal(played, noon) as journal:
        table = Table(journal, RULES, random.Random(2))
        table.play(5)
        journal.close()
        not_a_database(played)
        table.play(5)
        assert [notice.kind for notice in journal.notices()] == [NoticeKind.SET_ASIDE]
        state = table.referee.state
    with Journal(played, noon) as journal:
        stored = journal.unfinished()
        assert stored is not None
        assert stored.state == state
        assert list(replay(stored))


def test_a_failing_disk_leaves_the_game_in_memory_until_it_works_again(path: Path) -> None:
    with Journal(path, noon) as journal:
        table = Table(journal, RULES, random.Random(4))
        with dead_disk():
            table.play(20)
            assert journal.trouble is not None
            assert [notice.kind for notice in journal.notices()] == [NoticeKind.STOPPED]
            stored = journal.unfinished()
            assert stored is not None
            assert stored.state == table.referee.state
        table.play(1)
        assert journal.trouble is None
        assert [notice.kind for notice in journal.notices()] == [NoticeKind.RESUMED]
        state = table.referee.state
    with Journal(path, noon) as journal:
        stored = journal.unfinished()
        assert stored is not None
        assert stored.state == state
        assert list(replay(stored))


def test_games_played_in_memory_are_all_stored_when_there_is_room(path: Path) -> None:
    with Journal(path, noon) as journal:
        with dead_disk():
            for seed in range(3):
                Table(journal, rules_for("kidd", ["limit=8"]), random.Random(seed)).play()
            assert journal.trouble is not None
        journal.append(None, (DeviceFault("disk", "works again"),))
        assert journal.trouble is None
        with closing(Database.for_reading(path)) as reader:
            assert [summary.throws for summary in reader.summaries([])] == [8, 8, 8]
            assert all(list(replay(reader.game(number))) for number in reader.games())


def test_a_station_that_starts_on_a_failing_disk_plays_in_memory(path: Path) -> None:
    with dead_disk():
        journal = Journal(path, noon)
        assert journal.trouble is not None
        table = Table(journal, RULES, random.Random(4))
        table.play(10)
    table.play(1)
    assert journal.trouble is None
    journal.close()
    with Journal(path, noon) as journal:
        stored = journal.unfinished()
        assert stored is not None
        assert stored.state == table.referee.state


def test_a_full_database_differs_from_other_failures(path: Path) -> None:
    with closing(Database.for_writing(path)) as database:
        database._connection.execute("PRAGMA max_page_count = 6")
        with pytest.raises(FullError, match="make room"):
            database.store(Entry(number, None, NOON, LONG) for number in range(1, 20))
        assert database.last_number() == 0
        database.store([Entry(1, None, NOON, DeviceFault("lamp", "short"))])


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 1 MiB; needs the right to mount one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("no right to mount a small disk here")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


@pytest.mark.slow
def test_a_full_disk_is_said_and_storing_goes_on_when_there_is_room(small_disk: Path) -> None:
    path = small_disk / "journal.sqlite"
    with Journal(path, noon) as journal:
        table = Table(journal, RULES, random.Random(4))
        table.play(5)
        ballast = fill(small_disk)
        table.play(60)
        assert isinstance(journal.trouble, FullError)
        (notice,) = journal.notices()
        assert "the disk is full" in notice.text
        assert "in memory" in notice.text
        ballast.unlink()
        table.play(1)
        assert journal.trouble is None
        state = table.referee.state
    with Journal(path, noon) as journal:
        stored = journal.unfinished()
        assert stored is not None
        assert stored.state == state


def fill(disk: Path) -> Path:
    """A file that takes all the room there is."""
    ballast = disk / "ballast"
    with suppress(OSError), ballast.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(1024))
    return ballast


def test_a_game_is_found_on_a_disk_that_has_filled_up_meanwhile_and_stored_when_there_is_room(
    small_disk: Path,
) -> None:
    path = small_disk / "journal.sqlite"
    with Journal(path, noon) as journal:
        Table(journal, RULES, random.Random(4)).play(5)
    ballast = fill(small_disk)
    journal = Journal(path, noon)
    assert isinstance(journal.trouble, FullError)
    table = Table(journal, RULES, random.Random(5))
    assert (table.game, table.referee.state.ply) == (1, 5)
    table.play(3)
    assert isinstance(journal.trouble, FullError)
    ballast.unlink()
    journal.retry()
    assert journal.trouble is None
    journal.close()
    with Journal(path, noon) as journal:
        stored = journal.unfinished()
        assert stored is not None
        assert stored.state == table.referee.state
        assert list(replay(stored))


def test_a_journal_on_a_disk_that_is_full_from_the_first_is_begun_when_there_is_room(
    small_disk: Path,
) -> None:
    ballast = fill(small_disk)
    with Journal(small_disk / "data" / "journal.sqlite", noon) as journal:
        assert isinstance(journal.trouble, FullError)
        table = Table(journal, RULES, random.Random(5))
        table.play(3)
        ballast.unlink()
        journal.retry()
        assert journal.trouble is None
    with Journal(small_disk / "data" / "journal.sqlite", noon) as journal:
        stored = journal.unfinished()
        assert stored is not None
        assert stored.state == table.referee.state


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that someone without special rights can reach; root gives up its rights meanwhile."""
    folder = Path(tempfile.mkdtemp(prefix="five-lines-"))
    try:
        yield folder
    finally:
        folder.chmod(0o755)
        shutil.rmtree(folder)


@contextmanager
def with_rights(folder: Path, mode: int) -> Iterator[None]:
    """A folder with these rights, also for tests that are run by root."""
    folder.chmod(mode)
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(user)
        folder.chmod(0o755)


def test_in_a_read_only_folder_the_game_is_played_in_memory(folder: Path) -> None:
    path = folder / "journal.sqlite"
    with with_rights(folder, READ_ONLY):
        journal = Journal(path, noon)
        assert isinstance(journal.trouble, NotWritableError)
        assert [notice.kind for notice in journal.notices()] == [NoticeKind.STOPPED]
        table = Table(journal, RULES, random.Random(4))
        table.play(5)
    assert not path.exists()
    table.play(1)
    assert journal.trouble is None
    journal.close()
    with Journal(path, noon) as journal:
        stored = journal.unfinished()
        assert stored is not None
        assert stored.state == table.referee.state


def test_an_unfinished_game_is_found_even_where_it_cant_be_written(folder: Path) -> None:
    path = folder / "journal.sqlite"
    with Journal(path, noon) as journal:
        Table(journal, RULES, random.Random(1)).play(20)
    path.chmod(0o444)
    with with_rights(folder, READ_ONLY):
        journal = Journal(path, noon)
        assert isinstance(journal.trouble, NotWritableError)
        table = Table(journal, RULES, random.Random(2))
        assert table.game == 1
        assert table.referee.state.ply == 20
        table.play(5)
        with closing(Database.for_reading(path)) as reader:
            assert len(list(reader.games())) == 1
    path.chmod(0o644)
    table.play(1)
    assert journal.trouble is None
    journal.close()
    with Journal(path, noon) as journal:
        stored = journal.unfinished()
        assert stored is not None
        assert stored.state == table.referee.state


def test_a_game_is_found_on_a_disk_that_fails_at_the_start(played: Path) -> None:
    with dead_disk():
        journal = Journal(played, noon)
        assert journal.trouble is not None
        table = Table(journal, RULES, random.Random(4))
        assert (table.game, table.referee.state.ply) == (1, 60)
        table.play(3)
    journal.retry()
    assert journal.trouble is None
    journal.close()
    with Journal(played, noon) as journal:
        stored = journal.unfinished()
        assert stored is not None
        assert stored.state == table.referee.state
        assert list(replay(stored))


def test_games_played_before_the_journal_could_be_read_come_after_those_in_it(folder: Path) -> None:
    path = folder / "journal.sqlite"
    with Journal(path, noon) as journal:
        Table(journal, rules_for("kidd", ["limit=8"]), random.Random(1)).play()
        Table(journal, RULES, random.Random(1)).play(20)
    with with_rights(folder, UNREACHABLE):
        journal = Journal(path, noon)
        assert isinstance(journal.trouble, NotWritableError)
        assert journal.unfinished() is None
        Table(journal, rules_for("kidd", ["limit=8"]), random.Random(2)).play()
        table = Table(journal, RULES, random.Random(3))
        table.play(7)
        assert isinstance(journal.trouble, NotWritableError)
    journal.retry()
    assert journal.trouble is None
    journal.close()
    with Journal(path, noon) as journal:
        stored = journal.unfinished()
        assert stored is not None
        assert stored.state == table.referee.state
    with closing(Database.for_reading(path)) as reader:
        games = [reader.game(number) for number in reader.games()]
        assert [game.number for game in games] == [1, 2, 3, 4]
        assert [game.over for game in games] == [True, True, True, False]
        assert all(list(replay(game)) for game in games)
        numbers = [entry.number for game in games for entry in game.entries]
        assert numbers == sorted(numbers)


def test_an_unfinished_game_is_found_once_the_journal_can_be_read(folder: Path) -> None:
    path = folder / "journal.sqlite"
    with Journal(path, noon) as journal:
        Table(journal, RULES, random.Random(1)).play(20)
    with with_rights(folder, UNREACHABLE):
        journal = Journal(path, noon)
        assert journal.unfinished() is None
    journal.retry()
    stored = journal.unfinished()
    assert stored is not None
    assert stored.state is not None
    assert stored.state.ply == 20
    journal.close()


def test_a_journal_deleted_while_it_is_written_goes_on_in_a_new_one_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "data" / "journal.sqlite"
    with Journal(path, noon) as journal:
        table = Table(journal, RULES, random.Random(4))
        table.play(5)
        shutil.rmtree(path.parent)
        table.play(5)
        assert journal.trouble is None
        (notice,) = journal.notices()
        assert notice.kind is NoticeKind.TAKEN_AWAY
    with Journal(path, noon) as journal:
        assert journal.notices() == ()
        stored = journal.unfinished()
        assert stored is not None
        assert stored.state == table.referee.state
        assert list(replay(stored))


def test_a_journal_that_is_deleted_while_nothing_happens_is_begun_again_all_the_same(path: Path) -> None:
    with Journal(path, noon) as journal:
        table = Table(journal, RULES, random.Random(4))
        table.play(5)
        for ending in ("", "-wal", "-shm", "-lock"):
            Path(f"{path}{ending}").unlink()
        journal.retry()
        assert [notice.kind for notice in journal.notices()] == [NoticeKind.TAKEN_AWAY]
        with closing(Database.for_reading(path)) as reader:
            assert reader.game(1).state == table.referee.state
        with pytest.raises(InUseError, match="another station"):
            Journal(path, noon)
        journal.retry()
        assert journal.notices() == ()


def test_a_second_station_is_refused_also_when_the_lock_file_was_deleted(path: Path) -> None:
    with Journal(path, noon) as journal:
        table = Table(journal, RULES, random.Random(4))
        table.play(5)
        Path(f"{path}-lock").unlink()
        table.play(1)
        with pytest.raises(InUseError, match="another station"):
            Journal(path, noon)
        assert journal.trouble is None


def test_a_station_that_lost_its_lock_to_another_keeps_its_game_in_memory(path: Path) -> None:
    with Journal(path, noon) as journal:
        Path(f"{path}-lock").unlink()
        with Journal(path, noon) as other:
            table = Table(journal, RULES, random.Random(4))
            table.play(1)
            assert "another station" in str(journal.trouble)
            assert other.trouble is None
        assert other.newest is None


def test_a_journal_that_takes_anothers_place_is_left_as_it_is(path: Path) -> None:
    with Journal(path.with_name("other.sqlite"), noon) as journal:
        for _ in range(3):
            Table(journal, rules_for("kidd", ["limit=4"]), random.Random(1)).play()
    other = path.with_name("other.sqlite").read_bytes()
    with Journal(path, noon) as journal:
        table = Table(journal, RULES, random.Random(4))
        with dead_disk():
            table.play(2)
        for ending in ("-wal", "-shm"):
            Path(f"{path}{ending}").unlink(missing_ok=True)
        path.write_bytes(other)
        table.play(2)
        assert journal.trouble is not None
        assert "taken the place" in str(journal.trouble)
    assert path.read_bytes() == other


def test_a_program_that_holds_the_file_delays_storing_but_not_the_game(path: Path) -> None:
    with Journal(path, noon) as journal:
        table = Table(journal, RULES, random.Random(4))
        with closing(sqlite3.connect(path, isolation_level=None)) as shell:
            shell.execute("BEGIN IMMEDIATE")
            table.play(1)
            assert "another program" in str(journal.trouble)
            shell.execute("ROLLBACK")
        table.play(1)
        assert journal.trouble is None
