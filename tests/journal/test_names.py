"""The names of people at home, beside the journal."""

import stat
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from companion.game import Outcome, Seat, Termination, rules_for
from companion.journal import FILE_NAME, Database, Journal
from companion.journal.export import COLUMNS, as_record, row
from companion.journal.home.names import FILE_NAME as NAMES
from companion.journal.home.names import NameBook
from companion.referee.events import Ended
from companion.referee.referee import begin
from tests.support.playing import NOON

RULES = rules_for("schaedler")
WON = Outcome(Termination.RESIGNED, Seat.B)


def played(journal: Journal, players: tuple[str, ...]) -> None:
    """Play a game that A gives up, and keep its players."""
    NameBook(("Anna", "Nikos")).keep(journal.path)
    journal.append(journal.begin(RULES.die, RULES, players=players), (begin(RULES, Seat.A), Ended(0, WON)))


def test_a_game_has_the_names_of_its_players_until_they_are_erased(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    with Journal(path, lambda: NOON) as journal:
        played(journal, ("Anna", "Nikos"))
        assert journal.outcomes() == [(NOON, WON)]
    assert stat.S_IMODE((tmp_path / NAMES).stat().st_mode) == 0o600
    with closing(Database.for_reading(path)) as database:
        stored = database.game(1)
    assert as_record(stored).players == ("Anna", "Nikos")
    told = dict(zip(COLUMNS, row(stored), strict=True))
    assert (told["player_a"], told["player_b"]) == ("Anna", "Nikos")
    NameBook().keep(path)
    assert not (tmp_path / NAMES).exists()
    with closing(Database.for_reading(path)) as database:
        assert as_record(database.game(1)).players == ("", "")


def test_another_game_has_no_names(tmp_path: Path) -> None:
    now = [NOON]
    with Journal(tmp_path / FILE_NAME, lambda: now[0]) as journal:
        played(journal, ("Anna", "Nikos"))
        now[0] += timedelta(seconds=1)
        journal.begin(RULES.die, RULES)
    with closing(Database.for_reading(tmp_path / FILE_NAME)) as database:
        assert database.game(2).players == ("", "")


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", '{"names": 3}', '{"names": ["Anna"], "games": {"2026": ["Anna"]}}', '{"others": 1}'],
)
def test_a_damaged_file_has_no_names(tmp_path: Path, text: str) -> None:
    (tmp_path / NAMES).write_text(text, encoding="utf-8")
    assert NameBook.beside(tmp_path / FILE_NAME) == NameBook()
