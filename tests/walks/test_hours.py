"""Opening hours: closed and opened by the clock and by staff, dark and woken, with a game and without."""

import time
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

import pygame
import pytest

from companion.app.open_station import StationPlan, opened
from companion.cli import main
from companion.game import start_position
from companion.interface import intents
from companion.interface.faults import Fault
from companion.interface.intents import Ask
from companion.interface.views import (
    AttractView,
    ClosedDaysView,
    ClosedView,
    ClosingView,
    DayKind,
    DayTime,
    DayView,
    HoursView,
    OutOfOrderView,
    PauseView,
    PlayView,
    ResumeView,
    RulesView,
    ScreenTrial,
    StaffView,
    WelcomeView,
)
from companion.journal.visits import VisitBook
from companion.settings.opening_hours import WEEKDAYS
from companion.settings.pin import PinFile
from companion.settings.sections import GameSettings, HoursSettings, Location, StationSettings
from companion.settings.settings_file import read_settings
from companion.station.stimuli import FaultRaised
from companion.station.upkeep.closing_time import AWAKE_S, CLOSING_S, LAST_S, TRIAL_S
from companion.station.worker import Lane
from hardware.lamps import Lamp, Pattern
from tests.support.fake_clock import FakeClock
from tests.support.walk import EVERY_SIZE, USUAL, Walk, walk
from vision.board_reader import BoardReader

every_size = pytest.mark.parametrize("size", EVERY_SIZE)
TEN_TO_SIX = ("10:00-18:00",)
MUSEUM = replace(
    USUAL,
    station=StationSettings(place=Location.HALL),
    game=GameSettings(starter="A"),
    hours=HoursSettings(
        monday=(),
        tuesday=TEN_TO_SIX,
        wednesday=TEN_TO_SIX,
        thursday=TEN_TO_SIX,
        friday=("18:00-02:00",),
        saturday=(),
        closed_days=("05-14",),
    ),
)


@dataclass
class WallTime:
    """A clock on the wall that goes with the walk's; None: nobody has set it. 12 May 2026 is a Tuesday."""

    clock: FakeClock
    shown: str | None = "2026-05-12T12:00"
    since_s: float = 100.0

    def __call__(self) -> float | None:
        if self.shown is None:
            return None
        return datetime.fromisoformat(self.shown).timestamp() + self.clock() - self.since_s

    def show(self, text: str) -> None:
        self.shown, self.since_s = text, self.clock()


def at(shown: str | None = "2026-05-12T12:00") -> tuple[FakeClock, WallTime]:
    clock = FakeClock()
    return clock, WallTime(clock, shown)


def is_dark(person: Walk) -> bool:
    surface = pygame.display.get_surface()
    pixels = pygame.surfarray.array3d(surface)
    return isinstance(person.view, ClosedView) and int(pixels.max()) == 0


def welcomes(person: Walk) -> None:
    """It is open, or awake, at its first page; left alone for a while that shows a game."""
    assert isinstance(person.view, WelcomeView | AttractView), person.view


def _fail(*_: object) -> None:
    raise AssertionError("the board was read in the dark")


def hold_corner(person: Walk) -> None:
    person.touch_at(15, 15, held_s=3.3)


