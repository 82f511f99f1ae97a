"""Everything a visitor can do is done with two buttons and the board: one goes on, the other chooses."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from companion.game import Point, Seat, Termination, play
from companion.interface import intents
from companion.interface.intents import Ask, Intent
from companion.interface.presentation import VoiceMode
from companion.interface.views import (
    AttractView,
    EndingView,
    GamesView,
    LanguagesView,
    NotSoView,
    PlayView,
    RulesView,
    SetUpView,
    SoundView,
    StillThereView,
    ThrowOffView,
    WelcomeView,
    WonView,
)
from companion.settings.pin import PinFile
from companion.settings.sections import Location, StationSettings, VisitorsSettings
from tests.support.stand_in_voice import stand_in_espeak
from tests.support.walk import EVERY_SIZE, SIZES, USUAL, Walk, walk

LIVELY = replace(
    USUAL,
    station=StationSettings(place=Location.HALL),
    visitors=VisitorsSettings(voice=VoiceMode.OFFERED),
)


@contextmanager
def guarded(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    size: tuple[int, int] = SIZES[0],
) -> Iterator[Walk]:
    """A station as it stands in a museum: a PIN guards the staff's pages."""
    PinFile(folder / "data" / "staff-pin.json").set("40718")
    with walk(folder, monkeypatch, size, LIVELY) as person:
        yield person


def choose(person: Walk, wanted: Intent) -> None:
    """Go on to what asks for this, and choose it; the screen is not touched, nor a key pressed."""
    for _ in person.it.window.screen.targets:
        person.press_second()
        focused = person.it.window.screen._focused()
        assert focused is not None
        if focused.intent == wanted:
            person.press()
            return
    raise AssertionError(f"{wanted} is not reached on {type(person.view).__name__}: {person.intents}")


@pytest.mark.parametrize("size", EVERY_SIZE)
def test_a_game_from_the_first_page_to_its_end_and_the_next(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with guarded(tmp_path, monkeypatch, size) as person:
        person.wait(36.0, turn_s=1.0)
        person.shows(AttractView)
        person.press_second()
        person.wait(0.2)
        person.shows(WelcomeView)
        choose(person, intents.Pick(intents.Named.LANGUAGE, "fr"))
        assert person.it.window.screen.language == "fr"
        choose(person, intents.Pick(intents.Named.LANGUAGE, "en"))
        choose(person, Ask.SHOW_RULES)
        choose(person, intents.Enter(intents.Number.LEAF, 1))
        assert person.shows(RulesView).leaf == 1
        choose(person, Ask.BACK)
        choose(person, intents.PlayAgainst(None))
        choose(person, intents.Enter(intents.Number.LEAF, 1))
        assert person.shows(GamesView).leaf == 1
        choose(person, intents.Enter(intents.Number.LEAF, 0))
        choose(person, intents.Pick(intents.Named.GAME, "quick"))
        person.table.lay(person.shows(SetUpView).position.halves())
        person.wait(4.0)
        while isinstance(shown := person.view, ThrowOffView):
            if shown.winner is None:
                person.press()
            person.wait(1.0)
        person.press()
        person.wait(1.5)
        state = person.shows(PlayView).state
        assert state.throw is not None
        assert state.legal
        move = state.legal[0]
        person.table.lay(play(state.position, move).halves().with_count(state.seat, move.target, 0))
        person.wait(6.0)
        person.shows(NotSoView)
        choose(person, Ask.SHOW_LANGUAGES)
        person.shows(LanguagesView)
        choose(person, Ask.BACK)
        person.shows(NotSoView)
        person.table.lay(play(state.position, move).halves())
        person.wait(3.0)
        assert person.shows(PlayView).state.throw is None
        choose(person, Ask.TAKE_BACK)
        assert person.shows(PlayView).state.throw == state.throw
        choose(person, Ask.PAUSE)
        choose(person, intents.GiveUp(Seat.A))
        person.shows(EndingView)
        choose(person, Ask.GO_ON)
        person.shows(PlayView)
        choose(person, Ask.PAUSE)
        choose(person, Ask.AGREE_DRAW)
        choose(person, intents.Agree(Seat.A))
        choose(person, intents.Agree(Seat.B))
        assert person.shows(WonView).outcome.termination is Termination.AGREED
        choose(person, Ask.BEGIN)
        person.shows(SetUpView)


def test_who_is_asked_for_answers_with_either_button_and_goes_on_where_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with guarded(tmp_path, monkeypatch) as person:
        person.press()
        for answer in (person.press, person.press_second):
            person.wait(95.0, turn_s=1.0)
            person.shows(StillThereView)
            answer()
            person.wait(0.2)
            assert person.shows(SetUpView)


def test_two_buttons_point_at_the_drawn_board_where_it_can_be_touched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(
        tmp_path, monkeypatch, SIZES[1], replace(USUAL, station=StationSettings(place=Location.HOME))
    ) as person:
        person.begin_game()
        while isinstance(person.view, ThrowOffView):
            person.press()
            person.wait(1.5)
        person.press()
        person.wait(1.5)
        choose(person, intents.ShowPlace(Point.A2))
        assert person.shows(PlayView).pointed == (Point.A2,)


def test_what_is_gone_to_is_spoken_by_its_label(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    espeak = stand_in_espeak(tmp_path / "bin", monkeypatch)
    with guarded(tmp_path, monkeypatch) as person:
        choose(person, Ask.SHOW_SOUND)
        choose(person, intents.Switch(intents.Toggle.VOICE, True))
        espeak.until(lambda: espeak.sentences() == ["With voice"], person.turn)
        assert person.shows(SoundView).speaks is True
        choose(person, Ask.BACK)
        espeak.until(lambda: espeak.sentences()[-1] == "Two players", person.turn)
        focused = person.it.window.screen._focused
        while (target := focused()) is None or target.intent != intents.Pick(intents.Named.LANGUAGE, "de"):
            person.press_second()
        espeak.until(lambda: espeak.sentences()[-1] == "Deutsch", person.turn)
