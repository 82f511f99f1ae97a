"""From the attract loop to the first legal move within a minute, by what the pages say and show."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.game import Seat, play, start_position
from companion.interface import intents
from companion.interface.intents import Ask, Named, Pick
from companion.interface.views import (
    AttractView,
    EndingView,
    GamesView,
    PlayView,
    SetUpView,
    ThrowOffView,
    Topic,
    WelcomeView,
)
from companion.referee.events import Moved
from five_lines_lab.dataset.lights import LightChange, changed
from hardware.audio.sound import StandInSound
from hardware.audio.tones import Cue
from hardware.virtual_table.scene import LightSource
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
        assert found.seconds <= 10.5, found.seconds_on()


SUN = LightSource((400.0, 300.0, 900.0), 8.0, (1.2, 1.1, 0.95), spot_mm=120.0)
"""Sun through a window: a bright round patch with a soft rim."""


def test_light_that_changes_leaves_the_attract_page_and_an_arm_turns_it_to_who_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch) as person:
        table, sound = person.table, person.it.devices.sound
        assert isinstance(sound, StandInSound)
        table.lay(start_position(person.rules).halves())
        person.wait(36.0, turn_s=1.0)
        person.shows(AttractView)
        kept, bare, rng = files_in(tmp_path), table.scene, np.random.default_rng(5)
        for change in LightChange:
            table.scene = replace(bare, light=changed(bare.light, change, rng))
            person.wait(1.5, turn_s=0.5)
            person.shows(AttractView)
        for at_mm in range(-200, 201, 100):
            sun = replace(SUN, aim_mm=(float(at_mm), 20.0))
            table.scene = replace(bare, light=replace(bare.light, lamps=(*bare.light.lamps, sun)))
            person.wait(1.5, turn_s=0.5)
            person.shows(AttractView)
        table.scene = bare
        person.wait(20.0, turn_s=0.5)
        assert not sound.played
        table.reach(100.0, 0.0, Seat.A)
        person.wait(0.5, turn_s=0.5)
        assert person.shows(WelcomeView).greets
        assert "Take a counter" in person.texts
        person.picture("greets")
        table.reach(40.0, 20.0, Seat.A)
        person.wait(2.0, turn_s=0.5)
        assert list(sound.played) == [Cue.GREETING]
        assert files_in(tmp_path) == kept
        person.touch(Pick(Named.LANGUAGE, "el"))
        assert "Πάρε ένα πούλι" in person.texts
        table.take_hand_away()
        person.touch(intents.PlayAgainst(None))
        person.shows(GamesView)


def files_in(folder: Path) -> set[Path]:
    """Every file that the station keeps."""
    return {path for path in folder.rglob("*") if path.is_file()}
