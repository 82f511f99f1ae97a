"""When nobody is there the station shows what it is for; whoever comes finds the first page."""

from dataclasses import replace

import pytest

from companion.game import Halves, start_position
from companion.interface.intents import Ask, Intent
from companion.interface.views import AttractView, SetUpView, WelcomeView
from companion.settings.sections import Attract, Settings, VisitorsSettings
from companion.station.board.observation import Observation
from companion.station.station import IDLE_FRAME_RATE
from hardware.audio.tones import Cue
from hardware.settings import CameraSettings
from tests.support.table import (
    COVERED,
    MOVING,
    SCHAEDLER,
    SETTINGS,
    TIMINGS,
    Table,
    clear,
    unsure,
)
from vision.reading import Cause

ALONE_S = TIMINGS.attract_s
LAID = start_position(SCHAEDLER).halves()


def alone(settings: Settings | None = None) -> Table:
    """A table that nobody has touched for a while, with its board laid."""
    table = Table() if settings is None else Table(settings=settings)
    table.tell(clear(LAID))
    table.wait(ALONE_S + 6.0)
    return table


def test_left_alone_it_begins_and_its_time_goes_on() -> None:
    table = Table()
    table.wait(ALONE_S - 0.1)
    assert isinstance(table.view, WelcomeView)
    table = alone()
    before = table.view
    assert isinstance(before, AttractView)
    assert before.time_s == pytest.approx(6.0, abs=0.1)
    table.wait(1.0)
    after = table.view
    assert isinstance(after, AttractView)
    assert after.time_s == pytest.approx(7.0, abs=0.1)


@pytest.mark.parametrize("comes", ["touch", "press", "moved counter"])
def test_who_comes_finds_the_first_page_and_is_seen_at_the_full_rate(comes: str) -> None:
    table, camera = alone(), CameraSettings()
    assert table.station.frame_rate(table.now_s) == IDLE_FRAME_RATE
    match comes:
        case "touch":
            table.ask(Ask.WELCOME)
        case "press":
            table.press()
        case _:
            table.tell(clear(Halves()))
    assert table.station.frame_rate(table.now_s) == camera.frame_rate
    assert isinstance(table.view, WelcomeView)
    table.press()
    assert isinstance(table.view, SetUpView)


def test_it_can_be_held_still_or_left_away() -> None:
    visitors = VisitorsSettings(attract=Attract.STILL)
    view = alone(replace(Settings(), visitors=visitors)).view
    assert isinstance(view, AttractView)
    assert view.still
    visitors = VisitorsSettings(attract=Attract.NONE)
    assert isinstance(alone(replace(Settings(), visitors=visitors)).view, WelcomeView)


def test_after_a_game_that_was_left_the_first_page_stands_for_a_while() -> None:
    table = Table()
    table.press()
    table.wait(90.0)
    table.wait(15.0)
    assert isinstance(table.view, WelcomeView)
    table.wait(ALONE_S)
    assert isinstance(table.view, AttractView)


def with_attract(attract: Attract) -> Settings:
    return replace(SETTINGS, visitors=VisitorsSettings(attract=attract))


@pytest.mark.parametrize("seen", [MOVING, COVERED, clear(Halves())])
def test_an_arm_or_a_moved_counter_is_greeted_once_and_no_other_time(seen: Observation) -> None:
    table = alone()
    assert Cue.GREETING in table.tell(seen)
    assert table.view == WelcomeView(SCHAEDLER, greets=True)
    assert Cue.GREETING not in table.tell(clear(LAID))
    assert table.view == WelcomeView(SCHAEDLER, greets=True)
    table.wait(ALONE_S + 1.0)
    table.ask(Ask.WELCOME)
    assert table.view == WelcomeView(SCHAEDLER)


@pytest.mark.parametrize("cause", [Cause.UNEVEN_LIGHT, Cause.TOO_DARK, Cause.TOO_BRIGHT, Cause.ODD_THING])
def test_light_that_hides_the_board_for_a_while_brings_nobody(cause: Cause) -> None:
    table = alone()
    for seen in (unsure(cause), clear(LAID)):
        assert table.tell(seen) == ()
        assert isinstance(table.view, AttractView)


@pytest.mark.parametrize("intent", [Ask.OPEN_STAFF, Ask.LOOK_AROUND, Ask.WELCOME])
def test_who_touches_the_screen_is_not_asked_to_take_a_counter(intent: Intent) -> None:
    table = alone()
    assert Cue.GREETING not in table.ask(intent)
    table.ask(Ask.BACK)
    assert table.view == WelcomeView(SCHAEDLER)


def test_held_still_the_page_gives_way_to_an_arm_without_a_word_or_a_sound() -> None:
    table = alone(with_attract(Attract.STILL))
    assert table.tell(MOVING) == ()
    assert table.view == WelcomeView(SCHAEDLER)
