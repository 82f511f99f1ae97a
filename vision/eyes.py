"""The eyes of a station: a frame becomes a reading."""

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.game.board import Halves, Seat
from vision.calibrated import Calibration
from vision.discs import Disc, DiscFinder
from vision.doubts import NOT_IN_VIEW, Doubts
from vision.drift import Drift
from vision.errors import VisionError
from vision.evidence import Evidence, EvidenceMaker
from vision.halves import assign_halves, count_halves
from vision.nudge import NudgeFinder
from vision.reading import Cause, Doubt, FoundCounter, Reading
from vision.rectify import STILL, Nudge, Rectifier, board_area
from vision.sharpness import Sharpness

Floats = NDArray[np.float32]

SEATS = (Seat.A, Seat.B)

FAINT = 0.08
"""Share of a counter's usual evidence from which on a disc of evidence has to be accounted for."""

NOISY = 1.15
"""How many times noisier than usual a picture may be before it is asked whether the board was nudged."""

UNSURE = 0.6
"""How sure a reading has to be not to be asked for that."""

LEAST_NUDGE_MM, MOST_NUDGE_MM = 0.8, 8.5
MOST_TURN_RAD = np.radians(3.6)
ROUGHLY = 1.8
"""How many times further than that a first guess may lie: it is good to some millimetres only."""

REFINEMENTS, ALIGNED_MM = 5, 0.4
"""How often a nudge is measured anew once it was made good, until so little is left of it anywhere."""

NOISE_MORE = 1.1
"""How many times noisier a picture may be when a nudge is made good."""

EDGES_LEFT, NOISE_LEFT = 0.6, 0.85
"""Share of the edges unlike the reference, or of the noise, that may remain where patches cannot tell."""

LEAST_AGREEING, LEAST_AGREEING_SHARE = 8, 0.25
"""How many patches of the board at least have to agree on a nudge, and what share of all."""

FEW_PATCHES, REST_SHARE = 4, 0.5
"""One in so many patches tells whether the board lies where it lay, when that share of them agrees."""

ELSEWHERE_SHARE = 0.1
"""Share of the patches that may seem to agree on a nudge though they show something else."""

LEAST_MATCH, SURE_MATCH = 0.12, 0.25
"""Share of the edges that has to agree on a nudge: to look closer, and to believe in one too large for it."""

LEARN_RATE = 0.1
LEARN_SURE = 0.5
LEARN_AWAY = 1.5
"""How many diameters around a counter are not learned from: its shadow lies there."""

DARKEST, BRIGHTEST = 8, 250
"""Median grey level beyond which a frame is too dark or too bright to read."""


BLURRED = Doubt(Cause.BLUR, "the picture is blurred: is the camera in focus?")


