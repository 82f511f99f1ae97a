"""The rectified picture of the bare board, and what follows from it."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from companion.board.spec import BoardSpec
from vision.arrays import Floats, Mask, Picture, check_shape
from vision.geometry.rectify import Grid, board_area, extent
from vision.photometry.opponent_colours import opponent_log


# No slots: properties are cached when they are first read.
@dataclass(frozen=True)
class BoardRaster:
    """A bare board on its grid of pixels.

    `reference` (h, w, 3) BGR is the rectified picture; `known` (h, w) marks where it really shows the bare
    board. Elsewhere only its light counts.
    """

    spec: BoardSpec
    grid: Grid
    reference: Picture
    known: Mask

    def __post_init__(self) -> None:
        width, height = self.grid.size_wh
        check_shape("reference", self.reference, (height, width, 3), np.uint8)
        check_shape("known", self.known, (height, width), np.bool_)

    @property
    def was_seen_bare(self) -> bool:
        """True if all of the reference really shows the bare board."""
        return bool(self.known.all())

    @property
    def counter_px(self) -> float:
        """The diameter of a counter in the rectified picture."""
        return self.spec.counter_diameter_mm * self.grid.px_per_mm

    @property
    def shape(self) -> tuple[int, int]:
        """Height and width of the rectified picture."""
        width, height = self.grid.size_wh
        return height, width

    @cached_property
    def reference_log(self) -> Floats:
        """The reference in log-opponent colours (h, w, 3)."""
        return opponent_log(self.reference)

    @cached_property
    def area(self) -> Mask:
        """Which pixels (h, w) surely belong to the board."""
        return board_area(self.spec, self.grid)

    @cached_property
    def extent(self) -> tuple[slice, slice]:
        """The rows and columns of the board's area."""
        return extent(self.area)
