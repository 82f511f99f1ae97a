"""Flicker-free exposures, and detecting when a camera's automatics have settled."""

from collections.abc import Sequence
from dataclasses import dataclass

FLICKER_PERIODS_US = {50: 10_000.0, 60: 1_000_000 / 120}
"""Period of flicker: lamps flicker twice a period of the mains."""

SETTLED_FRAMES = 5
SETTLED_WITHIN = 0.02


@dataclass(frozen=True)
class Exposure:
    """Exposure time and gain of the sensor."""

    time_us: int
    gain: float


@dataclass(frozen=True)
class Metered:
    """The values that a camera's automatics chose for a frame; None for a control it does not have.

    `exposure` includes the digital gain. `colour_gains` are those of red and blue over green.
    """

    exposure: Exposure
    colour_gains: tuple[float, float] | None = None
    focus_dioptres: float | None = None


def flicker_free(metered: Exposure, mains_hz: int, max_us: float, gains: tuple[float, float]) -> Exposure:
    """Return an equally bright exposure of whole flicker periods, with the lowest gain.

    `max_us` is the longest exposure that the frame rate allows, `gains` the sensor's minimum and maximum.
    In light too bright for one period the metered exposure is kept: daylight does not flicker.
    """
    period_us = FLICKER_PERIODS_US[mains_hz]
    min_gain, max_gain = gains
    light = metered.time_us * metered.gain
    flickers = int(min(max_us, light / min_gain) / period_us)
    if flickers < 1:
        return Exposure(metered.time_us, min(max(metered.gain, min_gain), max_gain))
    time_us = flickers * period_us
    return Exposure(round(time_us), min(max(light / time_us, min_gain), max_gain))


def is_settled(history: Sequence[Metered]) -> bool:
    """True if each value of the automatics stayed within two per cent over the last frames."""
    if len(history) < SETTLED_FRAMES:
        return False
    rows = [_values(metered) for metered in history[-SETTLED_FRAMES:]]
    if len({len(row) for row in rows}) > 1:
        return False
    return all(
        max(column) - min(column) <= SETTLED_WITHIN * max(column) for column in zip(*rows, strict=True)
    )


def _values(metered: Metered) -> tuple[float, ...]:
    light = metered.exposure.time_us * metered.exposure.gain
    focus = () if metered.focus_dioptres is None else (metered.focus_dioptres,)
    return (light, *(metered.colour_gains or ()), *focus)
