"""In the real program, whatever is out of order is told, the gravest first, until it is over."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pygame
import pytest

from companion.game import Point, start_position
from companion.interface.faults import FOR_STAFF, STOPPING, Fault
from companion.interface.intents import Ask, Named, Pick
from companion.interface.views import (
    CameraView,
    CorrectView,
    OutOfOrderView,
    PlayView,
    SetUpView,
    StaffView,
    ThrowOffView,
    WelcomeView,
)
from companion.presentation.words import translator
from companion.presentation.words.labels import fault_text
from companion.settings.sections import Attract, Location, VisitorsSettings
from companion.station.board.monitor import MEASURE_S, REST_S
from companion.station.stimuli import FaultRaised
from companion.station.upkeep.camera_watch import MOVED_S, SHARPNESSES, SPOT_S, UNREST_S
from companion.station.upkeep.faults import AGAIN_S
from hardware.camera.camera import FROZEN_S
from tests.support.table import TIMINGS
from tests.support.walk import EVERY_SIZE, SIZES, USUAL, Walk, walk


def nothing(person: Walk) -> None:
    """It is so from the start, or can't be mended while the station runs."""


def unplug(person: Walk) -> None:
    person.plug.is_in = False


def plug_in(person: Walk) -> None:
    person.plug.is_in = True


def push(person: Walk) -> None:
    person.table.push_board(40, 0)


def push_back(person: Walk) -> None:
    person.table.push_board(-40, 0)


def break_it(person: Walk) -> None:
    """A part of the program fails that should not."""

    def fail() -> None:
        raise RuntimeError("broken on purpose")

    person.it.devices.update = fail  # type: ignore[method-assign]


def mend_it(person: Walk) -> None:
    del person.it.devices.update


def crop(person: Walk) -> None:
    """The camera gives frames of another size than those that the board was learned from."""
    scene = person.table.scene
    person.table.scene = replace(scene, camera=replace(scene.camera, width_px=scene.camera.width_px - 2))


def crop_back(person: Walk) -> None:
    scene = person.table.scene
    person.table.scene = replace(scene, camera=replace(scene.camera, width_px=scene.camera.width_px + 2))


def freeze(person: Walk) -> None:
    person.plug.is_frozen = True


def thaw(person: Walk) -> None:
    person.plug.is_frozen = False


def swap(person: Walk) -> None:
    person.plug.is_other = True


def swap_back(person: Walk) -> None:
    person.plug.is_other = False


def turn_round(person: Walk) -> None:
    person.plug.is_turned = True


def turn_back(person: Walk) -> None:
    person.plug.is_turned = False


@dataclass(frozen=True)
class Way:
    """How a fault comes about in a station that runs, or that was started so, and how it is mended."""

    make: Callable[[Walk], None] = nothing
    mend: Callable[[Walk], None] = nothing
    calibrated: bool = True
    plugged: bool = True
    board: Path = Path()


WITH_PAGE = {
    Fault.UNEXPECTED: Way(break_it, mend_it),
    Fault.CAMERA_MISSING: Way(mend=plug_in, plugged=False),
    Fault.CAMERA_LOST: Way(unplug, plug_in),
    Fault.CAMERA_FROZEN: Way(freeze, thaw),
    Fault.CAMERA_SWAPPED: Way(swap, swap_back),
    Fault.CAMERA_RESIZED: Way(crop, crop_back),
    Fault.CAMERA_TURNED: Way(turn_round, turn_back),
    Fault.NOT_CALIBRATED: Way(calibrated=False),
    Fault.BOARD_MOVED: Way(push, push_back),
    Fault.SETTINGS_WRONG: Way(board=Path("nowhere.toml")),
}
"""Every fault that has a page, and how it comes about."""


@contextmanager
def out_of_order(
    fault: Fault, folder: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int] = SIZES[0]
) -> Iterator[Walk]:
    way = WITH_PAGE[fault]
    settings = replace(USUAL, station=replace(USUAL.station, board=way.board))
    with walk(folder, monkeypatch, size, settings, calibrated=way.calibrated, plugged=way.plugged) as person:
        person.wait(1.0)
        way.make(person)
        person.wait(max(2 * MOVED_S, FROZEN_S + 1.0))
        yield person


