"""A new station leads through being set up, in the real program: by touch, mouse and keys, now or later."""

import math
from pathlib import Path

import pygame
import pytest

from companion.board.signals import ViewProblem
from companion.display.pages.staff.first_setup import CARD_MM
from companion.game import Halves
from companion.interface import intents
from companion.interface.intents import Ask, Intent
from companion.interface.setting_up import (
    BoardStepView,
    CameraStepView,
    DevicesStepView,
    DeviceState,
    GameStepView,
    LanguageStepView,
    PlaceStepView,
    ScreenStepView,
    SettingUpView,
    SetUp,
    StepPlace,
)
from companion.interface.views import (
    CalibrationStep,
    CalibrationView,
    OfferView,
    OutOfOrderView,
    StaffView,
    WelcomeView,
)
from companion.settings.pin import PinFile
from companion.settings.settings_file import read_settings
from companion.station.board.calibrating import LAID
from hardware.lamps import Lamp, Pattern
from tests.support.walk import EVERY_SIZE, Walk, walk

FRAME_WH = (1280, 720)
every_size = pytest.mark.parametrize("size", EVERY_SIZE)


def left_in(folder: Path) -> tuple[str, ...]:
    return read_settings(folder / "station.toml").station.still_to_set_up


def teach(person: Walk) -> None:
    """From "is this your board?" to its being learned."""
    person.wait(1.0)
    assert "Is this your board?" in person.texts
    person.touch(Ask.GO_ON)
    person.touch(Ask.GO_ON)
    person.wait(1.0)
    person.table.lay(LAID)
    person.wait(1.0)
    person.touch(Ask.GO_ON)
    person.wait(1.0)
    assert person.shows(CalibrationView).step is CalibrationStep.RESULT
    person.touch(Ask.GO_ON)
    person.wait(0.5)


