"""What `five-lines games` tells is what was played; a journal is never changed by it."""

import csv
import json
import os
import random
import re
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import cli
from companion.game import DICE, RECONSTRUCTIONS, Position, Seat, read_game, rules_for, write_game
from companion.game.fair_die import FairDie, seal
from companion.journal import (
    FILE_NAME,
    Abandoned,
    Database,
    DieThrown,
    Journal,
    NoSuchGameError,
    ReadingCorrected,
    StoredGame,
)
from companion.journal.export import as_record
from companion.journal.visits import Farewell, Visit, VisitBook, VisitStep
from companion.referee.events import Moved, Passed, TakenBack
from companion.referee.referee import begin
from tests.support.playing import Table, noon

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """Game 1 played to its end, 2 with own dice and abandoned in the throw-off, 3 unfinished."""
    path = tmp_path / "journal.sqlite"
    with Journal(path, noon) as writer:
        Table(writer, rules_for("locus-ludi-capture", ["limit=40"]), random.Random(3)).play()
        writer.append(writer.begin(DICE["knucklebone"]), (DieThrown(3, None),))
        writer.begin(DICE["d6"])
        rules = rules_for("kidd", ["sacred-line=safe"])
        opening = begin(rules, Seat.B)
        writer.append(3, (opening, ReadingCorrected(None, opening.position.halves())))
    return path


@pytest.fixture
def run(journal: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Run]:
    """Run the command on the journal: its status, what it says to people, what to the error channel."""
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()

    def runs(*arguments: str) -> tuple[int, str, str]:
        status = cli.main([*arguments, "--journal", str(journal)])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    yield runs
    monkeypatch.undo()
    time.tzset()


def game_of(path: Path, number: int) -> StoredGame:
    with closing(Database.for_reading(path)) as reader:
        return reader.game(number)


