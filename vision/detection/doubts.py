"""Vetoes, reasons not to trust what seems to be there: faint counters, doubtful colours, other things."""

from collections.abc import Iterable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.game.board import Seat
from vision.arrays import Floats, Mask, Picture, drawn
from vision.calibration import Calibration
from vision.detection.counter_masks import CounterMasks
from vision.detection.disc_judge import ODD_LLR, SURE_SEAT, Judged, are_complete
from vision.geometry.rectify import extent
from vision.photometry.opponent_colours import CLIPPED
from vision.reading import Cause, Doubt
from vision.segmentation.evidence import Evidence
from vision.segmentation.subtraction import LIGHT_CHANGED
from vision.segmentation.texture import TextureComparer

TINTED, TINTED_LENIENT = 1.0, 0.35
"""How much more of it is asked for when the light's colour has changed, for each log unit of that change.

A lenient look allows for other light by itself: of 545 counters in light more than 0.2 units off it took none
for the other seat's; a first look took four, two of them by more than half the typical evidence.
"""

ODD_THING_SHARE = 0.5
"""A thing other than counters that covers this share of a counter's area on the board stops the reading."""

EDGES, MORE_EDGES = 0.2, 0.15
"""Share of edges in a square as wide as a counter that shows that something lies there.

At least so many, and so many more than the board showed when it was calibrated: grain and shadows make some.
Of a board in whose pictures not all counters are known it is guessed that it shows the second by itself.
"""

SKIN_TINT, SKIN_BRIGHTNESS = 0.12, -0.1
"""Pixels tinted so much and no darker than this are no shadow; a hand on wood may differ no more. Without it
a picture of another place was learned from as the empty board."""

INTRUDING_SHARE = 0.3
"""The same for a thing that comes from beyond the view, as arms do."""

COVERED_SHARE, SOME_COVERED_SHARE = 10.0, 3.0
"""How many counters' areas of lost texture stop the reading by themselves, and how many name the cause when
something is amiss in any case: strong shadows and glares take some texture away, too."""

GAP_LLR, GAP = 1.0, 0.24
"""Evidence for counters that none found accounts for tells of one more in a crowd where it reaches so many
diameters all round: between counters that only lie a little apart, the gaps are narrower."""

OUTLINE, AROUND = 0.62, 0.85
"""Radii, in diameters, within which what is seen belongs to a counter, and within which it makes edges."""

DAZZLED_SHARE = 0.3
"""Share of a square as wide as a counter that may be too bright, on board that was never seen bare."""

BLEACHED_SHARE, LIKE_BLEACHED = 0.4, 0.25
"""Share of a counter's area where the bare board was too bright for the camera, and by how many log units
what lies there has to differ from it, so that in other light the two are known from each other. Of the
counters told in 1,013 pictures of 185 tables only those of one table lie so, three of them bare points."""

REACHED_OVER = Doubt(Cause.HAND, "a hand or another thing reaches over the board")
NOT_IN_VIEW = Doubt(Cause.NOT_IN_VIEW, "the board is not in view: look where the camera points")


