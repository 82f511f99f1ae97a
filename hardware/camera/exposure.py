"""Exposures that lamps don't flicker in, and knowing when a camera's automatics have come to rest."""

from collections.abc import Sequence
from dataclasses import dataclass

FLICKER_PERIODS_US = {50: 10_000.0, 60: 1_000_000 / 120}
"""Lamps flicker twice a period of the mains."""

SETTLED_FRAMES = 5
SETTLED_WITHIN = 0.02


@dataclass(frozen=True, slots=True)
class Exposure:
    """How long and with which gain the sensor collects light."""

    time_us: int
    gain: float


@dataclass(frozen=True, slots=True)
class Metered:
    """What a camera's automatics have chosen for one frame; None where it has no such control.

    `exposure` includes the digital gain. `colour_gains` are those of red and blue over green.
    """

    exposure: Exposure
    colour_gains: tuple[float, float] | None = None
    focus_dioptres: float | None = None


def flicker_free(metered: Exposure, mains_hz: int, longest_us: float, gains: tuple[float, float]) -> Exposure:
    """As bright as what was metered, for a whole number of the lamps' flickers and with the least gain.

    `longest_us` is the longest exposure the frame rate allows, `gains` the sensor's least and greatest gain.
    In light too bright for even one flicker's time the metered exposure stays: daylight does not flicker.
    """
    period_us = FLICKER_PERIODS_US[mains_hz]
    least_gain, greatest_gain = gains
    light = metered.time_us * metered.gain
    flickers = int(min(longest_us, light / least_gain) / period_us)
    if flickers < 1:
        return Exposure(metered.time_us, min(max(metered.gain, least_gain), greatest_gain))
    time_us = flickers * period_us
    return Exposure(round(time_us), min(max(light / time_us, least_gain), greatest_gain))


def is_settled(history: Sequence[Metered]) -> bool:
    """Whether the automatics have rested over the last frames, each value within two per cent."""
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
