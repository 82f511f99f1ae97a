"""Turn frames into readings: check, rectify, detect, and look again where that leaves a doubt."""

import ctypes
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from itertools import compress
from pathlib import Path
from typing import NamedTuple, TypeVar

import cv2
import numpy as np

from companion.board.motion import STILL
from companion.game.board import Halves
from vision.arrays import Doubles, Floats, Picture
from vision.calibration import Calibration
from vision.classifier.likeness import MIN_LIKENESS, Likeness
from vision.classifier.network import MODEL, MODEL_LIKENESS, MODEL_THINGS, WITHOUT
from vision.classifier.shape_classifier import ShapeClassifier
from vision.classifier.things import BESIDE_MM, ThingFinder
from vision.detection.doubts import (
    COUNTER_SURROUND,
    HAND_OVER_BOARD,
    IN_COLOURED_LIGHT,
    NOT_IN_VIEW,
    OTHER_COLOUR_OF_LIGHT,
    SHAPES_DISAGREE,
    dice_on,
    is_tinted,
    odd_thing,
)
from vision.detection.fused_estimate import MIN_LEAD, FusedEstimate, PlaceOdds, match_discs
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
from vision.reading import Cause, Doubt, FoundCounter, Reading, doubtful, middles_mm
from vision.segmentation.coloured_light import (
    ChannelMask,
    fill_channels,
    restrict_to_channels,
    visible_channels,
)
from vision.segmentation.evidence import Evidence

_log = logging.getLogger(__name__)

T = TypeVar("T")

MIN_NOISE_TO_TRACK = 1.15
"""Noise, relative to calibration, from which the reader checks whether the board has moved."""

MAX_SAME_LEVELS = 2.0
"""Grey levels by which a place as wide as a counter may differ, on average, in a picture that shows the same.
Noise of 2 levels makes 1.5 at most, a counter 10 levels from the board that is pushed by its width 6."""

STANDING_CAUSES = frozenset({Cause.BLEACHED, Cause.PLACE_BETWEEN})
"""Doubts of colours that stand whatever shapes say."""

HAND_CAUSES = frozenset({Cause.HAND, Cause.COVERED})
"""Doubts that stand in the light of calibration: shapes don't see a sleeve of the board's own colour. Lamps
and sunlight reach in like a hand, and hide the board's grain."""

COLOURED_LIGHT_CAUSES = frozenset(
    {Cause.ODD_THING, Cause.HIDDEN_THING, Cause.FAINT_THING, Cause.TOO_MANY, Cause.COLOUR_BETWEEN}
    | {Cause.COVERED, Cause.TOO_BRIGHT, Cause.BLUR, Cause.BOARD_MOVED, Cause.NOT_IN_VIEW}
)
"""Doubts that light of one colour causes: it hides lines and grain, which show sharpness and motion."""

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


class _View(NamedTuple):
    """A frame, where the board is in it, its rectified picture there, and the first pass over that."""

    frame: Picture
    picture: Picture
    where: BoardLocation
    first: GridReading


class _Looked(NamedTuple):
    """A closer look: the finest grid's reading, and shapes fused with it, where they can run."""

    colours: GridReading
    both: FusedEstimate | None


class _LastRead(NamedTuple):
    """The last frame that was read of a guessed board, where it was calibrated."""

    view: _View
    halves: Halves | None
    looked: _Looked | None


