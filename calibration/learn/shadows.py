"""How the shadows that counters cast tint a board, learned from around counters whose places are known."""

from collections.abc import Sequence

import cv2
import numpy as np

from calibration.learn.counters import Place
from vision.arrays import MAD_TO_SIGMA, Floats
from vision.calibration import Shade
from vision.detection.grid_reader import SHADOW_REACH
from vision.segmentation.background import LIGHT_TINT, SHADOW_DEPTH

COUNTER_EDGE = 0.56
"""From how many diameters around a counter's middle on its shadow is looked for."""

FAINTEST_SHADOW = -0.08
"""How much darker than the board, in log units, shadows are at least: with -0.05 a board of white counters
was read wrong in other light."""

LEAST_SHADED = 60
"""How many pixels have to lie in shadow, or in that of one lamp, to learn from."""

LAMPS_APART = 0.8
"""How far the tints of the shadows that two lamps cast lie apart at least, summed, where the lamps differ in
colour: from 1.0 to 1.6 in eight scenes with such, and 0.6 at most in 25 with other light."""

ASSUMED_SHADE = Shade(np.zeros(2, np.float32), np.full(2, LIGHT_TINT, np.float32))


def shade_of(differences: Sequence[Floats], places: Sequence[Sequence[Place]], counter_px: float) -> Shade:
    """How shadows tint the board, whatever casts them; differences (h, w, 3) are those of each picture."""
    shaded = _shaded(differences, places, counter_px)
    if len(shaded) < LEAST_SHADED:
        return ASSUMED_SHADE
    return _shade(shaded, np.median(shaded[:, 1:] / shaded[:, :1], axis=0))


def lamp_shades_of(
    differences: Sequence[Floats], places: Sequence[Sequence[Place]], counter_px: float
) -> tuple[Shade, ...]:
    """How shadows of either of two lamps do; none unless the lamps differ in colour.

    Where one lamp is warmer than the other, its shadow is cooler than the board, and the other's is warmer.
    """
    shaded = _shaded(differences, places, counter_px)
    if len(shaded) < LEAST_SHADED:
        return ()
    tints = shaded[:, 1:]
    _, _, axes = cv2.eigen(tints.T @ tints)
    first = tints @ axes[0] > 0
    lamps = shaded[first], shaded[~first]
    if min(map(len, lamps)) < LEAST_SHADED:
        return ()
    one, other = (_shade(pixels, _tint(pixels)) for pixels in lamps)
    return (one, other) if np.abs(one.tint - other.tint).sum() > LAMPS_APART else ()


def _tint(shaded: Floats) -> Floats:
    """The middle tint (2,) of shaded pixels (n, 3) per unit of brightness; darker ones count for more."""
    tints = shaded[:, 1:] / shaded[:, :1]
    order = tints.argsort(axis=0)
    sums = -shaded[:, 0][order].cumsum(axis=0)
    middle = (sums < sums[-1] / 2).sum(axis=0)
    return np.asarray(np.take_along_axis(tints, order, axis=0)[middle, (0, 1)], np.float32)


def _shade(shaded: Floats, tint: Floats) -> Shade:
    """What tints shaded pixels (n, 3) so (2,), and how far they stray from that."""
    spread = np.median(np.abs(shaded[:, 1:] - shaded[:, :1] * tint), axis=0) * MAD_TO_SIGMA
    return Shade(tint.astype(np.float32), np.maximum(spread, 0.005).astype(np.float32))


def _shaded(differences: Sequence[Floats], places: Sequence[Sequence[Place]], counter_px: float) -> Floats:
    """The differences (n, 3) of pixels in a ring around each counter that are darker than the board."""
    pixels = []
    for difference, found in zip(differences, places, strict=True):
        height, width = difference.shape[:2]
        rows, columns = np.arange(height)[:, None], np.arange(width)
        away_px = np.full((height, width), np.inf)
        reach = int(SHADOW_REACH * counter_px) + 2
        for place in found:
            tall = slice(max(0, int(place.y) - reach), max(0, int(place.y) + reach))
            wide = slice(max(0, int(place.x) - reach), max(0, int(place.x) + reach))
            there = np.hypot(columns[wide] - place.x, rows[tall] - place.y)
            away_px[tall, wide] = np.minimum(away_px[tall, wide], there)
        away = away_px / counter_px
        brightness = difference[..., 0]
        within = (
            (away > COUNTER_EDGE)
            & (away < SHADOW_REACH)
            & (brightness < FAINTEST_SHADOW)
            & (brightness > -SHADOW_DEPTH)
        )
        pixels.append(difference[within])
    return np.concatenate(pixels)
