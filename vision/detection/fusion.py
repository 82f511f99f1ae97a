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
        return self.first.evidence.difference.is_in_other_light

    @property
    def needs_shapes(self) -> bool:
        """True if shapes may resolve a doubt, or a clear reading is not sure."""
        reading = self.reading
        if reading.doubt is not None:
            return reading.cause in (RESOLVABLE_IN_OTHER_LIGHT if self.in_other_light else RESOLVABLE)
        is_sure = reading is self.first.reading and reading.confidence >= 1 and not self._has_counter_at_rim
        return self._min_support >= 0 or self.in_other_light or not is_sure

    @property
    def _has_counter_at_rim(self) -> bool:
        """True if a counter beside the board would lie on it if it was found half a counter off."""
        reach = self.spec.counter_diameter_mm / 2
        return any(
            self.spec.half_at(c.x_mm - np.copysign(reach, c.x_mm), c.y_mm - np.copysign(reach, c.y_mm))
            for c in self.reading.off_board
        )

    @property
    def _min_support(self) -> float:
        """Minimum support by both detectors, in nats, that a clear reading by colours needs.

        On a board that was seen bare, shapes may be unsure; on a guessed one they have to agree. They have to
        be sure in coloured light, and where a counter is missing on a guessed board or in other light: it
        lies somewhere.
        """
        is_new = self.in_other_light or not self.was_seen_bare
        if self.in_coloured_light or (self.reading.notes and is_new):
            return MIN_LEAD
        return -MIN_LEAD if self.was_seen_bare else 0.0

    def is_contradicted_by(self, both: FusedEstimate) -> bool:
        """True if the fused estimate is sure of another board than a clear reading by colours."""
        return self.reading.doubt is None and both.support(self.reading, self.spec)[0] < -MIN_LEAD

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
        fused = self._fused(both, to_reading)
        if fused.notes and not self.was_seen_bare and both.overlooked:
            # Neither do colours see clear glass on a painted point: the missing one may lie on any.
            return doubtful(fused, SHAPES_DISAGREE.at(both.overlooked))
        return fused

    def _fused(self, both: FusedEstimate, to_reading: Callable[[FusedEstimate], Reading | None]) -> Reading:
        """Return the fused reading, whether or not shapes see all of its counters."""
        first, reading = self.first.reading, self.reading
        if both.resolves(reading, self.in_other_light):
            return to_reading(both) or reading
        if reading.cause in RESOLVABLE and self.in_other_light and both.has_all(self.spec):
            # Nothing is left that could be another thing: in a lamp's glare a counter has another colour.
            return doubtful(reading, COLOUR_BETWEEN.at(both.unsure_of_seat))
        support, weakest = both.support(reading, self.spec)
        # Texture lost on the coarse grid alone may be noise, or a sleeve of the board's colour.
        if first.cause is Cause.COVERED and not (support > 0 and both.is_sure):
            return first
        if reading.doubt is not None:
            return reading
        disputed = support < self._min_support
        if self.in_coloured_light and (disputed or both.seat_lead < MIN_LEAD):
            return doubtful(reading, IN_COLOURED_LIGHT)
        if disputed and both.is_sure and (other := to_reading(both)):
            return other
        # In other light, shadows look like objects to the classifier; and where a pass by colours agrees
        # with it, little can be hidden. Then the occluded area has to be a counter on every point.
        both_clear = first.doubt is None and support > 0
        if both.occluded >= (len(self.spec.points_mm) if self.in_other_light or both_clear else 1):
            return doubtful(reading, HAND_OVER_BOARD)
        if disputed or both.seat_lead < MIN_LEAD:
            if disputed or support <= 0:
                return doubtful(reading, SHAPES_DISAGREE.at(weakest))
            return doubtful(reading, COLOUR_BETWEEN.at(both.unsure_of_seat))
        return reading


def is_tinted(evidence: Evidence) -> bool:
    """True if the light has a much stronger tint than at calibration."""
    return float(np.abs(evidence.difference.change[1:]).max()) > MIN_COLOURED_TINT


def doubtful(reading: Reading, doubt: Doubt) -> Reading:
    """Return a reading with a doubt, which must not be acted upon."""
    return replace(reading, doubt=doubt, halves=None, confidence=0.0, notes=())
