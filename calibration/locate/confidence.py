"""How sure it is that a board lies where its points were found, and what speaks against it."""

from dataclasses import dataclass

import numpy as np

from calibration.locate.points import PointsFound

LEAST_CONFIDENCE = 0.5
"""Confidence below which a board that was found is to be shown, not used."""

_MISSING_CIRCLE = 0.9
"""Mean ridge response on a circle below which people are told that it cannot be seen."""

_FAINT_LINE = 0.6
"""Support of the second weakest line below which people are told that the lines can hardly be seen."""


@dataclass(frozen=True, slots=True)
class _Ramp:
    """Confidence that grows linearly with a measure: 0 at `zero`, 1 at `zero + span`."""

    zero: float
    span: float

    def confidence(self, measure: float) -> float:
        """The confidence, below 0 or above 1 beyond the ramp."""
        return (measure - self.zero) / self.span


_CIRCLE = _Ramp(0.65, 0.5)
"""For the mean ridge response on the second weakest circle. Measured on boards of all materials cut off,
shifted and absent, it stays under 0.75, and that of boards rightly found is over 1.0."""

_MARGIN = _Ramp(-0.05, 0.25)
"""For the second smallest margin, in ridge response, of a circle over the best one elsewhere near by."""

_RIVAL = _Ramp(-0.1, 0.2)
"""For the smallest margin of all: no point may have a better circle elsewhere near by."""

_LINE = _Ramp(0.4, 0.4)
"""For the support of the second weakest line."""


def confidence(found: PointsFound) -> float:
    """The confidence, 0 to 1, that a board is there: that of its second weakest circle and line.

    One circle may be weak. A board taken one line or one row too far misses at least two, and so does
    everything else that has five lines. But where one point has a better circle elsewhere near by, it is not
    known where that point is.
    """
    circle, margin, line = (
        float(np.sort(values)[1]) for values in (found.circle_response, found.margin, found.line_support)
    )
    least = min(
        _CIRCLE.confidence(circle),
        _MARGIN.confidence(margin),
        _RIVAL.confidence(float(found.margin.min())),
        _LINE.confidence(line),
    )
    return float(np.clip(least, 0.0, 1.0))


def reason(found: PointsFound) -> str:
    """Why the confidence is low, in words for the person who set the board up."""
    missing = int((found.circle_response < _MISSING_CIRCLE).sum())
    if missing:
        return f"{missing} of the ten circles cannot be seen: is the whole, empty board in view and well lit?"
    if float(np.sort(found.line_support)[1]) < _FAINT_LINE:
        return "the lines can hardly be seen: more light from one side makes carved lines stand out"
    return "the circles hardly stand out from the material: more light from one side makes them stand out"