class BoardReader:
    """Read frames of one calibrated board.

    The same frame always gives the same reading. With `in_coloured_light`, frames and calibration are those
    of the channels that the light shows, and shapes have to agree with every reading. Without `use_shapes`,
    readings rest on colours alone.
    """

    def __init__(
        self, calibration: Calibration, *, in_coloured_light: bool = False, use_shapes: bool = True
    ) -> None:
        self.calibration = calibration
        self._use_shapes = use_shapes
        self._in_coloured_light = in_coloured_light
        self._coarse = GridReader(calibration)
        _keep_freed_memory()
        self.before: Picture | None = None
        """A frame: dice that have come since then are looked for on the board and beside it."""
        self._last: _LastRead | None = None
        self._clear: tuple[Picture, Reading] | None = None  # the last rectified picture, if clearly read
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
    def _surroundings(self) -> ThingFinder | None:
        """The finder of dice that also sees beside the board."""
        return None if self._things is None else ThingFinder(self.calibration, BESIDE_MM)

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
        self._last = None
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
        first = coarse
        if where.motion is not STILL:
            picture = self._coarse.rectify(frame, where.motion)
            first = self._coarse.read(self._coarse.extract(picture), where.motion)
        view = _View(frame, picture, where, first)
        reading, looked = first.reading, None
        if not self._is_plain(first):
            looked = self._look_closely(view)
            reading = self._decide(view, looked)
        if reading.doubt is None and (doubt := self._suspect(view, reading)):
            reading = doubtful(reading, doubt)
        if reading.doubt is not None:
            reading = self._with_measured_cause(reading, view)
        reading = self._with_dice(reading, view)
        if reading.doubt is None and where.motion is STILL and not self.calibration.board.was_seen_bare:
            self._last = _LastRead(view, reading.halves, looked)
        return reading

    def read_again(self, frame: Picture) -> Reading:
        """Return the last reading if it was clear and a frame (H, W, 3) shows the same; else read the frame.

        Changes add up: a frame is compared with the one that was read. Raises OtherSizeError as `read` does.
        """
        picture = self._coarse.rectify(scaled_frame(frame, self.calibration.camera.frame_size_wh))
        if self._clear is not None and self.before is None:
            window = (int(self.calibration.board.counter_px) | 1,) * 2
            change = cv2.blur(cv2.subtract(picture, self._clear[0], dtype=cv2.CV_32F), window)
            if np.abs(change).max() < MAX_SAME_LEVELS:
                return self._clear[1]
        reading = self.read(frame)
        # A die counts only while one is looked for.
        is_lasting = reading.doubt is None and self.before is None
        self._clear = (picture, reading) if is_lasting else None
        return reading

    def _is_plain(self, first: GridReading) -> bool:
        """True if colours alone surely show all counters, in the light that the bare board was seen in."""
        reading, is_known = first.reading, self.calibration.board.was_seen_bare
        if not is_known or self._in_coloured_light or first.evidence.difference.is_in_other_light:
            return False
        return reading.confidence >= 1 and not reading.notes and not self._has_counter_at_rim(reading)

    def _has_counter_at_rim(self, reading: Reading) -> bool:
        """True if a counter beside the board would lie on it if it was found half a counter off."""
        spec = self.calibration.spec
        beside = middles_mm(reading.off_board)
        nearer = beside - np.copysign(spec.counter_diameter_mm / 2, beside)
        return any(spec.half_at(x, y) for x, y in nearer.tolist())

    def _look_closely(self, view: _View) -> _Looked:
        """Read the finer grid, look at shapes twice, and weigh both; without networks, colours alone."""
        motion = view.where.motion
        grid, colours = self._coarse, view.first
        if self._fine is not None:
            grid, colours = self._fine, self._fine.read_frame(view.frame, motion)
        if self._classifier is None:
            return _Looked(colours, None)
        shapes = self._classifier.detect(view.frame, motion)
        shapes = self._classifier.detect(view.frame, motion, shapes.logits)
        return _Looked(colours, grid.fused_estimate(colours, shapes))

    def _decide(self, view: _View, looked: _Looked) -> Reading:
        """Return what colours say if the estimate agrees, what that says if it leads, and else a doubt."""
        colours, both, spec = looked.colours.reading, looked.both, self.calibration.spec
        in_other_light = view.first.evidence.difference.is_in_other_light
        tinted = self._in_coloured_light or is_tinted(view.first.evidence)
        if not view.where.is_in_view:
            return doubtful(colours, NOT_IN_VIEW)
        standing = STANDING_CAUSES if in_other_light else STANDING_CAUSES | HAND_CAUSES
        for one in (view.first.reading, colours):
            if one.cause in standing:
                return one
        if colours.doubt is not None and (both is None or self._sharpness.is_blurred(view.picture)):
            return colours
        if both is None:
            return doubtful(colours, IN_COLOURED_LIGHT) if tinted else colours
        support, weakest = both.support(colours, spec)
        seen_bare = self.calibration.board.was_seen_bare
        is_new = in_other_light or not seen_bare
        # A counter that is missing lies somewhere.
        least = MIN_LEAD if tinted or (is_new and colours.notes) else 0.0
        # In other light shadows look like things to shapes; where both see all, little can be hidden.
        is_open = seen_bare and (in_other_light or view.first.reading.doubt is None)
        is_hidden = both.occluded >= (len(spec.points_mm) if is_open else 1)
        if colours.doubt is None and support >= least and not is_hidden:
            return colours
        if both.is_sure and (leading := self._coarse.reading_of(both, view.where.motion)):
            return leading
        if is_hidden:
            return doubtful(colours, HAND_OVER_BOARD)
        if colours.doubt is not None:
            return colours
        return doubtful(colours, IN_COLOURED_LIGHT if tinted else SHAPES_DISAGREE.at(weakest))

    def _suspect(self, view: _View, reading: Reading) -> Doubt | None:
        """Return a doubt about a counter that a glare may have made pale, or that looks like no other.

        Likeness is not asked in light of one colour, in which no counter looks as it was learned (shapes had
        to agree), nor in other light where any number of counters may lie. Colours alone are not asked once
        all counters are found: glossy ones may mirror the room.
        """
        picture, evidence = view.picture, view.first.evidence
        is_settled = self._coarse.is_settled(evidence, reading)
        if not is_settled and (glare := self._coarse.glare(picture, evidence, reading)):
            return glare
        found = (*reading.counters, *reading.off_board)
        is_uncounted = self.calibration.spec.counters_per_seat == 0
        if self._in_coloured_light or not reading.counters or (is_settled and is_uncounted):
            return None
        is_other = np.zeros(len(found), bool)
        if not is_settled:
            is_other = self._coarse.have_other_colours(picture, evidence, found)
        if not is_other[: len(reading.counters)].any() and self._likeness is not None:
            is_other = self._likeness_of(reading.counters, view) < MIN_LIKENESS
        return next((odd_thing(c.half) for c in compress(reading.counters, is_other)), None)

    def _likeness_of(self, counters: Sequence[FoundCounter], view: _View) -> Floats:
        """Return the log odds (n,), in nats, that what was found (n) are counters of their seats."""
        assert self._likeness is not None
        assert self._classifier is not None
        grid, diameter_mm = self._fine or self._coarse, self.calibration.spec.counter_diameter_mm
        here, seats = middles_mm(counters), [c.seat for c in counters]
        colours = grid.relative_colours(view.frame, view.where.motion)
        odds = self._likeness.of(grid.patches(colours, here[None]), seats)
        if odds.min(initial=MIN_LIKENESS) < MIN_LIKENESS:
            # Colours may see a pale counter by a part of it.
            shapes, by_shape = self._classifier.detect(view.frame, view.where.motion), here.copy()
            for place, disc in zip(*match_discs(shapes, here, diameter_mm), strict=True):
                by_shape[[] if disc is None else disc] = place
            aside = np.stack([*(here + diameter_mm * way for way in ASIDE), by_shape])
            even = grid.patches(colours, here[None], evenly_lit=True)
            odds = self._likeness.of(np.concatenate([grid.patches(colours, aside), even]), seats)
        return odds

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

    def _read_in_coloured_light(self, frame: Picture, shown: ChannelMask) -> Reading:
        """Return the reading of a frame by the channels that coloured light shows, if they suffice."""
        if shown not in self._by_channels:
            seen = restrict_to_channels(self.calibration, shown)
            self._by_channels[shown] = BoardReader(seen, in_coloured_light=True, use_shapes=self._use_shapes)
        reading = self._by_channels[shown].read(fill_channels(frame, shown))
        if reading.cause in COLOURED_LIGHT_CAUSES:
            return doubtful(reading, IN_COLOURED_LIGHT)
        return reading

    def _with_measured_cause(self, reading: Reading, view: _View) -> Reading:
        """Replace a reading's doubt by blur, light, lost colours or a board out of view, if measured."""
        picture, evidence = view.picture, view.first.evidence
        is_in_view = view.where.is_in_view
        is_blurred = self._sharpness.is_blurred(picture) if is_in_view else is_out_of_focus(view.frame)
        if is_blurred and reading.cause is not Cause.TOO_BRIGHT:
            is_dark = max(middle_levels(picture)) < MIN_LEVEL
            return doubtful(reading, TOO_DARK if is_dark else _in_this_light(OUT_OF_FOCUS, evidence))
        if not is_in_view:
            return doubtful(reading, NOT_IN_VIEW)
        if is_grey(picture) and not is_grey(self.calibration.board.reference):
            return doubtful(reading, NO_COLOUR)
        if reading.cause in LIGHT_CAUSES and (light := self._coarse.light(evidence, reading)):
            return doubtful(reading, light)
        return reading

    def _with_dice(self, reading: Reading, view: _View) -> Reading:
        """Replace a reading's doubt by the dice that lie on the board, if surely seen; note those beside it.

        The finder takes some stones in a lamp's sheen for dice: what looks like a seat's counters is none.
        Each is compared alone, as two dice look like each other.
        """
        before = None
        if reading.doubt is None and self.before is not None:
            before = scaled_frame(self.before, self.calibration.camera.frame_size_wh)
        is_sought = before is not None or reading.cause in DIE_CAUSES
        finder = self._things if before is None else self._surroundings
        if not is_sought or self._in_coloured_light or finder is None or self._likeness is None:
            return reading
        dice, spec = finder.dice(view.frame, view.where.motion, before), self.calibration.spec
        halves = [spec.half_at(die.x_mm, die.y_mm) for die in dice]
        seen = replace(reading, dice=tuple(die.face for die in dice))
        places = tuple(half for half in halves if half is not None)
        if not places:
            return seen
        named = () if reading.doubt is None else reading.doubt.places
        if named and set(named).isdisjoint(places):
            return reading
        for one in (*reading.counters, *reading.off_board):
            away_mm = min(np.hypot(one.x_mm - die.x_mm, one.y_mm - die.y_mm) for die in dice)
            is_near = away_mm < COUNTER_SURROUND * spec.counter_diameter_mm
            if is_near and self._likeness_of([one], view)[0] >= MIN_LIKENESS:
                return reading
        return doubtful(seen, dice_on(places))

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
        """Note what the last frame, whose position is now known, shows of a bare board that was guessed.

        Does nothing unless that frame was clearly read as just this position, where it was calibrated, and
        shapes agree: an error would last. Once all has been seen bare, bit by bit, a calibration of the whole
        board is returned, to read by from now on.
        """
        last, self._last = self._last, None
        if last is None or last.halves != halves:
            return None
        coarse, (fine, both) = last.view.first, last.looked or self._look_closely(last.view)
        if both is None or both.halves != halves:
            return None
        seen = self._coarse.see_bare(coarse.evidence, both.places_mm)
        complete = replace(self.calibration, board=seen, finer=None)
        if self._fine is not None:
            finer = self._fine.see_bare(fine.evidence, both.places_mm)
            complete = replace(complete, finer=replace(self._fine.calibration, board=finer))
        grids = (complete, complete.finer or complete)
        return complete if all(grid.board.was_seen_bare for grid in grids) else None


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
    """Give freed memory back to the system, now and then: the gaps in malloc's heap grow for hours."""
    with suppress(AttributeError):  # only glibc has it
        ctypes.CDLL(None).malloc_trim(0)


def _in_this_light(doubt: Doubt, evidence: Evidence) -> Doubt:
    """Return a doubt about sharpness or motion, or the light that has another colour than at calibration."""
    if doubt.cause is Cause.UPSIDE_DOWN or not is_tinted(evidence):
        return doubt
    return OTHER_COLOUR_OF_LIGHT


def _unread(doubt: Doubt) -> Reading:
    return Reading(doubt, None, (), (), 0.0)
