"""A board taught to the station on its own screen, through the real program."""

import math
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from calibration.calibration_folder import load
from companion.game import RING, Halves, Point, play
from companion.interface import intents
from companion.interface.faults import Fault
from companion.interface.intents import Ask
from companion.interface.sight import OUTER_POINTS
from companion.interface.views import (
    CalibrationStep,
    CalibrationView,
    OutOfOrderView,
    PlayView,
    StaffView,
    ThrowOffView,
    WelcomeView,
)
from companion.referee.events import Moved
from companion.station.board.calibrating import LAID
from companion.station.timings import Timings
from companion.station.upkeep.camera_watch import MOVED_S
from hardware.virtual_table.scene import VirtualBoard
from hardware.virtual_table.table import points_px
from tests.support.walk import EVERY_SIZE, SIZES, USUAL, Walk, walk

FRAMES = ((1280, 720), (800, 600))
NOTHING = Halves()
DRAGGED_PX = 5.0
"""A corner that was dragged by mouse or keys is nearer to its place in the camera's frame."""


def step(person: Walk) -> CalibrationStep:
    return person.shows(CalibrationView).step


def open_calibration(person: Walk) -> None:
    person.touch(Ask.OPEN_STAFF)
    person.touch(Ask.CALIBRATE)
    person.wait(1.0)


@pytest.mark.parametrize(
    ("size", "frame_wh"),
    [
        (SIZES[0], FRAMES[0]),
        pytest.param(SIZES[1], FRAMES[1], marks=pytest.mark.nightly),
        pytest.param(SIZES[0], FRAMES[1], marks=pytest.mark.nightly),
        pytest.param(SIZES[1], FRAMES[0], marks=pytest.mark.nightly),
    ],
)
def test_a_first_calibration(
    size: tuple[int, int], frame_wh: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch, size, frame_wh=frame_wh, calibrated=False) as person:
        assert person.shows(OutOfOrderView).fault is Fault.NOT_CALIBRATED
        person.table.lay(NOTHING)
        open_calibration(person)
        view = person.shows(CalibrationView)
        assert view.found
        assert "Is this your board?" in person.texts
        person.picture("calibration-find")
        person.touch(Ask.GO_ON)
        assert step(person) is CalibrationStep.EMPTY
        person.picture("calibration-empty")
        person.touch(Ask.GO_ON)
        person.wait(1.0)
        assert step(person) is CalibrationStep.LAY
        person.table.lay(LAID)
        person.wait(1.0)
        assert len(person.shows(CalibrationView).noticed or ()) == 10
        person.picture("calibration-lay")
        person.touch(Ask.GO_ON)
        person.wait(1.0)
        view = person.shows(CalibrationView)
        assert view.step is CalibrationStep.RESULT
        assert view.reading is not None
        assert view.reading.halves == LAID
        person.picture("calibration-result")
        person.touch(Ask.GO_ON)
        person.wait(1.0)
        person.picture("calibration-done")
        assert person.it.station.faults == ()
        person.touch(Ask.BACK)
        person.shows(WelcomeView)
        person.begin_game()


INWARDS_MM = 70.0
"""How far counters are pushed from their points: the points are bare then, and the position is the same."""


