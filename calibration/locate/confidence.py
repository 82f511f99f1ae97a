"""How sure it is that a board lies where its points were found, and what speaks against it."""

import numpy as np

from calibration.locate.points import MIN_SUPPORT, PointsFound, of_typical
from vision.arrays import Doubles

MIN_CONFIDENCE = MIN_SUPPORT
"""Confidence below which a board that was found is to be shown, not used."""


def confidence(found: PointsFound) -> float:
    """The confidence, 0 to 1, that a board is there: the support of its second weakest mark and line.

    One mark may be weak. A board taken one line or one row too far misses at least two, and so does
    everything else that has five lines.
    """
    return float(min(_second_weakest(of_typical(found.mark_support)), _second_weakest(found.line_support)))


def reason(found: PointsFound) -> str:
    """Why the confidence is low, in words for the person who set the board up."""
    missing = int((of_typical(found.mark_support) < MIN_SUPPORT).sum())
    if missing > 1:
        return f"{missing} of the ten points cannot be seen: is the whole, empty board in view and well lit?"
    return "the lines can hardly be seen: more light from one side makes carved lines stand out"


def _second_weakest(support: Doubles) -> float:
    return float(np.sort(support)[1])
