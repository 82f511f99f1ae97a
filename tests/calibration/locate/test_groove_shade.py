"""The shade of grooves: from a dark ring and a bright one beside it, the middle of the groove."""

import cv2
import numpy as np
import pytest

from calibration.locate.groove_shade import shade_shift
from tests.support.photographs import Floats, Picture

RADIUS_PX = 28.0
CENTRES = np.array(
    [(600.0, 100.0 + 100 * row) for row in range(5)] + [(120.0, 500 - 100 * row) for row in range(5)]
)


def camera(lit_px: tuple[int, int] | None = None, lit: int = 150, rows: slice = slice(0, 10)) -> Picture:
    """Ten dark rings on grey, and beside some of them, so far off, brighter ones."""
    picture = np.full((600, 720), 120, np.uint8)
    for centre in CENTRES[rows] if lit_px is not None else ():
        x, y = (centre + lit_px).astype(int).tolist()
        cv2.circle(picture, (x, y), round(RADIUS_PX), lit, 2, cv2.LINE_AA)
    for x, y in CENTRES.astype(int).tolist():
        cv2.circle(picture, (x, y), round(RADIUS_PX), 60, 2, cv2.LINE_AA)
    return picture


@pytest.mark.parametrize("lit_px", [(6, 0), (0, -6), (-4, 4), (5, 5), (-8, 0)])
def test_the_truth_is_midway_between_the_dark_ring_and_the_bright_one(lit_px: tuple[int, int]) -> None:
    shift: Floats = shade_shift(camera(lit_px), CENTRES, RADIUS_PX)
    assert shift == pytest.approx(np.array(lit_px) / 2, abs=0.5)


@pytest.mark.parametrize(
    "picture",
    [
        camera(),
        camera((6, 0), rows=slice(0, 5)),
        camera((6, 0), rows=slice(5, 10)),
        camera((13, 0)),
        camera((6, 0), lit=121),
        np.full((600, 720), 120, np.uint8),
    ],
    ids=["ink", "the right row alone", "the left row alone", "too far off", "too faint", "nothing"],
)
def test_what_is_no_groove_lit_from_one_side_is_not_shifted(picture: Picture) -> None:
    assert shade_shift(picture, CENTRES, RADIUS_PX).tolist() == [0.0, 0.0]
