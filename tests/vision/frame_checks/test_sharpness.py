"""How sharp a picture is by itself: the width of its edges."""

import cv2
import numpy as np
import pytest

from vision.frame_checks.sharpness import edge_width_px


@pytest.mark.parametrize("sigma_px", [2.0, 3.0, 4.0])
def test_an_edge_is_as_wide_as_its_blur_makes_it(sigma_px: float) -> None:
    edge = np.full((200, 400), 40, np.uint8)
    edge[:, 200:] = 200
    width_px = edge_width_px(np.asarray(cv2.GaussianBlur(edge, (0, 0), sigma_px), np.uint8))
    assert width_px == pytest.approx(2.5 * sigma_px, rel=0.15)


def test_a_picture_without_edges_has_no_width_of_them() -> None:
    assert edge_width_px(np.full((200, 400), 120, np.uint8)) is None
