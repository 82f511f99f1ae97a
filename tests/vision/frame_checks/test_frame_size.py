"""The same view at another scale is read, and another shape refused."""

import cv2
import numpy as np
import pytest

from companion.board.spec import BoardSpec
from tests.support.drawn_board import Scene, camera, draw, halves_of, setup
from vision.board_reader import BoardReader
from vision.errors import OtherSizeError
from vision.frame_checks.frame_size import scaled_frame


@pytest.mark.parametrize("scale", [0.5, 2 / 3, 1.5, 2.0])
@pytest.mark.slow
def test_a_copy_at_another_scale_is_read_alike(reader: BoardReader, scale: float) -> None:
    frame = draw(Scene(setup(), seed=5))
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    copy = np.asarray(cv2.resize(frame, None, fx=scale, fy=scale, interpolation=how), np.uint8)
    reading = reader.read(copy)
    assert reading.halves == halves_of(setup())
    assert reader.sharpness(copy) > 0.5
    width, height = camera().frame_size_wh
    seen = camera().scaled_to((round(width * scale), round(height * scale)))
    for counter in reading.counters:
        at = seen.to_px(
            BoardSpec(), np.array([(counter.x_mm, counter.y_mm)]), BoardSpec().counter_height_mm / 2
        )
        assert np.abs(at[0] - (counter.x_px, counter.y_px)).max() < 0.1


@pytest.mark.parametrize("size_wh", [(960, 540), (718, 960), (240, 180), (1920, 1436)])
def test_another_shape_or_a_thumbnail_is_refused(size_wh: tuple[int, int]) -> None:
    with pytest.raises(OtherSizeError, match=f"{size_wh[0]} x {size_wh[1]}"):
        scaled_frame(np.zeros((*size_wh[::-1], 3), np.uint8), (960, 720))


def test_a_side_may_be_rounded() -> None:
    assert scaled_frame(np.zeros((171, 228, 3), np.uint8)[:, :227], (460, 345)).shape == (345, 460, 3)
