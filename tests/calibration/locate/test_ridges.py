"""Ridges: their sign and orientation, and the segments that are cut out of them."""

import cv2
import numpy as np
import pytest

from calibration.locate.ridges import ORIENTATIONS, STEP_RAD, STRONGEST, Ridges, ridges, segments
from tests.support.photographs import Picture


def drawn(*lines: tuple[tuple[int, int], tuple[int, int]], ground: int = 120, ink: int = 40) -> Picture:
    """Lines 3 px wide on a picture of one grey."""
    picture = np.full((160, 240), ground, np.uint8)
    for start, end in lines:
        cv2.line(picture, start, end, ink, 3, cv2.LINE_AA)
    return picture


def crest(length_px: int, response: float) -> Ridges:
    """A level bright ridge one pixel wide, and nothing else."""
    planes = np.zeros((ORIENTATIONS, 160, 240), np.float32)
    planes[0, 80, 60 : 60 + length_px] = response
    return Ridges(planes)


def test_a_picture_of_one_grey_has_no_ridges() -> None:
    assert np.abs(ridges(drawn()).response).max() < 1e-3


@pytest.mark.parametrize(("ink", "sign"), [(40, -1), (250, 1)], ids=["dark", "bright"])
@pytest.mark.parametrize(
    ("end", "orientation"),
    [((220, 80), 0), ((195, 155), 6), ((120, 150), 12), ((45, 155), 18)],
    ids=["level", "falling", "upright", "rising"],
)
def test_a_line_is_a_ridge_of_its_sign_and_orientation(
    end: tuple[int, int], orientation: int, ink: int, sign: int
) -> None:
    start = (240 - end[0], 160 - end[1])
    response = ridges(drawn((start, end), ink=ink)).response[:, 80, 120]
    # A line as wide as this one is as strong for the orientation beside its own.
    off = abs(int(np.abs(response).argmax()) - orientation)
    assert min(off, ORIENTATIONS - off) <= 1
    assert 1.0 < sign * response[orientation] < STRONGEST
    assert abs(response[(orientation + 12) % ORIENTATIONS]) < 0.01


def test_shade_does_not_weaken_a_line() -> None:
    full = drawn(((20, 80), (220, 80)), ground=200, ink=100)
    dim = np.asarray((full.astype(np.float32) * 0.5 - 4).round(), np.uint8)
    here = ridges(full).response[0, 80, 120]
    assert ridges(dim).response[0, 80, 120] == pytest.approx(here, rel=0.02)


def test_the_response_falls_off_as_the_filters_do() -> None:
    """Measured on one dark row: across it, from orientation to orientation, and towards its end."""
    picture = drawn()
    picture[80, 20:220] = 110
    response = ridges(picture).response
    across, turned, along = response[0, 80:87, 120], response[:7, 80, 120], response[0, 80, 214:232:3]
    assert across == pytest.approx([-1.963, -1.773, 1.793, 1.770, 1.078, 0.213, 0.0], abs=0.02)
    assert turned == pytest.approx([-1.963, -1.941, -1.81, -1.431, -0.915, -0.524, -0.303], abs=0.02)
    assert along == pytest.approx([-1.966, -1.953, -1.912, -1.76, -1.244, -0.428], abs=0.02)


@pytest.mark.parametrize(("response", "reaches"), [(0.6, False), (0.7, True)])
def test_a_segment_reaches_as_far_as_the_line_has_two_thirds_of_its_strength_or_a_little_more(
    response: float, reaches: bool
) -> None:
    planes = np.zeros((ORIENTATIONS, 160, 240), np.float32)
    planes[0, 80, 20:140] = 1.0
    planes[0, 80, 140:220] = response
    ((start, end),) = segments(Ridges(planes), lines=1)
    assert max(start[0], end[0]) == pytest.approx(219 if reaches else 139, abs=3)


@pytest.mark.parametrize(
    ("place", "angle_rad", "expected"),
    [
        ((3.0, 2.0), 5 * STEP_RAD, 1.5),
        ((3.4, 1.6), 5.4 * STEP_RAD, 1.5),
        ((3.0, 2.0), 5 * STEP_RAD + np.pi, 1.5),
        ((3.0, 2.0), 5 * STEP_RAD - np.pi, 1.5),
        ((3.0, 2.0), 5.6 * STEP_RAD, 0.0),
        ((3.6, 2.0), 5 * STEP_RAD, 0.0),
        ((-1.0, 2.0), 5 * STEP_RAD, 0.0),
        ((3.0, 60.0), 5 * STEP_RAD, 0.0),
    ],
)
def test_the_response_is_taken_at_the_nearest_pixel_and_orientation(
    place: tuple[float, float], angle_rad: float, expected: float
) -> None:
    planes = np.zeros((ORIENTATIONS, 6, 8), np.float32)
    planes[5, 2, 3] = 1.5
    assert Ridges(planes).response_at(np.array([place]), np.array([angle_rad]))[0] == expected


@pytest.mark.parametrize(
    ("length_px", "response", "count"),
    [(48, 1.0, 0), (56, 1.0, 1), (100, 1.0, 1), (100, 0.59, 0), (100, 0.65, 1)],
    ids=["too short", "just long enough", "long", "too faint", "just strong enough"],
)
def test_segments_are_long_and_strong_enough(length_px: int, response: float, count: int) -> None:
    found = segments(crest(length_px, response), lines=1)
    assert len(found) == count
    for segment in found:
        # Samples lie 2 px apart, so that an end may lie one sample off.
        assert sorted(segment[:, 0]) == pytest.approx([60, 59 + length_px], abs=3)
        assert segment[:, 1] == pytest.approx([80, 80], abs=0.5)


@pytest.mark.parametrize(
    ("gap_px", "expected"),
    [(30, (10, 230)), (100, (10, 70))],
    ids=["bridged", "too wide"],
)
def test_a_gap_is_bridged_while_more_is_drawn_than_missing(gap_px: int, expected: tuple[int, int]) -> None:
    found = ridges(drawn(((10, 80), (120 - gap_px // 2, 80)), ((120 + gap_px // 2, 80), (230, 80))))
    (segment,) = segments(found, lines=1)
    assert sorted(segment[:, 0]) == pytest.approx(expected, abs=8)