@every_size
@pytest.mark.parametrize("place", ["home", "hall"])
def test_a_new_station_is_set_up_from_power_to_the_first_game(
    size: tuple[int, int], place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    touches = 0
    with walk(tmp_path, monkeypatch, size, frame_wh=FRAME_WH, new=True) as person:

        def touch(wanted: Intent) -> None:
            nonlocal touches
            touches += 1
            person.touch(wanted)

        person.table.lay(Halves())
        assert person.shows(LanguageStepView).place == StepPlace(1, len(SetUp))
        person.picture("step-language")
        touch(intents.Pick(intents.Named.LANGUAGE, "de"))
        assert person.shows(PlaceStepView).chosen == ""
        person.picture("step-place")
        assert "Später" in person.texts
        touch(intents.Pick(intents.Named.PLACE, place))
        assert person.shows(ScreenStepView)
        person.picture("step-screen")
        touch(intents.Switch(intents.Toggle.DISPLAYS, True))
        person.picture("step-screen-list")
        touch(intents.Diagonal(177.8))
        person.wait(3.0)
        view = person.shows(CameraStepView)
        assert view.picture is not None
        assert len(view.corners) == 4
        person.picture("step-camera")
        touch(Ask.GO_ON)
        person.press()
        assert person.shows(DevicesStepView).presses == 1
        person.picture("step-devices")
        touch(Ask.GO_ON)
        person.wait(1.0)
        assert "Ist das das Brett?" in person.texts
        assert touches <= 12
        assert touches == 6
        person.touch(Ask.SHOW_LANGUAGES)
        person.touch(intents.Pick(intents.Named.LANGUAGE, "en"))
        teach(person)
        assert person.shows(GameStepView).name == "schaedler"
        person.picture("step-game")
        person.touch(Ask.GO_ON)
        assert left_in(tmp_path) == ()
        person.shows(WelcomeView)
        person.begin_game()
    kept = read_settings(tmp_path / "station.toml")
    assert (kept.station.language, kept.display.diagonal_mm, kept.station.place) == ("en", 177.8, place)
    with walk(tmp_path, monkeypatch) as person:
        assert not isinstance(person.view, LanguageStepView)
        assert person.it.station.faults == ()


def test_a_power_cut_between_two_steps_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[SetUp] = []
    for step in (SetUp.LANGUAGE, SetUp.PLACE, SetUp.SCREEN, SetUp.CAMERA, SetUp.DEVICES):
        with walk(tmp_path, monkeypatch, frame_wh=FRAME_WH, new=True) as person:
            assert person.view.place == StepPlace(1, len(SetUp) - len(done))  # type: ignore[attr-defined]
            answers = {
                SetUp.LANGUAGE: intents.Pick(intents.Named.LANGUAGE, "fr"),
                SetUp.PLACE: intents.Pick(intents.Named.PLACE, "hall"),
            }
            person.touch(answers.get(step, Ask.GO_ON))
            done.append(step)
            # Nothing is closed that could still be written: this is what lies on the disk now.
            assert left_in(tmp_path) == tuple(one for one in SetUp if one not in done)
    with walk(tmp_path, monkeypatch, frame_wh=FRAME_WH, new=True) as person:
        person.table.lay(Halves())
        person.wait(1.0)
        person.shows(CalibrationView)
        person.touch(Ask.SHOW_LANGUAGES)
        person.touch(intents.Pick(intents.Named.LANGUAGE, "en"))
        teach(person)
        assert left_in(tmp_path) == ("game",)
    with walk(tmp_path, monkeypatch, frame_wh=FRAME_WH) as person:
        assert person.shows(GameStepView).place == StepPlace(1, 1)


@every_size
def test_what_is_left_for_later_comes_back_at_the_next_start_and_from_the_staffs_pages(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch, size, new=True) as person:
        person.touch(intents.Pick(intents.Named.LANGUAGE, "en"))
        for view in (PlaceStepView, ScreenStepView, CameraStepView, DevicesStepView):
            person.shows(view)
            person.touch(Ask.LATER)
        person.shows(CalibrationView)
        person.touch(Ask.BACK)
        assert not person.shows(BoardStepView).learned
        person.picture("step-board")
        person.touch(Ask.LATER)
        person.touch(Ask.LATER)
        person.wait(0.2)
        person.shows(OutOfOrderView)
        person.touch(Ask.OPEN_STAFF)
        person.touch(Ask.SHOW_SETTING_UP)
        left = tuple(step for step in SetUp if step is not SetUp.LANGUAGE)
        assert person.shows(SettingUpView).left == left
        person.picture("setting-up")
        person.touch(intents.Pick(intents.Named.STEP, SetUp.GAME))
        person.touch(Ask.SHOW_OFFER)
        person.shows(OfferView)
        person.touch(intents.Pick(intents.Named.RULES, "quick"))
        person.touch(Ask.BACK)
        assert person.shows(GameStepView).name == "quick"
        person.touch(Ask.GO_ON)
        assert person.shows(SettingUpView).left == tuple(step for step in left if step is not SetUp.GAME)
        person.touch(Ask.GO_ON)
        assert person.shows(PlaceStepView).place == StepPlace(1, 5)
        person.touch(Ask.BACK)
        person.touch(Ask.BACK)
        person.shows(StaffView)
    with walk(tmp_path, monkeypatch) as person:
        assert person.shows(PlaceStepView).place == StepPlace(1, 5)
        person.touch(Ask.LATER)
        person.touch(Ask.BACK)
        assert person.shows(PlaceStepView).place == StepPlace(1, 5)


@pytest.mark.parametrize("by", ["finger", "mouse", "keys", "touch"])
@every_size
def test_a_bank_card_on_the_screen_tells_how_large_it_is(
    size: tuple[int, int], by: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real_px_per_mm = 7.35 if size == (800, 480) else 9.3
    with walk(tmp_path, monkeypatch, size, new=True) as person:
        person.touch(intents.Pick(intents.Named.LANGUAGE, "en"))
        person.touch(Ask.LATER)
        person.shows(ScreenStepView)
        before = person.it.window.screen.metrics.target_px
        upright = size[1] > size[0]
        wanted_px = CARD_MM[1 if upright else 0] * real_px_per_mm
        fit_card(person, wanted_px, by)
        person.picture(f"step-screen-fitted-{by}")
        person.touch(Ask.GO_ON)
        person.shows(CameraStepView)
        kept = read_settings(tmp_path / "station.toml").display.diagonal_mm
        assert kept == pytest.approx(math.hypot(*size) / real_px_per_mm, rel=0.01)
        if not upright:
            assert person.it.window.screen.metrics.target_px > before


def card_px(person: Walk) -> float:
    """How wide the card is on the screen, told by what a touch on plus asks for."""
    view = person.shows(ScreenStepView)
    screen = person.it.window.screen
    px_per_mm = (
        math.hypot(*screen.size) / view.diagonal_mm if view.diagonal_mm else screen.metrics.true_px_per_mm
    )
    return px_per_mm * CARD_MM[1 if screen.size[1] > screen.size[0] else 0]


def fit_card(person: Walk, wanted_px: float, by: str) -> None:
    """Make the card on the screen as wide as the one that lies on it."""
    screen = person.it.window.screen
    edge = next(target for target in screen.targets if target.at is not None)
    away_px = round((wanted_px - card_px(person)) / 2)
    match by:
        case "finger" | "mouse":
            start = edge.box.center
            person.drag(start, (start[0] + away_px, start[1]), finger=by == "finger")
        case "keys":
            while screen._focused() is None or screen._focused().at is None:  # type: ignore[union-attr]
                person.key(pygame.K_TAB)
            while abs(wanted_px - card_px(person)) > 2:
                person.key(pygame.K_RIGHT if wanted_px > card_px(person) else pygame.K_LEFT)
        case "touch":
            while abs(wanted_px - card_px(person)) > 2:
                asked = [target for target in screen.targets if isinstance(target.intent, intents.Diagonal)]
                less, more = asked
                box = (more if wanted_px > card_px(person) else less).box
                person.touch_at(*box.center)


def test_the_camera_step_says_what_to_put_right_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch, frame_wh=FRAME_WH, new=True) as person:
        person.table.lay(Halves())
        person.touch(intents.Pick(intents.Named.LANGUAGE, "en"))
        person.touch(Ask.LATER)
        person.touch(Ask.LATER)
        for cause, advice in (
            ("blur", ViewProblem.BLURRED),
            ("gone", ViewProblem.NO_EDGES),
            ("aside", ViewProblem.ASIDE),
        ):
            person.plug.blur_px = 6.0 if cause == "blur" else 0.0
            x_mm, y_mm = {"gone": (5000.0, 0.0), "aside": (0.0, 80.0)}.get(cause, (0.0, 0.0))
            person.table.push_board(x_mm, y_mm)
            person.wait_for(lambda wanted=advice: person.shows(CameraStepView).advice is wanted, 6.0)  # type: ignore[misc]
            person.picture(f"step-camera-{cause}")
            person.table.push_board(-x_mm, -y_mm)
        person.plug.blur_px = 0.0
        person.wait_for(lambda: (person.shows(CameraStepView).sharpness or 0.0) > 0.6, 6.0)
        person.plug.is_in = False
        person.wait_for(lambda: person.shows(CameraStepView).missing, 6.0)
        assert "Plug the camera in." in person.texts
        person.plug.is_in = True
        person.wait_for(lambda: not person.shows(CameraStepView).missing, 12.0)


def test_button_and_sound_are_tried_and_lamps_shine_one_after_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch, new=True) as person:
        for _ in range(4):
            person.touch(Ask.LATER)
        view = person.shows(DevicesStepView)
        assert (view.button, view.lamps, view.sound) == (DeviceState.UNSET,) * 3
        assert "No button is set up: throw by touch or space bar." in person.texts
        person.press()
        assert person.shows(DevicesStepView).button is DeviceState.TRIED
        # There are none on this machine; asked for all the same, as where there are.
        person.it.loop.step(Ask.TRY_LAMPS)
        seen = []
        for _ in range(4):
            person.wait(0.1)
            lit = [
                lamp
                for lamp, pattern in person.it.station.lamps(person.clock()).items()
                if pattern is Pattern.ON and lamp is not Lamp.CAMERA
            ]
            seen.append(lit)
            person.wait(0.9)
        assert seen == [[Lamp.SEAT_A], [Lamp.SEAT_B], [Lamp.REFUSED], []]


def test_behind_a_pin_visitors_are_not_led_and_staff_find_it_among_their_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch, new=True) as person:
        person.touch(intents.Pick(intents.Named.LANGUAGE, "it"))
        PinFile(tmp_path / "data" / "staff-pin.json").set("1234")
    with walk(tmp_path, monkeypatch, new=True) as person:
        person.wait(0.2)
        assert person.shows(OutOfOrderView)
        person.touch(Ask.OPEN_STAFF)
        for digit in (1, 2, 3, 4):
            person.touch(intents.Enter(intents.Number.PIN_DIGIT, digit))
        person.touch(Ask.PIN_ENTER)
        person.touch(Ask.SHOW_SETTING_UP)
        assert SetUp.LANGUAGE not in person.shows(SettingUpView).left
