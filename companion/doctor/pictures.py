"""Measures of pictures: how bright they are, how sharp, and whether lamps flicker in them."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]

EDGE_AREA_PX = 21
"""The square in which an edge's contrast is looked for; edges blurred over more than that don't count."""

LEAST_CONTRAST = 40
"""Grey levels between the two sides of an edge that is taken to measure sharpness."""

LEAST_EDGES = 200
"""Pixels on such edges below which the sharpness of a picture can't be told."""

DARK, BRIGHT = 16, 250
"""Grey levels at and beyond which nothing can be told apart any more."""


@dataclass(frozen=True, slots=True)
class PictureMeasures:
    """How a camera's pictures look.

    `brightness` is the median grey level, `dark` and `bright` the shares of pixels without any drawing in
    them. `edge_px` is how wide sharp edges are, None for a picture without edges. `bands` and `pulse` are by
    how much brightness differs from row to row and from picture to picture, as shares of it; lamps that
    flicker do that.
    """

    size_wh: tuple[int, int]
    brightness: float
    dark: float
    bright: float
    edge_px: float | None
    bands: float
    pulse: float


def measure(pictures: Sequence[Picture]) -> PictureMeasures:
    """How these pictures (H, W, 3) uint8 BGR look, taken one after the other with nothing moving."""
    greys = [cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) for picture in pictures]
    newest = greys[-1]
    height, width = newest.shape
    bands, pulse = flicker(np.stack(greys)) if len(greys) > 1 else (0.0, 0.0)
    return PictureMeasures(
        (width, height),
        float(np.median(newest)),
        float((newest <= DARK).mean()),
        float((newest >= BRIGHT).mean()),
        edge_width_px(np.asarray(newest, np.uint8)),
        bands,
        pulse,
    )


def edge_width_px(grey: NDArray[np.uint8]) -> float | None:
    """How many pixels an edge takes from dark to bright, the median over the steepest; None without edges.

    An ideal lens and sensor give about 2. An edge blurred with a Gaussian of standard deviation s gives 2.5
    s: the slope in its middle is its height divided by s times the root of 2 pi.
    """
    smooth = cv2.GaussianBlur(grey, (3, 3), 0.6).astype(np.float32)
    dx = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, ksize=1) / 2
    dy = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, ksize=1) / 2
    slope = np.hypot(dx, dy)
    area = np.ones((EDGE_AREA_PX, EDGE_AREA_PX), np.uint8)
    contrast = cv2.dilate(smooth, area) - cv2.erode(smooth, area)
    # The middle of an edge is where the slope is the greatest around.
    ridge = (slope >= cv2.dilate(slope, np.ones((5, 5), np.uint8))) & (contrast >= LEAST_CONTRAST)
    steep = ridge & (slope >= contrast / EDGE_AREA_PX)
    if int(steep.sum()) < LEAST_EDGES:
        return None
    widths = contrast[steep] / slope[steep]
    return float(np.quantile(widths, 0.25))


def flicker(greys: NDArray[np.uint8]) -> tuple[float, float]:
    """By how much brightness goes up and down in pictures (N, H, W): from row to row, and between pictures.

    Both are standard deviations as shares of the brightness. A rolling shutter shows flickering light as
    bands that wander from picture to picture; what is in the picture stays and falls out of the comparison.
    """
    usual = np.median(greys, axis=0).astype(np.float32)
    lit = (usual > DARK) & (usual < BRIGHT)
    shares = np.where(lit, greys / np.maximum(usual, 1), np.nan)
    with np.errstate(all="ignore"):
        enough = lit.mean(axis=1) > 0.2
    if not enough.any():
        return 0.0, 0.0
    # The middle value of a row is not moved by a hand or a counter in it.
    rows = np.nanmedian(shares[:, enough], axis=2)
    whole = rows.mean(axis=1)
    return float((rows / whole[:, None]).std(axis=1).mean()), float(whole.std())
