"""The outline of a counter as the camera sees it: its disc, and the wall of a tall one seen aslant."""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.game.board import PerSeat
from vision.arrays import Doubles, Floats
from vision.calibration import COUNTER_PX, PATCH_PX, Calibration, CounterModel

Outline = NDArray[np.int32]
"""A closed line (n, 1, 2) of pixels around a counter whose middle is (0, 0)."""

WALL = 0.7
"""From how much on a pixel beyond the disc, where it speaks for the counter, shows the counter's wall."""


def outlines(calibration: Calibration, radius: float = 0.5) -> PerSeat[Outline]:
    """What of the picture belongs to a counter of A, and to one of B.

    Its disc has that radius, in diameters. Places are where a counter is cut through at half its height; seen
    aslant, its top lies to one side of that and its foot to the other, and what of it speaks for a counter
    there belongs to it.
    """
    diameter_px = calibration.board.counter_px
    rise = _rise_px(calibration)
    span = int(np.ceil(radius * diameter_px + np.abs(rise).max())) + 1
    middle = (span, span)
    disc = np.zeros((2 * span + 1, 2 * span + 1), np.uint8)
    cv2.circle(disc, middle, round(radius * diameter_px), 1, -1)
    swept = disc.copy()
    for way in np.linspace(-1, 1, 9):
        x, y = (span + way * rise).round().astype(int).tolist()
        cv2.circle(swept, (x, y), round(radius * diameter_px), 1, -1)
    wider = max(0, round((radius - 0.5) * diameter_px))
    around = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * wider + 1, 2 * wider + 1))

    def outline(counter: CounterModel) -> Outline:
        # Where single examples were given, nobody knows what beyond the disc speaks for a counter.
        learned = counter.weights if calibration.sided else np.zeros_like(counter.weights)
        speaking = at_size(learned, diameter_px, span) > WALL
        wall = np.asarray(cv2.dilate(speaking.view(np.uint8), around), np.uint8)
        whole = disc | (swept & wall)
        found, _ = cv2.findContours(whole, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        return np.asarray(max(found, key=len) - span, np.int32)

    return calibration.counters.map(outline)


def fill(picture: NDArray[Any], outline: Outline, x: float, y: float) -> None:
    """Sets a picture (h, w) to 0 within an outline about a place in it."""
    cv2.fillPoly(picture, [outline], (0,), offset=(round(x), round(y)))


def _rise_px(calibration: Calibration) -> Doubles:
    """How far (2,) the top of a counter in the middle of the board is seen from its place, in grid pixels."""
    spec, camera, grid = calibration.spec, calibration.camera, calibration.grid
    middle = np.zeros((1, 2))
    top_px = camera.to_px(spec, middle, spec.counter_height_mm)
    top_mm = camera.to_mm(spec, top_px, spec.counter_height_mm / 2)
    return np.asarray((grid.to_px(top_mm) - grid.to_px(middle))[0], np.float64)


def at_size(patch: Floats, diameter_px: float, span: int) -> Floats:
    """A patch (PATCH_PX, PATCH_PX) of a counter at the size of the grid, (2 * span + 1, 2 * span + 1)."""
    scale = diameter_px / COUNTER_PX
    start = span - scale * (PATCH_PX - 1) / 2
    matrix = np.array([[scale, 0, start], [0, scale, start]])
    return np.asarray(cv2.warpAffine(patch, matrix, (2 * span + 1, 2 * span + 1)), np.float32)
