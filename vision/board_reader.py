"""Turn frames into readings: check, rectify, detect, and look again where that leaves a doubt."""

import ctypes
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import compress
from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np

from companion.board.motion import STILL
from companion.game.board import Halves, Seat
from vision.arrays import Doubles, Picture
from vision.calibration import Calibration
from vision.classifier.likeness import MIN_LIKENESS, Likeness
from vision.classifier.network import MODEL, MODEL_LIKENESS, MODEL_THINGS, WITHOUT
from vision.classifier.shape_classifier import ShapeClassifier, ShapeReport
from vision.classifier.things import ThingFinder
from vision.detection.doubts import NOT_IN_VIEW, die_on, odd_thing
from vision.detection.fused_estimate import RESOLVABLE_IN_OTHER_LIGHT, FusedEstimate, PlaceOdds
from vision.detection.fusion import (
    IN_COLOURED_LIGHT,
    OTHER_COLOUR_OF_LIGHT,
    SHAPES_DISAGREE,
    ColourReading,
    doubtful,
    is_tinted,
)
from vision.detection.grid_reader import ASIDE, FUSED_CONFIDENCE, GridReader, GridReading
from vision.errors import VisionError
from vision.frame_checks.brightness import (
    MIN_LEVEL,
    is_grey,
    lost_colours,
    middle_levels,
)
from vision.frame_checks.frame_size import in_pixels_of, scaled_frame
from vision.frame_checks.motion import board_outline
from vision.frame_checks.sharpness import Sharpness, is_out_of_focus
from vision.frame_checks.tracking import BoardLocation, BoardTracker
from vision.photometry.opponent_colours import CLIPPED
from vision.reading import Cause, Doubt, Reading
from vision.segmentation.coloured_light import (
    ChannelMask,
    fill_channels,
    restrict_to_channels,
    visible_channels,
)
from vision.segmentation.evidence import Evidence

_log = logging.getLogger(__name__)

T = TypeVar("T")

NEAR_SHAPE = 0.75
"""Distance, in diameters, up to which shapes may see a counter that colours see by a part of it."""

MIN_NOISE_TO_TRACK = 1.15
"""Noise, relative to calibration, from which the reader checks whether the board has moved."""

REREAD_CAUSES = RESOLVABLE_IN_OTHER_LIGHT - {Cause.HAND}
"""Doubts that a finer grid may resolve. A hand has to leave; a counter between two places stays there."""

COLOURED_LIGHT_CAUSES = REREAD_CAUSES | {Cause.TOO_BRIGHT, Cause.BLUR, Cause.BOARD_MOVED, Cause.NOT_IN_VIEW}
"""Doubts that light of one colour causes: it hides lines and grain, which show sharpness and motion."""

SECOND_LOOK_CAUSES = frozenset({Cause.HIDDEN_THING, Cause.COLOURED_LIGHT})
"""Doubts that shapes may resolve once they have looked twice."""

LIGHT_CAUSES = frozenset({Cause.HAND, Cause.COVERED, Cause.TOO_MANY, Cause.BLUR})
"""Doubts that light may be the cause of where it falls unevenly."""

DIE_CAUSES = frozenset(
    {Cause.ODD_THING, Cause.HIDDEN_THING, Cause.FAINT_THING, Cause.TOO_MANY, Cause.TOO_BRIGHT}
    | {Cause.COLOUR_BETWEEN, Cause.PLACE_BETWEEN}
)
"""Doubts that a die on the board may be the cause of; a hand shows more than that."""

TOO_DARK = Doubt(Cause.TOO_DARK, "it is too dark to read the board")
NO_COLOUR = Doubt(
    Cause.NO_COLOUR, "the picture has lost the colours of the learned board: set the camera to colour"
)
OUT_OF_FOCUS = Doubt(Cause.BLUR, "the picture is blurred: is the camera in focus?")


@dataclass(frozen=True, slots=True)
class _LastRead:
    """The last frame that was read, and its readings with the board where it was calibrated."""

    frame: Picture
    halves: Halves
    coarse: GridReading
    fine: GridReading | None
    shapes: ShapeReport | None


class _View(NamedTuple):
    """A frame, its rectified picture and the picture's evidence, and where the board is."""

    frame: Picture
    picture: Picture
    evidence: Evidence
    where: BoardLocation


