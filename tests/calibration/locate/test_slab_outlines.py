"""Outlines: which four-sided things are taken for slabs."""

import cv2
import numpy as np
import pytest

from calibration.locate.slab_outlines import outlines
from tests.support.photographs import Picture

SLAB_PX = [(60, 190), (260, 200), (240, 50), (80, 40)]
"""Its corners, anticlockwise as they are seen."""

SQUARE = [(0, 1), (1, 1), (1, 0), (0, 0)]
"""The same as seen from above."""


def with_areas(*areas: list[tuple[int, int]]) -> Picture:
    """Bright areas on a dark table, 320 x 240."""
    picture = np.full((240, 320, 3), (60, 70, 80), np.uint8)
    for area in areas:
        cv2.fillPoly(picture, [np.array(area, np.int32)], (190, 200, 210))
    return picture


def square(side: int, left: int = 100, top: int = 60) -> list[tuple[int, int]]:
    return [(left, top + side), (left + side, top + side), (left + side, top), (left, top)]


@pytest.mark.parametrize("factor", [1, 4])
def test_what_a_slab_outlines_has_room_around_it_at_any_size_of_picture(factor: int) -> None:
    picture = cv2.resize(with_areas(SLAB_PX), None, fx=factor, fy=factor, interpolation=cv2.INTER_NEAREST)
    (corners,) = outlines(np.asarray(picture, np.uint8))
    to_slab = cv2.getPerspectiveTransform(
        np.array(SLAB_PX, np.float32) * np.float32(factor), np.array(SQUARE, np.float32)
    )
    seen = np.asarray(cv2.perspectiveTransform(corners[None], to_slab)[0])
    # A tenth of the slab to either side of it, clockwise as it is seen, from whichever corner.
    first = int(np.linalg.norm(seen - [-0.1, -0.1], axis=1).argmin())
    wider = 0.5 + 1.2 * (np.array(SQUARE[::-1]) - 0.5)
    assert np.roll(seen, -first, axis=0) == pytest.approx(wider, abs=0.03)


@pytest.mark.parametrize(
    ("areas", "count"),
    [
        ([], 0),
        ([square(46)], 0),
        ([square(54)], 1),
        ([square(60), square(56, 200, 150)], 2),
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
