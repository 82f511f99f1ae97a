"""Doubts about a reading: faint counters, doubtful colours, other objects on the board."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from companion.game.board import Point
from vision.arrays import Picture, as_levels, as_picture
from vision.calibration import Calibration
from vision.detection.disc_judge import MIN_COUNTER_STRENGTH, MIN_OBJECT_LLR, JudgedDisc
from vision.photometry.opponent_colours import CLIPPED
from vision.reading import Cause, Doubt
from vision.segmentation.background import UNEVENNESS
from vision.segmentation.evidence import Evidence
from vision.segmentation.subtraction import MIN_LIGHT_CHANGE
from vision.segmentation.texture import TextureComparer

MAX_HIDDEN_SHARE = 0.5
"""Share of a counter's area, occluded or overexposed, from which a counter may be hidden."""

MIN_EXTRA_EDGES = 0.15
"""Share of edges in a square as wide as a counter, above that of the calibrated board, that shows an object.
Grain and shadows make some edges; where the bare board is not wholly known, this much is assumed for it."""

MAX_OCCLUDED_COUNTERS = 6.0
"""Area of lost texture, in counters, that stops the reading; shadows and glares hide some texture, too."""

COUNTER_SURROUND = 0.75
"""Radius, in diameters, of a counter's rim and shadow: a difference there belongs to the counter."""

SHADOW_REACH = 1.5
"""Reach of a counter's shadow, in diameters from its middle; the bare board is not learned there."""

MIN_LIT_COUNTERS = 1.5  # minimum area, in counters, of light that may be the cause of a doubt

MIN_KEPT = 0.4
"""Minimum share of the bare board's texture that is left where light falls. Of 28 drawn arms over rendered
tables, none left more than 0.24."""

HAND_OVER_BOARD = Doubt(Cause.HAND, "a hand or another thing reaches over the board")
COLOUR_BETWEEN = Doubt(Cause.COLOUR_BETWEEN, "a counter whose colour lies between the two")
MIN_COLOURED_TINT = 0.5
"""Tint of the light, in log-opponent units, from which colours alone are not trusted."""

SHAPES_DISAGREE = Doubt(Cause.HIDDEN_THING, "colours and shapes do not tell the same of the board")
IN_COLOURED_LIGHT = Doubt(Cause.COLOURED_LIGHT, "this light has one colour: counters can't be told apart")
OTHER_COLOUR_OF_LIGHT = Doubt(
    Cause.COLOURED_LIGHT, "the light has another colour than at calibration: give white light"
)
LIKE_THE_BOARD = Doubt(Cause.HIDDEN_THING, "something on the board can't be distinguished from it")
FAINT_THING = Doubt(Cause.FAINT_THING, "something faint may be a counter")
UNEVEN_LIGHT = Doubt(Cause.UNEVEN_LIGHT, "a bar of light or a shadow falls on the board")
PARTLY_TOO_BRIGHT = Doubt(Cause.TOO_BRIGHT, "the board is too bright to tell what lies there")
NOT_IN_VIEW = Doubt(Cause.NOT_IN_VIEW, "the board is not in view: look where the camera points")


def is_tinted(evidence: Evidence) -> bool:
    """True if the light has a much stronger tint than at calibration."""
    return float(np.abs(evidence.difference.change[1:]).max()) > MIN_COLOURED_TINT


def odd_thing(half: Point | None) -> Doubt:
    """Return the doubt that something on a half, or anywhere on the board, is not a counter."""
    where = "the board" if half is None else str(half)
    return Doubt(Cause.ODD_THING, f"something on {where} is not a counter", () if half is None else (half,))


def dice_on(halves: tuple[Point, ...]) -> Doubt:
    """Return the doubt that dice lie on halves."""
    return Doubt(Cause.DIE, f"a die lies on {' and on '.join(halves)}", halves)


class _Blobs(NamedTuple):
    """The largest blob on the board: its area in counters, and its middle (x, y) in pixels.

    `area_at_rim` is that of the largest blob that reaches the edge of the view. `largest` (h / 2, w / 2)
    marks the largest on the board, or that at the edge if it may hide a counter.
    """

    area: float
    middle: tuple[float, float]
    area_at_rim: float
    largest: Picture


