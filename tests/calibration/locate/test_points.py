"""Points near a pose: each found by its own circle, or left where the others say."""

import cv2
import numpy as np
import pytest

from calibration.locate.points import MIN_CONFIDENCE, MIN_SUPPORT, confidence, find_points
from calibration.locate.poses import project
from companion.board.spec import BoardSpec
from tests.support.photographs import Floats, Picture

pytestmark = pytest.mark.slow

SPEC = BoardSpec()
POSE = np.array([[1.5, 0, 300], [0, -1.5, 210], [0, 0, 1]])
RING_MM = 1.25
"""How far off a ring of 2 mm may be found: across so wide a line the response is all but level."""


def drawn(
    moved_mm: dict[int, tuple[float, float]] | None = None,
    without: frozenset[int] = frozenset(),
    filled: int | None = None,
) -> Picture:
    """A board in ink on paper; points may be moved, with the ends of their lines, filled, or not there."""
    moved = np.array([(moved_mm or {}).get(index, (0.0, 0.0)) for index in range(10)])
    points = project(POSE, SPEC.points_mm + moved)
    picture = np.full((420, 600), 215, np.uint8)
    for line in range(5):
        right, left = points[[line, 9 - line]]
        inwards = np.array([21.0, 0])
        start, end = (np.array([right - inwards, left + inwards]) * 16).round().astype(int).tolist()
        cv2.line(picture, start, end, 60, 3, cv2.LINE_AA, shift=4)
    for index, centre in enumerate(points):
        if index not in without:
            x, y = (centre * 16).round().astype(int).tolist()
            if filled is not None:
                cv2.circle(picture, (x, y), 21 * 16, filled, cv2.FILLED, cv2.LINE_AA, shift=4)
            else:
                cv2.circle(picture, (x, y), 21 * 16, 60, 3, cv2.LINE_AA, shift=4)
    return picture


def near(x_mm: float = 3.0, y_mm: float = -2.0) -> Floats:
    """A pose that is not quite the one of the drawing."""
    return np.asarray(POSE @ np.array([[1.0, 0, x_mm], [0, 1, y_mm], [0, 0, 1]]))


def off_mm(points_px: Floats, moved_mm: dict[int, tuple[float, float]] | None = None) -> Floats:
    """How far each point lies from where it is drawn."""
    moved = np.array([(moved_mm or {}).get(index, (0.0, 0.0)) for index in range(10)])
    off_px = points_px - project(POSE, SPEC.points_mm + moved)
    return np.asarray(np.linalg.norm(off_px, axis=1) / 1.5)


def test_a_board_that_is_all_there_is_found_to_little_more_than_a_millimetre() -> None:
    found = find_points(drawn(), near(), SPEC)
    assert found is not None
    assert off_mm(found.points_px).max() < RING_MM
    assert found.mark_support.min() == 1.0
    assert found.line_support.tolist() == [1.0] * 5


@pytest.mark.parametrize("filled", [60, 195, 240])
def test_points_filled_darker_or_brighter_than_the_board_are_found_by_their_rims(filled: int) -> None:
    moved = {2: (4.0, 3.0), 7: (-5.0, 0.0)}
    found = find_points(drawn(moved, filled=filled), near(), SPEC)
    assert found is not None
    assert off_mm(found.points_px, moved).max() < 1.0
    assert found.mark_support.min() > 0.8


def test_a_point_that_is_moved_is_found_by_its_own_circle() -> None:
    moved = {2: (4.0, 3.0), 7: (-5.0, 0.0)}
    found = find_points(drawn(moved), near(), SPEC)
    assert found is not None
    assert off_mm(found.points_px, moved).max() < RING_MM


def test_a_point_without_a_circle_stays_where_the_others_say() -> None:
    found = find_points(drawn(without=frozenset({3})), near(), SPEC)
    assert found is not None
    assert off_mm(found.points_px)[3] < RING_MM
    assert found.mark_support[3] < MIN_SUPPORT
    assert np.delete(found.mark_support, 3).min() == 1.0


@pytest.mark.slow
@pytest.mark.parametrize("lost", [0, 2])
def test_the_support_of_a_line_that_is_not_drawn_is_small(lost: int) -> None:
    picture = drawn()
    left, top = project(POSE, np.array([(-130.0, 50 * (lost - 2) + 8)]))[0].astype(int)
    right, bottom = project(POSE, np.array([(130.0, 50 * (lost - 2) - 8)]))[0].astype(int)
    picture[top:bottom, left:right] = 215
    found = find_points(picture, near(), SPEC)
    assert found is not None
    assert int(found.line_support.argmin()) == lost
    assert found.line_support[lost] < 0.4
    assert np.delete(found.line_support, lost).min() == 1.0


def test_counters_smaller_than_a_pixel_of_the_view_still_leave_a_pixel_to_search() -> None:
    tiny = BoardSpec(counter_diameter_mm=0.4)
    found = find_points(drawn(), near(0.5, -0.5), tiny)
    assert found is not None
    assert off_mm(found.points_px).max() < RING_MM
    assert np.isfinite(found.mark_support).all()


def test_a_board_seen_edge_on_has_no_points() -> None:
    assert find_points(drawn(), POSE * np.array([[1.0], [0.0], [1.0]]), SPEC) is None


@pytest.mark.parametrize("side", [1, -1])
def test_a_board_taken_a_line_too_far_is_not_sure_though_a_ring_lies_there(side: int) -> None:
    """One mark may be weak, and a strange ring stands for the other: but a sixth line is there."""
    room_px = 75
    picture = cv2.copyMakeBorder(drawn(), room_px, room_px, 0, 0, cv2.BORDER_REPLICATE)
    lower = np.array([[1.0, 0, 0], [0, 1, room_px], [0, 0, 1]]) @ near(0.0, side * SPEC.line_pitch_mm)
    x, y = (project(lower, SPEC.points_mm[[4 if side > 0 else 0]])[0] * 16).round().astype(int).tolist()
    cv2.circle(picture, (x, y), 21 * 16, 60, 3, cv2.LINE_AA, shift=4)
    found = find_points(np.asarray(picture, np.uint8), lower, SPEC)
    assert found is not None
    assert confidence(found) < MIN_CONFIDENCE


def test_faint_marks_on_a_calm_board_are_seen_and_marks_of_its_grain_are_none() -> None:
    grain = np.random.default_rng(3).normal(0, 2, (420, 600))
    faint, bare = 150 + (drawn().astype(float) - 215) / 65, np.full((420, 600), 150.0)
    sure = []
    for picture in (faint, bare):
        found = find_points(np.clip(picture + grain, 0, 255).astype(np.uint8), near(), SPEC)
        assert found is not None
        assert found.mark_support.max() < MIN_SUPPORT + 0.1
        sure.append(confidence(found) >= MIN_CONFIDENCE)
    assert sure == [True, False]


def test_a_picture_of_one_grey_supports_nothing() -> None:
    found = find_points(np.full((420, 600), 120, np.uint8), POSE, SPEC)
    assert found is not None
    assert found.score == pytest.approx(0.0, abs=1e-3)
    assert found.mark_support.max() < 0.05