@pytest.mark.parametrize("zone", ["UTC", "Pacific/Kiritimati", "America/Los_Angeles"])
@pytest.mark.parametrize(
    ("moment", "year"),
    [(datetime(1, 1, 1, tzinfo=UTC), "1-01-01"), (datetime(9999, 12, 31, 23, 59, tzinfo=UTC), "9999-12-31")],
)
def test_a_clock_at_either_end_of_the_calendar_can_be_reported(
    moment: datetime, year: str, zone: str, tmp_path: Path,
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    path = tmp_path / "journal.sqlite"
    with Journal(path, lambda: moment) as writer:
        for _ in range(2):
            Table(writer, rules_for("locus-ludi-capture", ["limit=40"]), random.Random(3)).play()
        writer.shortest_today()
    VisitBook(tmp_path / "visits.sqlite").add(Visit(moment, 60, "en", VisitStep.END, Farewell.PLAYED))
    for command in ("list", "show last"):
        assert cli.main(["games", *command.split(), "--journal", str(path)]) == 0, command
        assert year in capsys.readouterr().out
    monkeypatch.undo()
    time.tzset()


def test_the_list_tells_each_game_in_a_line(run: Run, journal: Path) -> None:
    status, out, _ = run("games", "list")
    assert status == 0
    first, second, third = out.splitlines()
    assert "2026-03-21 12:00" in first
    assert "locus-ludi-capture" in first
    assert f"{game_of(journal, 1).summary.starter} began" in first
    assert "(40 throws)" in first
    assert "abandoned (0 throws, own dice)" in second
    assert "throw-off" in second
    assert "B began" in third
    assert "unfinished" in third
    records = [json.loads(line) for line in run("games", "list", "--json")[1].splitlines()]
    assert [(it["game"], it["throws"], it["result"]) for it in records] == [
        (1, 40, "limit"),
        (2, 0, "abandoned"),
        (3, 0, "unfinished"),
    ]


def test_a_game_is_shown_entry_by_entry(run: Run, journal: Path) -> None:
    stored = game_of(journal, 1)
    status, out, _ = run("games", "show", "1")
    assert status == 0
    assert f"sealed as {stored.begun.commitment}" in out
    assert len(re.findall(r"throws \d", out)) == 40
    assert out.count("of the electronic die:") == len(stored.throws)
    assert f"The seed of the die: {stored.begun.seed}" in out
    records = [json.loads(line) for line in run("games", "show", "1", "--json")[1].splitlines()]
    assert [it["entry"] for it in records] == [entry.number for entry in stored.entries]
    assert records[0]["seed"] == stored.begun.seed
    assert {"game-begun", "die-thrown", "thrown", "moved", "seed-revealed"} <= {it["event"] for it in records}


def test_what_happened_at_the_station_is_said_in_words(run: Run) -> None:
    assert "Thrown by hand: 3." in run("games", "show", "2")[1]
    assert "players' own die (knucklebone)" in run("games", "show", "2")[1]
    assert "A reading of the board was corrected by hand." in run("games", "show", "last")[1]


def test_the_seed_of_an_unfinished_game_is_never_reported(run: Run, journal: Path) -> None:
    with Journal(journal, noon) as writer:
        writer.begin(seal(DICE["d6"], os.urandom))
        table = Table(writer, rules_for("kidd"), random.Random(1))
        table.play(20)
        stored = writer.newest
        assert stored is not None
    assert stored.begun.seed is not None
    for command in ("show", "export", "replay"):
        for form in ((), ("--json",)):
            status, out, _ = run("games", command, "last", *form)
            assert status == 0
            assert stored.begun.seed not in out
    assert run("dice", "verify", "last")[0] == cli.EXIT_USER_ERROR


def test_an_exported_game_is_read_again(run: Run, journal: Path) -> None:
    stored = game_of(journal, 1)
    status, out, _ = run("games", "export", "1")
    assert status == 0
    game = read_game(out)
    assert game == as_record(stored)
    assert game.rules == rules_for("locus-ludi-capture", ["limit=40"])
    assert len(game.turns) == 40
    told = json.loads(run("games", "export", "1", "--json")[1])
    assert told["result"] == "draw by limit"
    assert Position.parse(told["turns"][-1]["position"]) == (stored.state.position if stored.state else None)
    assert "throw-off" in run("games", "export", "2")[2]
    assert "result: unfinished" in run("games", "export", "3")[1]


@pytest.mark.slow
@settings(max_examples=15)
@given(name=st.sampled_from(list(RECONSTRUCTIONS)), seed=st.integers(0, 10**6))
def test_any_game_is_exported_as_it_stands_in_the_end(
    new_folder: Callable[[], Path], name: str, seed: int
) -> None:
    with Journal(new_folder() / "journal.sqlite", noon) as writer:
        Table(writer, rules_for(name), random.Random(seed)).play(50)
        stored = writer.newest
    assert stored is not None
    assert stored.state is not None
    game = as_record(stored)
    assert read_game(write_game(game)) == game
    events = [event for event in stored.events if isinstance(event, Moved | Passed)]
    taken_back = sum(isinstance(event, TakenBack) for event in stored.events)
    assert len(game.turns) == len(events) - taken_back


def test_a_replayed_game_is_named_with_every_position(run: Run, journal: Path) -> None:
    stored = game_of(journal, 1)
    status, out, _ = run("games", "replay", "1")
    assert status == 0
    positions = [line for line in out.splitlines() if line.startswith("    ")]
    assert len(positions) == len(stored.events)
    assert stored.state is not None
    assert Position.parse(positions[-1].strip()) == stored.state.position
    assert "every event could follow" in out
    records = [json.loads(line) for line in run("games", "replay", "1", "--json")[1].splitlines()]
    assert len(records) == len(stored.events)
    assert records[-1]["position"] == str(stored.state.position)


def test_a_changed_journal_is_found_out(run: Run, journal: Path) -> None:
    """By its checksums; and where somebody took those away, by the rules and the die."""
    with closing(sqlite3.connect(journal)) as database, database:
        database.execute("UPDATE entries SET at = '2026-01-01T00:00:00+00:00' WHERE number = 2")
    status, _, err = run("games", "replay", "1")
    assert status == cli.EXIT_USER_ERROR
    assert "entry 2 is not as it was stored" in err
    with closing(sqlite3.connect(journal)) as database, database:
        database.execute("DROP TABLE checksums")
        database.execute(
            "UPDATE entries SET fields = replace(fields, '\"hits\":false', '\"hits\":true') "
            "WHERE number = (SELECT min(number) FROM entries WHERE kind = 'Moved')"
        )
    status, _, err = run("games", "replay", "1")
    assert status == 1
    assert "(Moved)" in err
    assert run("dice", "verify", "1")[0] == 0
    with closing(sqlite3.connect(journal)) as database, database:
        database.execute(
            'UPDATE entries SET fields = \'{"face":9,"number":1}\' '
            "WHERE number = (SELECT min(number) FROM entries WHERE kind = 'DieThrown')"
        )
    status, out, _ = run("dice", "verify", "1")
    assert status == 1
    assert "Throw 1: 9 was shown" in out
    assert "NOT" in out


def test_what_was_noted_at_a_table_is_checked_without_a_journal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    die = FairDie(DICE["d6"], bytes(range(32)), "2026")
    grouped = " ".join(die.commitment[i : i + 4] for i in range(0, 64, 4)).upper()
    noted = ["dice", "verify", "--seal", grouped, "--seed", die.seed.hex(), "--number", "2026"]
    thrown = [die.throw(n) for n in range(1, 101)]
    assert cli.main(noted) == 0
    assert " ".join(map(str, thrown)) in capsys.readouterr().out
    assert cli.main([*noted, "--throws", " ".join(map(str, thrown[:9]))]) == 0
    assert "All 9 throws" in capsys.readouterr().out
    assert cli.main([*noted, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["throws"] == thrown
    wrong = thrown[1] % 6 + 1
    assert cli.main([*noted, "--throws", f"{thrown[0]},{wrong}"]) == 1
    assert f"Throw 2: {wrong} was noted, the seed gives {thrown[1]}" in capsys.readouterr().out
    assert cli.main([*noted[:-1], "2027", "--throws", " ".join(map(str, thrown[:20]))]) == 1
    assert cli.main(["dice", "verify", "--seal", "0" * 64, "--seed", die.seed.hex()]) == 1
    assert "NOT the sealed one" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--seal", "0" * 64],
        ["last", "--seal", "0" * 64, "--seed", "0" * 64],
        ["--seal", "0" * 64, "--seed", "0" * 64, "--die", "d7"],
        ["--seal", "0" * 64, "--seed", "0" * 64, "--number", "ten"],
    ],
)
def test_what_cannot_be_checked_says_what_to_give(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["dice", "verify", *arguments]) == cli.EXIT_USER_ERROR
    assert capsys.readouterr().err.count("\n") == 1


def test_mistakes_are_said_in_a_line(run: Run, journal: Path, tmp_path: Path) -> None:
    for arguments in (("games", "show", "9"), ("games", "replay", "999999999"), ("dice", "verify", "2")):
        status, out, err = run(*arguments)
        assert status == cli.EXIT_USER_ERROR
        assert out == ""
        assert err.count("\n") == 1
    assert "holds no game 9" in run("games", "show", "9")[2]
    for action in (["games", "list"], ["dice", "audit"]):
        assert cli.main([*action, "--journal", str(tmp_path / "nowhere.sqlite")]) == cli.EXIT_USER_ERROR
        journal.with_name("text.sqlite").write_text("no journal")
        assert cli.main([*action, "--journal", str(journal.with_name("text.sqlite"))]) == cli.EXIT_USER_ERROR
    assert not (tmp_path / "nowhere.sqlite").exists()
    for wrong in ("0", "-1", "one", "1.5", "²"):
        with pytest.raises(SystemExit) as refused:
            run("games", "show", "--", wrong)
        assert refused.value.code == cli.EXIT_USER_ERROR


def test_a_journal_without_games_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "journal.sqlite"
    Journal(path, noon).close()
    assert cli.main(["games", "list", "--journal", str(path)]) == 0
    assert "no game has been played yet" in capsys.readouterr().out
    assert cli.main(["games", "show", "last", "--journal", str(path)]) == cli.EXIT_USER_ERROR
    assert "no game has been played yet" in capsys.readouterr().err
    assert cli.main(["dice", "audit", "--journal", str(path)]) == 0
    assert "has not been thrown yet" in capsys.readouterr().out


def test_without_a_journal_named_the_users_own_is_read(
    journal: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HOME", str(journal.parent))
    folder = journal.parent / ".local" / "share" / "five-lines"
    folder.mkdir(parents=True)
    journal.rename(folder / FILE_NAME)
    assert cli.main(["games", "list"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3
    assert cli.main(["dice", "audit"]) == 0
    assert "d6: " in capsys.readouterr().out


def test_an_honest_game_is_verified_in_plain_words(run: Run, journal: Path) -> None:
    stored = game_of(journal, 1)
    status, out, _ = run("dice", "verify", "1")
    assert status == 0
    assert f"All {len(stored.throws)} throws" in out
    assert stored.begun.commitment is not None
    assert stored.begun.commitment in out
    told = json.loads(run("dice", "verify", "1", "--json")[1])
    assert (told["fits"], told["seed"], told["misfits"]) == (True, stored.begun.seed, [])


def test_the_audit_is_said_in_plain_words(run: Run, journal: Path) -> None:
    throws = len(game_of(journal, 1).throws)
    status, out, _ = run("dice", "audit")
    assert status == 0
    assert f"d6: {throws} throws" in out
    assert "chi-square" in out
    assert "A fair die strays this far" in out
    assert run("dice", "audit", "1")[1] == out
    assert "has not been thrown yet" in run("dice", "audit", "2")[1]
    told = json.loads(run("dice", "audit", "--json")[1])
    assert sum(told["counts"]) == throws
    assert 0 <= told["p"] <= 1
    twice = run("dice", "audit", "--journal", str(journal))[1]
    assert f"d6: {2 * throws} throws" in twice


@pytest.mark.parametrize("form", [(), ("--each",), ("--month",)])
def test_a_table_of_no_visits_still_names_its_columns(
    form: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    nobody = tmp_path / "visits.sqlite"
    assert cli.main(["visits", "--csv", *form, "--visits", str(nobody)]) == 0
    empty = capsys.readouterr().out.splitlines()
    VisitBook(nobody).add(Visit(noon(), 60, "en", VisitStep.WELCOME, Farewell.LOOKED))
    assert cli.main(["visits", "--csv", *form, "--visits", str(nobody)]) == 0
    assert empty == capsys.readouterr().out.splitlines()[:1]


def test_games_are_those_of_the_station_whose_settings_are_named(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "here").mkdir()
    settings_file = tmp_path / "here" / "station.toml"
    settings_file.write_text('[station]\ndata = ".."\n', encoding="utf-8")
    assert cli.main(["games", "list", "--settings", str(settings_file)]) == 0
    by_settings = capsys.readouterr().out
    assert cli.main(["games", "list", "--journal", str(journal)]) == 0
    assert by_settings == capsys.readouterr().out != ""


def test_exports_name_the_seats_by_the_colours_of_the_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, rules = tmp_path / FILE_NAME, rules_for("schaedler")
    with Journal(path, noon) as writer:
        for look in ("c09269-4253be-fbfaf5.bright.", ""):
            game = writer.begin(DICE["d6"], rules, look=look)
            writer.append(game, (begin(rules, Seat.B), Abandoned("left")))

    def exported(*arguments: str) -> str:
        assert cli.main(["games", "export", *arguments, "--journal", str(path)]) == 0
        return capsys.readouterr().out

    assert "A's counters are blue, B's white" in exported("1")
    assert read_game(exported("1")).rules == rules
    assert "counters" not in exported("2")
    for number, colours in (("1", {"A": "blue", "B": "white"}), ("2", {"A": "", "B": ""})):
        assert json.loads(exported(number, "--json"))["colours"] == colours
    _, *games, _ = map(json.loads, exported("--all").splitlines())
    assert [game["record"]["colours"]["A"] for game in games] == ["blue", ""]
    rows = list(csv.DictReader(exported("--all", "--csv").splitlines()))
    assert [(row["a"], row["b"]) for row in rows] == [("blue", "white"), ("", "")]


def test_one_changed_row_hides_no_other_game(journal: Path, run: Run) -> None:
    with closing(sqlite3.connect(journal)) as database, database:
        database.execute("UPDATE entries SET fields = '{}' WHERE game = 2 AND kind = 'GameBegun'")
    status, out, err = run("games", "list")
    assert (status, [line.split()[0] for line in out.splitlines()]) == (1, ["1", "3"])
    assert "not listed: " in err
    assert "entry " in err


def test_a_journal_copied_without_its_log_says_where_the_games_may_be(journal: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy" / journal.name
    copy.parent.mkdir()
    with Journal(tmp_path / "running.sqlite", noon) as running:
        running.begin(DICE["d6"])
        shutil.copy(tmp_path / "running.sqlite", copy)
    with pytest.raises(NoSuchGameError, match="-wal beside the original"):
        Database.for_reading(copy)