@pytest.mark.parametrize("size", EVERY_SIZE)
def test_a_board_is_learned_with_its_counters_on_it_and_what_they_hid_once_they_have_moved(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "calibration"
    with walk(tmp_path, monkeypatch, size, calibrated=False) as person:
        person.table.lay(LAID)
        open_calibration(person)
        assert person.shows(CalibrationView).found
        person.touch(Ask.GO_ON)
        assert step(person) is CalibrationStep.EMPTY
        person.touch(Ask.LEAVE_COUNTERS_ON)
        assert step(person) is CalibrationStep.LAY
        person.picture("calibration-left-on-lay")
        person.touch(Ask.GO_ON)
        person.wait(1.0)
        view = person.shows(CalibrationView)
        assert view.guessed
        assert view.reading is not None
        assert view.reading.halves == LAID
        person.picture("calibration-left-on-result")
        person.touch(Ask.GO_ON)
        person.touch(Ask.BACK)
        assert not load(kept).board.was_seen_bare
        for counter in person.table.scene.counters:
            if abs(counter.y_mm) < person.table.scene.board.size_mm[1] / 2:
                inwards = counter.x_mm - math.copysign(INWARDS_MM, counter.x_mm)
                person.table.drop(counter.name, inwards, counter.y_mm)
        person.press()
        person.wait(4.0)
        assert isinstance(person.view, ThrowOffView | PlayView)
        assert load(kept).board.was_seen_bare

    with walk(tmp_path, monkeypatch, size) as person:
        assert person.it.station.faults == ()


def handle(person: Walk, point: Point) -> tuple[int, int]:
    """Where on the page the handle of a corner is."""
    for target in person.it.window.screen.targets:
        asked = target.at(0.5, 0.5) if target.at is not None else None
        if isinstance(asked, intents.DragPoint) and asked.point is point:
            return target.box.center
    raise AssertionError(f"{point} can't be dragged")


def on_page(person: Walk, point: Point, x_px: float, y_px: float) -> tuple[int, int]:
    """Where on the page a pixel of the camera's frame is, told by the handle of a corner."""
    view = person.shows(CalibrationView)
    corner = next(corner for corner in view.corners if corner.point is point)
    x, y = handle(person, point)
    target = next(target for target in person.it.window.screen.targets if target.at is not None)
    assert target.at is not None
    here, beside = target.at(0.5, 0.5), target.at(0.5 + 10 / target.box.width, 0.5)
    assert isinstance(here, intents.DragPoint)
    assert isinstance(beside, intents.DragPoint)
    scale = 10 / (beside.x_px - here.x_px)
    return round(x + (x_px - corner.x_px) * scale), round(y + (y_px - corner.y_px) * scale)


def corners_px(person: Walk) -> dict[Point, tuple[float, float]]:
    """Where the corners really are in the camera's frames."""
    pixels = points_px(person.table.scene)
    return {
        point: (float(pixels[RING.index(point)][0]), float(pixels[RING.index(point)][1]))
        for point in OUTER_POINTS
    }


def learn(person: Walk) -> CalibrationView:
    """From the corners being confirmed to the result."""
    person.table.lay(NOTHING)
    person.wait(1.0)
    person.touch(Ask.GO_ON)
    person.touch(Ask.GO_ON)
    person.wait(1.0)
    person.table.lay(LAID)
    person.wait(1.0)
    person.touch(Ask.GO_ON)
    person.wait(1.0)
    view = person.shows(CalibrationView)
    assert view.step is CalibrationStep.RESULT
    return view


@pytest.mark.parametrize("by", ["finger", pytest.param("mouse", marks=pytest.mark.nightly), "keys"])
def test_a_board_that_is_not_found_is_shown_by_dragging_its_corners(
    by: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch, frame_wh=FRAMES[0], calibrated=False) as person:
        person.table.push_board(5000, 0)
        open_calibration(person)
        assert person.shows(CalibrationView).found is False
        person.table.push_board(-5000, 0)
        person.wait(1.0)
        for point, place_px in corners_px(person).items():
            start, end = handle(person, point), on_page(person, point, *place_px)
            match by:
                case "finger":
                    person.drag((start[0] + 7, start[1] - 6), (end[0] + 10, end[1] - 3), finger=True)
                case "mouse":
                    person.drag(start, end)
                case "keys":
                    drag_by_keys(person, point, end)
        person.picture(f"calibration-dragged-{by}")
        assert "Is this your board?" in person.texts
        if by != "finger":
            corners = {
                corner.point: (corner.x_px, corner.y_px) for corner in person.shows(CalibrationView).corners
            }
            for point, place in corners_px(person).items():
                assert math.dist(corners[point], place) < DRAGGED_PX
            return
        # A finger is less exact, and the board is learned all the same.
        view = learn(person)
        assert view.reading is not None
        assert view.reading.halves == LAID


def drag_by_keys(person: Walk, point: Point, end: tuple[int, int]) -> None:
    """Go to a handle with the tabulator, and drag it with the arrows."""
    screen = person.it.window.screen
    chosen = None
    while chosen is not point:
        person.key(pygame.K_TAB)
        focused = screen._focused()
        asked = focused.at(0.5, 0.5) if focused is not None and focused.at is not None else None
        chosen = asked.point if isinstance(asked, intents.DragPoint) else None
    for axis, (less, more) in enumerate(((pygame.K_LEFT, pygame.K_RIGHT), (pygame.K_UP, pygame.K_DOWN))):
        while (left := end[axis] - handle(person, point)[axis]) != 0:
            leap = pygame.KMOD_SHIFT if abs(left) >= 10 else 0
            person.key(more if left > 0 else less, leap)


def test_one_that_is_left_half_way_goes_on_where_it_was_and_the_old_one_stays_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch) as person:
        person.table.lay(NOTHING)
        open_calibration(person)
        person.touch(Ask.GO_ON)
        person.touch(Ask.GO_ON)
        person.wait(1.0)
        assert step(person) is CalibrationStep.LAY
        timings = Timings()
        person.wait(timings.staff_s + timings.warning_s + 5.0, turn_s=10.0)
        person.shows(WelcomeView)
        person.begin_game()
        assert isinstance(person.view, ThrowOffView | PlayView)
        person.it.loop.step(Ask.OPEN_STAFF)
        person.turn()
        person.touch(Ask.CALIBRATE)
        assert step(person) is CalibrationStep.LAY


