"""What the doctor makes of pictures: sharpness, light, flicker, and what is seen of the board."""

import time
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.check.view_of_board import ViewProblem
from companion.board.spec import STANDARD
from companion.doctor import camera
from companion.doctor.camera import BoardCheck, Shots
from companion.doctor.findings import Severity
from companion.film.film_folder import FIRST_GAME
from companion.presentation.words.setting_up import advice_remedy, advice_text
from companion.referee.words import english
from hardware.camera.camera import FrameSource
from hardware.device import Clock, HardwareError
from hardware.settings import CameraDevice, CameraSettings
from hardware.virtual_table.render.renderer import Renderer
from hardware.virtual_table.table import bare, virtual_table
from vision.reading import Status

Picture = NDArray[np.uint8]
FILM = CameraSettings(device=CameraDevice.FILM, width_px=640, height_px=480)


@cache
def board() -> Picture:
    """A picture of a board, sharp and well lit."""
    picture = cv2.imread(str(sorted((FIRST_GAME / "frames").iterdir())[0]))
    assert picture is not None
    return np.asarray(picture, np.uint8)


def blurred(sigma_px: float) -> Picture:
    return np.asarray(cv2.GaussianBlur(board(), (0, 0), sigma_px), np.uint8)


def shots(taken: Sequence[Picture]) -> Shots:
    return Shots(CameraDevice.FILM, tuple(taken), 15.0, "<a film>")


def noisy(picture: Picture, count: int = camera.PICTURES) -> list[Picture]:
    """The same picture over and over, with a sensor's noise."""
    random = np.random.default_rng(5)
    return [
        np.clip(picture + random.normal(0, 3, picture.shape), 0, 255).astype(np.uint8) for _ in range(count)
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sigma_px", "mark"), [(0, Severity.FINE), (2.2, Severity.WARNING), (5, Severity.WRONG)]
)
def test_the_more_a_picture_is_blurred_the_worse_is_what_is_said(sigma_px: float, mark: Severity) -> None:
    taken = noisy(blurred(sigma_px) if sigma_px else board())
    assert [*camera.judge_camera(shots(taken), FILM)][-1].mark is mark


@pytest.mark.slow
def test_of_a_picture_without_edges_the_focus_is_not_reported() -> None:
    plain = np.full((480, 640, 3), 120, np.uint8)
    finding = [*camera.judge_camera(shots(noisy(plain)), FILM)][-1]
    assert finding.mark is Severity.WARNING
    assert finding.what == "There's nothing to focus on."


@pytest.mark.slow
def test_steady_light_is_fine_through_a_sensors_noise() -> None:
    (finding,) = camera.judge_light(shots(noisy(board())))
    assert finding.mark is Severity.FINE


@pytest.mark.slow
def test_the_bands_of_a_flickering_lamp_are_seen() -> None:
    rows = np.arange(480)[:, None, None]
    flickering = [
        (board() * (1 + 0.03 * np.sin(2 * np.pi * (rows / 160 + 0.37 * number))))
        .clip(0, 255)
        .astype(np.uint8)
        for number in range(camera.PICTURES)
    ]
    (finding,) = camera.judge_light(shots(flickering))
    assert finding.mark is Severity.WARNING
    assert "flickers" in finding.what
    assert "mains_hz" in (finding.next_step or "")


@pytest.mark.slow
def test_a_lamp_that_pulses_from_picture_to_picture_is_seen() -> None:
    pulsing = [(board() * (1 + 0.03 * (-1) ** number)).clip(0, 255).astype(np.uint8) for number in range(12)]
    assert "flickers" in camera.judge_light(shots(pulsing))[0].what


@pytest.mark.slow
@pytest.mark.parametrize(("factor", "words"), [(0.1, "too dark"), (9.0, "too bright")])
def test_too_little_and_too_much_light_are_reported(factor: float, words: str) -> None:
    lit = (board() * factor).clip(0, 255).astype(np.uint8)
    findings = camera.judge_light(shots(noisy(lit)))
    assert any(words in finding.what and finding.mark is Severity.WRONG for finding in findings)


class Broken:
    """A camera that opens and fails."""

    def __init__(self) -> None:
        self.closed = False

    def take(self) -> Picture:
        raise HardwareError("the camera 0 shows nothing", "check its cable")

    def close(self) -> None:
        self.closed = True


def test_a_camera_that_fails_is_named_with_its_remedy_and_closed() -> None:
    broken = Broken()

    def opened(_settings: CameraSettings, _clock: Clock) -> FrameSource:
        return broken

    (finding,) = camera.judge_camera(camera.shoot(FILM, time.monotonic, opened), FILM)
    assert broken.closed
    assert (finding.mark, finding.what) == (Severity.WRONG, "the camera 0 shows nothing")
    assert finding.next_step == "check its cable"


def test_without_a_camera_the_rest_is_absent_and_nothing_is_wrong() -> None:
    none = camera.shoot(replace(FILM, device=CameraDevice.VIRTUAL), time.monotonic)
    assert next(camera.judge_camera(none, FILM)).mark is Severity.ABSENT
    assert camera.judge_light(none)[0].mark is Severity.ABSENT
    assert camera.judge_board(camera.look(none, Path("nowhere"), STANDARD))[0].mark is Severity.ABSENT


