"""A journal stores before it returns, is found again after a stop, and has one writer."""

import random
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.game import DICE, Seat, rules_for
from companion.game.fair_die import FairDie
from companion.journal import (
    Abandoned,
    Database,
    DeviceFault,
    DieThrown,
    Entry,
    GameBegun,
    InUseError,
    Journal,
    JournalError,
    NoSuchGameError,
)
from companion.referee.referee import begin
from tests.support.playing import NOON, Table, noon
from tests.support.root import ROOT

D6 = DICE["d6"]
FAIR = FairDie(D6, bytes(range(32)))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "not yet there" / "journal.sqlite"


def game_in(path: Path, number: int) -> tuple[Entry, ...]:
    with closing(Database.for_reading(path)) as journal:
        return journal.game(number).entries


def test_what_append_was_given_is_in_the_file_when_it_returns(path: Path) -> None:
    with Journal(path, noon) as journal:
        game = journal.begin(FAIR)
        assert [entry.happening for entry in game_in(path, game)] == [
            GameBegun(D6, FAIR.commitment, FAIR.seed.hex())
        ]
        journal.append(game, (DieThrown(4, 1), DieThrown(2, 2)))
        journal.append(None, (DeviceFault("camera", "unplugged"),))
        assert game_in(path, game)[1:] == (
            Entry(2, game, NOON, DieThrown(4, 1)),
            Entry(3, game, NOON, DieThrown(2, 2)),
        )
        assert journal.trouble is None
        assert journal.notices() == ()


