"""How bright a picture is: the grey level in the middle, and the limits in their order."""

import numpy as np
import pytest

from vision.frame_checks.brightness import (
    MAX_ADVISED_LEVEL,
    MIN_ADVISED_LEVEL,
    MIN_LEVEL,
    middle_level,
    middle_levels,
)
from vision.photometry.opponent_colours import CLIPPED


@pytest.mark.parametrize(("bright_share", "level"), [(0.2, 30), (0.4, 30), (0.6, 200), (1.0, 200)])
def test_the_level_is_that_of_most_of_the_picture(bright_share: float, level: int) -> None:
    picture = np.full((160, 240, 3), 30, np.uint8)
    picture[: round(160 * bright_share)] = 200
    assert middle_level(picture) == level


def test_green_tells_and_each_channel_has_its_own() -> None:
    picture = np.full((80, 80, 3), (10, 90, 250), np.uint8)
    picture[:30] = 130
    assert middle_level(picture) == 90
    assert middle_levels(picture) == (10, 90, 250)


def test_advice_comes_before_a_picture_is_refused() -> None:
    assert MIN_LEVEL < MIN_ADVISED_LEVEL < MAX_ADVISED_LEVEL < CLIPPED
