"""Grooves lit from one side: the dark wall is what stands out, and the line's true middle lies beside it.

The light comes to the whole board from one side, so all that is carved is shifted alike: every circle shows a
dark ring and, the same way off, a fainter one brighter than the bare board. The truth is midway between them.
"""

import cv2
import numpy as np

from vision.arrays import Doubles, Picture
from vision.photometry.opponent_colours import log_grey

_PER_CIRCLE = 32
"""Samples on a circle."""

_FINE_PX, _SHADE_PX = 1.0, 12.0
"""Standard deviations between which a groove's walls show: finer is noise, coarser the board's own shade."""

_APART_PX = (4.0, 9.5)
"""Least and greatest distance of the bright ring from the dark one."""

_BARE_PX = (14.0, 20.0)
"""Distances from the dark ring between which the board is bare."""

_LEAST_LIT = 0.03
"""How far the bright ring stands out, against how far the dark one does, at least."""


def shade_shift(camera: Picture, dark_px: Doubles, radius_px: float) -> Doubles:
    """How far, (2,) in px, true circles lie from the dark ones (10, 2) found in a grey view (H, W).

    Zero unless both rows of points show, at one and the same place beside the dark rings, rings brighter than
    the bare board: ink, burns and scratches have none.
    """
    tone = log_grey(camera)
    tone = cv2.GaussianBlur(tone, (0, 0), _FINE_PX) - cv2.GaussianBlur(tone, (0, 0), _SHADE_PX)
    turn = np.arange(_PER_CIRCLE) * 2 * np.pi / _PER_CIRCLE
    around = radius_px * np.column_stack([np.cos(turn), np.sin(turn)])
    reach = int(_BARE_PX[1])
    side = 2 * reach + 1
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    off = np.hypot(x, y)
    bare = (off > _BARE_PX[0]) & (off < _BARE_PX[1])
    rings = []
    for row in (dark_px[:5], dark_px[5:]):
        places = (row[:, None] + around).reshape(-1, 2)
        ring = np.mean([cv2.getRectSubPix(tone, (side, side), (px, py)) for px, py in places], axis=0)
        rings.append(ring - np.median(ring[bare]))
    lit = np.maximum(np.min(rings, axis=0), 0)
    lit -= lit[::-1, ::-1]
    lit[(off < _APART_PX[0]) | (off > _APART_PX[1])] = 0
    top, left = np.unravel_index(int(lit.argmax()), lit.shape)
    depth = -float(np.mean(rings, axis=0)[reach, reach])
    if depth <= 0 or lit.max() < _LEAST_LIT * depth:
        return np.zeros(2)
    return np.array([left - reach, top - reach]) / 2
