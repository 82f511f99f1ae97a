"""Bands that flickering lamps leave in pictures: a rolling shutter sees the lamp brighter in some rows."""

from dataclasses import dataclass

import numpy as np

from vision.arrays import Doubles, Picture
from vision.errors import InvalidValueError
from vision.frame_checks.brightness import DARKEST_READ

STRIPS = 4
"""Into how many strips side by side a picture is cut: bands go through all of them alike, shadows don't."""

LEAST_WAVES, MOST_WAVES, WAVE_STEP = 0.75, 8.0, 0.25
"""Lamps wax and wane 100 or 120 times a second, and a sensor takes 8 to 70 ms from first to last row; waves
in a picture are searched in these steps."""

WAVE_SHARE = 0.5
"""Share of the variance from row to row, slow change taken out, that a wave explains at least, and of its
depth by which the wave of each strip may lie from that of the whole picture at most."""

FAINT_BANDS, DEEP_BANDS = 0.02, 0.1
"""Depths from which on a person is told of bands, and from which on nothing is learned from such pictures."""


@dataclass(frozen=True, slots=True)
class Bands:
    """Bands in which one picture is brighter than another.

    `depth` is the amplitude of the logarithm of their ratio, nearly the share by which it is brighter;
    `waves` is how many bright bands there are from the first row to the last.
    """

    depth: float
    waves: float

    def __post_init__(self) -> None:
        if not (0 <= self.depth < np.inf and 0 < self.waves < np.inf):
            raise InvalidValueError(f"bands have a depth and waves, not {self.depth} and {self.waves}")


def bands_between(one: Picture, other: Picture) -> Bands | None:
    """The bands across all columns in the ratio of two pictures (H, W, 3) of the same view, None without.

    A lamp's light goes with twice the mains' frequency, so that the ratio is close to a sine in the rows
    (cf. Sheinin, Schechner & Kutulakos 2017). What counters, hands and the sun change is no such wave.
    """
    first, second = (picture[..., 1].astype(np.float32) for picture in (one, other))
    ratio = np.where(
        np.minimum(first, second) >= DARKEST_READ,
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
    best: tuple[float, float, float] | None = None
    for waves in np.arange(LEAST_WAVES, MOST_WAVES, WAVE_STEP):
        wave = _wave_and_slow(len(profile), float(waves))
        fit = np.linalg.lstsq(wave, profile, rcond=None)[0]
        residual = float(((profile - wave @ fit) ** 2).sum())
        if best is None or residual < best[0]:
            best = residual, float(waves), float(np.hypot(*fit[:2]))
    assert best is not None
    residual, waves, depth = best
    if residual > (1 - WAVE_SHARE) * float((without_slow**2).sum()):
        return None
    wave = _wave_and_slow(len(profile), waves)
    phases = np.linalg.lstsq(wave, np.column_stack([profile, *rows]), rcond=None)[0][:2]
    deviations = np.linalg.norm(phases[:, 1:] - phases[:, :1], axis=0)
    return Bands(depth, waves) if deviations.max() < WAVE_SHARE * depth else None


def _slow(rows: int) -> Doubles:
    """What lamps and lens change from top to bottom without waves, (rows, 3)."""
    x = np.linspace(-1, 1, rows)
    return np.stack([np.ones(rows), x, x**2], axis=1)


def _wave_and_slow(rows: int, waves: float) -> Doubles:
    """A sine and a cosine of so many waves, and the slow change, (rows, 5)."""
    turn = 2 * np.pi * waves * np.linspace(0, 1, rows)
    return np.column_stack([np.sin(turn), np.cos(turn), _slow(rows)])
