"""Left alone, the station asks on both sides and then is its own again, from every page."""

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from companion.game import Seat
from companion.interface import intents
from companion.interface.intents import Ask
from companion.interface.views import (
    ChooseGameView,
    GamesView,
    LanguagesView,
    PauseView,
    PlayView,
    ResumeView,
    RulesView,
    StaffView,
    StillThereView,
    WelcomeView,
)
from companion.settings.sections import GameSettings, Language, Location, Settings, StationSettings
from companion.settings.settings_file import read_settings
from tests.support.table import TIMINGS
from tests.support.walk import EVERY_SIZE, USUAL, Walk, walk

QUIET_S, WARNING_S, PAUSE_S = TIMINGS.quiet_s, TIMINGS.warning_s, TIMINGS.pause_s
PATIENT = replace(
    USUAL,
    station=StationSettings(place=Location.HALL),
    game=GameSettings(starter="A"),
)
AT_HOME = replace(PATIENT, station=StationSettings(place=Location.HOME))
every_size = pytest.mark.parametrize("size", EVERY_SIZE)


def leave_alone(person: Walk, seconds: float = QUIET_S) -> None:
    """Nobody does anything for nearly so long, and some seconds were spent on the last page."""
    person.wait(seconds - 6.0, turn_s=1.0)


@every_size
def test_a_game_is_asked_for_on_both_sides_and_ends_when_nobody_answers(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch, size, PATIENT) as person:
        person.touch(intents.Pick(intents.Named.LANGUAGE, "el"))
        person.begin_game()
        leave_alone(person)
        assert not isinstance(person.view, StillThereView)
        person.wait(4.0)
        view = person.shows(StillThereView)
        assert view.in_game
        person.picture("still-there")
        assert person.texts.count("Αγγίξτε οπουδήποτε για να συνεχίσετε.") == 2
        assert person.texts.count(str(view.seconds)) == 2
        person.wait(WARNING_S, turn_s=0.5)
        person.shows(WelcomeView)
        assert "One player" in person.texts
        assert person.it.station.game is None


@every_size
@pytest.mark.parametrize("answer", ["a touch", "a key", "the button", "a hand"])
def test_every_answer_keeps_the_game(
    size: tuple[int, int], answer: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch, size, PATIENT) as person:
        person.begin_game()
        before = person.view
        leave_alone(person)
        person.wait(6.0)
        person.shows(StillThereView)
        match answer:
            case "a touch":
                person.touch_at(size[0] // 3, size[1] // 5)
            case "a key":
                person.key(pygame.K_SPACE)
            case "the button":
                person.press()
            case _:
                person.table.reach(0.0, 0.0, Seat.A)
                person.wait(0.5)
                person.table.take_hand_away()
                person.wait(2.0)
        assert type(person.view) is type(before)
        leave_alone(person, QUIET_S - 5.0)
        assert type(person.view) is type(before)


def test_a_hand_that_moves_over_the_board_keeps_the_question_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch, settings=PATIENT) as person:
        person.begin_game()
        for step in range(16):
            person.table.reach(40.0 * (step % 3), 10.0, Seat.A)
            person.wait(4.0, turn_s=1.0)
            assert not isinstance(person.view, StillThereView)


@every_size
def test_a_paused_game_waits_for_as_long_as_a_pause_may_last(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch, size, PATIENT) as person:
        person.begin_game()
        person.touch(Ask.PAUSE)
        person.wait(PAUSE_S - 5.0, turn_s=5.0)
        person.shows(PauseView)
        person.touch(Ask.SHOW_RULES)
        person.wait(PAUSE_S - 5.0, turn_s=5.0)
        person.shows(RulesView)
        person.wait(10.0, turn_s=1.0)
        assert person.shows(StillThereView).in_game
        person.touch(Ask.GO_ON)
        person.shows(RulesView)
        person.touch(Ask.BACK)
        person.touch(Ask.GO_ON)
        person.shows(PlayView)


