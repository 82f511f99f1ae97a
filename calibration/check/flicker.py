"""Bands of flickering lamps: a rolling shutter sees the lamp brighter in some rows."""

import numpy as np

from vision.arrays import Doubles, Picture
from vision.frame_checks.brightness import MIN_LEVEL

STRIPS = 4  # number of vertical strips: bands are alike in all of them, shadows aren't

MAX_WAVES, WAVE_STEP = 8.0, 0.25
"""Maximum number of waves in a picture, and step of the search. Lamps flicker at 100 or 120 Hz, and a sensor
takes up to 70 ms from its first to its last row."""

WAVE_SHARE = 0.5
"""Minimum share of the variance between rows that a wave explains, and maximum difference of a strip's wave
from that of the whole picture, as a share of its depth."""

FAINT_BANDS = 0.02  # minimum depth of bands for a remark


def bands_between(one: Picture, other: Picture) -> float | None:
    """Return the depth of bands in the ratio of two pictures (H, W, 3) of one view; None without bands.

    The depth is the amplitude of the log ratio, nearly the share by which bright bands are brighter. A lamp's
    light goes with twice the mains frequency, so the ratio is close to a sine along the rows (cf. Sheinin,
    Schechner & Kutulakos 2017); counters, hands and sunlight make no such wave.
    """
    first, second = (picture[..., 1].astype(np.float32) for picture in (one, other))
    ratio = np.where(
        np.minimum(first, second) >= MIN_LEVEL,
        np.log(np.maximum(first, 1.0) / np.maximum(second, 1.0)),
        np.nan,
    )
    strips = [part for part in np.array_split(ratio, STRIPS, axis=1) if not np.isnan(part).all(axis=1).any()]
    if len(strips) < STRIPS - 1:
        return None
    rows = np.array([np.nanmedian(strip, axis=1) for strip in strips])
    profile = np.median(rows, axis=0)
    slow = _slow(len(profile))
    without_slow = profile - slow @ np.linalg.lstsq(slow, profile, rcond=None)[0]
    sines = [_wave_and_slow(len(profile), float(waves)) for waves in np.arange(1, MAX_WAVES, WAVE_STEP)]
    fits = [np.linalg.lstsq(sine, np.column_stack([profile, *rows]), rcond=None)[0] for sine in sines]
    left = [float(((profile - sine @ fit[:, 0]) ** 2).sum()) for sine, fit in zip(sines, fits, strict=True)]
    best = int(np.argmin(left))
    if left[best] > (1 - WAVE_SHARE) * float((without_slow**2).sum()):
        return None
    wave, *of_strips = fits[best][:2].T
    depth = float(np.linalg.norm(wave))
    deviations = np.linalg.norm(np.array(of_strips) - wave, axis=1)
    return depth if deviations.max() < WAVE_SHARE * depth else None


def _slow(rows: int) -> Doubles:
    """Return basis functions (rows, 3) of slow changes from top to bottom."""
    x = np.linspace(-1, 1, rows)
    return np.stack([np.ones(rows), x, x**2], axis=1)


def _wave_and_slow(rows: int, waves: float) -> Doubles:
    """Return a sine and a cosine with a number of waves, and the slow changes, (rows, 5)."""
    turn = 2 * np.pi * waves * np.linspace(0, 1, rows)
    return np.column_stack([np.sin(turn), np.cos(turn), _slow(rows)])
