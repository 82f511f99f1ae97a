"""Somebody at a station at home: names are typed, games begun and given up."""

from dataclasses import replace

from companion.game import Seat
from companion.interface import intents
from companion.interface.intents import Ask, Named, Pick
from companion.interface.views import NameView, PlayView, SetUpView, ThrowOffView, WonView
from companion.referee.match import HomeMatch
from companion.settings.sections import GameSettings, Location, StationSettings
from tests.support.walk import USUAL, Walk

AT_HOME = replace(
    USUAL,
    station=StationSettings(place=Location.HOME),
    game=GameSettings(options=("larger-throw-enters=yes",), starter="A"),
)


def add(person: Walk, name: str) -> None:
    person.touch(Ask.ADD_NAME)
    for letter in name:
        person.touch(Pick(Named.LETTER, letter.upper()))
    assert person.shows(NameView).name == name
    person.touch(Ask.GO_ON)


def lose(person: Walk, seat: Seat) -> HomeMatch:
    """Lay the board, begin, and give up."""
    lay_and_begin(person)
    match = give_up(person, seat).match
    assert match is not None
    return match


def lay_and_begin(person: Walk) -> None:
    person.table.lay(person.shows(SetUpView).position.halves())
    person.wait(4.0)
    for _ in range(20):
        if isinstance(person.view, ThrowOffView):
            person.press()
            person.wait(2.0)
    person.shows(PlayView)


def give_up(person: Walk, seat: Seat) -> WonView:
    person.touch(Ask.PAUSE)
    person.touch(intents.GiveUp(seat))
    person.touch(intents.Agree(seat))
    return person.shows(WonView)


def begin_two(person: Walk) -> None:
    person.touch(intents.PlayAgainst(None))
