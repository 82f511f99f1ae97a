"""Discs of evidence drawn by the tests: touching ones must all be found, none twice."""

import cv2
import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from companion.game.board import PerSeat
from vision.calibration import COUNTER_PX, PATCH_PX
from vision.detection.discs import DiscFinder

SIZE_WH = (120, 60)
EVERYWHERE = np.ones((PATCH_PX, PATCH_PX), np.float32)
FINDER = DiscFinder(COUNTER_PX, PerSeat(EVERYWHERE, EVERYWHERE))


def evidence(places: list[tuple[float, float]], facing: list[float]) -> NDArray[np.float32]:
    """Maps for A's counters at places in pixels, weaker towards one side by `facing`, -1 to 1."""
    fine = 8
    level = np.full((SIZE_WH[1] * fine, SIZE_WH[0] * fine), -4, np.float32)
    for (x, y), side in zip(places, facing, strict=True):
        disc = np.zeros(level.shape, np.uint8)
        middle = (round((x + 0.5) * fine), round((y + 0.5) * fine))
        cv2.circle(disc, middle, round(COUNTER_PX / 2 * fine), 1, -1)
        across = (np.arange(SIZE_WH[0] * fine) / fine - x) / (COUNTER_PX / 2)
        level = np.where(disc > 0, (2 + 1.8 * side * across)[None], level).astype(np.float32)
    small = cv2.resize(level, SIZE_WH, interpolation=cv2.INTER_AREA)
    other = np.full_like(small, -4)
    return np.array([small, other], np.float32)


@given(
    st.floats(-0.8, 0.8),
    st.lists(st.floats(-0.12, 0.12), min_size=1, max_size=5),
    st.booleans(),
)
def test_every_counter_of_a_row_is_found_and_none_twice(
    side: float, aside: list[float], second_row: bool
) -> None:
    places = [(30.0 + 1.05 * COUNTER_PX * i, 25.0 + COUNTER_PX * off) for i, off in enumerate(aside)]
    if second_row:
        places += [(x, y + 1.25 * COUNTER_PX) for x, y in places[:2]]
    maps = evidence(places, [side] * len(places))
    found = FINDER.find(maps, maps.max(axis=0), 0.3)
    assert len(found) == len(places)
    for x, y in places:
        assert min(np.hypot(disc.x - x, disc.y - y) for disc in found) <= 0.35 * COUNTER_PX
