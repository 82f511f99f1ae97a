"""Poses on ridges: their scores, which of them are the same, and how they are refined."""

import cv2
import numpy as np
import pytest

from calibration.locate.pose_fit import (
    BlurredRidges,
    distinct,
    refine,
    rough_scores,
    slide,
    support,
    vertex,
)
from calibration.locate.poses import Strokes, project
from calibration.locate.ridges import ORIENTATIONS, Ridges, ridges
from companion.board.spec import BoardSpec
from tests.support.photographs import Floats

SPEC = BoardSpec()
SIZE_WH = (420, 300)
POSE = np.array([[1.0, 0, 210], [0, -1, 150], [0, 0, 1]])
"""One pixel a millimetre, seen from above."""

TURN = np.array([[1.0, -0.03, 0], [0.03, 1, 0], [0, 0, 1]])


def shifted(x_mm: float = 0.0, y_mm: float = 0.0) -> Floats:
    return np.asarray(POSE @ np.array([[1.0, 0, x_mm], [0, 1, y_mm], [0, 0, 1]]))


def even(response: float) -> Ridges:
    """The same response everywhere, for any orientation."""
    return Ridges(np.full((ORIENTATIONS, SIZE_WH[1], SIZE_WH[0]), response, np.float32))


@pytest.fixture(scope="module")
def drawn() -> Ridges:
    """The ridges of a board drawn in ink on paper."""
    picture = np.full(SIZE_WH[::-1], 220, np.uint8)
    for line in range(5):
        one, other = project(POSE, np.array([(-136.0, 50 * (line - 2)), (136, 50 * (line - 2))]))
        cv2.line(picture, one.astype(int).tolist(), other.astype(int).tolist(), 60, 2, cv2.LINE_AA)
    for x, y in project(POSE, SPEC.points_mm).astype(int).tolist():
        cv2.circle(picture, (x, y), 14, 60, 2, cv2.LINE_AA)
    return ridges(picture)


def off_px(pose: Floats) -> float:
    """How far the worst point lies from where it is drawn."""
    return float(np.abs(project(pose, SPEC.points_mm) - project(POSE, SPEC.points_mm)).max())


def test_blurred_ridges_are_the_mean_over_a_square_and_the_best_of_near_orientations() -> None:
    planes = np.zeros((ORIENTATIONS, 20, 20), np.float32)
    planes[5, 10, 10] = -1.0
    blurred = BlurredRidges.of(Ridges(planes))
    assert blurred.shrink == 2
    assert blurred.ridges.response.shape == (ORIENTATIONS, 10, 10)
    assert blurred.ridges.response[3:8, 5, 5] == pytest.approx([0, 0.04, 0.04, 0.04, 0])
    assert blurred.ridges.response[5, 5, 3:8] == pytest.approx([0, 0.04, 0.04, 0.04, 0])


@pytest.mark.parametrize(
    ("response", "expected"), [(1.0, 0.0), (2.0, -0.8), (0.6, 0.0)], ids=["alike", "loud", "faint"]
)
def test_a_score_is_what_is_drawn_less_what_is_between_the_lines(response: float, expected: float) -> None:
    blurred = BlurredRidges.of(even(response))
    assert rough_scores(POSE[None], blurred, SPEC) == pytest.approx([expected])


def test_a_pose_beside_the_picture_scores_nothing_and_no_pose_has_no_score() -> None:
    blurred = BlurredRidges.of(even(1.0))
    assert rough_scores(shifted(x_mm=2000.0)[None], blurred, SPEC).tolist() == [0.0]
    assert rough_scores(np.empty((0, 3, 3)), blurred, SPEC).tolist() == []


def test_each_stroke_counts_alike() -> None:
    """The right half of the picture holds half of each line and five of the ten circles."""
    planes = np.zeros((ORIENTATIONS, SIZE_WH[1], SIZE_WH[0]), np.float32)
    planes[:, :, 210:] = 1.0
    right = BlurredRidges(Ridges(planes), 1)
    assert rough_scores(POSE[None], right, SPEC) == pytest.approx([(5 * 0.5 + 5) / 15 - 0.5])


