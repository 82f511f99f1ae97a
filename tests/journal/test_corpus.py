"""All games of a journal go into a file and from there into another journal, none changed, none twice."""

import csv
import hashlib
import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import cli
from companion.game import DICE, RECONSTRUCTIONS, Position, Seat, read_game, rules_for
from companion.game.fair_die import FairDie
from companion.journal import (
    Abandoned,
    ComputerSeated,
    Database,
    DieThrown,
    Entry,
    Journal,
    SeedRevealed,
    StoredGame,
)
from companion.journal.corpus import TakeOver
from companion.journal.dice_audit import verify
from companion.journal.errors import CorpusError
from companion.journal.happenings import encode
from companion.referee.events import Throw
from companion.referee.referee import Referee, begin
from companion.system.data import MAX_GAMES_BYTES
from tests.support.dead_disk import dead_disk
from tests.support.playing import NOON, Table

Held = list[tuple[tuple[datetime, str], ...]]


def ticking(start: datetime = NOON) -> Callable[[], datetime]:
    """A clock that never shows the same time twice."""
    ticks = count()
    return lambda: start + timedelta(milliseconds=next(ticks))


def games_of(path: Path) -> list[StoredGame]:
    with closing(Database.for_reading(path)) as journal:
        return [journal.game(number) for number in journal.games()]


def held(path: Path) -> Held:
    """What a journal holds of its games, whatever their numbers."""
    return [tuple((it.at, encode(it.happening)) for it in game.entries) for game in games_of(path)]


def own_dice(journal: Journal, rules_name: str, faces: tuple[int, ...]) -> None:
    """A game with the players' own dice, given up after some throws."""
    rules = rules_for(rules_name)
    number = journal.begin(rules.die, rules)
    opening = begin(rules, Seat.B)
    referee = Referee(opening)
    journal.append(number, (opening,))
    for face in faces[:1]:
        journal.append(number, (DieThrown(face, None), *referee.on(Throw(face))))
    journal.append(number, (Abandoned("the players have left"),))


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """Game 1 won or drawn, 2 with own dice and left, 3 left in the throw-off, 4 with the computer, 5 open."""
    path = tmp_path / "journal.sqlite"
    with Journal(path, ticking()) as writer:
        Table(writer, rules_for("locus-ludi-capture", ["limit=40"]), random.Random(3)).play()
        own_dice(writer, "kidd", (3,))
        writer.begin(DICE["knucklebone"])
        writer.append(3, (Abandoned("the players have left"),))
        rules = rules_for("schaedler", ["to-win=4"])
        seated = ComputerSeated(Seat.B, "good")
        writer.begin(FairDie(rules.die, random.Random(4).randbytes(32), "2026"), rules, seated)
        Table(writer, rules, random.Random(4)).play(30)
        writer.append(4, (Abandoned("the players have left"),))
        writer.begin(FairDie(DICE["d6"], random.Random(5).randbytes(32)), rules_for("kidd"))
    return path


