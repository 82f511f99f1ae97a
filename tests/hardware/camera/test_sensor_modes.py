"""Small pictures show all that the sensor of each camera module sees."""

import pytest

from hardware.camera.sensor_modes import SensorMode, whole_view
from tests.support import sensors

SMALL, LARGE = (1280, 720), (1920, 1440)


@pytest.mark.parametrize(
    ("modes", "size_px", "bit_depth"),
    [
        (sensors.MODULE_1, (1296, 972), 10),
        (sensors.MODULE_2, (1640, 1232), 10),
        (sensors.MODULE_3, (2304, 1296), 10),
        (sensors.HQ, (2028, 1520), 12),
        (sensors.HQ_LATER, (2028, 1520), 12),
    ],
    ids=["Module 1", "Module 2", "Module 3", "HQ", "HQ, later driver"],
)
def test_of_the_modes_that_see_all_it_is_the_smallest_that_will_do(
    modes: tuple[SensorMode, ...], size_px: tuple[int, int], bit_depth: int
) -> None:
    mode = whole_view(modes, SMALL, 15)
    assert mode is not None
    assert (mode.size_px, mode.bit_depth) == (size_px, bit_depth)


def test_larger_pictures_come_from_a_larger_mode() -> None:
    mode = whole_view(sensors.MODULE_2, LARGE, 15)
    assert mode is not None
    assert mode.size_px == (3280, 2464)


def test_speed_goes_before_size_and_the_view_before_both() -> None:
    fast, faster = whole_view(sensors.MODULE_3, (2560, 1440), 15), whole_view(sensors.HQ, LARGE, 60)
    assert fast is not None
    assert fast.size_px == (2304, 1296)
    assert faster is not None
    assert faster.size_px == (2028, 1520)


def test_without_modes_there_is_none_to_choose() -> None:
    assert whole_view((), SMALL, 15) is None
