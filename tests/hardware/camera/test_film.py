"""A folder of pictures or a film file in place of a camera, and choosing the camera by its name."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.camera.camera import LiveCamera
from hardware.camera.film import FilmSource
from hardware.camera.health import CameraState
from hardware.camera.open_camera import device_of, open_camera
from hardware.device import HardwareError
from hardware.settings import CameraDevice, CameraSettings
from tests.support.fake_clock import FakeClock

LENGTH = 8


def picture(number: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return np.full((120, 160, 3), 20 + 25 * number, np.uint8)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number in range(LENGTH):
        cv2.imwrite(str(tmp_path / f"{number:04}.png"), picture(number))
    (tmp_path / "notes.txt").write_text("not a picture")
    return tmp_path


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "film.avi"
    video = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (160, 120))
    assert video.isOpened()
    for number in range(LENGTH):
        video.write(picture(number))
    video.release()
    return path


def number_of(film: FilmSource) -> int:
    return round((float(film.take().mean()) - 20) / 25)


@pytest.mark.parametrize("kind", ["folder", "file"])
def test_pictures_come_one_at_a_request_and_the_last_one_stays(
    kind: str, request: pytest.FixtureRequest
) -> None:
    film = FilmSource(request.getfixturevalue(kind), FakeClock())
    assert not film.ended
    assert [number_of(film) for _ in range(LENGTH)] == list(range(LENGTH))
    assert film.ended
    assert [number_of(film) for _ in range(3)] == [LENGTH - 1] * 3
    film.close()


@pytest.mark.parametrize("kind", ["folder", "file"])
def test_at_a_frame_rate_the_picture_due_at_the_clock_is_shown(
    kind: str, request: pytest.FixtureRequest
) -> None:
    clock = FakeClock()
    film = FilmSource(request.getfixturevalue(kind), clock, frame_rate=10)
    seen = [number_of(film)]
    for seconds in (0.05, 0.06, 0.3, 0.2, 0.02):
        clock.go(seconds)
        seen.append(number_of(film))
    assert seen == [0, 0, 1, 4, 6, 6]
    clock.go(60)
    assert number_of(film) == LENGTH - 1
    film.close()


def test_a_film_runs_under_a_camera_step_by_step(folder: Path) -> None:
    clock = FakeClock()
    with LiveCamera("film", lambda: FilmSource(folder, clock), clock) as camera:
        camera.step()
        camera.step()
        frame = camera.latest()
    assert frame is not None
    assert frame.picture[0, 0, 0] == 45


@pytest.mark.parametrize("kind", ["folder", "file"])
def test_a_film_that_is_taken_away_is_a_lost_camera_until_it_is_back(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    clock, path = FakeClock(), request.getfixturevalue(kind)
    away = tmp_path.with_name("away")
    with LiveCamera("film", lambda: FilmSource(path, clock), clock) as camera:
        for _ in range(LENGTH + 2):
            camera.step()
        assert camera.status().state is CameraState.LIVE
        path.rename(away)
        camera.step()
        assert camera.status().state is CameraState.LOST
        assert "the film is gone" in (camera.status().why or "")
        away.rename(path)
        clock.go(60.0)
        camera.step()
        camera.step()
        assert camera.status().state is CameraState.LIVE


def test_what_can_not_be_shown_is_reported(tmp_path: Path) -> None:
    clock = FakeClock()
    with pytest.raises(HardwareError, match="no pictures here"):
        FilmSource(tmp_path, clock)
    with pytest.raises(HardwareError, match="there is no such film"):
        FilmSource(tmp_path / "gone.mp4", clock)
    broken = tmp_path / "0.jpg"
    broken.write_bytes(b"\xff\xd8 no picture")
    with pytest.raises(HardwareError, match=r"0\.jpg: this picture can't be read"):
        FilmSource(tmp_path, clock).take()
    (tmp_path / "film.mp4").write_bytes(b"no film")
    with pytest.raises(HardwareError, match="no film that can be read"):
        FilmSource(tmp_path / "film.mp4", clock)


def test_the_settings_choose_the_camera_by_name(folder: Path) -> None:
    clock = FakeClock()
    camera = open_camera(CameraSettings(device=CameraDevice.FILM, film=folder), clock)
    camera.step()
    assert camera.status().state is CameraState.LIVE
    frame = camera.latest()
    assert frame is not None
    assert frame.picture.shape[1::-1] == (160, 120)
    assert device_of(CameraSettings(device=CameraDevice.OPENCV)) is CameraDevice.OPENCV


def test_a_missing_camera_is_named_by_its_state_and_nothing_is_raised() -> None:
    camera = open_camera(CameraSettings(device=CameraDevice.VIRTUAL), FakeClock())
    camera.step()
    assert "no virtual table" in (camera.status().why or "")


@pytest.mark.parametrize(
    ("mirrored", "rotation", "corner"),
    [
        (False, 90, (0, -1)),
        (False, 180, (-1, -1)),
        (False, 270, (-1, 0)),
        (True, 0, (0, -1)),
        (True, 90, (-1, -1)),
    ],
)
def test_pictures_are_mirrored_and_then_turned_clockwise_as_set(
    mirrored: bool, rotation: int, corner: tuple[int, int], tmp_path: Path
) -> None:
    picture = np.zeros((120, 160, 3), np.uint8)
    picture[:10, :10] = 255
    cv2.imwrite(str(tmp_path / "1.png"), picture)
    settings = CameraSettings(device=CameraDevice.FILM, film=tmp_path, mirrored=mirrored, rotation=rotation)
    camera = open_camera(settings, FakeClock())
    camera.step()
    camera.step()
    frame = camera.latest()
    assert frame is not None
    assert frame.picture.shape == ((160, 120, 3) if rotation in (90, 270) else (120, 160, 3))
    assert frame.picture.flags.c_contiguous
    ends = {end: int(frame.picture[end].max()) for end in ((0, 0), (0, -1), (-1, 0), (-1, -1))}
    assert [end for end, level in ends.items() if level] == [corner]
