"""Poses: what is drawn where, which hypotheses two segments make, and which of them could be."""

import numpy as np
import pytest

from calibration.locate.poses import (
    Strokes,
    homographies,
    hypotheses,
    plausible,
    project,
    project_strokes,
)
from companion.board.spec import BoardSpec
from tests.support.photographs import Floats

SPEC = BoardSpec()
SIZE_WH = (800, 600)
MIDDLE = np.array([[1.0, 0, 400], [0, 1, 300], [0, 0, 1]])


def pose(x_scale: float = 1.0, y_scale: float = 1.0, nearing_per_mm: float = 0.0) -> Floats:
    """A board in the middle of the picture, seen from above; to its right it may be farther away."""
    return np.asarray(MIDDLE @ np.array([[x_scale, 0, 0], [0, -y_scale, 0], [nearing_per_mm, 0, 1]]))


def test_the_strokes_are_five_lines_between_circles_and_ten_circles() -> None:
    strokes = Strokes.of(SPEC, per_line=5, per_circle=4)
    assert np.bincount(strokes.part).tolist() == [5] * 5 + [4] * 10
    third = strokes.at_mm[strokes.part == 2]
    # The circles' radius is 14 mm: a line runs to 136 mm, and each sample stands for a fifth of it.
    assert third[:, 0] == pytest.approx([-108.8, -54.4, 0, 54.4, 108.8])
    assert third[:, 1] == pytest.approx([0.0] * 5)
    first = strokes.part == 5
    assert strokes.at_mm[first] == pytest.approx(
        np.array([(164, -100), (150, -86), (136, -100), (150, -114)])
    )
    assert strokes.direction[first] == pytest.approx(np.array([(0, 1), (-1, 0), (0, -1), (1, 0)]))


@pytest.mark.parametrize(
    ("matrix", "place", "expected"),
    [
        (pose(), (10.0, 20.0), (410.0, 280.0)),
        (pose(2.0, 0.5), (10.0, 20.0), (420.0, 290.0)),
        (pose(nearing_per_mm=0.001), (250.0, 50.0), (400 + 250 / 1.25, 300 - 50 / 1.25)),
        (np.array([[1.0, 0, 0], [0, 1, 0], [0.1, 0, 1]]), (-10.0, 2.0), (-1e10, 2e9)),
    ],
    ids=["from above", "squeezed", "aslant", "on the horizon"],
)
def test_places_are_projected(matrix: Floats, place: tuple[float, float], expected: Floats) -> None:
    assert project(matrix, np.array([place]))[0] == pytest.approx(expected)


def test_strokes_run_in_the_picture_as_the_pose_turns_them() -> None:
    strokes = Strokes(np.array([[0.0, 0], [0, 0]]), np.array([[1.0, 0], [0, 1]]), np.array([0, 1]))
    at, angles = project_strokes(pose(), strokes)
    assert at == pytest.approx(np.array([(400, 300), (400, 300)]))
    assert angles == pytest.approx([0, -np.pi / 2])


def test_four_places_give_their_homography_and_three_on_a_line_give_none() -> None:
    at_mm = np.array([[(0.0, 0), (100, 0), (100, 50), (0, 50)], [(0, 0), (1, 0), (2, 0), (0, 1)]])
    true = pose(1.5, 0.8, 0.002)
    at_px = np.stack([project(true, at_mm[0]), project(true, at_mm[1])])
    found, none = homographies(at_mm, at_px)
    assert found == pytest.approx(true)
    assert np.isnan(none).all()


@pytest.mark.parametrize(
    ("matrix", "expected"),
    [
        (pose(), True),
        (pose() @ np.diag([-1.0, 1.0, 1.0]), False),
        (pose(2.6, 2.6), True),
        (pose(2.7, 2.7), False),
        (pose(1.0, 1.95), True),
        (pose(1.0, 2.05), False),
        (pose(1.95, 1.0), True),
        (pose(2.05, 1.0), False),
        # At 150 mm either way the depths are 1 + 150 n and 1 - 150 n: 1.9 times and 2.1 times as far.
        (pose(nearing_per_mm=0.9 / 2.9 / 150), True),
        (pose(nearing_per_mm=1.1 / 3.1 / 150), False),
        (np.full((3, 3), np.nan), False),
    ],
    ids=[
        "from above",
        "mirrored",
        "just within the frame",
        "beyond the frame",
        "foreshortened",
        "too much",
        "foreshortened along the lines",
        "too much along the lines",
        "converging",
        "converging too much",
        "none",
    ],
)
def test_a_pose_is_plausible_unless_mirrored_cut_off_or_too_aslant(matrix: Floats, expected: bool) -> None:
    assert plausible(matrix[None], SPEC, SIZE_WH).tolist() == [expected]


def segments(apart_px: float, turn_rad: float = 0.0) -> Floats:
    """A level segment of 272 px, as long as a line between its circles in mm, and another one above it."""
    half = 136 * np.array([np.cos(turn_rad), np.sin(turn_rad)])
    other = np.array([400.0, 300 - apart_px])
    return np.array([[(264.0, 300), (536, 300)], [other - half, other + half]])


def converging(ratio: float) -> Floats:
    """The outer two lines of a board the farther of which is so many times as far away as the nearer."""
    away = MIDDLE @ np.array([[1.0, 0, 0], [0, -1, 0], [0, (ratio - 1) / (ratio + 1) / 100, 1]])
    return project(away, np.array([(-136.0, -100), (136, -100), (-136, 100), (136, 100)])).reshape(2, 2, 2)


def test_two_lines_make_the_poses_under_which_they_are_drawn() -> None:
    true = pose(1.0, 1.0, 0.0004)
    ends = np.array([(-136.0, -50), (136, -50), (-136, 50), (136, 50)])
    drawn = project(true, ends).reshape(2, 2, 2)
    poses = hypotheses(drawn, SPEC, SIZE_WH)
    off = [np.abs(project(each, SPEC.points_mm) - project(true, SPEC.points_mm)).max() for each in poses]
    assert min(off) < 1e-6
    assert plausible(poses, SPEC, SIZE_WH).all()


@pytest.mark.parametrize(
    ("drawn", "any_pose"),
    [
        (segments(24.0), False),
        (segments(26.0), True),
        (segments(200.0), True),
        (segments(375.0), False),
        (converging(1.9), True),
        (converging(2.1), False),
        (segments(200.0, turn_rad=0.33), True),
        (segments(200.0, turn_rad=0.5), False),
        (segments(100.0)[:1], False),
    ],
    ids=[
        "too near",
        "neighbours foreshortened",
        "the outer two",
        "the outer two out of the frame",
        "one nearer",
        "one much nearer",
        "not quite parallel",
        "not parallel",
        "one alone",
    ],
)
def test_segments_make_poses_where_they_could_be_two_of_the_lines(drawn: Floats, any_pose: bool) -> None:
    assert bool(len(hypotheses(drawn, SPEC, SIZE_WH))) is any_pose