class Doubts:
    """Check the discs found in frames of one calibrated board for reasons to doubt them."""

    def __init__(self, calibration: Calibration) -> None:
        board = calibration.board
        self._spec, self._grid = calibration.spec, calibration.grid
        self._min_edges = calibration.background.typical_edges + MIN_EXTRA_EDGES
        self._diameter_px = board.counter_px
        self._area_px = np.pi / 4 * self._diameter_px**2
        self._extent = board.extent
        self._half_board = _halved(as_picture(board.area)) > 0
        self._known = as_picture(board.known)
        # The surroundings of a board that was never seen bare are unknown.
        self._judged = as_picture(board.known | board.area)
        self._texture = TextureComparer(board, calibration.background)
        # Windows for edges must not reach into unknown areas, which make edges around them.
        self._window = np.ones((board.grid.step_px,) * 2, np.uint8)
        self._even = self._well_within(self._known)
        clipped = as_picture(np.asarray((board.reference >= CLIPPED).all(axis=2)))
        self._exposed, self._overexposed = ~clipped, (clipped > 0) & board.known
        noise = calibration.background.noise[1:].sum()
        self._max_tint = float(np.hypot(UNEVENNESS, noise))
        """Maximum tint of bare board outside shadows, from uneven light and noise."""

    def verdict(
        self, evidence: Evidence, judged: Sequence[JudgedDisc], on_board: Sequence[JudgedDisc]
    ) -> Doubt | None:
        """Return why the frame cannot be acted upon; None if it can."""
        if self._may_be_overexposed(evidence, on_board):
            return Doubt(Cause.BLEACHED, "the board was overexposed during calibration; calibrate again")
        places = [(j.x, j.y) for j in judged if j.is_counter]
        away = self._away(places)
        unlike_board = _unlike_board(evidence)
        if self._blobs((self._tinted(evidence) | unlike_board) & self._judged).area_at_rim > MAX_HIDDEN_SHARE:
            return HAND_OVER_BOARD
        odd_blobs = self._blobs(unlike_board & self._known & away)
        if odd_blobs.area > MAX_HIDDEN_SHARE:
            return odd_thing(self._half_at(odd_blobs.middle))
        # The side and shadow of a tall counter hide texture, and are seen by their colours.
        sides = unlike_board & ~self._away(places, SHADOW_REACH)
        region, tolerated_px = self._well_within(away & ~sides) > 0, MAX_OCCLUDED_COUNTERS * self._area_px
        if self._texture.occluded_px(evidence, region, tolerated_px) > tolerated_px:
            return Doubt(Cause.COVERED, "a hand or another thing covers the board")
        edges, fullest = self._fullest_square(evidence.edges & self._even & away)
        if edges > self._min_edges:
            return LIKE_THE_BOARD.at(self._half_at(fullest))
        bright, fullest = self._fullest_square(self._glare(evidence) & away)
        if bright > MAX_HIDDEN_SHARE:
            return PARTLY_TOO_BRIGHT.at(self._half_at(fullest))
        for j in on_board:
            if not j.is_counter:
                return FAINT_THING.at(self._half_at((j.x, j.y)))
            if j.is_counter and j.rival_share < MIN_COUNTER_STRENGTH:
                return COLOUR_BETWEEN.at(self._half_at((j.x, j.y)))
        return None

    def _tinted(self, evidence: Evidence) -> Picture:
        """Return where (h, w) a picture has another tint than the board, outside shadows."""
        brightness, green, yellow = evidence.difference.planes
        tint = self._max_tint * evidence.noise
        return as_picture((np.abs(green) + np.abs(yellow) > tint) & (brightness > -tint))

    def _glare(self, evidence: Evidence) -> Picture:
        """Return where (h, w) all channels clip and the learned board does not: anything may lie there."""
        return as_picture(np.asarray(evidence.difference.clipped.all(axis=2))) & self._exposed

    def _may_be_overexposed(self, evidence: Evidence, on_board: Sequence[JudgedDisc]) -> bool:
        """True if what seems a counter in other light may be bare board that was overexposed at calibration.

        Such board cannot differ by more than the light does.
        """
        difference, change = evidence.difference, float(np.abs(evidence.difference.change).max())
        if change < MIN_LIGHT_CHANGE:
            return False
        reach = self._diameter_px / 2
        for one in on_board:
            rows, columns = (slice(max(round(at - reach), 0), round(at + reach) + 1) for at in (one.y, one.x))
            off = np.median(difference.colours[rows, columns].reshape(-1, 3), axis=0)
            if self._overexposed[rows, columns].mean() > MAX_HIDDEN_SHARE and np.abs(off).max() < change:
                return True
        return False

    def light(self, evidence: Evidence, places: Iterable[tuple[float, float]]) -> Doubt | None:
        """Return a doubt that names where light makes the board look unlike itself, away from counters.

        Where there is too much of it all colours clip; elsewhere it leaves the board's grain and lines.
        """
        glare = self._blobs(self._glare(evidence) & self._judged)
        if glare.area > MIN_LIT_COUNTERS:
            return PARTLY_TOO_BRIGHT.at(self._half_at(glare.middle))
        unlike_board = self._tinted(evidence) | _unlike_board(evidence)
        unlike = self._blobs(unlike_board & self._judged & self._away(places))
        if unlike.area < MIN_LIT_COUNTERS:
            return None
        height, width = self._known.shape
        region = cv2.resize(unlike.largest, (width, height), interpolation=cv2.INTER_NEAREST)
        kept = self._texture.kept(evidence, region > 0)
        return UNEVEN_LIGHT.at(self._half_at(unlike.middle)) if kept > MIN_KEPT else None

    def unexplained(self, evidence: Evidence, places: Iterable[tuple[float, float]]) -> float:
        """Return the largest share of edges in a square as wide as a counter, away from counters."""
        return self._fullest_square(evidence.edges & self._even & self._away(places))[0]

    def _away(self, places: Iterable[tuple[float, float]], reach: float = COUNTER_SURROUND) -> Picture:
        """Return a mask (h, w) of 255, and of 0 within `reach` diameters of counters at (x, y)."""
        away = np.full(self._known.shape, 255, np.uint8)
        for x, y in places:
            cv2.circle(away, (round(x), round(y)), round(reach * self._diameter_px), 0, -1)
        return away

    def _well_within(self, mask: Picture) -> Picture:
        """Return a mask (h, w) without its rim, where windows reach beyond it."""
        return as_levels(cv2.erode(mask, self._window))

    def _fullest_square(self, found: Picture) -> tuple[float, tuple[float, float]]:
        """Return the largest share of 255 (h, w) in a square as wide as a counter, and its middle (x, y)."""
        side = int(self._diameter_px) | 1
        # Zeros beyond the board: squares that reach there are no fuller than those on its rim.
        share = cv2.boxFilter(found[self._extent], cv2.CV_32F, (side, side), borderType=cv2.BORDER_CONSTANT)
        _, most, _, (column, row) = cv2.minMaxLoc(share)
        rows, columns = self._extent
        return most / 255, (columns.start + column, rows.start + row)

    def _half_at(self, place: tuple[float, float]) -> Point | None:
        """Return the half at a place in pixels."""
        ((x, y),) = self._grid.to_mm(np.array([place])).tolist()
        return self._spec.half_at(x, y)

    def _blobs(self, found: Picture) -> _Blobs:
        """Return the largest blobs of a mask (h, w)."""
        _, labels = cv2.connectedComponents(_halved(found), connectivity=4, ltype=cv2.CV_16U)
        occluded = np.bincount(labels[self._half_board], minlength=int(labels.max()) + 1) * (
            4 / self._area_px
        )
        occluded[0] = 0
        rim = np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]])
        largest, at_rim = int(occluded.argmax()), float(occluded[rim].max())
        if at_rim > MAX_HIDDEN_SHARE:
            largest = int(rim[occluded[rim].argmax()])
        shape = (labels == largest) & self._half_board & (largest > 0)
        rows, columns = np.nonzero(shape)
        middle = (2 * float(columns.mean()), 2 * float(rows.mean())) if largest else (0.0, 0.0)
        return _Blobs(float(occluded[largest]), middle, at_rim, as_picture(shape))


def _unlike_board(evidence: Evidence) -> Picture:
    """Return where (h, w) a picture shows a counter's colour, or any other than the board's."""
    return as_picture(np.maximum(evidence.other, evidence.best_counter) > MIN_OBJECT_LLR)


def _halved(mask: Picture) -> Picture:
    """Return a mask of 0 and 255 at half its size, as 0 and 1, without the thinnest lines."""
    height, width = mask.shape
    # Drop an odd row or column: halving exactly is ten times as fast.
    even = mask[: height // 2 * 2, : width // 2 * 2]
    small = cv2.resize(even, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
    return as_levels(cv2.threshold(small, 160, 1, cv2.THRESH_BINARY)[1])
