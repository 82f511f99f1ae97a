"""Outlines: which four-sided things are taken for slabs, and the poses of a board in one."""

import cv2
import numpy as np
import pytest

from calibration.locate.poses import project
from calibration.locate.slab_outlines import outlines, poses_within
from companion.board.spec import BoardSpec
from tests.support.photographs import Floats, Picture

SPEC = BoardSpec()
SLAB_PX = [(60, 190), (260, 200), (240, 50), (80, 40)]
"""Anticlockwise as seen, rows growing downwards."""


def with_areas(*areas: list[tuple[int, int]]) -> Picture:
    """Bright areas on a dark table, 320 x 240."""
    picture = np.full((240, 320, 3), (60, 70, 80), np.uint8)
    for area in areas:
        cv2.fillPoly(picture, [np.array(area, np.int32)], (190, 200, 210))
    return picture


def square(side: int, left: int = 100, top: int = 60) -> list[tuple[int, int]]:
    return [(left, top + side), (left + side, top + side), (left + side, top), (left, top)]


def apart_px(one: Floats, other: Floats) -> float:
    """How far the worst corner is off, whichever comes first, as long as they run the same way round."""
    return min(float(np.abs(np.roll(one, turn, axis=0) - other).max()) for turn in range(4))


@pytest.mark.parametrize("factor", [1, 4])
def test_the_outline_of_a_slab_runs_anticlockwise_round_it_at_any_size_of_picture(factor: int) -> None:
    picture = cv2.resize(with_areas(SLAB_PX), None, fx=factor, fy=factor, interpolation=cv2.INTER_NEAREST)
    (outline,) = outlines(np.asarray(picture, np.uint8))
    assert apart_px(outline, (np.array(SLAB_PX) + 0.5) * factor - 0.5) < 3 * factor


@pytest.mark.parametrize(
    ("areas", "count"),
    [
        ([], 0),
        ([square(37)], 0),
        ([square(42)], 1),
        ([square(60), square(50, 200, 150)], 2),
        ([square(60, 10, 10), square(60, 100, 10), square(60, 190, 10), square(60, 10, 150)], 3),
        ([[(0, 200), (260, 200), (240, 50), (0, 40)]], 0),
        ([[(100, 200), (200, 200), (150, 60)]], 0),
        ([[(60, 200), (260, 200), (260, 120), (160, 120), (160, 40), (60, 40)]], 0),
    ],
    ids=["none", "too small", "just large enough", "two", "three of four", "cut off", "a triangle", "an L"],
)
def test_what_has_four_sides_within_the_picture_is_a_slab(
    areas: list[list[tuple[int, int]]], count: int
) -> None:
    assert len(outlines(with_areas(*areas))) == count


def test_the_poses_within_an_outline_are_those_of_usual_margins_and_of_lines_along_either_side() -> None:
    true = np.array([[0.5, 0.02, 160], [0.01, -0.5, 120], [0.0001, 0.0002, 1]])
    margin = SPEC.line_pitch_mm
    x, y = 150 + margin, 100 + 0.5 * margin
    slab = project(true, np.array([(-x, -y), (x, -y), (x, y), (-x, y)]))
    poses = poses_within(slab, SPEC)
    assert len(poses) == 2 * 4**4
    off = [np.abs(project(pose, SPEC.points_mm) - project(true, SPEC.points_mm)).max() for pose in poses]
    assert sum(each < 1e-6 for each in off) == 1
    across = [project(pose, np.array([(-150.0, 0.0), (150.0, 0.0)])) for pose in poses]
    level = [abs(one[0] - other[0]) > abs(one[1] - other[1]) for one, other in across]
    assert sum(level) == 4**4
