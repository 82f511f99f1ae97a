"""Colour models of the counters: what they show in the light of calibration."""

from collections.abc import Iterator, Sequence
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Doubles, Floats, Mask, as_floats
from vision.calibration import COUNTER_PX, PATCH_PX, Calibration
from vision.photometry.opponent_colours import (
    CELL_STEP,
    DARK_OFFSET,
    LEVELS,
    channels_of,
    colour_cells,
    colours_of_cells,
    density,
    opponent_of,
)

Gloss = Sequence[tuple[float, int, float]]

MAX_PIXEL_LLR = 4.0  # limit of one pixel's evidence, in nats, so that no single pixel decides
COUNTER_PART = 0.44  # radius, in diameters, within which pixels surely show the counter

CLIPPED_RAISES = np.arange(0, 1.5, CELL_STEP.min()).tolist()
"""Steps by which the logarithm of an overexposed channel may have to be raised."""

COLOUR_DOUBT = 0.08  # share of the pixels of a counter, or of bare board, that may have any colour
BRIGHTNESS_SPREAD = 0.16  # spread of brightness, in log units, when the light comes from another side

FEW_SPREAD = 0.25
"""The same with few examples, or places not yet known; with less, white counters on an overexposed board were
read wrong in other light."""

MAX_GLOSS, MAX_REFLECTED, GLOSS_STEPS = 1.75, 0.25, 5
"""Maximum change of the board's own reflection elsewhere; maximum reflection of a counter, in units of the
board's brightness; and the number of steps of each."""

MIN_LIT = 0.3  # minimum share of the board's own light where it reflects less than at calibration

BOARD_SPREAD, BOARD_TINT_STEPS = 0.1, 0.4
"""Spread of the bare board's brightness, and smoothing of its tints, in bins."""


