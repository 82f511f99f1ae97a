"""When to ask shapes about a reading by colours, and how to fuse the two."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from companion.board.spec import BoardSpec
from vision.detection.doubts import COLOUR_BETWEEN, HAND_OVER_BOARD
from vision.detection.fused_estimate import MIN_LEAD, RESOLVABLE, RESOLVABLE_IN_OTHER_LIGHT, FusedEstimate
from vision.detection.grid_reader import GridReading
from vision.reading import Cause, Doubt, Reading
from vision.segmentation.evidence import Evidence
from vision.segmentation.subtraction import MIN_LIGHT_CHANGE

MIN_COLOURED_TINT = 0.5
"""Tint of the light, in log-opponent units, from which shapes have to agree with colours."""

SHAPES_DISAGREE = Doubt(Cause.HIDDEN_THING, "colours and shapes do not tell the same of the board")
IN_COLOURED_LIGHT = Doubt(Cause.COLOURED_LIGHT, "this light has one colour: counters can't be told apart")
OTHER_COLOUR_OF_LIGHT = Doubt(
    Cause.COLOURED_LIGHT, "the light has another colour than at calibration: give white light"
)


@dataclass(frozen=True, slots=True)
class ColourReading:
    """The reading of a frame by colours, after the first pass and at the end.

    `is_one_colour` is about the light; without `was_seen_bare` parts of the bare board are guessed.
    """

    spec: BoardSpec
    first: GridReading
    reading: Reading
    is_one_colour: bool
    was_seen_bare: bool

    @property
    def in_coloured_light(self) -> bool:
        """True if the light is too coloured to trust colours alone."""
        return self.is_one_colour or is_tinted(self.first.evidence)

    @property
    def in_other_light(self) -> bool:
        """True if the light differs from that of calibration."""
        return float(np.abs(self.first.evidence.difference.change).max()) > MIN_LIGHT_CHANGE

    @property
    def needs_shapes(self) -> bool:
        """True if shapes may resolve a doubt, or a clear reading is not sure."""
        reading = self.reading
        if reading.doubt is not None:
            return reading.cause in (RESOLVABLE_IN_OTHER_LIGHT if self.in_other_light else RESOLVABLE)
        is_sure = reading is self.first.reading and reading.confidence >= 1 and not self._has_counter_at_rim
        return self.needs_agreement or self.in_other_light or not is_sure

    @property
    def _has_counter_at_rim(self) -> bool:
        """True if a counter beside the board would lie on it if it was found half a counter off."""
        reach = self.spec.counter_diameter_mm / 2
        return any(
            self.spec.half_at(c.x_mm - np.copysign(reach, c.x_mm), c.y_mm - np.copysign(reach, c.y_mm))
            for c in self.reading.off_board
        )

    @property
    def needs_agreement(self) -> bool:
        """True if a clear reading needs shapes to agree, and to rule out further counters.

        So in coloured light, and where the bare board is guessed: a counter of its colour leaves no trace
        there.
        """
        return self.in_coloured_light or not self.was_seen_bare

    def is_contradicted_by(self, both: FusedEstimate) -> bool:
        """True if the fused estimate is sure of another board than a clear reading by colours.

        Where counters are not counted, one midway between two halves may be on either.
        """
        uncounted = self.spec.counters_per_seat == 0
        the_same = uncounted and both.has_same_counters(self.reading, self.spec.counter_diameter_mm)
        return both.contradicts(self.reading) and not the_same

    @property
    def without_shapes(self) -> Reading:
        """The reading when no shape classifier is available."""
        if self.in_coloured_light and self.reading.doubt is None:
            return doubtful(self.reading, IN_COLOURED_LIGHT)
        return self.first.reading if self.first.reading.cause is Cause.COVERED else self.reading

    def fuse(self, both: FusedEstimate, to_reading: Callable[[FusedEstimate], Reading | None]) -> Reading:
        """Return the fused reading: shapes may resolve a doubt, raise one, or correct the board.

        `to_reading` makes a reading of a sure estimate, None if that can't be right.
        """
        first, reading, diameter_mm = self.first.reading, self.reading, self.spec.counter_diameter_mm
        if both.resolves(reading, self.in_other_light):
            return to_reading(both) or reading
        agreed = both.has_same_counters(reading, diameter_mm)
        lacks_agreement = (
            self.needs_agreement and reading.doubt is None and not (agreed and both.rules_out_more)
        )
        if lacks_agreement and self.in_coloured_light:
            return doubtful(reading, IN_COLOURED_LIGHT)
        # Texture lost on the coarse grid alone may be noise, or a sleeve of the board's colour.
        if first.cause is Cause.COVERED and not (agreed and both.is_sure):
            return first
        # In other light, shadows look like objects to the classifier; and where a pass by colours agrees
        # with it, little can be hidden. Then the occluded area has to be a counter on every point.
        both_clear = first.doubt is None and agreed
        hiding = len(self.spec.points_mm) if self.in_other_light or both_clear else 1
        if lacks_agreement or self.is_contradicted_by(both):
            # On a guessed board, colours may have missed a counter, or shapes may be wrong: twice the lead.
            least = 2 * MIN_LEAD if lacks_agreement else MIN_LEAD
            surely = both.is_sure and both.lead >= least and both.has_all_counters_of(reading)
            other = to_reading(both) if surely else None
            return other or doubtful(reading, HAND_OVER_BOARD if both.occluded >= hiding else SHAPES_DISAGREE)
        if reading.doubt is None and both.occluded >= hiding:
            # A counter's area is occluded, and colours saw an object or a counter there, too.
            return doubtful(reading, HAND_OVER_BOARD)
        if reading.doubt is None and both.seat_lead < MIN_LEAD:
            between = COLOUR_BETWEEN if agreed else SHAPES_DISAGREE
            return doubtful(reading, IN_COLOURED_LIGHT if self.in_coloured_light else between)
        return reading


def is_tinted(evidence: Evidence) -> bool:
    """True if the light has a much stronger tint than at calibration."""
    return float(np.abs(evidence.difference.change[1:]).max()) > MIN_COLOURED_TINT


def doubtful(reading: Reading, doubt: Doubt) -> Reading:
    """Return a reading with a doubt, which must not be acted upon."""
    return replace(reading, doubt=doubt, halves=None, confidence=0.0, notes=())
