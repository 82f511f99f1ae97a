"""From a game against the computer to the next step, with one touch, through the real program."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion.analysis.play.value_table import path_of
from companion.game import Seat, play
from companion.game.levels import LEVELS
from companion.interface import intents
from companion.interface.intents import Ask, Named, Pick
from companion.interface.views import Opponent, PlayView, SetUpView, WonView
from companion.settings.sections import ComputerSeat, GameSettings, OpponentSettings
from tests.support.chances import QUICK, quick_table
from tests.support.walk import EVERY_SIZE, USUAL, Walk, walk

EASY = replace(
    USUAL,
    game=GameSettings(options=("larger-throw-enters=yes",), starter="A"),
    opponent=OpponentSettings(seat=ComputerSeat.B, level="beginner"),
)


def throw(person: Walk) -> PlayView:
    person.press()
    person.wait(1.5)
    return person.shows(PlayView)


def lose(person: Walk) -> WonView:
    """Make a move, and give up."""
    state = person.shows(PlayView).state
    assert state.legal
    person.table.lay(play(state.position, state.legal[0]).halves())
    person.wait(3.0)
    person.touch(Ask.PAUSE)
    person.touch(intents.GiveUp(Seat.A))
    person.touch(intents.Agree(Seat.A))
    return person.shows(WonView)


def take_the_step(person: Walk, level: str) -> PlayView:
    person.touch(Pick(Named.LEVEL, level))
    person.table.lay(person.shows(SetUpView).position.halves())
    person.wait(4.0)
    return person.shows(PlayView)


@pytest.mark.parametrize("size", EVERY_SIZE)
def test_who_loses_is_offered_an_easier_level_and_then_tips(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick_table().save(path_of(tmp_path / "data" / "tables", QUICK))
    with walk(tmp_path, monkeypatch, size, EASY) as person:
        person.begin_game()
        throw(person)
        assert lose(person).rung is LEVELS[0]
        assert {"A little easier", "First game"} <= {*person.texts}
        person.picture("won-easier")
        assert take_the_step(person, "first-game").opponent == Opponent(Seat.B, LEVELS[0])

        assert throw(person).best is None
        lose(person)
        assert "Again, with tips" in person.texts
        person.picture("won-tips")
        take_the_step(person, "first-game")
        throw(person)
        person.wait_for(lambda: person.shows(PlayView).best is not None, 60.0)
        assert not person.shows(PlayView).names_best
        person.picture("play-with-tips")

        assert lose(person).rung is None
        assert not person.named(Named.LEVEL)
