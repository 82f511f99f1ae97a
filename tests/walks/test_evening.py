"""An evening of three at home, from the first name to the standings of the house, in the real program."""

from pathlib import Path

import pytest

from companion.cli import main
from companion.game import Seat, read_game
from companion.interface.intents import Ask, Enter, Named, Number, Pick
from companion.interface.views import (
    EveningView,
    GamesView,
    Standing,
    WelcomeView,
)
from companion.journal import FILE_NAME
from companion.referee.match import HomeMatch
from tests.support.at_home import AT_HOME, add, begin_two, lose
from tests.support.walk import EVERY_SIZE, walk


@pytest.mark.parametrize("size", EVERY_SIZE)
def test_three_people_play_an_evening(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = tmp_path / "data" / FILE_NAME
    with walk(tmp_path, monkeypatch, size, AT_HOME) as person:
        begin_two(person)
        for name in ("Anna", "Nikos", "Maria"):
            add(person, name)
        person.touch(Pick(Named.PLAYER, "Maria"))
        person.touch(Enter(Number.BEST_OF, 3))
        assert person.shows(EveningView).match == HomeMatch(("Anna", "Nikos"), best_of=3)
        person.touch(Pick(Named.PLAYER, "Maria"))
        person.touch(Ask.GO_ON)
        person.touch(Pick(Named.GAME, person.shows(GamesView).offers[0]))
        assert lose(person, Seat.A) == HomeMatch(("Anna", "Nikos"), (0, 1), "Maria", 3)
        person.touch(Ask.BEGIN)
        decided = lose(person, Seat.A)
        assert (decided.won, decided.loser) == ((0, 2), 0)
        person.picture("won-match")
        person.touch(Ask.BEGIN)
        # The loser gets up for the third.
        assert lose(person, Seat.B) == HomeMatch(("Maria", "Nikos"), (1, 0), "Anna", 3)
    assert main(["games", "export", "3", "--journal", str(journal)]) == 0
    assert read_game(capsys.readouterr().out).players == ("Maria", "Nikos")
    assert main(["games", "list", "--journal", str(journal)]) == 0
    assert "Anna – Nikos" in capsys.readouterr().out
    with walk(tmp_path, monkeypatch, size, AT_HOME) as person:
        begin_two(person)
        view = person.shows(EveningView)
        assert view.standings == (
            Standing("Anna", (0, 2), (0, 2)),
            Standing("Nikos", (2, 3), (2, 3)),
            Standing("Maria", (1, 1), (1, 1)),
        )
        assert (view.match.players, view.between) == (("Maria", "Nikos"), (1, 0))
        person.touch(Ask.ERASE_NAMES)
        person.touch(Ask.ERASE_NAMES)
        assert person.shows(EveningView) == EveningView((), HomeMatch())
    assert main(["games", "export", "3", "--journal", str(journal)]) == 0
    assert read_game(capsys.readouterr().out).players == ("", "")
    assert not any(b"Nikos" in file.read_bytes() for file in journal.parent.rglob("*") if file.is_file())


def test_visitors_of_a_hall_are_asked_no_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with walk(tmp_path, monkeypatch) as person:
        person.press()
        if not isinstance(person.view, WelcomeView):
            person.touch(Ask.BACK)
            person.touch(Ask.BACK)
        begin_two(person)
        assert isinstance(person.view, GamesView)
