"""Compare the board's texture, its grain and lines: where is it occluded."""

import cv2
import numpy as np

from vision.arrays import Floats, Mask, as_floats
from vision.calibration import Background
from vision.photometry.board_raster import BoardRaster
from vision.segmentation.evidence import Evidence

MIN_TEXTURE_SNR, MIN_LOST_SHARE = 3.0, 0.75
"""Minimum signal-to-noise ratio of texture whose loss counts, and the minimum share that is lost."""


class TextureComparer:
    """Compare the texture of pictures of one board with that of its reference."""

    def __init__(self, board: BoardRaster, background: Background) -> None:
        rows, columns = board.extent
        self._cell_px = board.grid.cell_px
        self._cells = (_whole_cells(rows, self._cell_px), _whole_cells(columns, self._cell_px))
        self._bare = board.known[self._cells]
        self._noise = float(background.noise[0])

    def occluded_px(self, evidence: Evidence, region: Mask, min_px: float) -> float:
        """Return the largest area, in pixels, of a `region` (h, w) of a picture whose texture is lost.

        Texture stays visible in light and shadow, but not under a sleeve of the board's colour.
        0 if no more than `min_px` are lost in all.
        """
        texture2, crossed = self._sums(evidence, region)
        textured = texture2 > (MIN_TEXTURE_SNR * self._cell_px * self._noise * evidence.noise) ** 2
        lost = textured & (-crossed > MIN_LOST_SHARE * texture2)
        if np.count_nonzero(lost) * self._cell_px**2 <= min_px:
            return 0.0
        _, labels = cv2.connectedComponents(lost.view(np.uint8), connectivity=4, ltype=cv2.CV_16U)
        return float(np.bincount(labels.ravel())[1:].max()) * self._cell_px**2

    def kept(self, evidence: Evidence, region: Mask) -> float:
        """Return the share of the texture of a `region` (h, w) that a picture shows; 0 without any."""
        texture2, crossed = self._sums(evidence, region)
        textured = texture2 > (MIN_TEXTURE_SNR * self._cell_px * self._noise) ** 2
        return 1 + float(crossed[textured].sum() / texture2[textured].sum()) if textured.any() else 0.0

    def _sums(self, evidence: Evidence, region: Mask) -> tuple[Floats, Floats]:
        """Return sums over cells and their neighbours: of texture squared, and of texture times residual."""
        texture = evidence.texture[self._cells] * (self._bare & region[self._cells])
        texture2 = _cell_sums(texture * texture, self._cell_px)
        return texture2, _cell_sums(texture * evidence.residual[self._cells], self._cell_px)


def _whole_cells(pixels: slice, cell_px: int) -> slice:
    """Return the pixels without those at the end that fill no cell."""
    return slice(pixels.start, pixels.stop - (pixels.stop - pixels.start) % cell_px)


def _cell_sums(values: Floats, cell_px: int) -> Floats:
    """Return the sum of values over each cell and its eight neighbours."""
    height, width = values.shape
    size_wh = (width // cell_px, height // cell_px)
    means = cv2.resize(values, size_wh, interpolation=cv2.INTER_AREA)
    sums = cv2.boxFilter(means, -1, (3, 3), normalize=False, borderType=cv2.BORDER_CONSTANT)
    return as_floats(sums * np.float32(cell_px**2))
