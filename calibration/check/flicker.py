"""Bands that flickering lamps leave in pictures: a rolling shutter sees the lamp brighter in some rows."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

STRIPS = 4
"""Into how many strips side by side a picture is cut: bands go through all of them alike, shadows don't."""

LEAST_WAVES, MOST_WAVES = 0.75, 8.0
"""Lamps wax and wane 100 or 120 times a second, and a sensor takes 8 to 70 ms from first to last row."""

LEAST_LEVEL = 8
"""Grey level below which the ratio of two pixels says nothing."""

ALIKE = 0.5
"""How far, as a share, the wave of each strip may stray from that of the whole picture."""

TELLING = 0.5
"""Share of the change from row to row that the wave explains at least."""


@dataclass(frozen=True, slots=True)
class Bands:
    """Bands in which one picture is brighter than another: `depth`, 0 to 1, and how many `waves` go in."""

    depth: float
    waves: float


def bands_between(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> Bands | None:
    """The bands across all columns in the ratio of two pictures (H, W, 3) of the same view, None without.

    A lamp's light goes with twice the mains' frequency, so that the ratio is close to a sine in the rows
    (cf. Sheinin, Schechner & Kutulakos 2017). What counters, hands and the sun change is no such wave.
    """
    steps = max(1, one.shape[0] // 240), max(1, one.shape[1] // 320)
    first, second = (picture[:: steps[0], :: steps[1], 1].astype(np.float64) for picture in (one, other))
    ratio = np.where(
        np.minimum(first, second) >= LEAST_LEVEL,
        np.log(np.maximum(first, 1.0) / np.maximum(second, 1.0)),
        np.nan,
    )
    strips = [part for part in np.array_split(ratio, STRIPS, axis=1) if not np.isnan(part).all(axis=1).any()]
    if len(strips) < STRIPS - 1:
        return None
    rows = np.array([np.nanmedian(strip, axis=1) for strip in strips])
    profile = np.median(rows, axis=0)
    slow = _slow(len(profile))
    profile_left = profile - slow @ np.linalg.lstsq(slow, profile, rcond=None)[0]
    best: tuple[float, float, float] | None = None
    for waves in np.arange(LEAST_WAVES, MOST_WAVES, 0.25):
        wave = _wave_and_slow(len(profile), float(waves))
        fit = np.linalg.lstsq(wave, profile, rcond=None)[0]
        left = float(((profile - wave @ fit) ** 2).sum())
        if best is None or left < best[0]:
            best = left, float(waves), float(np.hypot(*fit[:2]))
    assert best is not None
    left, waves, depth = best
    if left > (1 - TELLING) * float((profile_left**2).sum()):
        return None
    wave = _wave_and_slow(len(profile), waves)
    phases = np.linalg.lstsq(wave, np.column_stack([profile, *rows]), rcond=None)[0][:2]
    strays = np.linalg.norm(phases[:, 1:] - phases[:, :1], axis=0)
    return Bands(depth, waves) if strays.max() < ALIKE * depth else None


def _slow(rows: int) -> NDArray[np.float64]:
    """What lamps and lens change from top to bottom without waves, (rows, 3)."""
    x = np.linspace(-1, 1, rows)
    return np.stack([np.ones(rows), x, x**2], axis=1)


def _wave_and_slow(rows: int, waves: float) -> NDArray[np.float64]:
    """A sine and a cosine of so many waves, and the slow change, (rows, 5)."""
    turn = 2 * np.pi * waves * np.linspace(0, 1, rows)
    return np.column_stack([np.sin(turn), np.cos(turn), _slow(rows)])
