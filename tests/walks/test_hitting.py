"""Kidd's game at the table: a hit, a pair that keeps others out, an entry that is shut."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.game import Halves, Position, Reason, Seat
from companion.interface.intents import Ask, Enter, Number, PlayAgainst
from companion.interface.views import NotSoView, PlayView, ThrowOffView
from companion.settings.sections import DiceOwner, Settings
from tests.support.walk import Walk, walk

KIDD = replace(Settings(), game=replace(Settings().game, rules="kidd", dice=DiceOwner.OWN))


@pytest.fixture
def person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Walk]:
    """Two people who play Kidd's game with dice of their own, so that they throw what the test wants."""
    with walk(tmp_path, monkeypatch, (1280, 720), KIDD) as person:
        person.touch(PlayAgainst(None))
        while not isinstance(person.view, ThrowOffView):
            person.wait(0.5)
            choices = [it for it in person.intents if type(it).__name__ == "Pick"]
            if Ask.BEGIN in person.intents:
                person.touch(Ask.BEGIN)
            elif choices and type(person.view).__name__ == "GamesView":
                person.touch(choices[0])
        person.touch(Enter(Number.THROW, 5))
        person.touch(Enter(Number.THROW, 2))
        person.wait_for(lambda: isinstance(person.view, PlayView), 5.0)
        yield person


def board(text: str) -> Halves:
    return Position.parse(text).halves()


def turn(person: Walk, throw: int, text: str) -> None:
    """A throw, and the board after the move."""
    person.touch(Enter(Number.THROW, throw))
    person.table.lay(board(text))
    person.wait(3.0)


def test_a_right_move_that_hits_asks_to_take_the_counter_off_and_is_no_fault(person: Walk) -> None:
    turn(person, 1, "A 1A / B hand x5")
    person.touch(Enter(Number.THROW, 6))
    person.wait(2.0)
    assert "Land on a single counter: it has to come in again." in person.texts
    person.table.lay(board("A 1A / B 1A hand x4"))
    person.wait_for(lambda: isinstance(person.view, NotSoView), 8.0)
    assert person.shows(NotSoView).flagged.reason is Reason.CAPTURED_COUNTER_NOT_TAKEN_OFF
    person.picture("hit")
    assert person.texts.count("Hit!") == 2
    assert "Your counter on 1A was hit." in person.texts
    assert not {"Not there", "Kidd, rule 5"} & set(person.texts)
    screen = person.it.window.screen
    wrong = screen.palette.wrong
    assert [text.string for text in screen.texts if text.paint == wrong] == []
    person.table.lay(board("A hand x5 / B 1A hand x4"))
    person.wait(3.0)
    assert person.shows(PlayView).state.seat is Seat.A


def test_a_pair_that_keeps_a_counter_out_is_named_and_a_shut_entry_is_announced(person: Walk) -> None:
    turn(person, 1, "A 1A / B hand x5")
    turn(person, 1, "A 1A / B 1B hand x4")
    turn(person, 1, "A 1Ax2 / B 1B hand x4")
    person.touch(Enter(Number.THROW, 6))
    person.wait(2.0)
    assert "None can come in at 1A: move another." in person.texts
    person.picture("shut")
    person.table.lay(board("A 1Ax2 / B 1B 1A hand x3"))
    person.wait_for(lambda: isinstance(person.view, NotSoView), 8.0)
    person.picture("pair")
    assert any("pair on 1A keeps you out" in text for text in person.texts)
