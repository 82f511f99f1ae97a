"""Arbitration: whether shapes are asked about what colours say, and what a reading becomes then."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from companion.board.spec import BoardSpec
from vision.detection.doubts import COLOUR_BETWEEN, REACHED_OVER
from vision.detection.grid_reader import WeighedReading
from vision.detection.second_opinion import MIN_LEAD, SETTLED, SETTLED_IN_OTHER_LIGHT, Opinion
from vision.reading import Cause, Doubt, Reading
from vision.segmentation.subtraction import LIGHT_CHANGED

COLOURED = 0.5
"""Tint of a light, in log-opponent units, from which on shapes have to consent to what colours say in it."""

NOT_AS_SHAPED = Doubt(Cause.HIDDEN_THING, "colours and shapes do not tell the same of the board")
IN_COLOURED_LIGHT = Doubt(Cause.COLOURED_LIGHT, "this light has one colour: counters can't be told apart")


@dataclass(frozen=True, slots=True)
class ByColours:
    """What colours say of a frame, at the `first` look and in the end.

    `is_one_colour` is about the light, `was_seen_bare` about the board: else parts of it are guessed.
    """

    spec: BoardSpec
    first: WeighedReading
    reading: Reading
    is_one_colour: bool
    was_seen_bare: bool

    @property
    def in_coloured_light(self) -> bool:
        """Whether the light has so much colour that colours alone can't be trusted."""
        tint = np.abs(self.first.evidence.difference.change[1:])
        return self.is_one_colour or float(tint.max()) > COLOURED

    @property
    def in_other_light(self) -> bool:
        """Whether the light is another than the board was learned in."""
        return float(np.abs(self.first.evidence.difference.change).max()) > LIGHT_CHANGED

    @property
    def leave_a_question(self) -> bool:
        """Whether shapes are asked: where they may settle a doubt, or a clear reading is not sure."""
        reading = self.reading
        if reading.doubt is not None:
            return reading.cause in (SETTLED_IN_OTHER_LIGHT if self.in_other_light else SETTLED)
        is_sure = reading is self.first.reading and reading.confidence >= 1 and not self._lie_at_the_rim
        return self.need_consent or self.in_other_light or not is_sure

    @property
    def _lie_at_the_rim(self) -> bool:
        """Whether a counter beside the board would lie on it if it were found half a counter off."""
        reach = self.spec.counter_diameter_mm / 2
        return any(
            self.spec.half_at(c.x_mm - np.copysign(reach, c.x_mm), c.y_mm - np.copysign(reach, c.y_mm))
            for c in self.reading.off_board
        )

    @property
    def need_consent(self) -> bool:
        """Whether shapes have to say the same for a board to be clear, and that there is no more.

        In coloured light, and where the bare board is guessed: a counter of its colour leaves no trace there.
        """
        return self.in_coloured_light or not self.was_seen_bare

    def are_gainsaid_by(self, both: Opinion) -> bool:
        """Whether both together are sure of another board than colours say clearly.

        Where counters are not counted the same ones may lie midway between two halves, and on either.
        """
        uncounted = self.spec.counters_per_seat == 0
        the_same = uncounted and both.has_the_same(self.reading, self.spec.counter_diameter_mm)
        return both.contradicts(self.reading) and not the_same

    @property
    def alone(self) -> Reading:
        """The reading where shapes can't be asked."""
        if self.in_coloured_light and self.reading.doubt is None:
            return doubtful(self.reading, IN_COLOURED_LIGHT)
        return self.first.reading if self.first.reading.cause is Cause.COVERED else self.reading

    def with_shapes(self, both: Opinion, told: Callable[[Opinion], Reading | None]) -> Reading:
        """The reading by both: shapes may settle a doubt, raise one, or tell another board.

        `told` is the reading of a board that both leave no doubt of, None for one that can't be.
        """
        first, reading, diameter_mm = self.first.reading, self.reading, self.spec.counter_diameter_mm
        if both.settles(reading, self.in_other_light):
            return told(both) or reading
        agreed = both.has_the_same(reading, diameter_mm)
        lacks_consent = self.need_consent and reading.doubt is None and not (agreed and both.has_no_more)
        if lacks_consent and self.in_coloured_light:
            return doubtful(reading, IN_COLOURED_LIGHT)
        # Grain that is lost on the coarse grid alone may be noise, or a sleeve of the board's own colour.
        if first.cause is Cause.COVERED and not (agreed and both.is_sure):
            return first
        # In other light shapes see things in shadows; where a look saw the same as they do, little is hidden:
        # there it has to be as much as a counter on every point.
        both_clear = first.doubt is None and agreed
        hiding = len(self.spec.points_mm) if self.in_other_light or both_clear else 1
        if lacks_consent or self.are_gainsaid_by(both):
            # Of a guessed board colours have missed what shapes alone see there, or shapes are misled by it.
            least = 2 * MIN_LEAD if lacks_consent else MIN_LEAD
            surely = both.is_sure and both.lead >= least and both.has_no_less(reading)
            other = told(both) if surely else None
            return other or doubtful(reading, REACHED_OVER if both.covered >= hiding else NOT_AS_SHAPED)
        if reading.doubt is None and both.covered >= hiding:
            # As much as a counter is covered, and a look took it for a thing, too, or colours for a counter.
            return doubtful(reading, REACHED_OVER)
        if reading.doubt is None and both.seat_lead < MIN_LEAD:
            between = COLOUR_BETWEEN if agreed else NOT_AS_SHAPED
            return doubtful(reading, IN_COLOURED_LIGHT if self.in_coloured_light else between)
        return reading


def doubtful(reading: Reading, doubt: Doubt) -> Reading:
    """A reading that is not acted upon."""
    return replace(reading, doubt=doubt, halves=None, confidence=0.0, notes=())