def test_every_fault_that_has_a_page_is_in_the_list() -> None:
    assert set(WITH_PAGE) == {*STOPPING, Fault.UNEXPECTED}


@pytest.mark.parametrize("fault", WITH_PAGE)
def test_a_fault_has_its_page_comes_back_after_a_vain_try_and_goes_when_it_is_mended(
    fault: Fault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    way = WITH_PAGE[fault]
    with out_of_order(fault, tmp_path, monkeypatch) as person:
        view = person.shows(OutOfOrderView)
        assert view.fault is fault
        why = person.it.station.why(fault)
        assert not any(why in text for text in person.texts if why), "that is for the log"
        person.picture(f"fault-{fault}")
        person.touch(Ask.GO_ON)
        person.shows(WelcomeView)
        assert fault_text(fault, str) in person.texts
        person.picture(f"fault-{fault}-welcome")
        person.wait(AGAIN_S + 1.0)
        assert person.shows(OutOfOrderView).fault is fault
        if way.mend is nothing:
            return
        way.mend(person)
        if fault is Fault.UNEXPECTED:
            # What went wrong may be worth reading: it stays until somebody has seen it.
            person.touch(Ask.GO_ON)
        person.wait(4 * AGAIN_S)
        person.shows(WelcomeView)
        assert not person.it.station.faults


def test_staff_read_of_a_mistake_in_their_language_and_which_command_says_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with out_of_order(Fault.SETTINGS_WRONG, tmp_path, monkeypatch) as person:
        why = person.it.station.why(Fault.SETTINGS_WRONG)
        person.touch(Ask.SHOW_LANGUAGES)
        person.touch(Pick(Named.LANGUAGE, "el"))
        person.find(Ask.OPEN_STAFF)
        person.shows(StaffView)
        said = " ".join(person.texts)
        assert fault_text(Fault.SETTINGS_WRONG, translator("el")) in said
        assert "journalctl -u five-lines" in said
        assert "nowhere.toml" in why
        assert "nowhere.toml" not in said


@pytest.mark.parametrize("size", EVERY_SIZE)
def test_a_moved_board_stops_the_game_after_some_seconds_and_it_goes_on_by_itself(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = replace(USUAL, game=replace(USUAL.game, starter="A"))
    with walk(tmp_path, monkeypatch, size, settings) as person:
        person.begin_game()
        before = person.shows(PlayView).state
        person.table.push_board(60, 20)
        person.wait(MOVED_S - 1.0)
        assert isinstance(person.view, PlayView)
        person.wait(3.0)
        assert person.shows(OutOfOrderView).fault is Fault.BOARD_MOVED
        person.wait(30.0, turn_s=1.0)
        person.shows(OutOfOrderView)
        person.picture("moved")
        person.table.push_board(-60, -20)
        person.wait(2.0)
        assert person.shows(PlayView).state == before


@pytest.mark.parametrize("size", EVERY_SIZE)
def test_at_home_one_touch_takes_the_boards_new_place(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    station = replace(USUAL.station, place=Location.HOME)
    settings = replace(USUAL, game=replace(USUAL.game, starter="A"), station=station)
    kept = tmp_path / "calibration" / "calibration.toml"
    with walk(tmp_path, monkeypatch, size, settings) as person:
        person.begin_game()
        before, old = person.shows(PlayView).state, kept.read_bytes()
        person.table.push_board(60, 20)
        person.wait(2 * MOVED_S)
        assert person.shows(OutOfOrderView).may_stay
        person.picture("moved-at-home")
        person.touch(Ask.TAKE_PLACE)
        person.wait(2.0)
        assert person.shows(PlayView).state == before
        assert not person.it.station.faults
        assert kept.read_bytes() != old
        # From there the next push is measured.
        person.table.push_board(0, 3)
        person.wait(2.0)
        assert person.shows(PlayView).state == before
    with walk(tmp_path, monkeypatch, size, settings) as person:
        person.table.push_board(60, 23)
        person.wait(2 * MOVED_S)
        assert not person.it.station.faults


@pytest.mark.parametrize(
    ("place", "push_mm"), [(Location.HALL, 40), (Location.HOME, 150)], ids=["in a hall", "out of sight"]
)
def test_a_board_must_be_pushed_back_in_a_hall_and_where_it_is_half_out_of_sight(
    place: Location, push_mm: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = replace(USUAL, station=replace(USUAL.station, place=place))
    with walk(tmp_path, monkeypatch, settings=settings) as person:
        person.begin_game()
        old = (tmp_path / "calibration" / "calibration.toml").read_bytes()
        person.table.push_board(push_mm, 0)
        person.wait(2 * MOVED_S)
        assert not person.shows(OutOfOrderView).may_stay
        person.it.loop.step(Ask.TAKE_PLACE)
        person.wait(1.0)
        assert person.it.station.faults == (Fault.BOARD_MOVED,)
        assert (tmp_path / "calibration" / "calibration.toml").read_bytes() == old


def test_the_gravest_fault_has_the_page_and_the_others_are_counted_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch, calibrated=False) as person:
        assert person.shows(OutOfOrderView).fault is Fault.NOT_CALIBRATED
        unplug(person)
        person.wait(2.0)
        assert person.shows(OutOfOrderView).fault is Fault.CAMERA_LOST
        assert person.it.station.faults == (Fault.CAMERA_LOST, Fault.NOT_CALIBRATED)
        assert f"{fault_text(Fault.CAMERA_LOST, str)} (+1)" in person.texts
        person.picture("gravest")
        plug_in(person)
        person.wait(5.0)
        assert person.shows(OutOfOrderView).fault is Fault.NOT_CALIBRATED


def test_who_goes_on_without_is_left_in_peace_until_nobody_is_there_any_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = replace(USUAL, game=replace(USUAL.game, starter="A"))
    with walk(tmp_path, monkeypatch, settings=settings, calibrated=False) as person:
        person.touch(Ask.GO_WITHOUT)
        person.press()
        person.press()
        person.wait(4 * AGAIN_S)
        person.shows(PlayView)
        assert fault_text(Fault.NOT_CALIBRATED, str) in person.texts
        person.touch(Ask.PAUSE)
        person.touch(Ask.CORRECT)
        person.shows(CorrectView)
        assert fault_text(Fault.NOT_CALIBRATED, str) in person.texts
        person.touch(Ask.BACK)
        person.it.station.context.start_over()
        person.wait(25.0, turn_s=0.5)
        assert person.shows(OutOfOrderView).fault is Fault.NOT_CALIBRATED


def blur(person: Walk) -> None:
    person.plug.blur_px = 1.1


def sharpen(person: Walk) -> None:
    person.plug.blur_px = 0.0


def dirty(person: Walk) -> None:
    person.plug.has_spot = True


def clean(person: Walk) -> None:
    person.plug.has_spot = False


def flicker(person: Walk) -> None:
    person.plug.has_bands = True


def stop_flickering(person: Walk) -> None:
    person.plug.has_bands = False


TOLD_TO_STAFF: dict[Fault, tuple[Callable[[Walk], None], Callable[[Walk], None], float]] = {
    Fault.CAMERA_SOFT: (blur, sharpen, (SHARPNESSES + 2) * MEASURE_S),
    Fault.CAMERA_SPOT: (dirty, clean, SPOT_S + 2 * REST_S),
    Fault.CAMERA_RESTLESS: (flicker, stop_flickering, UNREST_S + 3 * REST_S),
}
"""How what only staff are told comes about, how it is mended, and how long that takes to be noticed."""


WALKED_ELSEWHERE = frozenset({Fault.VOICE_MISSING, Fault.SOUND_MISSING})
"""Told to staff only, too: `tests/walks/test_voice.py` has voices that hang and that are missing."""


def test_visitors_do_not_hear_all_day_that_there_is_no_sound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch) as person:
        person.it.loop.step(FaultRaised(Fault.SOUND_MISSING, "no part is called Nonesuch"))
        person.wait(1.0)
        assert Fault.SOUND_MISSING in person.it.station.faults
        assert not any("no sound" in text for text in person.texts)
        person.touch(Ask.OPEN_STAFF)
        assert any("no sound" in text for text in person.texts)


def test_every_fault_that_only_staff_read_is_in_the_list() -> None:
    assert set(TOLD_TO_STAFF) | WALKED_ELSEWHERE == FOR_STAFF


@pytest.mark.parametrize("fault", TOLD_TO_STAFF)
def test_what_visitors_cannot_mend_is_reported_to_staff_only(
    fault: Fault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make, mend, seconds = TOLD_TO_STAFF[fault]
    settings = replace(USUAL, visitors=VisitorsSettings(attract=Attract.NONE))
    with walk(tmp_path, monkeypatch, settings=settings) as person:
        person.wait(MEASURE_S + 2.0, turn_s=0.5)
        make(person)
        person.wait(seconds, turn_s=0.5)
        assert list(person.it.station.faults) == [fault]
        person.shows(WelcomeView)
        assert fault_text(fault, str) not in person.texts
        person.touch(Ask.OPEN_STAFF)
        assert fault_text(fault, str) in person.texts
        person.touch(Ask.SHOW_CAMERA)
        person.shows(CameraView)
        assert fault_text(fault, str) in person.texts
        person.picture(f"fault-{fault}")
        person.touch(Ask.BACK)
        person.touch(Ask.BACK)
        mend(person)
        person.wait(seconds, turn_s=0.5)
        assert not person.it.station.faults


@pytest.mark.parametrize("unrest", ["has_bands", "trembles"])
def test_a_board_is_read_and_a_visit_ends_though_the_picture_never_rests(
    unrest: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    station = replace(USUAL.station, place=Location.HALL)
    settings = replace(USUAL, station=station, visitors=VisitorsSettings(attract=Attract.NONE))
    with walk(tmp_path, monkeypatch, settings=settings, frame_wh=(1280, 720)) as person:
        setattr(person.plug, unrest, True)
        person.table.lay(start_position(person.rules).halves())
        person.press()
        person.shows(SetUpView)
        person.wait_for(lambda: isinstance(person.view, ThrowOffView), 10.0)
        person.wait(TIMINGS.quiet_s + TIMINGS.warning_s + 15.0)
        person.shows(WelcomeView)
        assert person.it.station.game is None


def test_a_pushed_board_has_a_picture_of_the_way_back_that_follows_the_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = replace(USUAL, game=replace(USUAL.game, starter="A"))
    with walk(tmp_path, monkeypatch, SIZES[0], settings) as person:
        person.begin_game()
        person.table.push_board(24, -18)
        person.wait(2 * MOVED_S)
        motion = person.shows(OutOfOrderView).motion
        assert motion is not None
        assert (motion.x_mm, motion.y_mm) == pytest.approx((24, -18), abs=2)
        assert f"{motion.distance_mm:.0f} mm" in person.texts
        person.picture("pushed")
        person.table.push_board(-24, 0)
        person.wait(2.0)
        motion = person.shows(OutOfOrderView).motion
        assert motion is not None
        assert motion.distance_mm == pytest.approx(18, abs=2)
        person.table.push_board(0, 18)
        person.wait(2.0)
        person.shows(PlayView)


def test_where_a_board_is_out_of_sight_its_place_is_shown_in_the_live_picture(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = replace(USUAL, game=replace(USUAL.game, starter="A"))
    with walk(tmp_path, monkeypatch, SIZES[0], settings) as person:
        person.begin_game()
        person.table.push_board(24, 0)
        person.wait(2 * MOVED_S)
        assert person.shows(OutOfOrderView).picture is None
        person.table.push_board(5000, 0)
        person.wait(2.0)
        view = person.shows(OutOfOrderView)
        assert view.motion is None  # how far it was when it was last seen is true no longer
        assert view.picture is not None
        assert {corner.point for corner in view.place} == {Point.A1, Point.A5, Point.B1, Point.B5}
        person.picture("away")
        bare = pygame.surfarray.array3d(pygame.display.get_surface())
        person.it.window.screen.show(replace(view, place=()))
        assert (pygame.surfarray.array3d(pygame.display.get_surface()) != bare).any()
        person.table.push_board(-5024, 0)
        person.wait(2.0)
        person.shows(PlayView)
