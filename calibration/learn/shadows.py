"""Learn how shadows tint a board, around counters whose places are known."""

from collections.abc import Sequence

import numpy as np

from calibration.learn.counters import Place
from vision.arrays import MAD_TO_SIGMA, Floats, as_floats
from vision.calibration import Shade
from vision.detection.doubts import SHADOW_REACH
from vision.segmentation.background import LIGHT_TINT, SHADOW_DEPTH

COUNTER_EDGE = 0.6  # distance, in diameters, from a counter's middle beyond which only its shadow is seen

FAINTEST_SHADOW = -0.08
"""Maximum brightness of shadows, in log units; with -0.05 white counters were read wrong."""

ASSUMED_SHADE = Shade(as_floats([0, 0]), as_floats([LIGHT_TINT, LIGHT_TINT]))


def shade_of(differences: Sequence[Floats], places: Sequence[Sequence[Place]], counter_px: float) -> Shade:
    """Return the tint of shadows; differences (h, w, 3) are those of each picture."""
    shaded = _shaded(differences, places, counter_px)
    if len(shaded) < counter_px**2:
        # Less than a counter's area: too little to learn from.
        return ASSUMED_SHADE
    tint = np.median(shaded[:, 1:] / shaded[:, :1], axis=0)
    spread = np.median(np.abs(shaded[:, 1:] - shaded[:, :1] * tint), axis=0) * MAD_TO_SIGMA
    return Shade(tint.astype(np.float32), as_floats(np.maximum(spread, 0.005)))


def _shaded(differences: Sequence[Floats], places: Sequence[Sequence[Place]], counter_px: float) -> Floats:
    """Return the differences (n, 3) of dark pixels in a ring around each counter."""
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