@pytest.mark.parametrize(
    ("poses", "scores", "kept"),
    [
        ([shifted(), shifted(7.1)], [1.0, 0.5], [0]),
        ([shifted(), shifted(7.2)], [1.0, 0.5], [0, 1]),
        ([shifted(), shifted(5.9)], [0.5, 1.0], [1]),
        ([shifted(), POSE @ np.diag([-1.0, -1.0, 1.0])], [1.0, 0.5], [0]),
        ([shifted(), shifted(20), shifted(40), shifted(60)], [0.1, 0.4, 0.2, 0.3], [1, 3, 2]),
    ],
    ids=["same", "apart", "the better one", "half a turn", "best first, three at most"],
)
def test_of_poses_that_are_the_same_the_best_is_kept(
    poses: list[Floats], scores: list[float], kept: list[int]
) -> None:
    assert distinct(np.array(poses), np.array(scores), SPEC, keep=3).tolist() == kept


@pytest.mark.parametrize(
    ("before", "top", "after", "expected"),
    [(0.0, 1.0, 0.0, 0.0), (1.0, 2.0, 2.0, 0.5), (3.0, 4.0, 1.0, -0.25), (1.0, 1.0, 1.0, 0.0)],
)
def test_a_peak_is_found_between_three_values(
    before: float, top: float, after: float, expected: float
) -> None:
    assert vertex(*np.array([[before], [top], [after]])) == pytest.approx([expected])


@pytest.mark.parametrize(
    ("response", "expected"), [(0.59, 0.0), (0.61, 1.0), (-0.61, 1.0)], ids=["faint", "there", "dark"]
)
def test_a_stroke_is_there_from_a_least_response_on(response: float, expected: float) -> None:
    assert support(POSE, even(response), Strokes.of(SPEC)).tolist() == [expected] * 15


def test_support_is_the_share_of_a_stroke_that_is_there() -> None:
    planes = np.zeros((ORIENTATIONS, SIZE_WH[1], SIZE_WH[0]), np.float32)
    planes[:, :, 210:] = 1.0
    found = support(POSE, Ridges(planes), Strokes.of(SPEC))
    assert found.tolist() == [0.5] * 5 + [1.0] * 5 + [0.0] * 5


@pytest.mark.parametrize(
    "start",
    [shifted(5, 3), shifted(-6, -4), POSE @ np.diag([1.03, 0.97, 1.0]), POSE @ TURN],
    ids=["right and up", "left and down", "other scale", "turned"],
)
def test_a_pose_near_by_is_refined_to_where_the_board_is_drawn(drawn: Ridges, start: Floats) -> None:
    assert off_px(start) > 3
    assert off_px(refine(start, drawn, Strokes.of(SPEC))) < 0.5


def test_a_pose_beyond_the_reach_is_not_refined_there(drawn: Ridges) -> None:
    assert off_px(refine(shifted(y_mm=20.0), drawn, Strokes.of(SPEC))) > 5


def test_a_pose_that_puts_a_line_at_the_horizon_stays_as_it_is(drawn: Ridges) -> None:
    level = POSE @ np.array([[1.0, 0, 0], [0, 1, 0], [0, 1 / (2 * SPEC.line_pitch_mm), 1]])
    assert refine(level, drawn, Strokes.of(SPEC)).tolist() == level.tolist()


@pytest.mark.parametrize(
    "start",
    [shifted(y_mm=50.0), shifted(y_mm=-50.0), shifted(x_mm=50 / 3), shifted(x_mm=-25.0)],
    ids=["up", "down", "along by two of the steps of a sixth of a pitch", "along by three"],
)
def test_a_board_taken_a_line_too_far_or_along_its_lines_slides_back(drawn: Ridges, start: Floats) -> None:
    blurred = BlurredRidges.of(drawn)
    (pose,) = slide(start[None], blurred, SPEC)
    assert off_px(pose) < 2.5
    assert rough_scores(pose[None], blurred, SPEC) > rough_scores(start[None], blurred, SPEC)