class BoardReader:
    """Read frames of one calibrated board.

    The same frame always gives the same reading, unless `learn` is called in between. With
    `in_coloured_light`, frames and calibration are those of the channels that the light shows, and shapes
    have to agree with every reading. Without `use_shapes`, readings rest on colours alone.
    """

    def __init__(
        self, calibration: Calibration, *, in_coloured_light: bool = False, use_shapes: bool = True
    ) -> None:
        self.calibration = calibration
        self._use_shapes = use_shapes
        self._in_coloured_light = in_coloured_light
        self._coarse = GridReader(calibration)
        _keep_freed_memory()
        self._last: _LastRead | None = None
        self._shapes: ShapeReport | None = None
        self._has_learned = False
        self._tracker = BoardTracker(calibration.board, self._coarse.rectify)
        self._sharpness = Sharpness(calibration.board, calibration.background)
        self._by_channels: dict[ChannelMask, BoardReader] = {}

    @cached_property
    def _classifier(self) -> ShapeClassifier | None:
        """The shape classifier; None where it is switched off or can't be run."""
        return _if_it_runs(MODEL, lambda: ShapeClassifier(self.calibration)) if self._use_shapes else None

    @cached_property
    def _likeness(self) -> Likeness | None:
        """The likeness network; None where no network can run, or it is switched off."""
        counters = (self.calibration.finer or self.calibration).counters
        return _if_it_runs(MODEL_LIKENESS, lambda: Likeness(counters)) if self._classifier else None

    @cached_property
    def _things(self) -> ThingFinder | None:
        """The finder of dice; None where no network can run, or it is switched off."""
        return _if_it_runs(MODEL_THINGS, lambda: ThingFinder(self.calibration)) if self._classifier else None

    @cached_property
    def _fine(self) -> GridReader | None:
        """The finer grid's reader, made when it is first needed."""
        return None if self.calibration.finer is None else GridReader(self.calibration.finer)

    @cached_property
    def outline(self) -> Doubles:
        """The outline (4, 2) of the board and a rim, in shares of the frame's width and height."""
        return board_outline(self.calibration)

    def read(self, frame: Picture) -> Reading:
        """Return the reading of a frame (H, W, 3) uint8 BGR.

        The first pass is coarse and quick. Where it leaves a doubt, the board is searched for some
        millimetres away, then read on a finer grid, and then fused with shapes. A frame of the same view at
        another scale is scaled first. Raises OtherSizeError for a frame of another shape.
        """
        self._last = self._shapes = None
        size_wh = self.calibration.camera.frame_size_wh
        scaled = scaled_frame(frame, size_wh)
        if scaled is not frame:
            return in_pixels_of(frame, size_wh, self.read(scaled))
        picture = self._coarse.rectify(frame)
        if not self._in_coloured_light:
            extent = self.calibration.board.extent
            shown = visible_channels(picture[extent], self.calibration.board.reference[extent])
            if shown is not None:
                return self._read_in_coloured_light(frame, shown)
        poor = self._poor_light(frame, picture)
        if poor is not None:
            return _unread(poor)
        coarse = self._coarse.read(self._coarse.extract(picture))
        where = self._locate(frame, picture, coarse)
        if where.doubt is not None:
            return _unread(_in_this_light(where.doubt, coarse.evidence))
        view = _View(frame, picture, coarse.evidence, where)
        first = coarse
        if where.motion is not STILL:
            picture = self._coarse.rectify(frame, where.motion)
            first = self._coarse.read(self._coarse.extract(picture), where.motion)
        reading, fine = self._read_finely(view, first)
        reading, fine = self._ask_shapes(view, first, reading, fine)
        if reading.halves is None:
            return self._with_die(self._with_measured_cause(reading, view, first, fine), view)
        doubt = self._suspect(picture, view, first, reading)
        if doubt is not None:
            return self._with_die(doubtful(reading, doubt), view)
        made = (fine, self._shapes) if where.motion is STILL else (None, None)
        self._last = _LastRead(frame, reading.halves, coarse, *made)
        return reading

    def _suspect(self, picture: Picture, view: _View, first: GridReading, reading: Reading) -> Doubt | None:
        """Return a doubt about a counter that a glare may have made pale, or that looks like no other.

        Likeness is not asked in light of one colour, in which no counter looks as it was learned (shapes had
        to agree), nor in other light where any number of counters may lie. Colours alone are not asked once
        all counters are found: glossy ones may mirror the room.
        """
        is_settled = self._coarse.is_settled(first.evidence, reading)
        if not is_settled and (glare := self._coarse.glare(picture, first.evidence, reading)):
            return glare
        found, on_board = (*reading.counters, *reading.off_board), slice(len(reading.counters))
        is_uncounted = self.calibration.spec.counters_per_seat == 0
        if self._in_coloured_light or not reading.counters or (is_settled and is_uncounted):
            return None
        is_other = np.zeros(len(found), bool)
        if not is_settled:
            is_other = self._coarse.have_other_colours(picture, first.evidence, found)
        if not is_other[on_board].any() and self._likeness is not None:
            here, seats = np.array([(c.x_mm, c.y_mm) for c in found]), [c.seat for c in found]
            grid = self._fine or self._coarse
            colours = grid.relative_colours(view.frame, view.where.motion)
            is_other = self._likeness.of(grid.patches(colours, here[None]), seats) < MIN_LIKENESS
            if is_other[on_board].any():
                even = grid.patches(colours, here[None], evenly_lit=True)
                looks = np.concatenate([grid.patches(colours, self._aside(view, here)), even])
                is_other = self._likeness.of(looks, seats) < MIN_LIKENESS
        return next((odd_thing(c.half) for c in compress(reading.counters, is_other)), None)

    def _aside(self, view: _View, places_mm: Doubles) -> Doubles:
        """Return places (looks, n, 2) about those (n, 2) of counters, and where shapes see them."""
        assert self._classifier is not None
        shapes = self._shapes or self._classifier.detect(view.frame, view.where.motion)
        diameter_mm = self.calibration.spec.counter_diameter_mm
        by_shape = shapes.nearest_mm(places_mm, NEAR_SHAPE * diameter_mm)
        return np.stack([*(places_mm + diameter_mm * way for way in ASIDE), by_shape])

    def _poor_light(self, frame: Picture, picture: Picture) -> Doubt | None:
        """Return the doubt about a picture that is too dark, too bright or without colours."""
        board, shown = self.calibration.board, picture[self.calibration.board.extent]
        levels = middle_levels(shown)
        if max(levels) < MIN_LEVEL:
            return TOO_DARK
        # A grey picture may as well show a wall or a covered lens.
        is_colourless = not self._in_coloured_light and lost_colours(shown, board.reference[board.extent])
        if is_colourless and self._tracker.find(frame, picture).is_in_view:
            return NO_COLOUR
        if min(levels) >= CLIPPED:
            return Doubt(Cause.TOO_BRIGHT, "the picture is too bright to read the board")
        return None

    def _locate(self, frame: Picture, picture: Picture, coarse: GridReading) -> BoardLocation:
        """Return where the board is: it is searched for if the first pass is in doubt, unsure or noisy."""
        sure = coarse.reading.doubt is None and coarse.reading.confidence >= FUSED_CONFIDENCE
        if sure and coarse.evidence.noise < MIN_NOISE_TO_TRACK:
            return BoardLocation()
        return self._tracker.find(frame, picture)

    def _read_finely(self, view: _View, first: GridReading) -> tuple[Reading, GridReading | None]:
        """Return the reading by colours, and that of the finer grid where it may resolve a doubt."""
        reading, fine = first.reading, None
        # A finer grid may find missing counters among others that lie close.
        if (reading.cause in REREAD_CAUSES or reading.notes) and self._fine is not None:
            fine = self._fine.read_frame(view.frame, view.where.motion)
            reading = fine.reading
        return self._with_likely_cause(reading, view), fine

    def _ask_shapes(
        self, view: _View, first: GridReading, reading: Reading, fine: GridReading | None
    ) -> tuple[Reading, GridReading | None]:
        """Return the reading fused with shapes where they may resolve or raise a doubt."""
        seen_bare = self.calibration.board.was_seen_bare
        colours = ColourReading(self.calibration.spec, first, reading, self._in_coloured_light, seen_bare)
        if not colours.needs_shapes:
            return reading, fine
        fused = self._fuse(colours, view, fine)
        if fused.doubt and not reading.doubt and fine is None and self._fine is not None:
            # A doubt raised by shapes is also checked on the finer grid.
            fine = self._fine.read_frame(view.frame, view.where.motion)
            if fine.reading.doubt is None:
                reading = fine.reading
                colours = replace(colours, reading=reading)
                fused = self._fuse(colours, view, fine)
        overrules = reading.doubt is None and fused.doubt is None and fused.halves != reading.halves
        if (overrules or fused.cause in SECOND_LOOK_CAUSES) and self._classifier and self._shapes:
            again = self._classifier.detect(view.frame, view.where.motion, self._shapes.logits)
            both = self._estimate(first, fine, again)
            # A board that leads by less is left in doubt: colours alone may not decide again.
            if both.is_sure:
                fused = self._weigh(colours, both, view)
            elif overrules:
                fused = doubtful(fused, SHAPES_DISAGREE.at(both.support(fused, colours.spec)[1]))
        return (reading if fused is reading else self._with_likely_cause(fused, view)), fine

    def _read_in_coloured_light(self, frame: Picture, shown: ChannelMask) -> Reading:
        """Return the reading of a frame by the channels that coloured light shows, if they suffice."""
        if shown not in self._by_channels:
            seen = restrict_to_channels(self.calibration, shown)
            self._by_channels[shown] = BoardReader(seen, in_coloured_light=True, use_shapes=self._use_shapes)
        reading = self._by_channels[shown].read(fill_channels(frame, shown))
        if reading.cause in COLOURED_LIGHT_CAUSES:
            return doubtful(reading, IN_COLOURED_LIGHT)
        return reading

    def _with_likely_cause(self, reading: Reading, view: _View) -> Reading:
        """Replace a reading's doubt by blur or a missing board where either is the likely cause.

        Behind a hand a moved board is only seen in parts; it still counts as in view. What is read where the
        board was searched for and not found is another board, or this one a place aside.
        """
        is_in_view = view.where.is_in_view
        if reading.doubt is None and is_in_view:
            return reading
        if self._sharpness.is_blurred(view.picture) if is_in_view else is_out_of_focus(view.frame):
            return doubtful(reading, _in_this_light(OUT_OF_FOCUS, view.evidence))
        return reading if is_in_view else doubtful(reading, NOT_IN_VIEW)

    def _with_measured_cause(
        self, reading: Reading, view: _View, first: GridReading, fine: GridReading | None
    ) -> Reading:
        """Replace a doubt about things by lost colours, light, or a place in dispute, if measured.

        The reading stays as doubtful as it was.
        """
        if reading.cause is Cause.BLUR and max(middle_levels(view.picture)) < MIN_LEVEL:
            return replace(reading, doubt=TOO_DARK)
        is_in_view = view.where.is_in_view
        if is_in_view and is_grey(view.picture) and not is_grey(self.calibration.board.reference):
            return replace(reading, doubt=NO_COLOUR)
        if reading.cause in LIGHT_CAUSES and (light := self._coarse.light(first.evidence, reading)):
            return replace(reading, doubt=light)
        if reading.cause is Cause.TOO_MANY and self._shapes is not None:
            both, spec = self._estimate(first, fine, self._shapes), self.calibration.spec
            if all(sum(both.halves.of(seat)) <= spec.counters_per_seat for seat in Seat):
                return replace(reading, doubt=SHAPES_DISAGREE.at(both.support(reading, spec)[1]))
        return reading

    def _with_die(self, reading: Reading, view: _View) -> Reading:
        """Replace a reading's doubt by the die that lies on the board, if one is seen."""
        if reading.cause not in DIE_CAUSES or self._in_coloured_light or self._things is None:
            return reading
        die = self._things.die(view.frame, view.where.motion)
        half = None if die is None else self.calibration.spec.half_at(die.x_mm, die.y_mm)
        return reading if die is None or half is None else doubtful(reading, die_on(half, die.face))

    def _fuse(self, colours: ColourReading, view: _View, fine: GridReading | None) -> Reading:
        """Return the reading by colours, those of the finer grid if there are any, fused with shapes."""
        if self._classifier is None:
            return colours.without_shapes
        self._shapes = self._shapes or self._classifier.detect(view.frame, view.where.motion)
        both = self._estimate(colours.first, fine, self._shapes)
        if self._has_learned and colours.is_contradicted_by(both):
            # What was learned since calibration no longer fits; forget it and read again.
            self._has_learned = False
            self._coarse = GridReader(self.calibration)
            self.__dict__.pop("_fine", None)
            return self.read(view.frame)
        return self._weigh(colours, both, view)

    def _estimate(self, first: GridReading, fine: GridReading | None, shapes: ShapeReport) -> FusedEstimate:
        """Return the fused estimate by the finer grid if it was read, else by the coarse one."""
        if self._fine is not None and fine is not None:
            return self._fine.fused_estimate(fine, shapes)
        return self._coarse.fused_estimate(first, shapes)

    def _weigh(self, colours: ColourReading, both: FusedEstimate, view: _View) -> Reading:
        """Return the reading that colours and a fused estimate make."""
        motion = view.where.motion
        return colours.fuse(both, lambda fused_estimate: self._coarse.reading_of(fused_estimate, motion))

    def place_odds(self, frame: Picture) -> PlaceOdds | None:
        """Return the fused odds of each place of a frame of a board at rest, in light that is not coloured.

        None without a shape classifier.
        """
        if self._classifier is None:
            return None
        return self._coarse.place_odds(self._coarse.read_frame(frame), self._classifier.detect(frame))

    def sharpness(self, frame: Picture) -> float:
        """Return the sharpness of a frame of the board relative to calibration, 0 to 1 or more."""
        scaled = scaled_frame(frame, self.calibration.camera.frame_size_wh)
        return self._sharpness.relative(self._coarse.rectify(scaled))

    def learn(self, halves: Halves) -> Calibration | None:
        """Update the model of the bare board from the last frame, whose position is now known.

        Does nothing unless that frame was clearly read as just this position, where it was calibrated, and
        shapes agree: an error would last. Each frame is learned from once. What is learned stays in memory,
        until shapes contradict a reading. Once all that was guessed has been seen bare, bit by bit, a
        calibration of the whole board is returned, to read by from now on.
        """
        last, self._last = self._last, None
        if last is None or last.halves != halves:
            return None
        both = None
        if self._classifier is not None:
            both = self._coarse.fused_estimate(
                last.coarse, last.shapes or self._classifier.detect(last.frame)
            )
            if both.halves != halves:
                return None
        fine = last.fine or (self._fine.read_frame(last.frame) if self._fine else None)
        complete = None if both is None else self._see_bare(last.coarse, fine, both.places_mm)
        self._has_learned = True
        self._coarse.learn(last.coarse, halves)
        if self._fine is not None and fine is not None:
            self._fine.learn(fine, halves)
        return complete

    def _see_bare(
        self, coarse: GridReading, fine: GridReading | None, places_mm: Doubles
    ) -> Calibration | None:
        """Note what is seen bare away from counters at places (n, 2); return the calibration of all of it."""
        if self.calibration.board.was_seen_bare:
            return None
        seen = replace(self.calibration, board=self._coarse.see_bare(coarse.evidence, places_mm), finer=None)
        if self._fine is not None and fine is not None:
            finer = self._fine.see_bare(fine.evidence, places_mm)
            seen = replace(seen, finer=replace(self._fine.calibration, board=finer))
        grids = (seen,) if seen.finer is None else (seen, seen.finer)
        return seen if all(grid.board.was_seen_bare for grid in grids) else None


def _if_it_runs(model: Path, make: Callable[[], T]) -> T | None:
    """Return what is made with a network; None where it can't be run, which is logged."""
    try:
        return make()
    except VisionError as error:
        _log.warning("%s: %s", WITHOUT[model], error)
        return None


def _keep_freed_memory() -> None:
    """Make malloc keep what is freed; returning it after each reading takes longer than the reading.

    glibc keeps freed memory once a block of this size was freed.
    """
    np.empty(24 << 20, np.uint8)


def return_freed_memory() -> None:
    """Give freed memory back to the system, between games: the gaps in malloc's heap grow for hours."""
    with suppress(AttributeError):  # only glibc has it
        ctypes.CDLL(None).malloc_trim(0)


def _in_this_light(doubt: Doubt, evidence: Evidence) -> Doubt:
    """Return a doubt about sharpness or motion, or the light that has another colour than at calibration."""
    if doubt.cause is Cause.UPSIDE_DOWN or not is_tinted(evidence):
        return doubt
    return OTHER_COLOUR_OF_LIGHT


def _unread(doubt: Doubt) -> Reading:
    return Reading(doubt, None, (), (), 0.0)
