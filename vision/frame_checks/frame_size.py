"""Frames of the calibrated view at another scale: a copy from a messenger, or another size of the stream."""

from dataclasses import replace

import cv2

from vision.arrays import Picture, as_levels
from vision.errors import OtherSizeError
from vision.reading import FoundCounter, Reading

MAX_ENLARGEMENT = 3.0
"""Maximum enlargement: at a third of the size, a counter of a usual picture is still ten pixels wide."""


def scaled_frame(frame: Picture, size_wh: tuple[int, int]) -> Picture:
    """Return a frame (H, W, 3) in the size of calibration, itself if it has that size.

    Raises OtherSizeError where the sides have another ratio, by more than a pixel's rounding, or the frame is
    too small: then it can't be the same view, or shows too little of it.
    """
    height, width = frame.shape[:2]
    if (width, height) == size_wh:
        return frame
    scale = max(size_wh[0] / width, size_wh[1] / height)
    is_same_ratio = abs(size_wh[0] - scale * width) <= scale and abs(size_wh[1] - scale * height) <= scale
    if not is_same_ratio or scale > MAX_ENLARGEMENT:
        raise OtherSizeError(
            f"the picture has {width} x {height} pixels, but this station was calibrated with "
            f"{size_wh[0]} x {size_wh[1]}; calibrate again or use the same camera setting"
        )
    # Averaging areas keeps noise and edges as a camera of fewer pixels has them.
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return as_levels(cv2.resize(frame, size_wh, interpolation=how))


def in_pixels_of(frame: Picture, size_wh: tuple[int, int], reading: Reading) -> Reading:
    """Return the reading of a scaled frame with its counters in pixels of the frame (H, W, 3) itself."""
    across, down = frame.shape[1] / size_wh[0], frame.shape[0] / size_wh[1]

    def back(counter: FoundCounter) -> FoundCounter:
        # Pixel (0, 0) is the middle of the first pixel.
        x_px, y_px = (counter.x_px + 0.5) * across - 0.5, (counter.y_px + 0.5) * down - 0.5
        return replace(counter, x_px=x_px, y_px=y_px)

    return replace(
        reading,
        counters=tuple(back(counter) for counter in reading.counters),
        off_board=tuple(back(counter) for counter in reading.off_board),
    )
