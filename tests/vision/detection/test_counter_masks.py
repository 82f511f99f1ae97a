"""Masks of what counters leave of a picture: discs of several sizes, wherever they lie."""

from dataclasses import replace

import numpy as np
import pytest

from companion.game.board import PerSeat, Seat
from vision.calibration import PATCH_PX, Calibration
from vision.detection.counter_masks import CounterMasks

RADII, RADII_PX = (0.5, 0.7, 1.0), (6, 8, 11)
"""In diameters, and of counters that are 11 pixels wide in whole pixels."""


@pytest.fixture
def masks(calibration: Calibration) -> CounterMasks:
    """Of counters whose disc alone is known."""
    return CounterMasks(replace(calibration, sided=False, finer=None), RADII)


def seen_from(calibration: Calibration, weight_of_a: float, weight_of_b: float) -> CounterMasks:
    """Masks where all around the seats' counters speaks for them by so much."""
    a, b = (
        replace(model, weights=np.full((PATCH_PX, PATCH_PX), weight, np.float32))
        for model, weight in ((calibration.counters.a, weight_of_a), (calibration.counters.b, weight_of_b))
    )
    return CounterMasks(replace(calibration, counters=PerSeat(a, b), sided=True, finer=None), (0.5,))


def test_no_counter_leaves_all_of_the_picture(calibration: Calibration, masks: CounterMasks) -> None:
    left = masks.left([])
    assert left.shape == (len(RADII), *calibration.board.shape)
    assert left.min() == 255


@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize(
    ("x", "y", "column", "row"),
    [
        (60.0, 50.0, 60, 50),
        (60.4, 49.6, 60, 50),
        (60.6, 49.4, 61, 49),
        (0.0, 0.0, 0, 0),
        (204.0, 154.0, 204, 154),
        (3.0, 150.0, 3, 150),
    ],
)
def test_a_counter_takes_a_disc_of_each_radius_about_the_nearest_pixel(
    masks: CounterMasks, seat: Seat, x: float, y: float, column: int, row: int
) -> None:
    left = masks.left([(seat, x, y)])
    rows, columns = np.ogrid[: left.shape[1], : left.shape[2]]
    away = np.hypot(columns - column, rows - row)
    for mask, radius_px in zip(left, RADII_PX, strict=True):
        assert mask[away <= radius_px - 0.5].max() == 0
        assert mask[(rows == row) & (away <= radius_px)].max() == 0
        assert mask[away > radius_px + 0.5].min() == 255


def test_counters_that_touch_leave_what_each_of_them_leaves(masks: CounterMasks) -> None:
    counters = [(Seat.A, 60.0, 50.0), (Seat.B, 71.0, 50.0), (Seat.A, 66.0, 60.0)]
    each = [masks.left([counter]) for counter in counters]
    np.testing.assert_array_equal(masks.left(counters), np.minimum.reduce(each))


def test_no_mask_remembers_the_counters_of_another(masks: CounterMasks) -> None:
    masks.left([(Seat.A, 60.0, 50.0)])
    assert masks.left([]).min() == 255


@pytest.mark.parametrize(
    ("weight_of_a", "weight_of_b", "larger"),
    [
        (0.65, 0.65, (False, False)),
        (0.75, 0.65, (True, False)),
        (0.65, 0.75, (False, True)),
        (0.75, 0.75, (True, True)),
    ],
)
def test_a_wall_that_speaks_for_counters_of_one_seat_adds_to_their_masks_alone(
    calibration: Calibration, weight_of_a: float, weight_of_b: float, larger: tuple[bool, bool]
) -> None:
    disc = CounterMasks(replace(calibration, sided=False, finer=None), (0.5,))
    seen = seen_from(calibration, weight_of_a, weight_of_b)
    for seat, more in zip((Seat.A, Seat.B), larger, strict=True):
        plain, walled = disc.left([(seat, 60.0, 50.0)]), seen.left([(seat, 60.0, 50.0)])
        assert np.all(walled <= plain)
        assert bool(np.any(walled < plain)) is more
