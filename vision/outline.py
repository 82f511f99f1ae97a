"""The outline of a counter as the camera sees it: its disc, and the wall of a tall one seen aslant."""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibrated import COUNTER_PX, PATCH_PX, Calibration

Mask = NDArray[np.bool_]

WALL = 0.7
"""From how much on a pixel beyond the disc, where it speaks for the counter, shows the counter's wall."""

SPAN = 1.2
"""Diameters from a counter's middle to the sides of the masks."""


def outlines(calibration: Calibration, radius: float = 0.5) -> list[Mask]:
    """Where a counter of either seat in the middle of a mask (2 * span + 1, 2 * span + 1) is seen.

    Its disc has that radius, in diameters. Places are where a counter is cut through at half its height; seen
    aslant, its top lies to one side of that and its foot to the other, and what of it speaks for a counter
    there belongs to it.
    """
    diameter_px = calibration.counter_px
    span = round(SPAN * diameter_px)
    middle = (span, span)
    disc = np.zeros((2 * span + 1, 2 * span + 1), np.uint8)
    cv2.circle(disc, middle, round(radius * diameter_px), 1, -1)
    rise = _rise_px(calibration)
    swept = disc.copy()
    for way in np.linspace(-1, 1, 9):
        x, y = (span + way * rise).round().astype(int).tolist()
        cv2.circle(swept, (x, y), round(radius * diameter_px), 1, -1)
    wider = max(0, round((radius - 0.5) * diameter_px))
    around = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * wider + 1, 2 * wider + 1))
    masks = []
    for telling in (calibration.telling_a, calibration.telling_b):
        seen = _at_size(telling, diameter_px, span) > WALL
        wall = cv2.dilate(seen.view(np.uint8), around)
        masks.append((disc > 0) | ((swept > 0) & (wall > 0)))
    return masks


def blot(picture: NDArray[Any], mask: Mask, x: float, y: float) -> None:
    """Sets a picture (h, w) to 0 in a mask (2 * span + 1, 2 * span + 1) about a place in it."""
    span = len(mask) // 2
    left, top = round(x) - span, round(y) - span
    rows, columns = slice(max(0, top), top + len(mask)), slice(max(0, left), left + len(mask))
    part = picture[rows, columns]
    row, column = max(0, -top), max(0, -left)
    part[mask[row : row + part.shape[0], column : column + part.shape[1]]] = 0


def _rise_px(calibration: Calibration) -> NDArray[np.float64]:
    """How far (2,) the top of a counter in the middle of the board is seen from its place, in grid pixels."""
    spec, view, grid = calibration.spec, calibration.view, calibration.grid
    middle = np.zeros((1, 2))
    top_mm = view.to_mm(spec, view.to_px(spec, middle, spec.counter_height_mm), spec.counter_height_mm / 2)
    return np.asarray((grid.to_px(top_mm) - grid.to_px(middle))[0], np.float64)


def _at_size(patch: NDArray[np.float32], diameter_px: float, span: int) -> NDArray[np.float32]:
    """A patch (PATCH_PX, PATCH_PX) of a counter at the size of the grid, (2 * span + 1, 2 * span + 1)."""
    scale = diameter_px / COUNTER_PX
    start = span - scale * (PATCH_PX - 1) / 2
    matrix = np.array([[scale, 0, start], [0, scale, start]])
    return np.asarray(cv2.warpAffine(patch, matrix, (2 * span + 1, 2 * span + 1)), np.float32)