def test_commits_survive_a_power_cut(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite promises that of WAL with synchronous FULL; the journal's own connection has both set."""
    opened: list[sqlite3.Connection] = []
    connect = sqlite3.connect

    def remember(*args: object, **options: object) -> sqlite3.Connection:
        opened.append(connect(*args, **options))  # type: ignore[call-overload]
        return opened[-1]

    monkeypatch.setattr(sqlite3, "connect", remember)
    with Journal(path, noon):
        writer = opened[-1]
        assert writer.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert writer.execute("PRAGMA synchronous").fetchone() == (2,)


def test_an_unfinished_game_is_found_again_and_goes_on_with_the_same_throws(path: Path) -> None:
    rules = rules_for("locus-ludi-capture")
    with Journal(path, noon) as journal:
        table = Table(journal, rules, random.Random(5))
        table.play(25)
        state, before = table.referee.state, journal.newest
        assert before is not None
    with Journal(path, noon) as journal:
        stored = journal.unfinished()
        assert stored is not None
        assert stored.state == state
        assert (stored.begun.fair_die, stored.throws) == (before.begun.fair_die, before.throws)
        Table(journal, rules, random.Random(6)).play(10)
        longer = journal.newest
        assert longer is not None
        assert longer.entries[: len(stored.entries)] == stored.entries


def test_a_game_left_in_the_throw_off_is_found_again(path: Path) -> None:
    with Journal(path, noon) as journal:
        journal.append(journal.begin(FAIR), (DieThrown(FAIR.throw(1), 1),))
    with Journal(path, noon) as journal:
        stored = journal.unfinished()
        assert stored is not None
        assert stored.state is None
        assert stored.throws == (DieThrown(FAIR.throw(1), 1),)
        assert stored.summary.rules is None


def test_a_game_that_is_over_is_not_found_again(path: Path) -> None:
    with Journal(path, noon) as journal:
        assert journal.unfinished() is None
        Table(journal, rules_for("schaedler", ["limit=5"]), random.Random(1)).play()
        assert journal.unfinished() is None
    with Journal(path, noon) as journal:
        assert journal.unfinished() is None
        assert journal.newest is not None
        assert journal.begin(D6) == 2


def test_beginning_a_game_abandons_the_one_before(path: Path) -> None:
    with Journal(path, noon) as journal:
        first, second = journal.begin(FAIR), journal.begin(FAIR)
        assert (first, second) == (1, 2)
        assert isinstance(game_in(path, first)[-1].happening, Abandoned)
        assert not any(isinstance(entry.happening, Abandoned) for entry in game_in(path, second))


def test_own_dice_are_marked_and_draw_nothing(path: Path) -> None:
    with Journal(path, noon) as journal:
        game = journal.begin(D6)
        table = begin(rules_for("schaedler"), Seat.A)
        journal.append(game, (table, DieThrown(3, None)))
        stored = journal.unfinished()
        assert stored is not None
        assert stored.summary.own_dice
        assert stored.begun.fair_die is None


def test_a_second_station_reads_that_the_first_has_the_journal(path: Path) -> None:
    program = (
        "import sys\nfrom datetime import UTC, datetime\nfrom pathlib import Path\n"
        "from companion.journal import Journal\n"
        "with Journal(Path(sys.argv[1]), lambda: datetime.now(UTC)):\n"
        "    print('open', flush=True)\n    sys.stdin.read()\n"
    )
    command = [sys.executable, "-c", program, str(path)]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as first:
        assert first.stdin is not None
        assert first.stdout is not None
        assert first.stdout.readline() == "open\n"
        with pytest.raises(InUseError, match="another station"):
            Journal(path, noon)
        first.kill()
        first.wait()
    with Journal(path, noon) as journal:
        assert journal.trouble is None


def test_reading_while_a_station_writes_hinders_neither(path: Path) -> None:
    with Journal(path, noon) as journal:
        table = Table(journal, rules_for("schaedler"), random.Random(3))
        with closing(Database.for_reading(path)) as reader:
            before = len(reader.game(1).entries)
            table.play(5)
            assert journal.trouble is None
            assert len(reader.game(1).entries) > before
            with pytest.raises(JournalError):
                reader.store([Entry(10**6, None, NOON, DeviceFault("x", "y"))])


def test_games_are_summed_up(path: Path) -> None:
    with Journal(path, noon) as journal:
        Table(journal, rules_for("schaedler", ["limit=5"]), random.Random(1)).play()
        journal.begin(D6)
        with closing(Database.for_reading(path)) as reader:
            first, second, *_ = reader.summaries([])
            assert list(reader.games()) == [1, 2]
            assert first == reader.game(1).summary
            with pytest.raises(NoSuchGameError, match="games list"):
                reader.game(9)
    assert (first.throws, first.own_dice, first.abandoned) == (5, False, False)
    assert first.rules == rules_for("schaedler", ["limit=5"])
    assert str(first.outcome) == "a draw: the limit of throws is reached"
    assert second.own_dice


def test_another_threads_append_is_a_fault_and_not_a_trouble_of_the_disk(path: Path) -> None:
    with Journal(path, noon) as journal:
        journal.begin(D6)
        with ThreadPoolExecutor(1) as other, pytest.raises(sqlite3.ProgrammingError):
            other.submit(journal.append, 1, (DeviceFault("camera", "unplugged"),)).result()
        assert journal.trouble is None


def test_reading_what_is_not_there_makes_nothing(path: Path) -> None:
    with pytest.raises(NoSuchGameError, match="--journal"):
        Database.for_reading(path)
    assert not path.parent.exists()


def test_times_keep_their_zone(path: Path) -> None:
    times = iter([datetime(2026, 3, 21, 12, 0, 0, 123456, tzinfo=UTC), NOON])
    with Journal(path, lambda: next(times)) as journal:
        journal.begin(D6)
    assert game_in(path, 1)[0].at == datetime(2026, 3, 21, 12, 0, 0, 123456, tzinfo=UTC)


def test_what_is_entered_together_is_found_whole_or_not_at_all(path: Path) -> None:
    with Journal(path, noon) as journal, closing(Database.for_reading(path)) as reader:
        with journal.together():
            game = journal.begin(FAIR)
            journal.append(game, (DieThrown(FAIR.throw(1), 1),))
            assert reader.last_number() == 0
        assert reader.last_number() == 2
        with suppress(ZeroDivisionError), journal.together():
            journal.append(game, (DieThrown(FAIR.throw(2), 2),))
            raise ZeroDivisionError
        assert reader.last_number() == 3
        journal.append(game, (Abandoned("all is said"),))
        assert reader.last_number() == 4
