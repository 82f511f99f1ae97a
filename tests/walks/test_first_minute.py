"""From the attract loop to the first legal move within a minute, by what the pages say and show."""

from pathlib import Path

import pytest

from companion.game import play
from companion.interface import intents
from companion.interface.intents import Ask
from companion.interface.views import (
    AttractView,
    EndingView,
    PlayView,
    SetUpView,
    ThrowOffView,
    Topic,
    WelcomeView,
)
from companion.referee.events import Moved
from tests.support.first_move import first_move
from tests.support.walk import SIZES, walk


@pytest.mark.parametrize("size", SIZES)
def test_two_who_have_only_just_come_make_a_legal_move_within_a_minute(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch, size) as person:
        person.wait(36.0, turn_s=1.0)
        person.shows(AttractView)
        person.picture("attract")
        person.touch(Ask.WELCOME)
        began_s = person.clock()
        person.shows(WelcomeView)
        person.touch(intents.PlayAgainst(None))
        person.touch(intents.Pick(intents.Named.GAME, "quick"))
        view = person.shows(SetUpView)
        assert view.teaching
        person.wait(15.0, turn_s=1.0)
        person.table.lay(view.position.halves())
        person.wait(4.0)
        while isinstance(shown := person.view, ThrowOffView):
            if shown.winner is None:
                person.press()
            person.wait(1.0)
        assert person.shows(PlayView).topic is Topic.AIM
        person.picture("aim")
        person.press()
        person.wait(1.5)
        state = person.shows(PlayView).state
        assert person.shows(PlayView).hints == state.legal
        person.picture("glow")
        assert state.legal
        person.table.lay(play(state.position, state.legal[0]).halves())
        person.wait(2.0)
        assert isinstance(person.shows(PlayView).last, Moved)
        assert person.clock() - began_s <= 60.0
        person.touch(Ask.KNOW_IT)
        assert person.shows(PlayView).topic is None
        person.touch(Ask.PAUSE)
        person.touch(Ask.AGREE_DRAW)
        person.picture("ending")
        person.shows(EndingView)
        person.touch(Ask.GO_ON)
        person.shows(PlayView)


@pytest.mark.parametrize("alone", [False, True])
def test_a_first_legal_move_takes_four_touches_at_most_and_little_of_the_programs_time(
    alone: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch) as person:
        person.wait(36.0, turn_s=1.0)
        found = first_move(person, alone=alone)
        assert found.touches <= 4
        assert found.seconds <= 20.0, found.seconds_on()
