"""Bands that flickering lamps leave in pictures: a rolling shutter sees the lamp brighter in some rows."""

import numpy as np

from vision.arrays import Doubles, Picture
from vision.frame_checks.brightness import MIN_READ_LEVEL

STRIPS = 4
"""Into how many strips side by side a picture is cut: bands go through all of them alike, shadows don't."""

MAX_WAVES, WAVE_STEP = 8.0, 0.25
"""Lamps wax and wane 100 or 120 times a second, and a sensor takes up to 70 ms from first to last row; waves
in a picture, from a whole one on, are searched in these steps."""

WAVE_SHARE = 0.5
"""Share of the variance from row to row, slow change taken out, that a wave explains at least, and of its
depth by which the wave of each strip may lie from that of the whole picture at most."""

FAINT_BANDS = 0.02
"""Depth from which on a person is told of bands."""


def bands_between(one: Picture, other: Picture) -> float | None:
    """The depth of bands across all columns in the ratio of two pictures (H, W, 3) of one view, None without.

    It is the amplitude of the logarithm of their ratio, nearly the share by which bright bands are brighter.
    A lamp's light goes with twice the mains' frequency, so that the ratio is close to a sine in the rows
    (cf. Sheinin, Schechner & Kutulakos 2017). What counters, hands and the sun change is no such wave.
    """
    first, second = (picture[..., 1].astype(np.float32) for picture in (one, other))
    ratio = np.where(
        np.minimum(first, second) >= MIN_READ_LEVEL,
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
    """What lamps and lens change from top to bottom without waves, (rows, 3)."""
    x = np.linspace(-1, 1, rows)
    return np.stack([np.ones(rows), x, x**2], axis=1)


def _wave_and_slow(rows: int, waves: float) -> Doubles:
    """A sine and a cosine of so many waves, and the slow change, (rows, 5)."""
    turn = 2 * np.pi * waves * np.linspace(0, 1, rows)
    return np.column_stack([np.sin(turn), np.cos(turn), _slow(rows)])
