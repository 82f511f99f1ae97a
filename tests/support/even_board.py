"""A bare board of one grey, for which what is seen is worked out by hand."""

import numpy as np

from companion.board.spec import BoardSpec
from vision.arrays import Mask, Picture
from vision.geometry.rectify import grid_for
from vision.photometry.board_raster import BoardRaster

GRID = grid_for(BoardSpec())
SHAPE = GRID.size_wh[::-1]

LEVEL = 94
"""Its grey level: with the 6 that are added before the logarithm, 100."""


def even_picture(level: int = LEVEL) -> Picture:
    """A rectified picture (h, w, 3) of one grey."""
    return np.full((*SHAPE, 3), level, np.uint8)


def even_board(reference: Picture | None = None, known: Mask | None = None) -> BoardRaster:
    """The board on its coarse grid, all of it known unless told otherwise."""
    if reference is None:
        reference = even_picture()
    return BoardRaster(BoardSpec(), GRID, reference, np.ones(SHAPE, np.bool_) if known is None else known)