class CounterColours:
    """Log densities of colours on the counters of A, of B, and on bare board."""

    def __init__(self, calibration: Calibration) -> None:
        bare = calibration.board.reference[calibration.board.area].astype(np.float32) + DARK_OFFSET
        board, glosses = bare.mean(axis=0), _glosses(MAX_GLOSS if calibration.lenient else 1.0)
        counters = calibration.counters.map(lambda counter: counter.patches)
        bare_pixels = known_pixels(calibration.background.patches)
        self._bare = density(bare_pixels, BOARD_SPREAD, COLOUR_DOUBT, BOARD_TINT_STEPS)
        tables = np.stack([_of_seat(patches, board, calibration.sided, glosses) for patches in counters])
        self._rivals = _rivals(tables)
        self._rivals_at_least = _rivals(np.stack([_at_least(table) for table in tables]))
        self._tables = np.ascontiguousarray(tables.T)
        self.likeliest = float(tables.max())
        """The highest log density that any colour has on a counter."""

    def of_counters(self, cells: NDArray[np.uint16]) -> Floats:
        """Return log densities (..., 2) of colour cells (...) on A's and on B's counters."""
        return as_floats(np.take(self._tables, cells, axis=0))

    def a_not_b(self, cells: NDArray[np.uint16], clipped: Mask) -> Floats:
        """Return the evidence (...), in nats, for A against B of colour cells (...).

        Where B, G or R are `clipped` (..., 3), colours with as much or more of it count; where all are
        clipped, all colours that are as bright or brighter, of any tint.
        """
        at_least = self._rivals_at_least[cells // LEVELS**2]
        rivals = np.where(clipped.all(axis=-1), at_least, self._rivals[cells])
        for here, which, raised in self._raised(cells, clipped):
            rivals[here] = _rivals(np.log(np.exp(raised).sum(axis=1)).T)[which]
        return as_floats(rivals)

    def _raised(
        self, cells: NDArray[np.uint16], clipped: Mask
    ) -> Iterator[tuple[Mask, NDArray[np.intp], Floats]]:
        """Yield log densities (colours, raises, 2) of colours whose clipped channels are raised.

        They come after where (...) the same channels are clipped, and the index (n,) of each colour there.
        """
        kinds = np.packbits(clipped, axis=-1, bitorder="little")[..., 0]
        for kind in np.setdiff1d(kinds, (0, 7)).tolist():
            here = kinds == kind
            seen, which = np.unique(cells[here], return_inverse=True)
            raises = product(*(CLIPPED_RAISES if kind >> channel & 1 else (0.0,) for channel in range(3)))
            raised = channels_of(colours_of_cells(seen)[:, None]) + np.array(list(raises), np.float32)
            yield here, which.ravel(), self._tables[colour_cells(opponent_of(raised))]

    def of_bare_board(self, cells: NDArray[np.uint16]) -> Floats:
        """Return log densities (...) of colour cells (...) on the bare board, wherever on it."""
        return as_floats(np.take(self._bare, cells))


def counter_mask(radius: float = COUNTER_PART) -> Mask:
    """Return the mask (PATCH_PX, PATCH_PX) of a patch's pixels within a radius in diameters."""
    offset = np.arange(PATCH_PX) - (PATCH_PX - 1) / 2
    return np.asarray(np.hypot(offset[:, None], offset[None]) <= radius * COUNTER_PX, bool)


def patches_at(colours: Floats, places_px: Doubles, counter_px: float) -> Floats:
    """Return patches (n, PATCH_PX, PATCH_PX, 3) of an image (h, w, 3) around places (n, 2), NaN beyond it.

    A counter of `counter_px` pixels in the image is COUNTER_PX pixels wide in them.
    """
    middle, scale = (PATCH_PX - 1) / 2, COUNTER_PX / counter_px
    patches = [
        cv2.warpAffine(
            colours,
            as_floats([[scale, 0, middle - scale * x], [0, scale, middle - scale * y]]),
            (PATCH_PX, PATCH_PX),
            borderValue=(np.nan,) * 4,
        )
        for x, y in places_px
    ]
    return np.array(patches, np.float32).reshape(-1, PATCH_PX, PATCH_PX, colours.shape[2])


def without_rim(patches: Floats, radius: float) -> Floats:
    """Return patches that are unknown (NaN) beyond a radius in diameters."""
    return np.where(counter_mask(radius)[..., None], patches, np.float32(np.nan))


def known_pixels(patches: Floats) -> Floats:
    """Return the pixels (n, 3) of patches that are known."""
    pixels = patches.reshape(-1, 3)
    return as_floats(pixels[~np.isnan(pixels[:, 0])])


def _glosses(most: float) -> Gloss:
    """Return how a counter may look on boards whose gloss differs by up to a factor.

    Each is the board's own share of the light there, whether the counter reflects the rest as well, and how
    much more light it reflects. Shares above 1 are of boards that reflected light at calibration, but not
    there.
    """
    amounts = np.linspace(-MAX_REFLECTED, MAX_REFLECTED, GLOSS_STEPS).tolist()
    if most == 1:
        return [(1.0, 0, amount) for amount in amounts]
    return list(product(np.geomspace(1 / most, most, GLOSS_STEPS).tolist(), (0, 1), amounts))


def _rivals(tables: Floats) -> Floats:
    """Return the evidence (n,) for A against B from log densities (2, n)."""
    return as_floats(np.clip(tables[0] - tables[1], -MAX_PIXEL_LLR, MAX_PIXEL_LLR))


def _at_least(table: Floats) -> Floats:
    """Return the log share (LEVELS,) of a density (LEVELS**3,) at each brightness or above."""
    of_level = np.exp(table.reshape(LEVELS, -1), dtype=np.float64).sum(axis=1)
    return as_floats(np.log(of_level[::-1].cumsum()[::-1]))


def _of_seat(patches: Floats, board: Floats, sided: bool, glosses: Gloss) -> Floats:
    """Return the log density (LEVELS**3,) of the colours of a seat's counters."""
    samples = known_pixels(patches[:, counter_mask()])
    if sided:
        return _glossy_density(samples, board, BRIGHTNESS_SPREAD, glosses)
    # Noise hides the tint of dark objects: cameras blur and compress colour more than brightness.
    return _glossy_density(samples, board, FEW_SPREAD, glosses, DARK_OFFSET)


def _glossy_density(
    samples: Floats, board: Floats, spread: float, glosses: Gloss, tint_noise_grey: float = 0.0
) -> Floats:
    """Return the log density of samples (n, 3), and of the same with more or less reflection.

    `board` (3,) is the colour of the bare board in grey levels. Reflections have the lamps' colour, not the
    board's: they add equally to B, G and R, and colours are relative to the board as it is lit there.
    """
    if not len(samples):
        return density(samples, spread, 1.0)
    values = np.exp(channels_of(samples))
    gloss, least = board.mean() / board, DARK_OFFSET / board
    lit = []
    for share, mirrored, amount in glosses:
        own = 1 / np.maximum(1 + (1 / share - 1) * gloss, MIN_LIT)
        shown = own * values + mirrored * (1 - own) + amount * gloss
        lit.append(opponent_of(np.log(np.maximum(shown, least))))
    directions = _TINT_DIRECTIONS if tint_noise_grey else ()
    astray = [
        opponent_of(np.log(np.maximum(values + tint_noise_grey * direction / board, least)))
        for direction in directions
    ]
    return density(np.concatenate([samples] * len(lit) + lit + astray), spread, COLOUR_DOUBT)


_TINT_DIRECTIONS = as_floats([(2, -1, 0), (-2, 1, 0), (0, -1, 2), (0, 1, -2)]) / 2
"""Directions in which compressed colour strays in B, G and R: blue or red against green."""
