"""Measures of pictures: brightness, sharpness, and flicker of lamps."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.check.flicker import bands_between
from vision.arrays import as_levels
from vision.frame_checks.brightness import middle_level
from vision.frame_checks.sharpness import edge_width_px

Picture = NDArray[np.uint8]

DARK, BRIGHT = 16, 250  # grey levels at and beyond which details are lost


@dataclass(frozen=True)
class PictureMeasures:
    """Brightness, sharpness and flicker of a camera's pictures.

    `brightness` is the middle grey level, `dark` and `bright` the shares of pixels without any drawing in
    them. `edge_px` is how wide sharp edges are, None for a picture without edges. `bands` and `pulse` are by
    how much brightness differs from row to row and from picture to picture, as shares of it; lamps that
    flicker do that.
    """

    size_wh: tuple[int, int]
    brightness: int
    dark: float
    bright: float
    edge_px: float | None
    bands: float
    pulse: float


def measure(pictures: Sequence[Picture]) -> PictureMeasures:
    """Measure pictures (H, W, 3) uint8 BGR, taken one after the other with nothing moving."""
    greys = [cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) for picture in pictures]
    newest = greys[-1]
    height, width = newest.shape
    return PictureMeasures(
        (width, height),
        middle_level(pictures[-1]),
        float((newest <= DARK).mean()),
        float((newest >= BRIGHT).mean()),
        edge_width_px(as_levels(newest)),
        band_depth(pictures),
        pulse(np.stack(greys)),
    )


def pulse(greys: NDArray[np.uint8]) -> float:
    """Return the relative standard deviation of brightness between pictures (N, H, W).

    The content of the picture is constant and cancels out.
    """
    medians = np.median(greys, axis=0).astype(np.float32)
    lit = (medians > DARK) & (medians < BRIGHT)
    shares = np.where(lit, greys / np.maximum(medians, 1), np.nan)
    enough = lit.mean(axis=1) > 0.2
    if not enough.any():
        return 0.0
    # The middle value of a row is not moved by a hand or a counter in it.
    return float(np.nanmedian(shares[:, enough], axis=2).mean(axis=1).std())


def band_depth(pictures: Sequence[Picture]) -> float:
    """Return the depth of the deepest bands between the newest of pictures (H, W, 3) and another one."""
    *others, newest = pictures
    depths = (bands_between(newest, other) for other in others)
    return max((depth for depth in depths if depth is not None), default=0.0)
