"""Views from corners, points and markers."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.errors import CalibrationError
from calibration.locate.camera_finder import find_camera
from calibration.locate.cameras import (
    camera_from_corners,
    camera_from_markers,
    camera_from_points,
    check_corners,
)
from calibration.locate.markers import find_markers
from calibration.training_set import TrainingSet
from companion.board.spec import BoardSpec
from tests.support.drawn_board import CORNERS_PX, SIZE_WH, camera
from tests.support.photographs import Floats

pytestmark = pytest.mark.slow

SPEC = BoardSpec(marker_x_mm=175.0)


def sheet(hidden: int | None = None) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """A printed sheet with its four markers, seen as the drawn board is."""
    scale = 4
    flat = np.full((300 * scale, 420 * scale, 3), 255, np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    size = int(SPEC.marker_size_mm * scale)
    for number, (x, y) in enumerate(SPEC.marker_centres_mm):
        if number == hidden:
            continue
        marker = cv2.aruco.generateImageMarker(dictionary, number, size)
        left, top = int((x + 210) * scale - size / 2), int((150 - y) * scale - size / 2)
        flat[top : top + size, left : left + size] = marker[..., None]
    to_mm = np.array([[1 / scale, 0, -210 + 0.5 / scale], [0, -1 / scale, 150 - 0.5 / scale], [0, 0, 1]])
    seen = cv2.warpPerspective(
        flat, camera().homography @ to_mm, SIZE_WH, flags=cv2.INTER_AREA, borderValue=(90, 110, 120)
    )
    return np.asarray(seen, np.uint8)


def test_markers_give_the_view_to_half_a_millimetre() -> None:
    found = camera_from_markers(SPEC, find_markers(sheet()), SIZE_WH)
    seen = camera().to_px(SPEC, SPEC.points_mm)
    assert np.abs(found.to_mm(SPEC, seen) - SPEC.points_mm).max() < 0.5


@pytest.mark.parametrize("hidden", range(4))
def test_a_hidden_marker_is_named(hidden: int) -> None:
    with pytest.raises(CalibrationError, match=rf"marker {hidden} of 0, 1, 2, 3 is hidden"):
        find_camera(TrainingSet(SPEC, empty=("sheet.png", sheet(hidden))))


def test_markers_elsewhere_than_the_measures_say_are_refused() -> None:
    other = replace(SPEC, marker_x_mm=130.0)
    with pytest.raises(CalibrationError, match="marker_x_mm"):
        camera_from_markers(other, find_markers(sheet()), SIZE_WH)


def test_uneven_lines_are_followed_point_by_point() -> None:
    """A board carved by eye: each point some millimetres off; what lies on a point is still read as there."""
    off = np.random.default_rng(4).uniform(-5, 5, (10, 2))
    carved = replace(camera(), point_offsets_mm=off)
    points_px = carved.to_px(SPEC, SPEC.points_mm)
    found = camera_from_points(SPEC, points_px, SIZE_WH)
    assert np.abs(found.to_mm(SPEC, points_px) - SPEC.points_mm).max() < 0.1


@pytest.mark.parametrize("unevenness_mm", [0.0, 0.5])
def test_ten_points_tell_how_the_lens_bends_the_lines_between_them(unevenness_mm: float) -> None:
    off = np.random.default_rng(4).uniform(-unevenness_mm, unevenness_mm, (10, 2))
    bent = replace(camera(), k1=-0.2, point_offsets_mm=off)
    found = camera_from_points(SPEC, bent.to_px(SPEC, SPEC.points_mm), SIZE_WH)
    inwards = SPEC.points_mm * (0.5, 1)
    assert np.abs(found.to_mm(SPEC, bent.to_px(SPEC, inwards)) - inwards).max() < 1.0


@pytest.mark.parametrize("seed", range(20))
def test_uneven_lines_are_not_taken_for_a_lens_that_bends(seed: int) -> None:
    off = np.random.default_rng(seed).uniform(-5, 5, (10, 2))
    carved = replace(camera(), point_offsets_mm=off)
    assert camera_from_points(SPEC, carved.to_px(SPEC, SPEC.points_mm), SIZE_WH).k1 == 0


def test_corners_give_back_the_corners() -> None:
    found = camera_from_corners(SPEC, CORNERS_PX, SIZE_WH)
    assert np.allclose(found.to_px(SPEC, SPEC.corners_mm), CORNERS_PX, atol=0.01)


def four(*corners: tuple[float, float]) -> Floats:
    return np.array(corners)


EVEN = four((80, 90), (80, 10), (20, 10), (20, 90))


@pytest.mark.parametrize(
    ("accepted", "refused", "says"),
    [
        (
            four((99.5, 90), (80, -0.5), (20, 10), (20, 90)),
            four((99.6, 90), (80, -0.5), (20, 10), (20, 90)),
            "corner 1A at 99.6,90 lies outside",
        ),
        (EVEN, four((80, 90), (80, -0.6), (20, 10), (20, 90)), "corner 5A at 80,-0.6 lies outside"),
        (EVEN, EVEN[::-1], "clockwise"),
        (EVEN, EVEN[[0, 2, 1, 3]], "convex"),
        (EVEN, EVEN[[0, 0, 2, 3]], "convex"),
        # 5A lies 6 px or 4 px beside the way from 1A to 1B: less than the least counter is wide.
        (
            four((80, 90), (54.8, 46.4), (20, 10), (20, 90)),
            four((80, 90), (53.2, 47.6), (20, 10), (20, 90)),
            "convex",
        ),
    ],
    ids=["right edge", "top edge", "clockwise", "crossed", "twice", "on a line"],
)
def test_corners_go_round_a_convex_board_within_the_picture(
    accepted: Floats,
    refused: Floats,
    says: str,
) -> None:
    check_corners(accepted, (100, 100))
    with pytest.raises(CalibrationError, match=says):
        check_corners(refused, (100, 100))


@pytest.mark.parametrize(("counter_px", "enough"), [(4.9, False), (5.1, True)])
def test_a_counter_is_at_least_five_pixels_wide(counter_px: float, enough: bool) -> None:
    px_per_mm = counter_px / SPEC.counter_diameter_mm
    corners_px = SPEC.corners_mm * (px_per_mm, -px_per_mm) + (320, 240)
    if enough:
        assert camera_from_corners(SPEC, corners_px, (640, 480)).k1 == 0
        return
    with pytest.raises(CalibrationError, match="a counter would be 5 pixels across, at least 5 are needed"):
        camera_from_corners(SPEC, corners_px, (640, 480))


@pytest.mark.parametrize(("off_mm", "accepted"), [(20.0, True), (36.0, False)])
def test_a_point_may_lie_off_its_line_but_not_nearly_on_the_next(off_mm: float, accepted: bool) -> None:
    """The even board that fits best gives way to a point that is off."""
    off = np.array([(0.0, 0.0)] * 2 + [(0, off_mm)] + [(0, 0)] * 7)
    points_px = camera().to_px(SPEC, SPEC.points_mm + off)
    if accepted:
        found = camera_from_points(SPEC, points_px, SIZE_WH)
        assert np.abs(found.point_offsets_mm).max() < 0.4 * SPEC.line_pitch_mm
        return
    with pytest.raises(CalibrationError, match="do not lie on five lines"):
        camera_from_points(SPEC, points_px, SIZE_WH)