@every_size
def test_a_station_that_nobody_uses_is_dark_after_hours_and_opens_by_itself(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, wall = at("2026-05-12T17:55")
    with walk(tmp_path, monkeypatch, size, MUSEUM, clock=clock, wall=wall) as person:
        person.wait(290.0, turn_s=5.0)
        welcomes(person)
        assert not is_dark(person)
        person.wait(15.0, turn_s=1.0)
        assert is_dark(person)
        assert person.it.station.faults == ()
        assert set(person.it.station.lamps(clock()).values()) == {Pattern.OFF}
        with monkeypatch.context() as patch:
            patch.setattr(BoardReader, "read", _fail)
            person.table.lay(start_position(person.rules).halves())
            person.wait(10.0)
            assert person.it.station.faults == ()
        assert person.it.station.is_resting(clock())
        wall.show("2026-05-13T09:59")
        person.wait(50.0, turn_s=5.0)
        assert is_dark(person)
        person.wait(15.0, turn_s=1.0)
        welcomes(person)
        assert person.it.station.lamps(clock())[Lamp.SEAT_A] is Pattern.GLOW
        assert person.it.station.lamps(clock())[Lamp.CAMERA] is Pattern.ON
        person.wait(20.0, turn_s=5.0)
        # The next day is Ascension, and the one after opens in the evening.
        wall.show("2026-05-14T12:00")
        person.wait(25.0, turn_s=1.0)
        assert is_dark(person)
        wall.show("2026-05-16T01:59")
        person.wait(30.0, turn_s=1.0)
        welcomes(person)
        person.wait(40.0, turn_s=1.0)
        assert is_dark(person)


@every_size
@pytest.mark.parametrize("by", ["a touch", "a finger", "a key", "the button"])
def test_whatever_is_touched_wakes_it_for_two_minutes_and_means_nothing_else(
    by: str, size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, wall = at("2026-05-12T20:00")
    with walk(tmp_path, monkeypatch, size, MUSEUM, clock=clock, wall=wall) as person:
        # Whoever switches it on after hours sees that it goes.
        welcomes(person)
        person.wait(AWAKE_S - 1.0, turn_s=5.0)
        welcomes(person)
        person.wait(2.0)
        assert is_dark(person)
        match by:
            case "a touch":
                person.touch_at(size[0] // 2, size[1] - 30)
            case "a finger":
                person.drag((size[0] // 2, size[1] - 30), (size[0] // 2, size[1] - 30), finger=True)
            case "a key":
                person.key(pygame.K_SPACE)
            case _:
                person.press()
        welcomes(person)
        assert "One player" in person.texts
        person.touch(intents.Pick(intents.Named.LANGUAGE, "de"))
        person.touch(Ask.SHOW_RULES)
        person.wait(AWAKE_S - 2.0, turn_s=1.0)
        person.shows(RulesView)
        person.wait(3.0)
        assert is_dark(person)
        person.touch(Ask.GO_ON)
        welcomes(person)
        assert "One player" in person.texts
    assert VisitBook(tmp_path / "data" / "visits.sqlite").days() == {}


@every_size
def test_a_game_is_counted_out_at_closing_time_and_waits_until_it_opens(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, wall = at("2026-05-12T17:58")
    with walk(tmp_path, monkeypatch, size, MUSEUM, clock=clock, wall=wall) as person:
        person.touch(intents.Pick(intents.Named.LANGUAGE, "el"))
        person.begin_game()
        person.touch(Ask.THROW)
        person.wait(2.0)
        wall.show("2026-05-12T17:59:59")
        person.wait(1.5)
        view = person.shows(ClosingView)
        assert view.in_game
        assert not view.last
        assert view.seconds >= CLOSING_S - 2
        assert person.texts.count(str(view.seconds)) == 2
        person.picture("closing")
        person.press()
        thrown = person.shows(PlayView).state.throw
        assert thrown is not None
        person.wait(CLOSING_S - LAST_S - 4.0, turn_s=0.5)
        person.shows(PlayView)
        person.wait(5.0, turn_s=0.5)
        assert person.shows(ClosingView).last
        person.picture("closing-last")
        person.wait(LAST_S + 1.0, turn_s=0.5)
        assert is_dark(person)
        # Hours later nobody has been asked whether they are still there.
        person.wait(3600.0, turn_s=60.0)
        assert is_dark(person)
        wall.show("2026-05-13T10:00")
        person.wait(60.0 + 10.0 + 5.0, turn_s=1.0)
        assert person.shows(PauseView).state.throw == thrown
        person.touch(Ask.GO_ON)
        assert person.shows(PlayView).state.throw == thrown
    visits = list(VisitBook(tmp_path / "data" / "visits.sqlite").visits())
    assert [visit.language for visit in visits] == ["el"]
    with walk(tmp_path, monkeypatch, clock=clock, wall=wall) as person:
        assert person.shows(ResumeView).state.throw == thrown


def test_who_answers_the_last_time_closes_it_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock, wall = at("2026-05-12T17:59:50")
    with walk(tmp_path, monkeypatch, settings=MUSEUM, clock=clock, wall=wall) as person:
        person.touch(Ask.SHOW_RULES)
        person.wait(12.0)
        assert not person.shows(ClosingView).in_game
        person.touch(Ask.GO_ON)
        person.shows(RulesView)
        person.wait(CLOSING_S - 8.0, turn_s=0.5)
        assert person.shows(ClosingView).last
        person.touch_at(300, 200)
        assert is_dark(person)


@every_size
def test_who_plays_after_hours_is_asked_and_the_game_is_kept(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, wall = at("2026-05-12T20:00")
    with walk(tmp_path, monkeypatch, size, MUSEUM, clock=clock, wall=wall) as person:
        person.begin_game()
        person.shows(PlayView)
        person.wait(AWAKE_S - 10.0, turn_s=1.0)
        assert person.shows(ClosingView).in_game
        person.touch_at(size[0] // 2, size[1] // 3)
        person.shows(PlayView)
        person.wait(AWAKE_S + 1.0, turn_s=1.0)
        assert is_dark(person)
        person.press()
        person.shows(PauseView)
        person.press()
        person.shows(PlayView)
    assert VisitBook(tmp_path / "data" / "visits.sqlite").days() == {}


@every_size
def test_staff_open_and_close_at_once_and_the_hours_take_over(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, wall = at("2026-05-12T09:00")
    with walk(tmp_path, monkeypatch, size, MUSEUM, clock=clock, wall=wall) as person:
        person.wait(AWAKE_S + 1.0, turn_s=1.0)
        assert is_dark(person)
        hold_corner(person)
        person.shows(StaffView)
        person.find(Ask.SHOW_HOURS)
        view = person.shows(HoursView)
        assert (view.is_open, view.until) == (False, DayTime(1, "10:00"))
        person.find(intents.Switch(intents.Toggle.OPEN, True))
        person.picture("hours")
        # It will close at six, not when it would have opened.
        assert person.shows(HoursView).until == DayTime(1, "18:00")
        person.touch(Ask.BACK)
        person.touch(Ask.BACK)
        person.wait(1800.0, turn_s=60.0)
        welcomes(person)
        wall.show("2026-05-12T11:00")
        person.wait(60.0, turn_s=5.0)
        wall.show("2026-05-12T18:00")
        person.wait(60.0, turn_s=5.0)
        assert is_dark(person)
        wall.show("2026-05-13T11:00")
        person.wait(1.0)
        person.touch(Ask.OPEN_STAFF)
        person.find(Ask.SHOW_HOURS)
        person.find(intents.Switch(intents.Toggle.OPEN, False))
        assert is_dark(person)
        person.wait(3600.0, turn_s=60.0)
        assert is_dark(person)
        wall.show("2026-05-13T18:30")
        person.wait(1.0)
        assert is_dark(person)
        # Thursday is Ascension; on Friday evening it opens by its hours.
        wall.show("2026-05-15T18:00")
        person.wait(1.0)
        welcomes(person)


def test_staff_who_close_during_a_game_let_it_be_counted_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Without any hours it is closed until staff open it, or start it anew.
    with walk(tmp_path, monkeypatch, settings=replace(MUSEUM, hours=USUAL.hours)) as person:
        person.begin_game()
        hold_corner(person)
        person.find(Ask.SHOW_HOURS)
        person.find(intents.Switch(intents.Toggle.OPEN, False))
        assert person.shows(ClosingView).in_game
        person.wait(CLOSING_S + 1.0, turn_s=0.5)
        assert is_dark(person)
        person.wait(7 * 3600.0, turn_s=600.0)
        assert is_dark(person)
        person.press()
        person.shows(PauseView)
    with walk(tmp_path, monkeypatch) as person:
        person.shows(ResumeView)
        person.wait(30.0, turn_s=1.0)
        person.shows(ResumeView)


def test_staff_at_work_at_closing_time_are_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, wall = at("2026-05-12T17:59:30")
    with walk(tmp_path, monkeypatch, settings=MUSEUM, clock=clock, wall=wall) as person:
        person.touch(Ask.OPEN_STAFF)
        person.wait(AWAKE_S - 5.0, turn_s=1.0)
        person.shows(StaffView)
        person.wait(10.0, turn_s=1.0)
        assert is_dark(person)


def test_a_locked_station_that_is_dark_asks_for_the_pin_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, wall = at("2026-05-11T12:00")
    with walk(tmp_path, monkeypatch, settings=MUSEUM, clock=clock, wall=wall):
        PinFile(tmp_path / "data" / "staff-pin.json").set("4071")
    with walk(tmp_path, monkeypatch, clock=clock, wall=wall) as person:
        person.wait(AWAKE_S + 1.0, turn_s=1.0)
        assert is_dark(person)
        hold_corner(person)
        for digit in "4071":
            person.touch(intents.Enter(intents.Number.PIN_DIGIT, int(digit)))
        person.touch(Ask.PIN_ENTER)
        person.shows(StaffView)


def test_without_a_clock_that_is_set_it_stays_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock, wall = at(None)
    with walk(tmp_path, monkeypatch, settings=MUSEUM, clock=clock, wall=wall) as person:
        person.wait(300.0, turn_s=5.0)
        welcomes(person)
        hold_corner(person)
        person.find(Ask.SHOW_HOURS)
        assert person.shows(HoursView).now is None
        assert "The clock is not set, so the station stays open." in person.texts
        person.touch(Ask.BACK)
        person.touch(Ask.BACK)
        wall.show("2026-05-12T20:00")
        person.wait(25.0, turn_s=1.0)
        person.wait(CLOSING_S, turn_s=1.0)
        assert is_dark(person)


def test_a_clock_that_jumps_only_opens_or_closes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock, wall = at("2026-05-12T12:00")
    with walk(tmp_path, monkeypatch, settings=MUSEUM, clock=clock, wall=wall) as person:
        person.wait(25.0, turn_s=1.0)
        for shown, page in (
            ("2035-01-01T03:00", ClosedView),
            ("2026-05-12T12:00", None),
            ("2001-01-01T03:00", ClosedView),
            ("2026-05-12T12:00", None),
        ):
            wall.show(shown)
            person.wait(25.0, turn_s=1.0)
            if page is None:
                welcomes(person)
            else:
                person.shows(page)
            assert person.it.station.faults == ()


@every_size
def test_staff_set_the_hours_by_touch_and_they_are_kept(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock, wall = at("2026-05-12T12:00")
    with walk(tmp_path, monkeypatch, size, clock=clock, wall=wall) as person:
        person.touch(Ask.OPEN_STAFF)
        person.find(Ask.SHOW_HOURS)
        person.find(intents.Enter(intents.Number.WEEKDAY, 1))
        assert person.shows(DayView).kind is DayKind.ALL_DAY
        person.touch(Ask.OPEN_FOR_HOURS)
        assert person.shows(DayView).spans == (("10:00", "18:00"),)
        person.touch(intents.Enter(intents.Number.OPENS_MIN, -60))
        person.touch(intents.Enter(intents.Number.OPENS_MIN, 15))
        for _ in range(7):
            person.touch(intents.Enter(intents.Number.CLOSES_MIN, 60))
        assert person.shows(DayView).spans == (("09:15", "01:00"),)
        person.picture("hours-day")
        person.touch(Ask.SAME_EVERY_DAY)
        person.touch(Ask.BACK)
        person.find(intents.Enter(intents.Number.WEEKDAY, 0))
        person.touch(intents.Switch(intents.Toggle.OPEN_ALL_DAY, False))
        person.picture("hours-day-closed")
        person.touch(Ask.BACK)
        person.find(Ask.SHOW_CLOSED_DAYS)
        for _ in range(7):
            person.touch(intents.Enter(intents.Number.MONTHS, 1))
        for _ in range(11):
            person.touch(intents.Enter(intents.Number.DAYS, 1))
        assert person.shows(ClosedDaysView).date == "2026-12-24"
        person.touch(intents.Switch(intents.Toggle.CLOSED_DAY, True))
        person.picture("closed-days")
        person.touch(intents.Enter(intents.Number.DAYS, -1))
        person.touch(intents.Switch(intents.Toggle.CLOSED_DAY, True))
        person.touch(intents.Switch(intents.Toggle.CLOSED_DAY, False))
        person.touch(Ask.BACK)
        person.picture("hours-set")
        person.touch(Ask.BACK)
        person.shows(StaffView)
    kept = read_settings(tmp_path / "station.toml").hours
    every_day = dict.fromkeys(
        ("tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"), ("09:15-01:00",)
    )
    assert kept == HoursSettings(monday=(), closed_days=("2026-12-24",), **every_day)
    assert main(["settings", "check", str(tmp_path / "station.toml")]) == 0
    wall.show("2026-05-13T02:00")
    with walk(tmp_path, monkeypatch, clock=clock, wall=wall) as person:
        person.wait(AWAKE_S + 1.0, turn_s=1.0)
        assert is_dark(person)


def test_a_day_of_several_spans_is_shown_and_left_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hours = HoursSettings(tuesday=("10:00-12:00", "14:00-18:00"))
    with walk(tmp_path, monkeypatch, settings=replace(USUAL, hours=hours)) as person:
        person.touch(Ask.OPEN_STAFF)
        person.find(Ask.SHOW_HOURS)
        person.find(intents.Enter(intents.Number.WEEKDAY, 1))
        assert person.shows(DayView).spans == (("10:00", "12:00"), ("14:00", "18:00"))
        assert not [it for it in person.intents if intents.kind_of(it) is intents.Number.OPENS_MIN]
        person.touch(Ask.OPEN_FOR_HOURS)
        person.touch(Ask.BACK)
    assert read_settings(tmp_path / "station.toml").hours == hours


@every_size
def test_the_backlight_is_off_in_the_dark_and_staff_try_it_out(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    power = tmp_path / "backlight" / "10-0045" / "bl_power"
    power.parent.mkdir(parents=True)
    # So a station was left that ended in the dark.
    power.write_text("4", encoding="ascii")
    monkeypatch.setattr("hardware.screen_power.BACKLIGHTS", tmp_path / "backlight")
    monkeypatch.setattr("hardware.screen_power.DEVICES", tmp_path / "no devices")
    clock, wall = at("2026-05-12T12:00")
    with walk(tmp_path, monkeypatch, size, MUSEUM, clock=clock, wall=wall) as person:
        wait_for(power, "0")
        person.touch(Ask.OPEN_STAFF)
        person.find(Ask.SHOW_HOURS)
        person.find(Ask.TRY_SCREEN)
        assert is_dark(person)
        wait_for(power, "4")
        person.wait(TRIAL_S + 1.0)
        person.shows(HoursView)
        wait_for(power, "0")
        person.wait(1.0)
        assert person.shows(HoursView).trial is ScreenTrial.DONE
        assert "The screen was off, and is on again." in person.texts
        person.picture("hours-trial")
        # A touch ends the trial, too.
        person.touch(Ask.TRY_SCREEN)
        person.touch_at(200, 200)
        person.shows(HoursView)
        person.touch(Ask.BACK)
        person.touch(Ask.BACK)
        wall.show("2026-05-12T20:00")
        person.wait(CLOSING_S + 30.0, turn_s=1.0)
        assert is_dark(person)
        wait_for(power, "4")
        person.press()
        wait_for(power, "0")
        person.wait(AWAKE_S + 1.0, turn_s=1.0)
        wait_for(power, "4")
    assert power.read_text(encoding="ascii") == "0"


def test_what_is_out_of_order_lights_nothing_up_and_is_reported_to_who_wakes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, wall = at("2026-05-11T12:00")
    with walk(tmp_path, monkeypatch, settings=MUSEUM, clock=clock, wall=wall) as person:
        person.wait(AWAKE_S + 1.0, turn_s=1.0)
        person.plug.is_in = False
        person.it.loop.step(FaultRaised(Fault.UNEXPECTED, "nobody expected this"))
        person.wait(4.0)
        assert is_dark(person)
        assert person.it.station.faults[:2] == (Fault.UNEXPECTED, Fault.CAMERA_LOST)
        person.press()
        person.wait(0.5)
        assert person.shows(OutOfOrderView).fault is Fault.UNEXPECTED
        person.touch(Ask.GO_ON)
        person.wait(6.0)
        assert person.shows(OutOfOrderView).fault is Fault.CAMERA_LOST
        person.plug.is_in = True
        person.wait(20.0, turn_s=0.5)
        assert person.it.station.faults == ()
        welcomes(person)
        person.wait(AWAKE_S + 1.0, turn_s=1.0)
        assert is_dark(person)


def test_a_robot_plays_at_all_hours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    never = replace(
        USUAL,
        station=StationSettings(data=tmp_path, calibration=tmp_path / "calibration"),
        hours=HoursSettings(**dict.fromkeys(WEEKDAYS, ())),
    )
    clock, wall = at()
    journal = tmp_path / "journal.sqlite"
    for games in (None, 1):
        plan = StationPlan(
            never,
            never.game.chosen(),
            journal,
            virtual=False,
            seed=1,
            settings_file=tmp_path / "station.toml",
            games=games,
        )
        with opened(plan, clock, bytes, wall, {Lane.BOARD}) as it:
            it.loop.turn()
            clock.go(AWAKE_S + 1.0)
            it.loop.turn()
            assert isinstance(it.station.view(clock()), ClosedView) is (games is None)


def wait_for(power: Path, value: str) -> None:
    """The screen is switched beside the loop."""
    until_s = time.monotonic() + 20.0
    while power.read_text(encoding="ascii") != value:
        assert time.monotonic() < until_s, value
