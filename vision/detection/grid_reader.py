"""Read the rectified board on one grid, coarse or fine."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import compress

import cv2
import numpy as np

from companion.board.motion import STILL, RigidMotion
from companion.game.board import Halves, Point, Seat
from vision.arrays import Doubles, Floats, Mask, Picture
from vision.calibration import Calibration
from vision.classifier.shape_classifier import ShapeReport
from vision.detection.disc_judge import MIN_COUNTER_STRENGTH, DiscJudge, JudgedDisc
from vision.detection.discs import DiscFinder
from vision.detection.doubts import PARTLY_TOO_BRIGHT, SHADOW_REACH, Doubts
from vision.detection.fused_estimate import (
    ColourEvidence,
    FusedEstimate,
    PlaceOdds,
    fused_estimate,
    match_discs,
    place_odds,
)
from vision.geometry.halves import assign_halves, count_halves, places_near
from vision.photometry.board_raster import BoardRaster
from vision.reading import Cause, Doubt, FoundCounter, Reading, middles_mm
from vision.segmentation.counter_colours import patches_at
from vision.segmentation.evidence import Evidence, EvidenceExtractor

MIN_VISIBLE_LLR = 1.0
"""Typical evidence, in nats a pixel, below which a missing counter may lie on the board unseen."""

FUSED_CONFIDENCE = 0.6  # confidence of a reading that colours alone left in doubt

ASIDE = 0.12 * np.array([(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (2, 0), (-2, 0), (0, 2), (0, -2)])
"""Where a counter is looked at, in diameters from where it was found: faint ones are up to a quarter off."""

NEAR_LOOKS = 5  # number of those looks that compare colours


@dataclass(frozen=True)
class GridReading:
    """A reading with its evidence and its discs `judged` (n), at `places_mm` (n, 2)."""

    evidence: Evidence
    reading: Reading
    judged: tuple[JudgedDisc, ...]
    places_mm: Doubles


class GridReader:
    """Read rectified pictures on the grid of one calibration."""

    def __init__(self, calibration: Calibration) -> None:
        self.calibration = calibration
        self._seen = calibration.board
        self._rectifier = calibration.rectifier()
        self._extractor = EvidenceExtractor(calibration)
        self._typical_llr = calibration.counters.map(lambda counter: counter.typical_llr)
        weights = calibration.counters.map(lambda counter: counter.weights)
        counter_px = calibration.board.counter_px
        self._finder = DiscFinder(counter_px, weights, self._typical_llr)
        self._judge = DiscJudge(calibration, self._extractor.colours)
        self._doubts = Doubts(calibration)

    def rectify(self, frame: Picture, motion: RigidMotion = STILL) -> Picture:
        """Return the rectified picture (h, w, 3) of a frame (H, W, 3), both BGR, of a moved board."""
        rectifier = self._rectifier if motion is STILL else self.calibration.rectifier(motion)
        return rectifier.rectify(frame)

    def extract(self, picture: Picture) -> Evidence:
        """Return the evidence in a rectified picture."""
        return self._extractor.extract(picture)

    def read_frame(self, frame: Picture, motion: RigidMotion = STILL) -> GridReading:
        """Return the reading of a frame (H, W, 3) BGR of a board that has moved by `motion`."""
        return self.read(self.extract(self.rectify(frame, motion)), motion)

    def read(self, evidence: Evidence, motion: RigidMotion = STILL) -> GridReading:
        """Return the reading of the evidence in a picture that was rectified for a motion."""
        discs = self._finder.find(evidence.counters, evidence.best_counter, MIN_COUNTER_STRENGTH / 2)
        judged = tuple(self._judge.judge(evidence, discs))
        places_mm = self.calibration.grid.to_mm(np.array([(j.x, j.y) for j in judged]).reshape(-1, 2))
        return GridReading(evidence, self._conclude(evidence, judged, places_mm, motion), judged, places_mm)

    def fused_estimate(self, grid_reading: GridReading, shapes: ShapeReport) -> FusedEstimate:
        """Return the fused estimate of colours and shapes."""
        colours = self._colour_evidence(grid_reading, shapes)
        in_other_light = grid_reading.evidence.difference.is_in_other_light
        return fused_estimate(self.calibration.spec, colours, shapes, in_other_light)

    def place_odds(self, grid_reading: GridReading, shapes: ShapeReport) -> PlaceOdds:
        """Return the fused odds of each place."""
        return place_odds(self._colour_evidence(grid_reading, shapes), shapes)

    def _colour_evidence(self, grid_reading: GridReading, shapes: ShapeReport) -> ColourEvidence:
        """Return the evidence from colours at all places that may hold a counter."""
        diameter_mm = self.calibration.spec.counter_diameter_mm
        places_mm, discs = match_discs(shapes, grid_reading.places_mm, diameter_mm)
        places = self.calibration.grid.to_px(places_mm)
        of_a = self._judge.shares_of_a(grid_reading.evidence, places)
        strengths = [0.0 if disc is None else grid_reading.judged[disc].strength for disc in discs]
        return ColourEvidence(
            places_mm, np.array(strengths, np.float32), of_a, self._judge.are_off_board(places)
        )

    def reading_of(self, both: FusedEstimate, motion: RigidMotion = STILL) -> Reading | None:
        """Return the reading of a sure estimate; None where a seat would have too many counters."""
        sureness = [FUSED_CONFIDENCE] * len(both.seats)
        found = self._found(both.seats, both.halves_of_counters, both.places_mm, sureness, motion)
        counters = tuple(c for c in found if c.half is not None)
        if self._count(counters, []) is not None:
            return None
        off_board = tuple(c for c in found if c.half is None)
        notes = _notes(self._lacking((*counters, *off_board)))
        return Reading(None, both.halves, counters, off_board, FUSED_CONFIDENCE, notes)

    def is_settled(self, evidence: Evidence, reading: Reading) -> bool:
        """True if all counters are found: something else is then hardly one of them.

        Where any number may lie, true in other light: no counter then looks as it was learned.
        """
        if self.calibration.spec.counters_per_seat == 0:
            return evidence.difference.is_in_other_light
        return not self._lacking((*reading.counters, *reading.off_board))

    def have_other_colours(self, picture: Picture, evidence: Evidence, found: Sequence[FoundCounter]) -> Mask:
        """Return which counters (n) in a rectified picture have colours that no other of their seats has.

        What is found a little off its place shows a side, or its shadow: places a little aside count, too.
        """
        colours = evidence.difference.colours + self._extractor.subtractor.relative
        places, seats = self._places(found), [c.seat for c in found]
        aside = (self._seen.counter_px * way for way in ASIDE[:NEAR_LOOKS])
        others = [self._judge.have_other_colours(picture, colours, places + by, seats) for by in aside]
        return np.asarray(np.all(others, axis=0), bool)

    def relative_colours(self, frame: Picture, motion: RigidMotion) -> Floats:
        """Return log-opponent colours (h, w, 3) of a frame (H, W, 3) BGR, relative to the board nearby."""
        subtractor = self._extractor.subtractor
        return np.asarray(subtractor.subtract(self.rectify(frame, motion)).colours + subtractor.relative)

    def patches(self, colours: Floats, looks_mm: Doubles, *, evenly_lit: bool = False) -> Floats:
        """Return patches (looks, n, PATCH_PX, PATCH_PX, 3) at places (looks, n, 2) in `relative_colours`.

        With `evenly_lit`, relative to the light at all points: a board may mirror a lamp, counters don't.
        """
        if evenly_lit:
            colours = colours + self._judge.uneven_light()
        counter_px = self.calibration.board.counter_px
        return np.stack([patches_at(colours, self.calibration.grid.to_px(at), counter_px) for at in looks_mm])

    def _places(self, found: Sequence[FoundCounter]) -> Doubles:
        """Return the middles (n, 2) of counters in grid pixels."""
        return self.calibration.grid.to_px(middles_mm(found))

    def glare(self, picture: Picture, evidence: Evidence, reading: Reading) -> Doubt | None:
        """Return a doubt that names the first counter on the board that a glare may have made pale."""
        places = self._places((*reading.counters, *reading.off_board))
        for counter, place in zip(reading.counters, places, strict=False):
            disc, beside = self._judge.around(place, places)
            if not len(beside[0]):
                continue
            cells = self._extractor.subtractor.without_glare(picture, evidence.difference, disc, beside)
            if not self._judge.is_of(counter.seat, cells):
                return PARTLY_TOO_BRIGHT.at(counter.half)
        return None

    def light(self, evidence: Evidence, reading: Reading) -> Doubt | None:
        """Return a doubt that names where light falls, if that makes the board look unlike itself."""
        # Where too many counters are seen, light may have made some of them.
        counters = () if reading.cause is Cause.TOO_MANY else reading.counters
        return self._doubts.light(evidence, self._places(counters).tolist())

    def see_bare(self, evidence: Evidence, places_mm: Doubles) -> BoardRaster:
        """Return the board with all that was seen bare up to now, away from counters at places (n, 2).

        Nothing is read by it: a board that is known in patches was read worse than one that is guessed.
        """
        new = self._away_from(places_mm) & ~self._seen.known
        self._seen = self._extractor.subtractor.with_bare(self._seen, evidence.difference, new)
        return self._seen

    def _away_from(self, places_mm: Doubles) -> Mask:
        """Return where (h, w) neither counters at places (n, 2) lie nor their shadows."""
        board = self.calibration.board
        away = np.ones(board.shape, np.uint8)
        for x, y in self.calibration.grid.to_px(places_mm):
            cv2.circle(away, (round(x), round(y)), round(SHADOW_REACH * board.counter_px), 0, -1)
        return away > 0

    def _conclude(
        self, evidence: Evidence, judged: Sequence[JudgedDisc], places_mm: Doubles, motion: RigidMotion
    ) -> Reading:
        at_mm = [(x, y) for x, y in places_mm.tolist()]
        is_counter = [j.is_counter for j in judged]
        beside = self._judge.are_off_board(self.calibration.grid.to_px(places_mm)).tolist()
        halves, doubtful = assign_halves(self.calibration.spec, at_mm, is_counter, beside)
        found = self._found(
            [j.seat for j in compress(judged, is_counter)],
            list(compress(halves, is_counter)),
            places_mm[is_counter],
            [j.confidence for j in compress(judged, is_counter)],
            motion,
        )
        counters = tuple(c for c in found if c.half is not None)
        off_board = tuple(c for c in found if c.half is None)
        on_board = [j for j, half in zip(judged, halves, strict=True) if half is not None]
        lacking = self._lacking((*counters, *off_board))
        doubt = (
            self._doubts.verdict(evidence, judged, on_board)
            or self._count(counters, [at_mm[index] for index in doubtful])
            or self._undetected(lacking)
        )
        if doubt is not None:
            return Reading(doubt, None, counters, off_board, 0.0)
        confidence = min((c.confidence for c in counters), default=1.0)
        halves_shown = Halves(*(count_halves([c.half for c in counters if c.seat is seat]) for seat in Seat))
        return Reading(None, halves_shown, counters, off_board, confidence, _notes(lacking))

    def _found(
        self,
        seats: Sequence[Seat],
        halves: Sequence[Point | None],
        places_mm: Doubles,
        confidences: Sequence[float],
        motion: RigidMotion,
    ) -> list[FoundCounter]:
        """Return counters at places (n, 2) of a moved board, with their pixels in the frame."""
        spec, camera = self.calibration.spec, self.calibration.camera
        seen_mm = places_mm if motion is STILL else motion.moved(places_mm)
        places_px = camera.to_px(spec, seen_mm, spec.counter_height_mm / 2)
        return [
            FoundCounter(
                seat=seat, half=half, x_mm=mm[0], y_mm=mm[1], x_px=px[0], y_px=px[1], confidence=confidence
            )
            for seat, half, mm, px, confidence in zip(
                seats, halves, places_mm.tolist(), places_px.tolist(), confidences, strict=True
            )
        ]

    def _lacking(self, found: tuple[FoundCounter, ...]) -> dict[Seat, int]:
        """Return how many counters of each seat are missing, for seats that miss some."""
        most = self.calibration.spec.counters_per_seat
        lacking = {seat: most - sum(c.seat is seat for c in found) for seat in Seat}
        return {seat: lack for seat, lack in lacking.items() if lack > 0}

    def _undetected(self, lacking: dict[Seat, int]) -> Doubt | None:
        """Return a doubt if a missing counter may lie on the board unseen."""
        for seat in lacking:
            if self._typical_llr.of(seat) < MIN_VISIBLE_LLR:
                return Doubt(
                    Cause.FAINT_THING,
                    f"a counter of {seat} may lie unseen: they hardly differ from the board",
                )
        return None

    def _count(
        self, counters: tuple[FoundCounter, ...], doubtful_mm: list[tuple[float, float]]
    ) -> Doubt | None:
        most = self.calibration.spec.counters_per_seat
        for seat in Seat:
            count = sum(c.seat is seat for c in counters)
            if most and count > most:
                return Doubt(Cause.TOO_MANY, f"{count} counters of {seat} are seen, but a seat has {most}")
        if doubtful_mm and most:
            why = "a counter lies midway between two places, or at the rim"
            return Doubt(Cause.PLACE_BETWEEN, why, places_near(self.calibration.spec, doubtful_mm[0]))
        return None


def _notes(lacking: dict[Seat, int]) -> tuple[str, ...]:
    """Return remarks on missing counters: one under another cannot be seen from above."""
    return tuple(
        f"one counter of {seat} may lie on another, or be out of view"
        if lack == 1
        else f"{lack} counters of {seat} may lie on others, or be out of view"
        for seat, lack in lacking.items()
    )
