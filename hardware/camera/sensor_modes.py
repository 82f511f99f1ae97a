"""Choose the mode of a camera's sensor that shows its whole view.

A sensor can be read out in a few modes, some of which crop the edges. For small pictures picamera2 takes the
mode nearest in size and shape: at 1280x720 one with 59 % of Module 2's width and two thirds of Module 3's
(picamera2 0.3.38, `_make_libcamera_config`; its manual, section 4.2.2.3).
"""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class SensorMode:
    """A sensor's mode: pixels across and down, bits of each, and the maximum frame rate.

    `crop_px` is its part of the sensor: left, top, width, height, in the sensor's own pixels.
    """

    size_px: tuple[int, int]
    bit_depth: int
    frame_rate: float
    crop_px: tuple[int, int, int, int]

    @property
    def view(self) -> int:
        """Number of the sensor's pixels in view."""
        return self.crop_px[2] * self.crop_px[3]


def whole_view(
    modes: Sequence[SensorMode], picture_px: tuple[int, int], frame_rate: float
) -> SensorMode | None:
    """Return the smallest mode with the whole view, fast enough, and no smaller than the pictures.

    Where no mode has all three, size is given up first, then speed, the view never. None without modes.
    """

    def rank(mode: SensorMode) -> tuple[int, float, bool, int, int]:
        pixels = mode.size_px[0] * mode.size_px[1]
        is_enough = mode.size_px[0] >= picture_px[0] and mode.size_px[1] >= picture_px[1]
        return (
            -mode.view,
            -min(mode.frame_rate, frame_rate),
            not is_enough,
            pixels if is_enough else -pixels,
            -mode.bit_depth,
        )

    return min(modes, key=rank, default=None)