@pytest.fixture
def exported(journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    path = tmp_path / "games.jsonl"
    assert cli.main(["games", "export", "--all", "-o", str(path), "--journal", str(journal)]) == 0
    said = capsys.readouterr()
    assert said.out == f"{path}: 4 games, with a checksum\n"
    assert said.err == "game 5 is not over and not written; its seed is a secret\n"
    return path


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    return tmp_path / "elsewhere" / "journal.sqlite"


@pytest.mark.slow
def test_all_games_go_over_into_another_journal_as_they_are(
    exported: Path, journal: Path, elsewhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["games", "import", str(exported), "--journal", str(elsewhere)]) == 0
    assert f"4 games taken over into {elsewhere}" in capsys.readouterr().out
    assert held(elsewhere) == held(journal)[:4]
    for arguments in (["games", "replay", "1"], ["dice", "verify", "1"], ["dice", "verify", "4"]):
        assert cli.main([*arguments, "--journal", str(elsewhere)]) == 0
    assert cli.main(["games", "import", str(exported), "--journal", str(elsewhere)]) == 0
    assert "0 games taken over" in (said := capsys.readouterr().out)
    assert "4 were there already" in said
    assert held(elsewhere) == held(journal)[:4]
    with closing(Database.for_reading(elsewhere)) as database:
        database.check_pages()


def test_no_game_of_an_open_journal_is_in_the_file_and_no_secret(exported: Path, journal: Path) -> None:
    open_game = games_of(journal)[4]
    assert open_game.begun.seed is not None
    assert open_game.begun.seed not in exported.read_text()
    assert open_game.begun.commitment is not None
    assert open_game.begun.commitment not in exported.read_text()


@pytest.mark.slow
def test_two_stations_games_come_together_and_each_keeps_its_own(
    exported: Path, elsewhere: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Journal(elsewhere, ticking(NOON + timedelta(days=1))) as writer:
        Table(writer, rules_for("kalkhoven"), random.Random(8)).play(200)
        writer.append(1, (Abandoned("the players have left"),))
    ours = held(elsewhere)
    assert cli.main(["games", "import", str(exported), "--journal", str(elsewhere)]) == 0
    assert len(held(elsewhere)) == 5
    assert held(elsewhere)[:1] == ours
    both, third = tmp_path / "both.jsonl", tmp_path / "third.sqlite"
    capsys.readouterr()
    assert cli.main(["games", "export", "--all", "-o", str(both), "--journal", str(elsewhere)]) == 0
    assert cli.main(["games", "import", str(exported), "--journal", str(third)]) == 0
    assert cli.main(["games", "import", str(both), "--journal", str(third)]) == 0
    assert "1 game taken over" in capsys.readouterr().out
    assert sorted(held(third)) == sorted(held(elsewhere))
    with Journal(third, ticking()) as writer:
        assert writer.newest is not None
        assert writer.newest.number == 5
        assert writer.begin(DICE["d6"]) == 6


@pytest.mark.slow
def test_a_seed_that_was_revealed_since_makes_no_second_game(
    exported: Path, journal: Path, elsewhere: Path
) -> None:
    TakeOver(exported, elsewhere)
    stored = games_of(elsewhere)[3]
    assert stored.revealed is None
    with Journal(elsewhere, ticking()) as writer:
        writer.append(4, (SeedRevealed(stored.begun.seed or ""),))
    taken = TakeOver(exported, elsewhere)
    assert (taken.new, taken.there) == (0, 4)
    assert len(games_of(elsewhere)) == 4


def test_a_line_of_the_file_is_a_game_that_others_can_read(exported: Path, journal: Path) -> None:
    head, *games, end = [json.loads(line) for line in exported.read_text().splitlines()]
    assert head["five-lines-games"] == 1
    assert end["games"] == 4
    body = exported.read_bytes()
    assert end["sha256"] == hashlib.sha256(body[: body.rindex(b'{"games"')]).hexdigest()
    first = games[0]["record"]
    assert (first["rules"], first["options"]) == ("locus-ludi-capture", ["limit=40"])
    stored = games_of(journal)[0]
    assert stored.state is not None
    assert Position.parse(first["turns"][-1]["position"]) == stored.state.position
    assert games[2]["record"] is None
    assert games[3]["record"]["players"] == {"A": "", "B": "computer (good)"}


def test_the_table_has_a_row_for_every_game(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["games", "export", "--all", "--csv", "--journal", str(journal)]) == 0
    printed = capsys.readouterr().out
    rows = list(csv.DictReader(printed.splitlines()))
    assert [row["game"] for row in rows] == ["1", "2", "3", "4", "5"]
    assert [row["result"] for row in rows] == ["limit", *["abandoned"] * 3, "unfinished"]
    assert [row["dice"] for row in rows] == ["as sealed", "", "", "as sealed", ""]
    assert (rows[0]["throws"], rows[0]["options"]) == ("40", "limit=40")
    turns = read_game_turns(journal, 1)
    assert int(rows[0]["moves"]) + int(rows[0]["passes"]) == turns
    assert (rows[3]["computer"], rows[3]["level"]) == ("B", "good")
    out = tmp_path / "games.csv"
    assert cli.main(["games", "export", "--all", "--csv", "-o", str(out), "--journal", str(journal)]) == 0
    assert out.read_text() == printed


def read_game_turns(journal: Path, number: int) -> int:
    out = journal.with_name("one.txt")
    assert cli.main(["games", "export", str(number), "-o", str(out), "--journal", str(journal)]) == 0
    return len(read_game(out.read_text()).turns)


def with_sum(lines: list[str]) -> str:
    """Lines of games with an end that fits them, as somebody could make it who knows how."""
    body = "".join(f"{line}\n" for line in lines)
    end = {"games": len(lines) - 1, "sha256": hashlib.sha256(body.encode()).hexdigest()}
    return body + json.dumps(end, separators=(",", ":")) + "\n"


def changes() -> Iterator[tuple[str, Callable[[str], str], str]]:
    yield "cut", lambda text: text[: len(text) // 2], "it is not whole"
    yield "cut at a line", lambda text: text[: text.rindex('{"games"')], "its end is missing"
    yield "a letter", lambda text: text.replace('"A":""', '"A":"x"', 1), "its checksum does not fit"
    yield "one game less", lambda text: "".join(text.splitlines(True)[:1] + text.splitlines(True)[2:]), "sum"
    yield "more", lambda text: text + "{}\n", "nothing can follow"
    yield "nothing", lambda _: "", "its end is missing"
    yield "another file", lambda _: '{"a":1}\n', "no file of games"
    yield "a list", lambda _: "[]\n", "no file of games"
    yield "no JSON", lambda _: "games\n", "line 1"
    yield "newer", lambda text: text.replace('games":1', 'games":2', 1), "a newer Five Lines"
    # As by somebody who works the checksum out again.
    yield "a throw", lambda text: forged(text, '"face":', lambda n: n % 6 + 1), "line 2"
    yield "no game", lambda text: with_sum([text.splitlines()[0], '{"game":1,"entries":[]}']), "beginning"


def forged(text: str, what: str, other: Callable[[int], int]) -> str:
    """The last throw of the first game is another, wherever the file has it, and the checksum fits."""
    lines = text.splitlines()[:-1]
    game = json.loads(lines[1])
    thrown = [it for it in game["entries"] if it["kind"] in ("DieThrown", "Thrown")]
    for entry in thrown[-2:]:
        name = "face" if "face" in entry["fields"] else "throw"
        entry["fields"][name] = other(entry["fields"][name])
    lines[1] = json.dumps(game)
    return with_sum(lines)


@pytest.mark.parametrize(("change", "said"), [pytest.param(it[1], it[2], id=it[0]) for it in changes()])
def test_a_file_that_was_damaged_or_changed_is_refused_and_nothing_written(
    change: Callable[[str], str],
    said: str,
    exported: Path,
    elsewhere: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    changed = exported.with_name("changed.jsonl")
    changed.write_text(change(exported.read_text()))
    assert cli.main(["games", "import", str(changed), "--journal", str(elsewhere)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"five-lines: {changed}")
    assert said in line
    assert not elsewhere.parent.exists()


@pytest.fixture(scope="session")
def small_file(new_folder: Callable[[], Path]) -> Path:
    """A file with one short game."""
    folder = new_folder()
    with Journal(folder / "journal.sqlite", ticking()) as writer:
        own_dice(writer, "kidd", (3,))
    out = folder / "games.jsonl"
    assert cli.main(["games", "export", "--all", "-o", str(out), "--journal", str(writer.path)]) == 0
    return out


@settings(max_examples=60, deadline=None)
@given(at=st.floats(0, 1, exclude_max=True), bit=st.integers(0, 7))
def test_no_bit_of_the_file_can_be_another(
    at: float, bit: int, small_file: Path, new_folder: Callable[[], Path]
) -> None:
    data = bytearray(small_file.read_bytes())
    data[int(at * len(data))] ^= 1 << bit
    folder = new_folder()
    (folder / "games.jsonl").write_bytes(data)
    with pytest.raises(CorpusError):
        TakeOver(folder / "games.jsonl", folder / "journal.sqlite")
    assert list(folder.iterdir()) == [folder / "games.jsonl"]


@pytest.mark.slow
@settings(max_examples=15, deadline=None)
@given(
    games=st.lists(
        st.tuples(st.sampled_from(list(RECONSTRUCTIONS)), st.integers(0, 10**6), st.integers(0, 60)),
        max_size=3,
        unique_by=lambda it: it[1],
    )
)
def test_whatever_was_played_goes_round_and_is_itself_again(
    new_folder: Callable[[], Path], games: list[tuple[str, int, int]]
) -> None:
    folder = new_folder()
    here, there, out = folder / "here.sqlite", folder / "there.sqlite", folder / "games.jsonl"
    with Journal(here, ticking()) as writer:
        for name, seed, throws in games:
            table = Table(writer, rules_for(name), random.Random(seed))
            table.play(throws)
            if writer.unfinished() is not None:
                writer.append(table.game, (Abandoned("the players have left"),))
    assert cli.main(["games", "export", "--all", "-o", str(out), "--journal", str(here)]) == 0
    TakeOver(out, there)
    TakeOver(out, there)
    assert held(there) == held(here)
    assert all(not verify(game).misfits for game in games_of(there))
    again = folder / "again.jsonl"
    assert cli.main(["games", "export", "--all", "-o", str(again), "--journal", str(there)]) == 0
    assert again.read_bytes() == out.read_bytes()


@pytest.mark.slow
def test_a_game_that_is_said_otherwise_elsewhere_is_refused(
    exported: Path, elsewhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    TakeOver(exported, elsewhere)
    before = held(elsewhere)
    lines = exported.read_text().splitlines()[:-1]
    game = json.loads(lines[1])
    game["entries"][5]["at"] = "2026-03-21T13:00:00+00:00"
    lines[1] = json.dumps(game)
    exported.write_text(with_sum(lines))
    assert cli.main(["games", "import", str(exported), "--journal", str(elsewhere)]) == 2
    assert "this is game 1 of" in capsys.readouterr().err
    assert held(elsewhere) == before


def test_a_journal_in_which_somebody_plays_takes_nothing_over(
    exported: Path, elsewhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Journal(elsewhere, ticking()) as writer:
        writer.begin(DICE["d6"])
        assert cli.main(["games", "import", str(exported), "--journal", str(elsewhere)]) == 2
        assert "another station is writing this journal" in capsys.readouterr().err
    assert cli.main(["games", "import", str(exported), "--journal", str(elsewhere)]) == 2
    assert "game 1 is not over" in capsys.readouterr().err
    assert len(games_of(elsewhere)) == 1


def test_where_there_is_no_room_no_game_is_taken_over_and_no_file_written(
    exported: Path, journal: Path, elsewhere: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Journal(elsewhere, ticking()) as writer:
        own_dice(writer, "kidd", (2,))
    before = held(elsewhere)
    out = tmp_path / "no room.jsonl"
    with dead_disk():
        assert cli.main(["games", "import", str(exported), "--journal", str(elsewhere)]) == 2
        assert cli.main(["games", "export", "--all", "-o", str(out), "--journal", str(journal)]) == 2
    assert "Traceback" not in capsys.readouterr().err
    assert held(elsewhere) == before
    assert not out.exists()


def test_games_that_do_not_hold_together_are_left_out_and_named(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(Database.for_writing(journal)) as database:
        last, moment = database.last_number(), NOON
        stray = Entry(last + 1, 4, moment, DieThrown(6, 99))
        database.store([stray])
    out = tmp_path / "games.jsonl"
    assert cli.main(["games", "export", "--all", "-o", str(out), "--journal", str(journal)]) == 1
    said = capsys.readouterr()
    assert "3 games" in said.out
    assert "left out: game 4" in said.err
    TakeOver(out, tmp_path / "there.sqlite")
    assert len(games_of(tmp_path / "there.sqlite")) == 3


@pytest.mark.parametrize("arguments", [[], ["last", "--all"]])
def test_either_one_game_is_exported_or_all(
    arguments: list[str], journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["games", "export", *arguments, "--journal", str(journal)]) == 2
    assert "either --all or one game" in capsys.readouterr().err


def test_a_file_too_large_for_games_is_not_read(tmp_path: Path) -> None:
    huge = tmp_path / "huge"
    with huge.open("wb") as file:
        file.truncate(MAX_GAMES_BYTES + 1)
    with pytest.raises(CorpusError, match="larger than any"):
        TakeOver(huge, tmp_path / "journal.sqlite")


@pytest.mark.slow
def test_from_one_machine_to_another_by_the_real_command(journal: Path, tmp_path: Path) -> None:
    def five_lines(*arguments: str, data: Path) -> subprocess.CompletedProcess[bytes]:
        environment = os.environ | {"FIVE_LINES_DATA": str(data)}
        command = [sys.executable, "-m", "companion.cli", *arguments]
        return subprocess.run(command, env=environment, capture_output=True, check=False)

    there = tmp_path / "there"
    exported = five_lines("games", "export", "--all", data=journal.parent)
    assert exported.returncode == 0
    (tmp_path / "stick.jsonl").write_bytes(exported.stdout)
    done = five_lines("games", "import", str(tmp_path / "stick.jsonl"), data=there)
    assert done.returncode == 0, done.stderr
    assert held(there / "journal.sqlite") == held(journal)[:4]
