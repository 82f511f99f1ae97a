"""Background subtraction: a picture's difference from the bare board, without the change of light."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import (
    Doubles,
    Floats,
    Mask,
    Picture,
    Pixels,
    as_doubles,
    as_floats,
    as_levels,
    check_numbers,
    check_shape,
)
from vision.photometry.board_raster import BoardRaster
from vision.photometry.illumination import IlluminationEstimator
from vision.photometry.opponent_colours import (
    CELL_STEP,
    CLIPPED,
    DARK_OFFSET,
    LEVEL_BITS,
    LEVELS,
    MAX_STEP,
    MIN_COLOURS,
    channels_of,
    colour_cells,
    opponent_log,
    opponent_of,
    picture_of,
)
from vision.segmentation.background import board_light

if TYPE_CHECKING:
    from cv2.typing import MatLike

MIN_LIGHT_CHANGE = 0.03  # minimum change of light, in log-opponent units
CAMERA_GAMMA = 2.2  # light is a grey level's share of white to this power


@dataclass(frozen=True)
class Difference:
    """The difference of a rectified picture from the reference.

    `colours` (h, w, 3) are log-opponent, `planes` the same, one (h, w) for each axis; `cells` (h, w) index
    the picture's colours, relative to the board nearby, in densities. `change` (3,) is the overall change of
    light, `light_change` its typical amount anywhere on the board: a moved lamp makes one side brighter and
    another darker. `clipped` (h, w, 3) marks channels that are overexposed.
    """

    colours: Floats
    planes: "Sequence[MatLike]"
    cells: NDArray[np.uint16]
    change: Floats
    light_change: float
    clipped: Mask

    def __post_init__(self) -> None:
        # This runs for each frame: only shapes and types are checked, not each number.
        height, width = self.cells.shape
        check_shape("the difference", self.colours, (height, width, 3), np.float32)
        for plane in self.planes:
            check_shape("a plane of the difference", plane, (height, width), np.float32)
        check_shape("the cells of colours", self.cells, (height, width), np.uint16)
        check_numbers("the change of light", self.change, (3,), np.float32)
        check_shape("what is clipped", self.clipped, (height, width, 3), np.bool_)

    @property
    def is_in_other_light(self) -> bool:
        """True if the light differs from that of calibration."""
        return self.light_change > MIN_LIGHT_CHANGE


class BackgroundSubtractor:
    """Compare rectified pictures of one board with its reference."""

    def __init__(self, board: BoardRaster) -> None:
        trust = np.where(board.known, 1.0, 0.1) * np.where(board.area, 1.0, 0.2)
        self._light = IlluminationEstimator(trust.astype(np.float32), board.grid.cell_px, board.known)
        self._reference = board.reference_log
        self._extent = board.extent
        self.relative = self._reference - board_light(board)
        """The reference (h, w, 3) relative to the smooth colour of the board nearby, log-opponent."""
        self._relative_steps = cv2.split(as_floats((self.relative - MIN_COLOURS) / CELL_STEP - 0.5))
        brightness = np.ascontiguousarray(self._reference[..., 0])
        steps = brightness - cv2.blur(brightness, (board.grid.step_px,) * 2)
        self.texture = as_floats(np.clip(steps, -MAX_STEP, MAX_STEP))
        """The bare board's texture (h, w): steps of brightness at its grain and lines, limited at edges."""

    def subtract(self, picture: Picture) -> Difference:
        """Return the difference of a rectified picture (h, w, 3) BGR."""
        difference = opponent_log(picture)
        cv2.subtract(difference, self._reference, difference)
        change, overall = self._light.change(difference)
        difference -= change
        planes = _split(difference)
        cells = self._cells(planes)
        clipped = picture >= CLIPPED
        sample = np.abs(change[self._extent][::4, ::4]).max(axis=2)
        return Difference(difference, planes, cells, overall, float(np.median(sample)), clipped)

    def without_glare(
        self, picture: Picture, difference: Difference, disc: Pixels, beside: Pixels
    ) -> NDArray[np.uint16]:
        """Return the colour cells (n,) of a disc in a rectified picture (h, w, 3) BGR, without a glare on it.

        A glare adds the same light to the disc (n) as to the bare board `beside` (m). A brighter lamp adds
        less to dark things, so that taking this away makes dark discs darker and leaves pale ones pale.
        """
        expected = np.exp(channels_of(self._reference[beside] + difference.change)) - DARK_OFFSET
        glare = np.median(_light(picture[beside]) - _light(expected), axis=0)
        left = np.maximum(_light(picture[disc]) - np.maximum(glare, 0), 0)
        colours = opponent_of(np.log(255 * left ** (1 / CAMERA_GAMMA) + DARK_OFFSET))
        relative = colours - difference.change - self._reference[disc] + self.relative[disc]
        return colour_cells(relative).astype(np.uint16)

    def with_bare(self, board: BoardRaster, difference: Difference, new: Mask) -> BoardRaster:
        """Return the board with the part `new` (h, w), which was guessed, as a picture shows it bare."""
        seen = picture_of(board.reference_log + difference.colours)
        return replace(
            board, reference=np.where(new[..., None], seen, board.reference), known=board.known | new
        )

    def _cells(self, planes: "Sequence[MatLike]") -> NDArray[np.uint16]:
        """Return the index (h, w) of each pixel's colour, relative to the board nearby, in densities."""
        cells = np.zeros(planes[0].shape, np.uint16)
        for plane, relative, step in zip(planes, self._relative_steps, CELL_STEP.tolist(), strict=True):
            steps = cv2.addWeighted(plane, 1 / step, relative, 1, 0, dtype=cv2.CV_8U)
            cells <<= LEVEL_BITS
            cells |= as_levels(cv2.threshold(steps, LEVELS - 1, 0, cv2.THRESH_TRUNC)[1])
        return cells


def _light(grey: NDArray[Any]) -> Doubles:
    """Return the light (n, 3) of grey levels (n, 3), as a share of white."""
    return as_doubles((np.maximum(grey, 0) / 255) ** CAMERA_GAMMA)


def _split(picture: Floats) -> "Sequence[MatLike]":
    """Return the three planes (h, w) of a picture (h, w, 3)."""
    height, width = picture.shape[:2]
    # OpenCV would copy planes that it allocates itself once more.
    return cv2.split(picture, list(np.empty((3, height, width), np.float32)))
