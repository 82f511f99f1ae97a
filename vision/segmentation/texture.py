"""Compare the board's texture, its grain and lines: is it there, and where is it occluded."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, Mask
from vision.calibration import Background
from vision.photometry.board_raster import BoardRaster
from vision.photometry.opponent_colours import MAX_STEP
from vision.segmentation.evidence import Evidence

MIN_TEXTURE_SNR, MIN_LOST_SHARE = 3.0, 0.75
"""Minimum signal-to-noise ratio of texture whose loss counts, and the minimum share that is lost."""

MIN_TEXTURE_SNR_ELSEWHERE = 5.25  # the same in a picture of another place, whose noise is unknown
MIN_TEXTURED = 0.02  # minimum share of the board with that much texture for its absence or blur to be found

MIN_GAIN, MIN_TEXTURE_MATCH = 0.2, 0.3
"""Minimum share of the reference's texture in a picture, and minimum correlation with it. Blur and a shift
lower the first, noise the second. Clear readings had 0.43 and 0.66 or more, other boards 0.0."""


@dataclass(frozen=True, slots=True)
class TextureComparison:
    """A picture's texture against the reference's in a region.

    `texture` and `residual` (h, w) are the reference's texture, 0 outside the region or where it is unknown,
    and the picture's difference from it; `texture2` and `crossed` are the sums of the first's squares and of
    their products over each cell and its eight neighbours.
    """

    texture: Floats
    residual: Floats
    texture2: Floats
    crossed: Floats


class TextureComparer:
    """Compare the texture of pictures of one board with that of its reference."""

    def __init__(self, board: BoardRaster, background: Background) -> None:
        rows, columns = board.extent
        self._cell_px = board.grid.cell_px
        self._cells = (_whole_cells(rows, self._cell_px), _whole_cells(columns, self._cell_px))
        self._bare = board.known[self._cells]
        self._noise = float(background.noise[0])

    def compare(self, evidence: Evidence, region: Mask) -> TextureComparison:
        """Compare a rectified picture's texture with the reference's in a `region` (h, w)."""
        texture = evidence.texture[self._cells] * (self._bare & region[self._cells])
        residual = evidence.residual[self._cells]
        return TextureComparison(
            texture,
            residual,
            _cell_sums(texture * texture, self._cell_px),
            _cell_sums(texture * residual, self._cell_px),
        )

    def occluded_px(self, compared: TextureComparison, noise: float, min_px: float) -> float:
        """Return the largest area, in pixels, of the region whose texture is lost.

        Light and shadow leave the texture; a sleeve of the board's colour does not. 0 if no more than
        `min_px` are lost in all; `noise` is the picture's, relative to calibration.
        """
        textured = compared.texture2 > (MIN_TEXTURE_SNR * self._cell_px * self._noise * noise) ** 2
        lost = textured & (-compared.crossed > MIN_LOST_SHARE * compared.texture2)
        if np.count_nonzero(lost) * self._cell_px**2 <= min_px:
            return 0.0
        _, labels = cv2.connectedComponents(lost.view(np.uint8), connectivity=4, ltype=cv2.CV_16U)
        return float(np.bincount(labels.ravel())[1:].max()) * self._cell_px**2

    def kept(self, compared: TextureComparison) -> float:
        """Return the share of the region's texture that a picture shows; 0 where there is next to none."""
        textured = compared.texture2 > (MIN_TEXTURE_SNR * self._cell_px * self._noise) ** 2
        if not textured.any():
            return 0.0
        return 1 + float(compared.crossed[textured].sum() / compared.texture2[textured].sum())

    def is_absent(self, compared: TextureComparison) -> bool:
        """True if the picture shows none of the board's texture: it shows something else.

        False for a board with next to no texture.
        """
        textured = compared.texture2 > (MIN_TEXTURE_SNR_ELSEWHERE * self._cell_px * self._noise) ** 2
        if np.count_nonzero(textured) < MIN_TEXTURED * textured.size:
            return False
        gain = 1 + float(compared.crossed[textured].sum() / compared.texture2[textured].sum())
        if gain >= MIN_GAIN:
            return False
        texture = compared.texture
        shown = np.clip(texture + compared.residual, -MAX_STEP, MAX_STEP) * (texture != 0)
        norm = np.sqrt(float((shown * shown).sum()) * float((texture * texture).sum()))
        return float((shown * texture).sum()) < MIN_TEXTURE_MATCH * float(norm)


def _whole_cells(pixels: slice, cell_px: int) -> slice:
    """Return the pixels without those at the end that fill no cell."""
    return slice(pixels.start, pixels.stop - (pixels.stop - pixels.start) % cell_px)


def _cell_sums(values: Floats, cell_px: int) -> Floats:
    """Return the sum of values over each cell and its eight neighbours."""
    height, width = values.shape
    size_wh = (width // cell_px, height // cell_px)
    means = cv2.resize(values, size_wh, interpolation=cv2.INTER_AREA)
    sums = cv2.boxFilter(means, -1, (3, 3), normalize=False, borderType=cv2.BORDER_CONSTANT)
    return np.asarray(sums * np.float32(cell_px**2), np.float32)
