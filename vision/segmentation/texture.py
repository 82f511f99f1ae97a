"""The bare board's grain and lines in a picture: whether they are there, and where something covers them."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, Mask, check_shape
from vision.calibration import Background
from vision.photometry.board_raster import BoardRaster
from vision.photometry.opponent_colours import MAX_STEP
from vision.segmentation.evidence import Evidence

MIN_TEXTURE_SNR, MIN_LOST_SHARE = 3.0, 0.75
"""How many times its noise a row of texture has to be for its loss to be told, and what share is then lost.

Rows are as long as the cells in which texture is looked for, each with those around it.
"""

MIN_TEXTURE_SNR_ELSEWHERE = 5.25
"""The same in a picture of another place, whose noise cannot be known: the reference's own alone counts."""

MIN_TEXTURED = 0.02
"""Share of the board that has to have that much texture for its absence, or its blur, to be told."""

MIN_GAIN, MIN_TEXTURE_MATCH = 0.2, 0.3
"""How much of the reference's texture a picture shows, and how far its own correlates with it, at least.

Blur and a shift by a millimetre take some of the first, noise some of the second. Over the pictures of eleven
scenes, dimmed, noisy or softened by up to four pixels, no clear reading had less than 0.43 and 0.66; other
boards and the same pushed away no more than 0.0 and 0.0.
"""


@dataclass(frozen=True, slots=True)
class TextureComparison:
    """How a picture's texture compares with the reference's, where it is region about.

    `texture` and `residual` (h, w) are the reference's, 0 where it is not known or not region about, and how
    far the picture's is off; `texture2` and `crossed` are the sums of the first's squares and of the products
    of both over each cell and the eight around it.
    """

    texture: Floats
    residual: Floats
    texture2: Floats
    crossed: Floats

    def __post_init__(self) -> None:
        check_shape("the residual of texture", self.residual, self.texture.shape, np.float32)
        check_shape("crossed texture", self.crossed, self.texture2.shape, np.float32)


class TextureComparer:
    """Compares the texture of pictures of one board with that of its reference."""

    def __init__(self, board: BoardRaster, background: Background) -> None:
        rows, columns = board.extent
        self._cell_px = board.grid.cell_px
        self._cells = (_whole_cells(rows, self._cell_px), _whole_cells(columns, self._cell_px))
        self._bare = board.known[self._cells]
        self._noise = float(background.noise[0])

    def compare(self, evidence: Evidence, region: Mask) -> TextureComparison:
        """How a rectified picture's texture compares with the reference's where it is `region` (h, w)."""
        texture = evidence.texture[self._cells] * (self._bare & region[self._cells])
        residual = evidence.residual[self._cells]
        return TextureComparison(
            texture,
            residual,
            _cell_sums(texture * texture, self._cell_px),
            _cell_sums(texture * residual, self._cell_px),
        )

    def occluded_px(self, compared: TextureComparison, noise: float, least_px: float) -> float:
        """The largest part of the board, in pixels, whose texture is lost where it is region about.

        Light and shadow leave the board its grain and its lines; a sleeve of just its colour does not. 0 when
        no more than `least_px` are lost on the whole; `noise` is how many times noisier the picture is.
        """
        textured = compared.texture2 > (MIN_TEXTURE_SNR * self._cell_px * self._noise * noise) ** 2
        lost = textured & (-compared.crossed > MIN_LOST_SHARE * compared.texture2)
        if np.count_nonzero(lost) * self._cell_px**2 <= least_px:
            return 0.0
        _, labels = cv2.connectedComponents(lost.view(np.uint8), connectivity=4, ltype=cv2.CV_16U)
        return float(np.bincount(labels.ravel())[1:].max()) * self._cell_px**2

    def is_absent(self, compared: TextureComparison) -> bool:
        """Whether the picture shows nothing of the board's texture where it should: it shows something else.

        Of a board that has next to none nothing can be said.
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
    """The pixels without those at the end that fill no cell."""
    return slice(pixels.start, pixels.stop - (pixels.stop - pixels.start) % cell_px)


def _cell_sums(values: Floats, cell_px: int) -> Floats:
    """The sum of values over each cell and the eight around it."""
    height, width = values.shape
    size_wh = (width // cell_px, height // cell_px)
    means = cv2.resize(values, size_wh, interpolation=cv2.INTER_AREA)
    sums = cv2.boxFilter(means, -1, (3, 3), normalize=False, borderType=cv2.BORDER_CONSTANT)
    return np.asarray(sums * np.float32(cell_px**2), np.float32)
