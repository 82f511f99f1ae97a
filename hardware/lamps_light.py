"""How brightly a lamp shines at which time: gentle, and never flashing faster than twice a second; pure."""

import math
from enum import StrEnum

FADE_S = 0.4
"""How long a lamp takes from what it showed to a new pattern."""

DWELL_S = 0.5
"""How long a pattern stays at least. With the patterns' own periods this keeps a lamp below two flashes a
second whatever is asked of it; WCAG 2.3.1 draws the line for photosensitive people at three."""


class Pattern(StrEnum):
    """What a lamp says."""

    OFF = "off"
    GLOW = "glow"
    ON = "on"
    BREATHE = "breathe"
    BECKON = "beckon"


PERIODS_S = {Pattern.BREATHE: 4.0, Pattern.BECKON: 1.5}
DEPTHS = {Pattern.BREATHE: (0.35, 1.0), Pattern.BECKON: (0.15, 1.0)}
STEADY = {Pattern.OFF: 0.0, Pattern.GLOW: 0.2, Pattern.ON: 1.0}


def brightness(pattern: Pattern, t_s: float) -> float:
    """The brightness as it is felt, 0 to 1, `t_s` seconds after the pattern began."""
    if pattern in STEADY:
        return STEADY[pattern]
    darkest, brightest = DEPTHS[pattern]
    wave = 0.5 - 0.5 * math.cos(2 * math.pi * t_s / PERIODS_S[pattern])
    return darkest + (brightest - darkest) * wave


def duty(felt: float) -> float:
    """The share of the time for which an LED must be on to be felt as that bright; both 0 to 1.

    The eye's response is about the square root of the light: CIE lightness, simplified.
    """
    return felt * felt


class Fader:
    """One lamp's light over time: fades from one pattern to the next, the newest asked for first in line."""

    def __init__(self) -> None:
        self._pattern = Pattern.OFF
        self._since_s = -math.inf
        self._before = 0.0
        self._next = Pattern.OFF

    def show(self, pattern: Pattern) -> None:
        """Ask for a pattern; it begins when the one before has had its least time."""
        self._next = pattern

    def level(self, now_s: float) -> float:
        """The brightness as it is felt, 0 to 1; `now_s` never runs backwards."""
        if self._next is not self._pattern and now_s - self._since_s >= DWELL_S:
            self._before = self._at(now_s)
            self._pattern, self._since_s = self._next, now_s
        return self._at(now_s)

    def _at(self, now_s: float) -> float:
        if math.isinf(self._since_s):
            return STEADY[Pattern.OFF]
        t_s = now_s - self._since_s
        share = min(1.0, t_s / FADE_S)
        share = share * share * (3 - 2 * share)
        return self._before * (1 - share) + brightness(self._pattern, t_s) * share
