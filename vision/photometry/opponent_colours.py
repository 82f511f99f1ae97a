"""Opponent colours: logarithms, split into brightness and two tints."""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Picture, as_floats

DARK_OFFSET = 6.0  # grey levels added before the logarithm, which bounds the noise of dark pixels
CLIPPED = 245  # grey level from which a channel counts as overexposed

BGR_TO_OPPONENT = as_floats([[1 / 3, 1 / 3, 1 / 3], [0.0, -1.0, 1.0], [1.0, -0.5, -0.5]])
"""From logarithms of B, G, R to brightness, red against green, and blue against yellow."""

_OPPONENT_TO_BGR = np.linalg.inv(BGR_TO_OPPONENT).astype(np.float32)

_LOGARITHMS = as_floats(np.log(np.arange(256) + DARK_OFFSET))

MAX_STEP = 0.3  # maximum step of brightness in comparisons of texture: larger edges count as this

LEVEL_BITS = 5
LEVELS = 1 << LEVEL_BITS  # bins along each axis of a colour density

MIN_COLOURS = as_floats([-2.7, -1.3, -1.6])
"""The darkest, greenest and yellowest colour in a density, relative to the board nearby."""

CELL_STEP = as_floats([0.12, *((-MIN_COLOURS - MIN_COLOURS)[1:] / LEVELS)])
"""Bin sizes; tints range as far the other way, to the reddest and the bluest."""

UNIFORM = float(-np.log(LEVELS**3 * CELL_STEP.prod()))  # log density of an object of any colour

TINT_RATIO = as_floats([1.0, 0.4, 0.45])
"""Spread of the tints of alike objects, relative to the spread of their brightness."""

TINT_STEPS = 0.8  # standard deviation, in bins, by which tints are smoothed


def opponent_log(picture: Picture) -> Floats:
    """Return log-opponent colours (h, w, 3) float32 of a picture (h, w, 3) BGR uint8.

    A change of light in strength or colour adds a constant to them.
    """
    return as_floats(cv2.transform(cv2.LUT(picture, _LOGARITHMS), BGR_TO_OPPONENT))


def log_grey(grey: Picture) -> Floats:
    """Return the log brightness (h, w) of grey levels (h, w), on which light matters little."""
    return as_floats(np.log(grey.astype(np.float32) + DARK_OFFSET))


def picture_of(colours: Floats) -> Picture:
    """Return the inverse of `opponent_log` (..., 3), for colours that no picture has the nearest one."""
    return np.clip(np.exp(channels_of(colours)) - DARK_OFFSET, 0, 255).round().astype(np.uint8)


def channels_of(colours: Floats) -> Floats:
    """Return the logarithms of B, G and R (..., 3) of log-opponent colours (..., 3)."""
    return as_floats(colours @ _OPPONENT_TO_BGR.T)


def opponent_of(channels: Floats) -> Floats:
    """Return the inverse of `channels_of`."""
    return as_floats(channels @ BGR_TO_OPPONENT.T)


def colour_cells(colours: Floats) -> NDArray[np.intp]:
    """Return the index of each log-opponent colour (..., 3) into a flattened density."""
    steps = np.clip((colours - MIN_COLOURS) / CELL_STEP, 0, LEVELS - 1).astype(np.intp)
    return np.asarray((steps[..., 0] * LEVELS + steps[..., 1]) * LEVELS + steps[..., 2], np.intp)


def colours_of_cells(cells: NDArray[np.integer[Any]]) -> Floats:
    """Return the log-opponent colours (..., 3) in the middle of cells (...), inverting `colour_cells`."""
    steps = np.stack([cells // LEVELS**2, cells // LEVELS % LEVELS, cells % LEVELS], axis=-1)
    return as_floats(MIN_COLOURS + (steps + 0.5) * CELL_STEP)


def density(
    samples: Floats, brightness_spread: float, doubt: float, tint_steps: float = TINT_STEPS
) -> Floats:
    """Return the log density (LEVELS**3,) of colours like the samples (n, 3).

    Samples are smoothed over brightness, since light from another side shades an object differently, and over
    tints by `tint_steps`; `doubt` is the share of pixels that may have any colour.
    """
    histogram = as_floats(np.bincount(colour_cells(samples).ravel(), minlength=LEVELS**3))
    cube = histogram.reshape(LEVELS, LEVELS, LEVELS)
    cube = _blur(cube, 0, max(0.7, brightness_spread / float(CELL_STEP[0])))
    cube = _blur(_blur(cube, 1, tint_steps), 2, tint_steps)
    share = cube.ravel() / max(float(cube.sum()), 1e-9) / float(CELL_STEP.prod())
    return as_floats(np.log((1 - doubt) * share + doubt * np.exp(UNIFORM)))


_ONE = np.ones(1)


def _blur(cube: Floats, axis: int, sigma: float) -> Floats:
    """Return a cube (n, n, n) smoothed along one axis; its border values continue beyond it."""
    reach = int(np.ceil(3 * sigma))
    kernel = np.exp(-0.5 * (np.arange(-reach, reach + 1) / sigma) ** 2)
    # OpenCV filters rows and columns only; the last axis has to become one of them.
    picture = cube.reshape(-1, LEVELS) if axis == 2 else cube
    kernel /= kernel.sum()
    across, down = (_ONE, kernel) if axis == 0 else (kernel, _ONE)
    smooth = cv2.sepFilter2D(picture.astype(np.float64), -1, across, down, borderType=cv2.BORDER_REPLICATE)
    return smooth.astype(np.float32).reshape(cube.shape)
