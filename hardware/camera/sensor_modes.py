"""Which mode of a camera's sensor shows its whole view.

A sensor reads its pixels out in one of a few ways, some of which leave out the edges. Asked for small
pictures only, picamera2 takes the mode nearest to them in size and shape: at 1280x720 one that sees 59 % of
Module 2's width and two thirds of Module 3's (picamera2 0.3.38, `_make_libcamera_config`; its manual, section
4.2.2.3).
"""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SensorMode:
    """One way to read a sensor out: pixels across and down, bits of each, and the most pictures a second.

    `crop_px` is what it sees of the sensor: left, top, width, height, in the sensor's own pixels.
    """

    size_px: tuple[int, int]
    bit_depth: int
    frame_rate: float
    crop_px: tuple[int, int, int, int]

    @property
    def view(self) -> int:
        """How many of the sensor's pixels it sees."""
        return self.crop_px[2] * self.crop_px[3]


def whole_view(
    modes: Sequence[SensorMode], picture_px: tuple[int, int], frame_rate: float
) -> SensorMode | None:
    """The smallest mode that sees all, is fast enough, and is no smaller than the pictures; None among none.

    What can't be had together is given up from the end: the size first, then the speed, the view never.
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