class Eyes:
    """Reads frames of one calibrated station. The same frame always gives the same reading."""

    def __init__(self, calibration: Calibration) -> None:
        self.calibration = calibration
        self._rectifier = Rectifier(calibration.spec, calibration.view)
        self._grid = self._rectifier.grid
        self._weigher = EvidenceMaker(calibration)
        self._diameter_px = calibration.spec.counter_diameter_mm * self._grid.px_per_mm
        self._finder = DiscFinder(
            self._diameter_px, (calibration.telling_a, calibration.telling_b), calibration.usual
        )
        rows, columns = np.nonzero(board_area(calibration.spec))
        self._inner = (slice(rows.min(), rows.max()), slice(columns.min(), columns.max()))
        # The C library gives memory back to the system after every reading and fetches it again for the
        # next, which takes longer than the reading; once a block this large was freed, it keeps what it has.
        np.empty(24 << 20, np.uint8)
        self._nudge = NudgeFinder(calibration)
        self._drift = Drift(calibration)
        self._sharpness = Sharpness(calibration)
        self._doubts = Doubts(calibration, self._weigher.looks)

    def read(self, frame: NDArray[np.uint8]) -> Reading:
        """The reading of a frame (H, W, 3) uint8 in BGR; raises VisionError for one of another size."""
        height, width = frame.shape[:2]
        if (width, height) != self.calibration.view.frame_size_wh:
            usual = self.calibration.view.frame_size_wh
            raise VisionError(
                f"the picture has {width} x {height} pixels, but this station was calibrated with "
                f"{usual[0]} x {usual[1]}; calibrate again or use the same camera setting"
            )
        picture = self._rectifier.rectify(frame)
        greens = picture[self._inner][::8, ::8, 1].ravel()
        middle = int(np.partition(greens, greens.size // 2)[greens.size // 2])
        if middle < DARKEST:
            return _unread(Cause.TOO_DARK, "it is too dark to read the board")
        if middle > BRIGHTEST:
            return _unread(Cause.TOO_BRIGHT, "the picture is too bright to read the board")
        evidence, discs = self._look(picture)
        reading = self._conclude(evidence, discs, STILL)
        if reading.doubt is None and evidence.noise < NOISY and reading.sure >= UNSURE:
            return reading
        return self._explained(self._read_moved(frame, picture, evidence) or reading, picture, evidence)

    def _explained(self, reading: Reading, picture: NDArray[np.uint8], evidence: Evidence) -> Reading:
        """A doubtful reading of a picture that is blurred or shows something else says so.

        Its other doubts come from that. Behind a hand a nudged board is seen in places, so it is in view.
        """
        if reading.cause in (None, Cause.BOARD_MOVED):
            return reading
        if self._sharpness.is_blurred(picture):
            return replace(reading, doubt=BLURRED)
        if self._doubts.is_absent(evidence):
            _, agreeing = self._nudge.refine(picture)
            if agreeing <= ELSEWHERE_SHARE * self._nudge.patches:
                return replace(reading, doubt=NOT_IN_VIEW)
        return reading

    def _look(self, picture: NDArray[np.uint8]) -> tuple[Evidence, list[Disc]]:
        """The evidence in a rectified picture, and the discs in it."""
        evidence = self._weigher.weigh(picture)
        return evidence, self._finder.find(evidence.counters, evidence.likely, FAINT)

    def _read_moved(
        self, frame: NDArray[np.uint8], picture: NDArray[np.uint8], seen: Evidence
    ) -> Reading | None:
        """The reading of a frame in which board or camera were nudged, None when they were not.

        Pushed or turned further than can surely be followed, the board has to be learned anew.
        """
        left, agreeing = self._nudge.refine(picture, FEW_PATCHES)
        at_rest = self._reach_mm(left) < LEAST_NUDGE_MM
        if at_rest and agreeing >= max(LEAST_AGREEING, REST_SHARE * self._nudge.patches / FEW_PATCHES):
            return None
        nudge, match = self._nudge.find(picture)
        if match < LEAST_MATCH:
            return None
        for _ in range(REFINEMENTS):
            back = Rectifier(self.calibration.spec, self.calibration.view, nudge).rectify(frame)
            too_far = self._too_far(nudge, ROUGHLY)
            if too_far is not None:
                return too_far if match >= SURE_MATCH and self._is_liker(back, seen) else None
            left, agreeing = self._nudge.refine(back)
            if agreeing < max(LEAST_AGREEING, LEAST_AGREEING_SHARE * self._nudge.patches):
                return None
            if self._reach_mm(left) < ALIGNED_MM:
                break
            nudge = nudge.after(left)
        else:
            return None
        if self._reach_mm(nudge) < LEAST_NUDGE_MM:
            return None
        evidence, discs = self._look(back)
        if evidence.noise > NOISE_MORE * seen.noise:
            return None
        return self._too_far(nudge, 1.0) or self._conclude(evidence, discs, nudge)

    def _is_liker(self, back: NDArray[np.uint8], seen: Evidence) -> bool:
        """Whether a picture is less unlike the reference once moved back, as only a moved board is.

        Its grain tells, or where it has none, its drawing.
        """
        evidence = self._weigher.weigh(back)
        if evidence.noise > NOISE_MORE * seen.noise:
            return False
        edges, edges_seen = np.count_nonzero(evidence.edges), np.count_nonzero(seen.edges)
        return bool(evidence.noise < NOISE_LEFT * seen.noise or edges <= EDGES_LEFT * edges_seen)

    def _too_far(self, nudge: Nudge, slack: float) -> Reading | None:
        """What to say of a nudge beyond the limits, each made wider by a factor; None within them."""
        if nudge.distance_mm > slack * MOST_NUDGE_MM:
            why = f"the board has moved by some {nudge.distance_mm:.0f} mm; calibrate again"
        elif abs(nudge.turn_rad) > slack * MOST_TURN_RAD:
            why = (
                f"the board was turned by some {abs(np.degrees(nudge.turn_rad)):.0f} degrees; calibrate again"
            )
        else:
            return None
        return _unread(Cause.BOARD_MOVED, why)

    def _reach_mm(self, nudge: Nudge) -> float:
        """How far a nudge moves the point that it moves furthest."""
        points_mm = self.calibration.spec.points_mm
        return float(np.linalg.norm(nudge.moved(points_mm) - points_mm, axis=1).max())

    def learn(self, frame: NDArray[np.uint8], halves: Halves) -> None:
        """Takes from a frame (H, W, 3) uint8 BGR how board and counters look now, knowing what lies where.

        Learns nothing unless the frame reads as just that, and surely, with the board where it was: a wrong
        lesson would last. What is learned is kept in memory only.
        """
        if self.read(frame).halves != halves:
            return
        evidence, discs = self._look(self._rectifier.rectify(frame))
        reading = self._conclude(evidence, discs, STILL)
        if reading.halves != halves or reading.sure < LEARN_SURE:
            return
        height, width = evidence.other.shape
        away = np.full((height, width), 255, np.uint8)
        found = (*reading.counters, *reading.off_board)
        places = self._grid.to_px(np.array([(c.x_mm, c.y_mm) for c in found]).reshape(-1, 2))
        for x, y in places:
            cv2.circle(away, (round(x), round(y)), round(LEARN_AWAY * self._diameter_px), 0, -1)
        colours = [
            self._weigher.colours_at(
                evidence,
                [place for place, c in zip(places, found, strict=True) if c.seat is seat and c.half],
                0.4 * self._diameter_px,
            )
            for seat in SEATS
        ]
        drift = self._drift.see((colours[0], colours[1]))
        if drift is not None:
            self._weigher.looks.follow(drift)
        self._weigher.learn(evidence, (away > 0) & (evidence.other < 0), LEARN_RATE)

    def _conclude(self, evidence: Evidence, discs: list[Disc], nudge: Nudge) -> Reading:
        spec, view = self.calibration.spec, self.calibration.view
        judged = self._doubts.judge(evidence, discs)
        places_mm = self._grid.to_mm(np.array([(j.x, j.y) for j in judged]).reshape(-1, 2))
        seen_mm = places_mm if nudge is STILL else nudge.moved(places_mm)
        places_px = view.to_px(spec, seen_mm, spec.counter_height_mm / 2).tolist()
        at_mm = [(x, y) for x, y in places_mm.tolist()]
        halves, doubtful = assign_halves(spec, at_mm, [j.is_counter for j in judged])
        found = [
            FoundCounter(
                seat=SEATS[j.kind],
                half=half,
                x_mm=mm[0],
                y_mm=mm[1],
                x_px=px[0],
                y_px=px[1],
                sure=j.sure,
            )
            for j, half, mm, px in zip(judged, halves, at_mm, places_px, strict=True)
            if j.is_counter
        ]
        counters = tuple(c for c in found if c.half is not None)
        off_board = tuple(c for c in found if c.half is None)
        on_board = [j for j, half in zip(judged, halves, strict=True) if half is not None]
        doubt = self._doubts.verdict(evidence, judged, on_board) or self._count(counters, doubtful)
        if doubt is not None:
            return Reading(doubt, None, counters, off_board, 0.0)
        sure = min((c.sure for c in counters), default=1.0)
        seen = Halves(*(count_halves([c.half for c in counters if c.seat is seat]) for seat in SEATS))
        return Reading(None, seen, counters, off_board, sure, self._notes((*counters, *off_board)))

    def _notes(self, seen: tuple[FoundCounter, ...]) -> tuple[str, ...]:
        """Remarks on counters that are missing: one under another cannot be seen from above."""
        lacking = {
            seat: self.calibration.spec.counters_per_seat - sum(c.seat is seat for c in seen)
            for seat in SEATS
        }
        return tuple(
            f"one counter of {seat} may lie on another, or be out of view"
            if lack == 1
            else f"{lack} counters of {seat} may lie on others, or be out of view"
            for seat, lack in lacking.items()
            if lack > 0
        )

    def _count(self, counters: tuple[FoundCounter, ...], doubtful: list[int]) -> Doubt | None:
        most = self.calibration.spec.counters_per_seat
        for seat in SEATS:
            seen = sum(c.seat is seat for c in counters)
            if most and seen > most:
                return Doubt(Cause.TOO_MANY, f"{seen} counters of {seat} are seen, but a seat has {most}")
        if doubtful and most:
            return Doubt(Cause.PLACE_BETWEEN, "a counter lies midway between two lines, or at the rim")
        return None


def _unread(cause: Cause, why: str) -> Reading:
    return Reading(Doubt(cause, why), None, (), (), 0.0)
