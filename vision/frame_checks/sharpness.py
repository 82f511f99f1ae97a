"""Whether a picture is blurred: against the reference of its board, or by itself.

A frame is blurred where the board's own lines and grain are there, but softer than at calibration:
`Sharpness` finds that early, whatever the lens. Before anything is calibrated there is nothing to compare
with; then the width of a picture's sharpest edges has to do: `edge_width_px`.
"""

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.calibration import Background
from vision.photometry.board_raster import BoardRaster
from vision.photometry.opponent_colours import log_grey
from vision.segmentation.texture import MIN_TEXTURED

DIRECTIONS_RAD = np.radians(np.arange(0, 180, 22.5))
"""A picture smeared by motion stays sharp across it."""

MIN_STEEPNESS = 2.5
"""How many times the reference's noise a cell's steepness has to be to be compared."""

NOISE_STEEPNESS = 0.43
"""Steepness, as measured here, of noise of one unit that differs from pixel to pixel: (12 / 64) ** 0.5."""

SHARPNESS_QUANTILE = 0.75
"""Rank among the cells of the one that tells, and share of its steepness that a sharp picture has left.

A hand and counters cover some cells, and have edges of their own; blur spares none. In 175 pictures of eleven
scenes at least 0.97 was left, with hands or in other light too, and 0.80 at a third of the light.
"""

SOFT_EDGE_PX, BLURRED_EDGE_PX = 5.5, 8.0
"""Widths of edges from which on a picture is soft, or blurred. Sixteen sharp photographs of boards, 480 to
1920 pixels wide, measure 2.4 to 4.6. Blurred with a standard deviation of 2 pixels they measure 4.2 to 7.2,
of 3 pixels 5.6 to 8.7, of 5 pixels 8 to 13."""

MIN_CONTRAST = 40
"""Grey levels between the two sides of an edge that is taken to measure sharpness."""


class Sharpness:
    """Compares the sharpness of rectified pictures of one board with that of its reference."""

    def __init__(self, board: BoardRaster, background: Background) -> None:
        self._extent = board.extent
        self._cell_px = board.grid.cell_px
        self._steepness = _steepness(_logs(board.reference[self._extent]), self._cell_px)
        least = MIN_STEEPNESS * NOISE_STEEPNESS * float(background.noise[0])
        known = board.known[self._extent].astype(np.float32)
        self._textured = (self._steepness > least) & (_cell_means(known, self._cell_px) > 0.9)

    def is_blurred(self, picture: Picture) -> bool:
        """Whether a rectified picture (h, w, 3) BGR of the board is out of focus or smeared."""
        return self.relative(picture) < SHARPNESS_QUANTILE

    def relative(self, picture: Picture) -> float:
        """The share of the reference's steepness that is left, in the direction in which that is least."""
        steepness = _steepness(_logs(picture[self._extent]), self._cell_px)
        least = MIN_TEXTURED * self._textured[0].size
        shares = [
            float(np.quantile(steepness[k][textured] / self._steepness[k][textured], SHARPNESS_QUANTILE))
            for k, textured in enumerate(self._textured)
            if np.count_nonzero(textured) >= least
        ]
        return min(shares, default=1.0)


def _logs(picture: Picture) -> Floats:
    """Brightness (h, w) on a logarithmic scale, so that light matters little."""
    return log_grey(np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8))


def _steepness(logs: Floats, cell_px: int) -> Floats:
    """How steep brightness is around each cell in each direction, (directions, cells down, cells across)."""
    right, down = (cv2.Sobel(logs, cv2.CV_32F, *axis, scale=1 / 8) for axis in ((1, 0), (0, 1)))
    across, both, along = (_cell_means(part, cell_px) for part in (right * right, right * down, down * down))
    cos, sin = np.cos(DIRECTIONS_RAD)[:, None, None], np.sin(DIRECTIONS_RAD)[:, None, None]
    square = across * cos**2 + 2 * both * cos * sin + along * sin**2
    return np.asarray(np.sqrt(np.maximum(square, 1e-12)), np.float32)


def _cell_means(values: Floats, cell_px: int) -> Floats:
    """The mean of values over each cell and the eight around it."""
    height, width = (side // cell_px for side in values.shape)
    whole = values[: height * cell_px, : width * cell_px]
    cells = cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.blur(cells, (3, 3)), np.float32)


def edge_width_px(grey: Picture) -> float | None:
    """How many pixels an edge takes from dark to bright, the median over the steepest; None without edges.

    An ideal lens and sensor give about 2. An edge blurred with a Gaussian of standard deviation s gives 2.5
    s: the slope in its middle is its height divided by s times the root of 2 pi.
    """
    smooth = cv2.GaussianBlur(grey, (3, 3), 0.6).astype(np.float32)
    dx = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, ksize=1) / 2
    dy = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, ksize=1) / 2
    slope = np.hypot(dx, dy)
    # Edges blurred over twice as much as a blurred one's don't count.
    area_px = int(2 * BLURRED_EDGE_PX) | 1
    area = np.ones((area_px, area_px), np.uint8)
    contrast = cv2.dilate(smooth, area) - cv2.erode(smooth, area)
    # The middle of an edge is where the slope is the greatest around.
    ridge = (slope >= cv2.dilate(slope, np.ones((5, 5), np.uint8))) & (contrast >= MIN_CONTRAST)
    steep = ridge & (slope >= contrast / area_px)
    # Edges as long as the picture's shorter side have to tell.
    if np.count_nonzero(steep) < min(grey.shape):
        return None
    widths = contrast[steep] / slope[steep]
    return float(np.quantile(widths, 0.25))
