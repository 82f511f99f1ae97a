"""The camera page in the real program: live, frozen, saved, and whether a hand is seen."""

from pathlib import Path

import numpy as np
import pytest

from companion.game import Halves, Seat, start_position
from companion.interface import intents
from companion.interface.intents import Ask
from companion.interface.sight import Sight
from companion.interface.views import CameraView, HandTest
from hardware.lamps import Lamp, Pattern
from hardware.virtual_table.table import points_px
from tests.support.walk import SIZES, Walk, walk
from vision.picture_file import read_picture

FRAMES = ((1280, 720), (800, 600))


def open_camera(person: Walk) -> CameraView:
    person.touch(Ask.OPEN_STAFF)
    person.touch(Ask.SHOW_CAMERA)
    person.wait(2.0)
    return person.shows(CameraView)


@pytest.mark.parametrize(("size", "frame_wh"), list(zip(SIZES, FRAMES, strict=True)))
def test_it_shows_what_the_eyes_see_and_keeps_the_last_reading(
    size: tuple[int, int], frame_wh: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with walk(tmp_path, monkeypatch, size, frame_wh=frame_wh) as person:
        halves = start_position(person.rules).halves()
        person.table.lay(halves)
        view = open_camera(person)
        person.picture("camera")
        assert view.picture is not None
        assert view.picture.pixels.shape == (frame_wh[1], frame_wh[0], 3)
        assert view.sight is Sight.CLEAR
        assert view.reading is not None
        assert view.reading.halves == halves
        assert view.reading.confidence > 0.5
        on_board = np.array([(spot.x_px, spot.y_px) for spot in view.reading.spots])
        for point_px in points_px(person.table.scene):
            assert np.linalg.norm(on_board - point_px, axis=1).min() < 0.03 * frame_wh[0]
        for _ in range(10):
            person.wait(0.7)
            assert person.shows(CameraView).reading is not None
        person.table.reach(0.0, 0.0, Seat.A)
        person.wait(0.2)
        view = person.shows(CameraView)
        assert view.sight is Sight.MOVING
        assert view.reading is not None
        assert view.reading.halves == halves
        person.wait(2.0)
        view = person.shows(CameraView)
        assert view.reading is not None
        assert (view.sight, view.reading.halves) == (Sight.COVERED, None)
        assert "A hand is over the board." in person.texts
        person.picture("camera-hand-over-it")


def test_a_picture_is_frozen_and_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with walk(tmp_path, monkeypatch) as person:
        open_camera(person)
        person.touch(intents.Switch(intents.Toggle.FROZEN, True))
        frozen = person.shows(CameraView)
        person.table.lay(start_position(person.rules).halves())
        person.wait(2.0)
        view = person.shows(CameraView)
        assert view.frozen
        assert view.picture is frozen.picture
        person.touch(Ask.SAVE_PICTURE)
        saved = person.shows(CameraView).saved
        assert saved
        assert frozen.picture is not None
        assert np.array_equal(read_picture(tmp_path / "data" / saved), frozen.picture.pixels)
        person.picture("camera-saved")
        person.touch(intents.Switch(intents.Toggle.FROZEN, False))
        person.wait(2.0)
        view = person.shows(CameraView)
        assert view.reading is not None
        assert view.reading.halves == start_position(person.rules).halves()
        person.touch(Ask.SAVE_PICTURE)
        assert person.shows(CameraView).saved not in (None, "", saved)


def test_a_hand_over_the_board_is_tried_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with walk(tmp_path, monkeypatch) as person:
        person.table.lay(Halves())
        open_camera(person)
        person.touch(intents.Switch(intents.Toggle.HAND_TEST, True))
        person.wait(2.0)
        assert person.shows(CameraView).hand is HandTest.HOLD
        person.picture("camera-try-hand")
        person.table.reach(0.0, 0.0, Seat.A)
        person.wait(2.0)
        assert person.shows(CameraView).hand is HandTest.SEEN
        person.table.take_hand_away()
        person.wait(2.0)
        assert person.shows(CameraView).hand is HandTest.PASSED
        person.touch(intents.Switch(intents.Toggle.HAND_TEST, False))
        assert person.shows(CameraView).hand is None


@pytest.mark.slow
def test_its_lamp_is_lit_while_it_gives_pictures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with walk(tmp_path, monkeypatch) as person:

        def lit() -> bool:
            return person.it.station.lamps(person.clock())[Lamp.CAMERA] is Pattern.ON

        person.begin_game()
        assert lit()
        person.plug.is_in = False
        person.wait_for(lambda: not lit(), 10.0)
        person.plug.is_in = True
        person.wait_for(lit, 120.0)