class Doubts:
    """Weighs doubts about the discs found in one calibrated board's frames."""

    def __init__(self, calibration: Calibration) -> None:
        board = calibration.board
        self._typical_edges = calibration.background.typical_edges
        self._tinted = TINTED_LENIENT if calibration.lenient else TINTED
        self._most = calibration.spec.counters_per_seat
        self._diameter_px = board.counter_px
        self._masks = CounterMasks(calibration, (0.5, OUTLINE, AROUND))
        self._area_px = np.pi / 4 * self._diameter_px**2
        self._extent = board.extent
        self._half_board = _halved(drawn(board.area)) > 0
        self._half_inner = extent(self._half_board)
        self._known = drawn(board.known)
        self._texture = TextureComparer(board, calibration.background)
        # Edges are looked for in squares, and what lay where the board is not known makes some around it.
        around = np.ones((board.grid.step_px,) * 2, np.uint8)
        self._even = np.asarray(cv2.erode(self._known, around), np.uint8)
        # What lies around a board that was never seen bare is anybody's guess.
        judged = board.known | board.area
        self._judged = drawn(judged)
        bleached = (board.reference >= CLIPPED).all(axis=2) & board.known
        self._bleached = bleached if np.count_nonzero(bleached) > BLEACHED_SHARE * self._area_px else None
        # Two pixels wide, of which one makes the rim of a mask of half the size; all that is judged there.
        rim = judged.copy()
        rim[2 : rim.shape[0] // 2 * 2 - 2, 2 : rim.shape[1] // 2 * 2 - 2] = False
        self._rim = np.flatnonzero(rim)

    def verdict(
        self, evidence: Evidence, judged: Sequence[Judged], on_board: Sequence[Judged]
    ) -> Doubt | None:
        """Why the frame cannot be acted upon, as far as what is seen goes; None when it can."""
        if self._are_bleached(evidence, on_board):
            return Doubt(Cause.BLEACHED, "the board was too bright when it was learned; calibrate again")
        outside, well_outside, far_outside = self._left(judged)
        unlike_board = drawn(np.maximum(evidence.other, evidence.best_counter) > ODD_LLR)
        if self._intruder(evidence, unlike_board) > INTRUDING_SHARE * self._area_px:
            return REACHED_OVER
        complete = are_complete(judged, self._most)
        # Once all counters are found, what looks more like one than like bare board is its shadow.
        odd = drawn(evidence.other > ODD_LLR) if complete else unlike_board
        left = odd & self._known & well_outside
        if self._largest(_halved(left)) > ODD_THING_SHARE * self._area_px:
            return Doubt(Cause.ODD_THING, "a thing that is no counter lies on the board")
        texture = self._texture.compare(evidence, [(j.x, j.y) for j in judged if j.is_counter])
        covered_px = self._texture.covered_px(texture, evidence.noise, SOME_COVERED_SHARE * self._area_px)
        amiss = self._unexplained(evidence, far_outside) > max(EDGES, self._typical_edges + MORE_EDGES)
        if covered_px > (SOME_COVERED_SHARE if amiss else COVERED_SHARE) * self._area_px:
            return Doubt(Cause.COVERED, "a hand or another thing covers the board")
        if amiss:
            return Doubt(Cause.HIDDEN_THING, "something on the board can't be told from it")
        if self._texture.is_absent(texture):
            return NOT_IN_VIEW
        dazzled = evidence.difference.dazzled
        if dazzled is not None and self._is_dazzled(dazzled, well_outside):
            return Doubt(Cause.TOO_BRIGHT, "part of the board is too bright to tell what lies there")
        if not complete and self._leaves_gap(evidence.best_counter, outside):
            return Doubt(Cause.HIDDEN_THING, "counters lie so close that one may have been missed")
        least_rival = SURE_SEAT + self._tinted * float(np.abs(evidence.difference.change[1:]).max())
        for j in on_board:
            if not j.is_counter and not complete:
                return Doubt(Cause.FAINT_THING, "something faint that may be a counter")
            if j.is_counter and j.rival_share < least_rival:
                return Doubt(Cause.COLOUR_BETWEEN, "a counter whose colour lies between the two")
        return None

    def _left(self, judged: Sequence[Judged]) -> Picture:
        """What counters leave of a picture, (3, h, w), close by and further off: 255, and 0 within them."""
        return self._masks.left((j.seat, j.x, j.y) for j in judged if j.is_counter)

    def _leaves_gap(self, best_counter: Floats, outside: Picture) -> bool:
        """Whether counters leave room for one more, filled with what looks like one (h, w), in nats."""
        like = drawn(best_counter[self._extent] > GAP_LLR)
        left = like & self._known[self._extent] & outside[self._extent]
        depth = cv2.distanceTransform(left, cv2.DIST_L2, 3)
        return float(depth.max()) > GAP * self._diameter_px

    def _is_dazzled(self, dazzled: Mask, outside: Picture) -> bool:
        """Whether a bright counter may lie unseen where the camera is dazzled (h, w)."""
        left = drawn(dazzled[self._extent]) & outside[self._extent]
        return self._fullest_square(left) > DAZZLED_SHARE

    def _are_bleached(self, evidence: Evidence, on_board: Sequence[Judged]) -> bool:
        """Whether what seems a counter in other light may be bare board that was too bright to tell."""
        difference = evidence.difference
        if self._bleached is None or float(np.abs(difference.change).max()) < LIGHT_CHANGED:
            return False
        for one in on_board:
            inside = np.s_[
                max(round(one.y - 0.4 * self._diameter_px), 0) : round(one.y + 0.4 * self._diameter_px) + 1,
                max(round(one.x - 0.4 * self._diameter_px), 0) : round(one.x + 0.4 * self._diameter_px) + 1,
            ]
            off = np.median(difference.colours[inside].reshape(-1, 3), axis=0)
            if self._bleached[inside].mean() > BLEACHED_SHARE and np.abs(off).max() < LIKE_BLEACHED:
                return True
        return False

    def is_absent(self, evidence: Evidence) -> bool:
        """Whether nothing of the board is seen where it should be, whatever else is amiss."""
        return self._texture.is_absent(self._texture.compare(evidence, ()))

    def unexplained(self, evidence: Evidence, counters: Iterable[tuple[Seat, float, float]]) -> float:
        """The largest share of edges in a square as wide as a counter on the board, away from counters."""
        return self._unexplained(evidence, self._masks.left(counters)[-1])

    def _unexplained(self, evidence: Evidence, outside: Picture) -> float:
        """The same with what counters leave (h, w)."""
        return self._fullest_square((evidence.edges & self._even & outside)[self._extent])

    def _fullest_square(self, on_board: Picture) -> float:
        """The largest share of what is 255 in a square as wide as a counter on the board (h, w)."""
        side = int(self._diameter_px) | 1
        # Beyond the board nothing counts, so squares that reach there are no fuller than those on its rim.
        share = cv2.boxFilter(on_board, cv2.CV_32F, (side, side), borderType=cv2.BORDER_CONSTANT)
        return float(share.max()) / 255

    def _intruder(self, evidence: Evidence, unlike_board: Picture) -> float:
        """How many pixels of the board are covered by things that reach beyond the view.

        Among them is what is unlike the board (h, w), 255 for that.
        """
        brightness, green, yellow = evidence.difference.planes
        tint = SKIN_TINT * evidence.noise
        # Mostly nothing lies on the rim, and a look at that will do.
        on_rim = np.abs(np.take(green, self._rim)) + np.abs(np.take(yellow, self._rim)) > tint
        if not on_rim.any() and not np.take(unlike_board, self._rim).any():
            return 0.0
        tinted = np.abs(green) + np.abs(yellow) > tint
        tinted &= brightness > SKIN_BRIGHTNESS
        reaching = _halved((drawn(tinted) | unlike_board) & self._judged)
        edge = np.concatenate([reaching[0], reaching[-1], reaching[:, 0], reaching[:, -1]])
        if not edge.any():
            return 0.0
        labels, covered = self._things(reaching)
        edge = np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]])
        return float(covered[edge].max())

    def _largest(self, unlike_board: Picture) -> float:
        """How many pixels of the board the largest thing covers."""
        if 4 * cv2.countNonZero(unlike_board[self._half_inner]) <= ODD_THING_SHARE * self._area_px:
            return 0.0
        _, covered = self._things(unlike_board)
        return float(covered.max())

    def _things(self, unlike_board: Picture) -> tuple[NDArray[np.int32], Floats]:
        """Things in a mask of half the size: which of them a pixel shows, and how much board each covers."""
        _, labels = cv2.connectedComponents(unlike_board, connectivity=4, ltype=cv2.CV_16U)
        on_board = labels[self._half_board]
        covered = 4 * np.bincount(on_board.ravel(), minlength=int(labels.max()) + 1)
        covered[0] = 0
        return np.asarray(labels, np.int32), np.asarray(covered, np.float32)


def _halved(mask: Picture) -> Picture:
    """A mask of 0 and 255 at half its size, 0 and 1, without the thinnest lines."""
    height, width = mask.shape
    # An odd row or column at the rim is left out: halving exactly is ten times as fast.
    even = mask[: height // 2 * 2, : width // 2 * 2]
    small = cv2.resize(even, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.threshold(small, 160, 1, cv2.THRESH_BINARY)[1], np.uint8)