@every_size
def test_whatever_visitors_have_set_is_the_stations_own_again(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch, size, PATIENT) as person:
        before = (tmp_path / "station.toml").read_bytes()
        person.touch(intents.PlayAgainst(None))
        person.touch(intents.Enter(intents.Number.LEAF, 1))
        person.touch(Ask.SHOW_ALL_RULES)
        person.touch(intents.Pick(intents.Named.RULES, "kidd"))
        assert person.shows(ChooseGameView).rules.name == "kidd"
        person.touch(Ask.BACK)
        person.touch(Ask.BACK)
        assert person.shows(WelcomeView).rules == person.rules
        person.touch(intents.Pick(intents.Named.LANGUAGE, "fr"))
        assert "Un joueur" in person.texts
        person.wait(QUIET_S + WARNING_S + 1.0, turn_s=1.0)
        assert person.shows(WelcomeView).rules == person.rules
        assert "One player" in person.texts
        assert (tmp_path / "station.toml").read_bytes() == before
        person.touch(intents.PlayAgainst(None))
        person.touch(intents.Enter(intents.Number.LEAF, 1))
        person.touch(Ask.SHOW_ALL_RULES)
        assert person.shows(ChooseGameView).rules == person.rules


@every_size
@pytest.mark.parametrize(
    ("way", "page"),
    [
        (Ask.SHOW_RULES, RulesView),
        (intents.PlayAgainst(None), GamesView),
        (Ask.OPEN_STAFF, StaffView),
    ],
)
def test_every_page_makes_way_for_the_first(
    size: tuple[int, int], way: intents.Intent, page: type, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch, size, PATIENT) as person:
        person.touch(way)
        person.shows(page)
        if page is StaffView:
            person.wait(QUIET_S + WARNING_S, turn_s=1.0)
            person.shows(page)
            person.wait(300.0 - QUIET_S, turn_s=1.0)
        else:
            person.touch(Ask.SHOW_LANGUAGES)
            person.shows(LanguagesView)
            person.wait(QUIET_S + 5.0, turn_s=1.0)
            assert not person.shows(StillThereView).in_game
            person.wait(WARNING_S, turn_s=1.0)
        person.shows(WelcomeView)


def test_an_unfinished_game_that_nobody_wants_makes_way_for_the_first_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch, settings=PATIENT) as person:
        person.begin_game()
        person.press()
        person.shows(PlayView)
    with walk(tmp_path, monkeypatch) as person:
        person.shows(ResumeView)
        person.wait(QUIET_S + 2.0, turn_s=1.0)
        person.shows(StillThereView)
        person.touch(Ask.GO_ON)
        person.shows(ResumeView)
        person.wait(QUIET_S + WARNING_S + 1.0, turn_s=1.0)
        person.shows(WelcomeView)
    with walk(tmp_path, monkeypatch) as person:
        assert person.shows(WelcomeView)


def test_at_home_a_game_waits_for_days(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with walk(tmp_path, monkeypatch, settings=AT_HOME) as person:
        person.begin_game()
        person.press()
        before = person.shows(PlayView).state
        person.wait(3 * 24 * 3600.0, turn_s=3600.0)
        assert person.shows(PlayView).state == before


def test_where_nothing_was_asked_a_game_left_alone_is_offered_as_after_a_power_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch, settings=replace(PATIENT, station=StationSettings())) as person:
        person.begin_game()
        person.press()
        before = person.shows(PlayView).state
        person.wait(2 * (QUIET_S + WARNING_S), turn_s=1.0)
        assert person.shows(ResumeView).state == before
        assert "Unfinished game" in " ".join(person.texts)
        person.press()
        assert person.shows(PlayView).state == before


def test_at_home_nobody_is_ever_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with walk(tmp_path, monkeypatch, settings=AT_HOME) as person:
        person.touch(Ask.SHOW_RULES)
        person.touch(Ask.SHOW_LANGUAGES)
        person.touch(intents.Pick(intents.Named.LANGUAGE, "it"))
        person.wait(4 * 3600.0, turn_s=300.0)
        assert person.shows(RulesView)


def test_what_staff_set_is_kept_and_what_visitors_set_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch, settings=PATIENT) as person:
        person.touch(intents.Pick(intents.Named.LANGUAGE, "fr"))
        person.touch(Ask.OPEN_STAFF)
        person.touch(Ask.SHOW_LANGUAGES)
        person.touch(intents.Pick(intents.Named.LANGUAGE, "de"))
        person.touch(Ask.SHOW_LOOK)
        person.touch(intents.Switch(intents.Toggle.MUTED, True))
    kept: Settings = read_settings(tmp_path / "station.toml")
    assert kept.station.language is Language.GERMAN
    assert kept.sound.mute
    with walk(tmp_path, monkeypatch) as person:
        assert "Allein spielen" in person.texts
