"""Millimetres to pixels and back."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.board.spec import BoardSpec
from tests.support.drawn_board import camera
from vision.errors import VisionError
from vision.geometry.camera_model import camera_of_plane

PLACE = st.tuples(st.floats(-180, 180), st.floats(-130, 130))


@given(PLACE, st.floats(0, 12), st.floats(-0.2, 0.1), st.integers(0, 2**31))
def test_to_px_and_back_gives_the_same_place(
    place: tuple[float, float], height_mm: float, k1: float, seed: int
) -> None:
    offsets_mm = np.random.default_rng(seed).uniform(-4, 4, (10, 2))
    seen = replace(camera(), k1=k1, point_offsets_mm=offsets_mm)
    spec = BoardSpec()
    there = seen.to_px(spec, np.array([place]), height_mm)
    assert seen.to_mm(spec, there, height_mm)[0] == pytest.approx(place, abs=0.05)


def test_height_moves_a_place_away_from_the_camera() -> None:
    """Seen from the lower edge of the frame, whatever is high leans towards the upper edge."""
    low, high = (camera().to_px(BoardSpec(), np.zeros((1, 2)), height)[0] for height in (0.0, 10.0))
    assert high[1] < low[1]


def test_a_mirrored_board_is_refused() -> None:
    with pytest.raises(VisionError, match="mirrored"):
        camera_of_plane(np.array([[2.0, 0, 400], [0, 2.0, 300], [0, 0, 1]]), (800, 600))


def test_the_ring_runs_anticlockwise_in_the_frame() -> None:
    points = camera().to_px(BoardSpec(), BoardSpec().points_mm)
    following = np.roll(points, -1, axis=0)
    area = (points[:, 0] * following[:, 1] - following[:, 0] * points[:, 1]).sum()
    assert area < 0