@pytest.mark.parametrize("size", EVERY_SIZE)
def test_a_game_goes_on_with_a_calibration_that_was_made_in_the_middle_of_it(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The board lies elsewhere: nothing is taken off it, the counters are learned as the game stands."""
    settings = replace(USUAL, game=replace(USUAL.game, starter="A"))
    kept = tmp_path / "calibration" / "calibration.toml"
    with walk(tmp_path, monkeypatch, size, settings) as person:
        person.begin_game()
        make_a_move(person)
        before = person.shows(PlayView).state
        old = kept.read_bytes()
        person.table.push_board(60, 20)
        person.wait(2 * MOVED_S)
        assert person.shows(OutOfOrderView).fault is Fault.BOARD_MOVED
        person.touch_at(15, 15, held_s=3.3)
        person.shows(StaffView)
        person.touch(Ask.CALIBRATE)
        person.wait(1.0)
        assert "Is this your board?" in person.texts
        for point, (x_px, y_px) in corners_px(person).items():
            corner = next(it for it in person.shows(CalibrationView).corners if it.point is point)
            assert math.hypot(corner.x_px - x_px, corner.y_px - y_px) < 5
        person.picture("calibration-in-game-find")
        person.touch(Ask.GO_ON)
        view = person.shows(CalibrationView)
        assert (view.step, view.laid) == (CalibrationStep.LAY, before.position.halves())
        assert not any("Noticed" in text for text in person.texts)
        person.picture("calibration-in-game-lay")
        person.touch(Ask.GO_ON)
        person.wait(1.0)
        view = person.shows(CalibrationView)
        assert view.step is CalibrationStep.RESULT
        assert view.reading is not None
        assert view.reading.halves == before.position.halves()
        person.picture("calibration-in-game-result")
        assert kept.read_bytes() == old
        person.touch(Ask.GO_ON)
        assert kept.read_bytes() != old
        person.touch(Ask.BACK)
        person.wait(2.0)
        assert person.shows(PlayView).state == before
        make_a_move(person)
        assert person.shows(PlayView).state.position != before.position
    with walk(tmp_path, monkeypatch, size, settings) as person:
        assert person.it.station.faults == ()


def make_a_move(person: Walk) -> None:
    """Throw, and do the first move that the rules allow."""
    while (state := person.shows(PlayView).state).legal is None or not state.legal.moves:
        person.touch(Ask.THROW)
        person.wait(2.0)
    person.table.lay(play(state.position, state.legal[0]).halves())
    person.wait(4.0)
    assert isinstance(person.shows(PlayView).last, Moved)


@pytest.mark.parametrize("size", EVERY_SIZE)
def test_a_board_that_lies_the_other_way_round_is_found_by_the_markers_printed_on_it(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch, size, frame_wh=FRAMES[0], calibrated=False) as person:
        scene = person.table.scene
        printed = VirtualBoard(colour=(0.72, 0.52, 0.32), markers=True)
        turned = replace(
            scene.camera, up_deg=scene.camera.up_deg + 180.0, focal_px=scene.camera.focal_px * 0.9
        )
        person.table.scene = replace(scene, board=printed, camera=turned)
        person.table.lay(NOTHING)
        open_calibration(person)
        view = person.shows(CalibrationView)
        assert view.found
        assert "Is this your board?" in person.texts
        for point, (x_px, y_px) in corners_px(person).items():
            corner = next(it for it in view.corners if it.point is point)
            assert math.hypot(corner.x_px - x_px, corner.y_px - y_px) < 5
        person.picture("calibration-markers")
        view = learn(person)
        assert view.reading is not None
        assert view.reading.halves == LAID
        person.picture("calibration-markers-result")
        person.touch(Ask.GO_ON)
        person.wait(1.0)
        person.touch(Ask.BACK)
        person.begin_game()
        assert isinstance(person.view, ThrowOffView | PlayView)


def test_the_way_back_leads_out_of_it_step_by_step_and_nothing_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "calibration" / "calibration.toml"
    with walk(tmp_path, monkeypatch) as person:
        before = kept.read_bytes()
        open_calibration(person)
        learn(person)
        for left in (CalibrationStep.LAY, CalibrationStep.EMPTY, CalibrationStep.FIND):
            person.key(pygame.K_ESCAPE)
            assert step(person) is left
        person.key(pygame.K_ESCAPE)
        person.key(pygame.K_ESCAPE)
        person.shows(WelcomeView)
        assert kept.read_bytes() == before
        person.begin_game()
        assert isinstance(person.view, ThrowOffView | PlayView)


def test_one_touch_goes_back_to_the_calibration_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "calibration" / "calibration.toml"
    with walk(tmp_path, monkeypatch) as person:
        old = kept.read_bytes()
        person.table.push_board(20, 10)
        open_calibration(person)
        assert Ask.USE_LAST_CALIBRATION not in person.intents
        learn(person)
        person.touch(Ask.GO_ON)
        new = kept.read_bytes()
        assert new != old
        person.wait(1.0)
        for content in (old, new):
            person.touch(Ask.CALIBRATE)
            person.wait(1.0)
            person.touch(Ask.USE_LAST_CALIBRATION)
            assert kept.read_bytes() == content
        person.touch(Ask.BACK)
        person.begin_game()
        assert isinstance(person.view, ThrowOffView | PlayView)
    with walk(tmp_path, monkeypatch) as person:
        assert person.it.station.faults == ()
