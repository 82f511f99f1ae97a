"""The names of people at home, beside the journal."""

import json
import stat
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from companion.cli import main
from companion.doctor.findings import Severity
from companion.doctor.storage import judge_games, probe_games
from companion.game import Outcome, Seat, Termination, rules_for
from companion.journal import FILE_NAME, DamagedError, Database, Journal, JournalError, NotWritableError
from companion.journal.export import COLUMNS, as_record, row
from companion.journal.home import names
from companion.journal.home.names import FILE_NAME as NAMES
from companion.journal.home.names import NameBook, Names
from companion.referee.events import Ended
from companion.referee.match import NOBODY, HomeMatch
from companion.referee.referee import begin
from companion.system.data import DataError, text_of
from tests.support.playing import NOON
from tests.support.taints import TAINTS

RULES = rules_for("schaedler")
MATCH = HomeMatch(("Anna", "Nikos"), (1, 0), "Maria", 3)
WON = Outcome(Termination.RESIGNED, Seat.B)


def played(journal: Journal, match: HomeMatch = MATCH) -> None:
    """Play a game that A gives up, and keep its match."""
    journal.append(journal.begin(RULES.die, RULES, match=match), (begin(RULES, Seat.A), Ended(0, WON)))


def test_a_game_has_the_names_of_its_players_until_they_are_erased(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    with Journal(path, lambda: NOON) as journal:
        journal.names.keep(NameBook(MATCH.players))
        played(journal)
        assert journal.ended() == [(NOON, RULES, 0.0, WON)]
    assert stat.S_IMODE((tmp_path / NAMES).stat().st_mode) == 0o600
    with closing(Database.for_reading(path)) as database:
        stored = database.game(1)
    assert as_record(stored).players == ("Anna", "Nikos")
    told = dict(zip(COLUMNS, row(stored), strict=True))
    assert (told["player_a"], told["player_b"]) == ("Anna", "Nikos")
    Names(path).keep(NameBook())
    assert not (tmp_path / NAMES).exists()
    with closing(Database.for_reading(path)) as database:
        assert as_record(database.game(1)).players == ("", "")


def test_another_game_has_no_names(tmp_path: Path) -> None:
    now = [NOON]
    with Journal(tmp_path / FILE_NAME, lambda: now[0]) as journal:
        journal.names.keep(NameBook(MATCH.players))
        played(journal)
        now[0] += timedelta(seconds=1)
        journal.begin(RULES.die, RULES)
    with closing(Database.for_reading(tmp_path / FILE_NAME)) as database:
        assert database.game(2).match == NOBODY


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"names": 3}',
        '{"names": ["Anna"], "games": {"2026": {"players": ["Anna"]}}}',
        '{"others": 1}',
        b"\xff\xfe",
    ],
)
def test_a_damaged_file_is_refused_and_left_as_it_is_by_the_next_named_game(
    tmp_path: Path, text: str | bytes
) -> None:
    file = tmp_path / NAMES
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    before = file.read_bytes()
    with Journal(tmp_path / FILE_NAME, lambda: NOON) as journal:
        with pytest.raises(DamagedError, match=r"names\.json: the file of names is damaged .*left as it is"):
            _ = journal.names.book
        played(journal)
        with pytest.raises(DamagedError):
            journal.names.keep(NameBook(("Zoe",)))
        assert journal.newest is not None
        assert journal.newest.match == NOBODY
        assert file.read_bytes() == before
        journal.names.keep(NameBook())
        assert not file.exists()


def test_a_file_that_cant_be_read_is_refused(tmp_path: Path) -> None:
    (tmp_path / NAMES).mkdir()
    with pytest.raises(NotWritableError, match=r"names\.json.*check the rights"):
        _ = Names(tmp_path / FILE_NAME).book


def test_a_station_reads_the_file_once_and_again_if_it_was_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads: list[Path] = []

    def counted(path: Path, most: int) -> str:
        reads.append(path)
        return text_of(path, most)

    monkeypatch.setattr(names, "text_of", counted)
    now = [NOON]
    with Journal(tmp_path / FILE_NAME, lambda: now[0]) as journal:
        journal.names.keep(NameBook(("Anna", "Nikos")))
        for _ in range(5):
            now[0] += timedelta(minutes=1)
            played(journal)
        assert len(journal.names.book.games) == 5
        assert reads == []
    with Journal(tmp_path / FILE_NAME, lambda: now[0]) as journal:
        for _ in range(5):
            now[0] += timedelta(minutes=1)
            played(journal)
        assert len(reads) == 1
        (tmp_path / NAMES).unlink()
        played(journal)
        assert "Anna" not in journal.names.book.names
        assert not (tmp_path / NAMES).exists()


def test_the_doctor_says_that_names_cant_be_read(tmp_path: Path) -> None:
    assert [it.check for it in judge_games(probe_games(tmp_path)) if it.mark is Severity.WRONG] == []
    (tmp_path / NAMES).write_text("{", encoding="utf-8")
    found = [it for it in judge_games(probe_games(tmp_path)) if it.mark is Severity.WRONG]
    assert "names.json: the file of names is damaged" in found[0].what
    assert "Erase all names" in (found[0].next_step or "")


@pytest.mark.parametrize("command", ["list", "export --all", "export last --csv"])
def test_commands_say_that_names_cant_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    with Journal(tmp_path / FILE_NAME, lambda: NOON) as journal:
        played(journal)
    for text, says in ("{}", ""), ("{", "five-lines: without names: "):
        (tmp_path / NAMES).write_text(text)
        assert main(["games", *command.split(), "--journal", str(tmp_path / FILE_NAME)]) == 0
        told = capsys.readouterr()
        assert told.out
        assert told.err.startswith(says)
        assert bool(told.err) == bool(says)


@pytest.mark.parametrize(
    "name", ["Anna-Maria", "O’Neill", "2Pac", "Jean–Luc", "Ann & Bob", "L·luís", "Mu\u0308ller", "दया", "דָּוִד"]
)
def test_names_of_many_languages_are_names(name: str) -> None:
    assert NameBook((name,)).names == (name,)


@pytest.mark.parametrize("taint", [*TAINTS.values(), "=1+1", "a\tb", "a\0b"], ids=lambda it: repr(it)[:12])
def test_no_name_is_anything_but_letters(taint: str, tmp_path: Path) -> None:
    """A file that others have changed: no screen, record, page or spreadsheet gets what a name can't be."""
    with pytest.raises(DataError, match="can be no name"):
        NameBook(("Anna",)).with_game(NOON, HomeMatch(("Anna", taint)))
    written = {"names": [taint], "games": {}}
    (tmp_path / NAMES).write_text(json.dumps(written), encoding="utf-8")
    with pytest.raises(JournalError):
        _ = Names(tmp_path / FILE_NAME).book
