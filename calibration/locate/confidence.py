"""How sure it is that a board lies where its points were found, and what speaks against it."""

from dataclasses import dataclass

import numpy as np

from calibration.locate.points import PointsFound

LEAST_CONFIDENCE = 0.5
"""Confidence below which a board that was found is to be shown, not used."""


@dataclass(frozen=True, slots=True)
class _Ramp:
    """Confidence that grows linearly with a measure: 0 at `zero`, 1 at `zero + span`."""

    zero: float
    span: float

    def confidence(self, measure: float) -> float:
        """The confidence, below 0 or above 1 beyond the ramp."""
        return (measure - self.zero) / self.span


_MARK = _Ramp(0.65, 0.5)
"""For the mean response of the second weakest mark. Measured on boards of all materials cut off,
shifted and absent, it stays under 0.75, and that of boards rightly found is over 1.0."""

_MARGIN = _Ramp(-0.05, 0.25)
"""For the second smallest margin, in response, of a mark over the best one elsewhere near by."""

_RIVAL = _Ramp(-0.1, 0.2)
"""For the smallest margin of all: no point may have a better mark elsewhere near by."""

_LINE = _Ramp(0.4, 0.4)
"""For the support of the second weakest line."""


def confidence(found: PointsFound) -> float:
    """The confidence, 0 to 1, that a board is there: that of its second weakest mark and line.

    One mark may be weak. A board taken one line or one row too far misses at least two, and so does
    everything else that has five lines. But where one point has a better mark elsewhere near by, it is not
    known where that point is.
    """
    mark, margin, line = (
        float(np.sort(values)[1]) for values in (found.mark_response, found.margin, found.line_support)
    )
    least = min(
        _MARK.confidence(mark),
        _MARGIN.confidence(margin),
        _RIVAL.confidence(float(found.margin.min())),
        _LINE.confidence(line),
    )
    return float(np.clip(least, 0.0, 1.0))


def reason(found: PointsFound) -> str:
    """Why the confidence is low, in words for the person who set the board up."""
    missing = int(sum(_MARK.confidence(mark) < LEAST_CONFIDENCE for mark in found.mark_response))
    if missing:
        return f"{missing} of the ten points cannot be seen: is the whole, empty board in view and well lit?"
    if _LINE.confidence(float(np.sort(found.line_support)[1])) < LEAST_CONFIDENCE:
        return "the lines can hardly be seen: more light from one side makes carved lines stand out"
    return "the points hardly stand out from the material: more light from one side makes them stand out"
