"""Sharpness of a picture, relative to its board's reference or by itself.

`Sharpness` compares the board's lines and grain with calibration, whatever the lens. Before calibration there
is nothing to compare with; then `edge_width_px` measures the sharpest edges.
"""

import cv2
import numpy as np

from vision.arrays import Floats, Picture, as_floats, as_levels
from vision.calibration import Background
from vision.photometry.board_raster import BoardRaster
from vision.photometry.opponent_colours import log_grey

DIRECTIONS_RAD = np.radians(np.arange(0, 180, 22.5))
"""Directions in which sharpness is measured: a picture smeared by motion stays sharp across it."""

MIN_TEXTURED = 0.02  # minimum share of the board that has lines or grain for its blur to be found
MIN_STEEPNESS = 2.5  # minimum gradient of a cell that is compared, in multiples of the reference's noise
NOISE_STEEPNESS = 0.43  # gradient, as measured here, of independent pixel noise of 1: (12 / 64) ** 0.5

SHARPNESS_QUANTILE = 0.75
"""Quantile of cells that is compared, and minimum share of the reference's gradient in a sharp picture. Hands
and counters hide some cells and have edges of their own; blur spares none. Sharp pictures kept 0.97 or
more."""

SOFT_EDGE_PX, BLURRED_EDGE_PX = 5.5, 8.0
"""Edge widths from which a picture is soft, or blurred. Sharp photographs measure 2.4 to 4.6; blurred by 3
pixels 5.6 to 8.7, by 5 pixels 8 to 13."""

MIN_CONTRAST = 40  # minimum contrast, in grey levels, of an edge that is measured


class Sharpness:
    """Compare the sharpness of rectified pictures of one board with that of its reference."""

    def __init__(self, board: BoardRaster, background: Background) -> None:
        self._extent = board.extent
        self._cell_px = board.grid.cell_px
        self._steepness = _steepness(_logs(board.reference[self._extent]), self._cell_px)
        least = MIN_STEEPNESS * NOISE_STEEPNESS * float(background.noise[0])
        known = board.known[self._extent].astype(np.float32)
        self._textured = (self._steepness > least) & (_cell_means(known, self._cell_px) > 0.9)

    def is_blurred(self, picture: Picture) -> bool:
        """True if a rectified picture (h, w, 3) BGR of the board is out of focus or smeared."""
        return self.relative(picture) < SHARPNESS_QUANTILE

    def relative(self, picture: Picture) -> float:
        """Return the share of the reference's gradient that is left in the worst direction."""
        steepness = _steepness(_logs(picture[self._extent]), self._cell_px)
        least = MIN_TEXTURED * self._textured[0].size
        shares = [
            float(np.quantile(steepness[k][textured] / self._steepness[k][textured], SHARPNESS_QUANTILE))
            for k, textured in enumerate(self._textured)
            if np.count_nonzero(textured) >= least
        ]
        return min(shares, default=1.0)


def _logs(picture: Picture) -> Floats:
    """Return log brightness (h, w), on which light matters little."""
    return log_grey(as_levels(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)))


def _steepness(logs: Floats, cell_px: int) -> Floats:
    """Return the gradient of each cell in each direction, (directions, cells down, cells across)."""
    right, down = (cv2.Sobel(logs, cv2.CV_32F, *axis, scale=1 / 8) for axis in ((1, 0), (0, 1)))
    across, both, along = (_cell_means(part, cell_px) for part in (right * right, right * down, down * down))
    cos, sin = np.cos(DIRECTIONS_RAD)[:, None, None], np.sin(DIRECTIONS_RAD)[:, None, None]
    square = across * cos**2 + 2 * both * cos * sin + along * sin**2
    return as_floats(np.sqrt(np.maximum(square, 1e-12)))


def _cell_means(values: Floats, cell_px: int) -> Floats:
    """Return the mean of values over each cell and its eight neighbours."""
    height, width = (side // cell_px for side in values.shape)
    whole = values[: height * cell_px, : width * cell_px]
    cells = cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA)
    return as_floats(cv2.blur(cells, (3, 3)))


def is_out_of_focus(frame: Picture) -> bool:
    """True if a frame (H, W, 3) BGR, of whatever, has edges but no sharp one."""
    width_px = edge_width_px(as_levels(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)))
    return width_px is not None and width_px >= BLURRED_EDGE_PX


def edge_width_px(grey: Picture) -> float | None:
    """Return the width of the sharpest edges in pixels, from dark to bright; None without edges.

    An ideal lens and sensor give about 2. An edge blurred with a Gaussian of standard deviation s gives 2.5
    s: the slope in its middle is its height divided by s times the root of 2 pi.
    """
    smooth = as_floats(cv2.GaussianBlur(grey, (3, 3), 0.6))
    dx = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, ksize=1) / 2
    dy = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, ksize=1) / 2
    slope = np.hypot(dx, dy)
    # Edges more than twice as wide as a blurred one don't count.
    area_px = int(2 * BLURRED_EDGE_PX) | 1
    area = np.ones((area_px, area_px), np.uint8)
    contrast = cv2.dilate(smooth, area) - cv2.erode(smooth, area)
    # The middle of an edge is the local maximum of the slope.
    ridge = (slope >= cv2.dilate(slope, np.ones((5, 5), np.uint8))) & (contrast >= MIN_CONTRAST)
    steep = ridge & (slope >= contrast / area_px)
    # Requires edges as long, in all, as the picture's shorter side.
    if np.count_nonzero(steep) < min(grey.shape):
        return None
    widths = contrast[steep] / slope[steep]
    return float(np.quantile(widths, 0.25))