@pytest.mark.slow
def test_a_film_in_place_of_the_camera_is_looked_at_as_one() -> None:
    settings = replace(FILM, film=FIRST_GAME / "frames", frame_rate=60.0)
    taken = camera.shoot(settings, time.monotonic)
    assert len(taken.pictures) == camera.PICTURES
    assert next(camera.judge_camera(taken, settings)).mark is Severity.FINE


@pytest.mark.slow
@pytest.mark.parametrize(
    ("unlocked", "remedy"), [("focus", "focus_dioptres"), ("exposure", "set [camera] device to opencv")]
)
def test_what_could_not_be_locked_is_reported(unlocked: str, remedy: str) -> None:
    seen = replace(shots(noisy(board())), unlocked=(unlocked,))
    finding = next(camera.judge_camera(seen, FILM))
    assert (finding.mark, remedy in (finding.next_step or "")) == (Severity.WARNING, True)


@pytest.mark.slow
def test_another_size_than_is_set_is_reported() -> None:
    finding = next(camera.judge_camera(shots(noisy(board())), replace(FILM, width_px=1280)))
    assert finding.mark is Severity.WARNING
    assert "640x480" in finding.what


@pytest.mark.parametrize(
    ("sight", "mark", "words"),
    [
        (BoardCheck((0, 1, 2, 3), calibrated=False), Severity.WARNING, "calibrated yet"),
        (
            BoardCheck((0, 2), calibrated=False, problem=ViewProblem.NO_BOARD),
            Severity.WARNING,
            "markers 0, 2",
        ),
        (BoardCheck((), calibrated=True, trouble="damaged"), Severity.WRONG, "damaged"),
        (BoardCheck((), True, None, Status.CLEAR, None, 10), Severity.FINE, "10 counters"),
        (BoardCheck((), True, None, Status.OBSTRUCTED, "a hand", 3), Severity.WRONG, "a hand"),
    ],
)
def test_what_is_seen_of_the_board_is_said(sight: BoardCheck, mark: Severity, words: str) -> None:
    (finding,) = camera.judge_board(sight)
    assert finding.mark is mark
    assert words in finding.what


@pytest.mark.slow
@pytest.mark.parametrize(
    ("problem", "tilt_deg", "distance_mm", "aside_mm"),
    [
        pytest.param(None, 0.0, 700.0, 0.0, marks=pytest.mark.nightly),
        (None, 36.0, 700.0, 0.0),
        (ViewProblem.SLANTED, 43.0, 700.0, 0.0),
        (ViewProblem.TOO_FAR, 0.0, 2100.0, 0.0),
        (ViewProblem.TOO_NEAR, 0.0, 340.0, 0.0),
        (ViewProblem.ASIDE, 0.0, 700.0, 115.0),
        (ViewProblem.NO_BOARD, 0.0, 700.0, 2000.0),
    ],
)
def test_where_the_board_lies_is_judged_in_the_words_of_the_stations_page(
    problem: ViewProblem | None, tilt_deg: float, distance_mm: float, aside_mm: float, tmp_path: Path
) -> None:
    back, up = distance_mm * np.sin(np.radians(tilt_deg)), distance_mm * np.cos(np.radians(tilt_deg))
    scene = bare(virtual_table(3, (1280, 720)).scene)
    hung = replace(
        scene.camera,
        position_mm=(-float(back), -aside_mm, float(up)),
        target_mm=(0.0, -aside_mm, 0.0),
        focal_px=1150.0,
    )
    picture = Renderer(oversampling=1).picture(replace(scene, camera=hung), 1)
    sight = camera.look(shots([picture]), tmp_path / "not-there", STANDARD)
    assert sight is not None
    assert sight.problem is problem
    (finding,) = camera.judge_board(sight)
    if problem is not None:
        assert advice_text(problem, english) in finding.what
        assert advice_remedy(problem, english) in (finding.next_step or "")
    read = replace(sight, calibrated=True, status=Status.CLEAR, counters=10)
    assert [one.mark for one in camera.judge_board(read)] == [
        Severity.FINE,
        *([Severity.WARNING] if problem else []),
    ]


def test_a_calibration_that_is_no_station_is_reported(tmp_path: Path) -> None:
    (tmp_path / "calibration").mkdir()
    sight = camera.look(shots([board()]), tmp_path / "calibration", STANDARD)
    assert sight is not None
    assert "calibrate again" in (sight.trouble or "")


def test_that_no_network_runs_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(model: object) -> None:
        raise cv2.error("built without dnn")

    assert camera.judge_shapes() == ()
    monkeypatch.setattr(cv2.dnn, "readNetFromONNX", fails)
    (finding,) = camera.judge_shapes()
    assert finding.mark is Severity.WARNING
    assert "without shapes" in finding.what


@pytest.mark.slow
def test_what_is_wrong_has_its_sentence_on_the_station_and_here() -> None:
    dark = (board() * 0.1).clip(0, 255).astype(np.uint8)
    finding = camera.judge_light(shots(noisy(dark)))[0]
    assert finding.what.startswith(advice_text(ViewProblem.TOO_DARK, english))
    assert finding.next_step is not None
    assert finding.next_step.startswith(advice_remedy(ViewProblem.TOO_DARK, english))


def test_a_mirrored_camera_is_named_with_what_to_do(tmp_path: Path) -> None:
    sight = camera.look(shots([np.ascontiguousarray(board()[:, ::-1])]), tmp_path / "not-there", STANDARD)
    finding = camera.judge_board(sight)[0]
    assert finding.mark is Severity.WRONG
    assert "[camera] mirrored = true" in finding.what
