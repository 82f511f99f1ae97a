"""Arbitration: whether shapes are region about what colours say, and what a reading becomes then."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from companion.board.spec import BoardSpec
from vision.detection.doubts import COLOUR_BETWEEN, HAND_OVER_BOARD
from vision.detection.fused_estimate import MIN_LEAD, RESOLVABLE, RESOLVABLE_IN_OTHER_LIGHT, FusedEstimate
from vision.detection.grid_reader import GridReading
from vision.reading import Cause, Doubt, Reading
from vision.segmentation.subtraction import MIN_LIGHT_CHANGE

MIN_COLOURED_TINT = 0.5
"""Tint of a light, in log-opponent units, from which on shapes have to consent to what colours say in it."""

SHAPES_DISAGREE = Doubt(Cause.HIDDEN_THING, "colours and shapes do not tell the same of the board")
IN_COLOURED_LIGHT = Doubt(
    Cause.COLOURED_LIGHT, "this light has one colour: counters can't be to_reading apart"
)


@dataclass(frozen=True, slots=True)
class ColourReading:
    """What colours say of a frame, at the `first` look and in the end.

    `is_one_colour` is about the light, `was_seen_bare` about the board: else parts of it are guessed.
    """

    spec: BoardSpec
    first: GridReading
    reading: Reading
    is_one_colour: bool
    was_seen_bare: bool

    @property
    def in_coloured_light(self) -> bool:
        """Whether the light has so much colour that colours alone can't be trusted."""
        tint = np.abs(self.first.evidence.difference.change[1:])
        return self.is_one_colour or float(tint.max()) > MIN_COLOURED_TINT

    @property
    def in_other_light(self) -> bool:
        """Whether the light is another than the board was learned in."""
        return float(np.abs(self.first.evidence.difference.change).max()) > MIN_LIGHT_CHANGE

    @property
    def needs_shapes(self) -> bool:
        """Whether shapes are region: where they may settle a doubt, or a clear reading is not sure."""
        reading = self.reading
        if reading.doubt is not None:
            return reading.cause in (RESOLVABLE_IN_OTHER_LIGHT if self.in_other_light else RESOLVABLE)
        is_sure = reading is self.first.reading and reading.confidence >= 1 and not self._has_counter_at_rim
        return self.needs_agreement or self.in_other_light or not is_sure

    @property
    def _has_counter_at_rim(self) -> bool:
        """Whether a counter beside the board would lie on it if it were found half a counter off."""
        reach = self.spec.counter_diameter_mm / 2
        return any(
            self.spec.half_at(c.x_mm - np.copysign(reach, c.x_mm), c.y_mm - np.copysign(reach, c.y_mm))
            for c in self.reading.off_board
        )

    @property
    def needs_agreement(self) -> bool:
        """Whether shapes have to say the same for a board to be clear, and that there is no more.

        In coloured light, and where the bare board is guessed: a counter of its colour leaves no trace there.
        """
        return self.in_coloured_light or not self.was_seen_bare

    def is_contradicted_by(self, both: FusedEstimate) -> bool:
        """Whether both together are sure of another board than colours say clearly.

        Where counters are not counted the same ones may lie midway between two halves, and on either.
        """
        uncounted = self.spec.counters_per_seat == 0
        the_same = uncounted and both.has_same_counters(self.reading, self.spec.counter_diameter_mm)
        return both.contradicts(self.reading) and not the_same

    @property
    def without_shapes(self) -> Reading:
        """The reading where shapes can't be region."""
        if self.in_coloured_light and self.reading.doubt is None:
            return doubtful(self.reading, IN_COLOURED_LIGHT)
        return self.first.reading if self.first.reading.cause is Cause.COVERED else self.reading

    def fuse(self, both: FusedEstimate, to_reading: Callable[[FusedEstimate], Reading | None]) -> Reading:
        """The reading by both: shapes may settle a doubt, raise one, or tell another board.

        `to_reading` is the reading of a board that both leave no doubt of, None for one that can't be.
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
        # Grain that is lost on the coarse grid alone may be noise, or a sleeve of the board's own colour.
        if first.cause is Cause.COVERED and not (agreed and both.is_sure):
            return first
        # In other light shapes see things in shadows; where a look saw the same as they do, little is hidden:
        # there it has to be as much as a counter on every point.
        both_clear = first.doubt is None and agreed
        hiding = len(self.spec.points_mm) if self.in_other_light or both_clear else 1
        if lacks_agreement or self.is_contradicted_by(both):
            # Of a guessed board colours have missed what shapes alone see there, or shapes are misled by it.
            least = 2 * MIN_LEAD if lacks_agreement else MIN_LEAD
            surely = both.is_sure and both.lead >= least and both.has_all_counters_of(reading)
            other = to_reading(both) if surely else None
            return other or doubtful(reading, HAND_OVER_BOARD if both.occluded >= hiding else SHAPES_DISAGREE)
        if reading.doubt is None and both.occluded >= hiding:
            # As much as a counter is occluded, and a look took it for a thing, too, or colours for a counter.
            return doubtful(reading, HAND_OVER_BOARD)
        if reading.doubt is None and both.seat_lead < MIN_LEAD:
            between = COLOUR_BETWEEN if agreed else SHAPES_DISAGREE
            return doubtful(reading, IN_COLOURED_LIGHT if self.in_coloured_light else between)
        return reading


def doubtful(reading: Reading, doubt: Doubt) -> Reading:
    """A reading that is not acted upon."""
    return replace(reading, doubt=doubt, halves=None, confidence=0.0, notes=())
