"""Track the board: in its place, a little off, too far off, or upside down."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from companion.board.motion import STILL, RigidMotion
from companion.board.spec import BoardSpec
from vision.arrays import Picture
from vision.frame_checks.registration import Alignment, BoardAligner
from vision.photometry.board_raster import BoardRaster
from vision.reading import Cause, Doubt

MIN_MATCH = 0.35
"""Minimum correlation with the reference for a board in view. Of 1,100 pictures of 36 boards, tracked ones
had 0.49 or more, lost ones 0.28 or less."""

MIN_SURE_MATCH = 0.45
"""Minimum correlation of a board that is surely in view: what is in view was found where it lies."""

MAX_FLIPPED_MISMATCH = 0.9
"""Maximum mismatch, relative to the upright picture, of one that is upside down or mirrored. Upright boards
had 0.97 or more; most of those upside down less than 0.9, except boards without grain."""

MIN_MOTION_PX = 0.5
"""Minimum motion, in rectified pixels; boards at rest in other light seemed to move 0.45 or less."""

MAX_MOTION_DIAMETERS = 0.6
"""Maximum motion, in counter diameters, with which a board is still read: no line is taken for the next."""

UPSIDE_DOWN = Doubt(Cause.UPSIDE_DOWN, "turned by half a turn, it is as it was learned")
MIRRORED_VIEW = Doubt(Cause.MIRRORED, "mirrored, it is as it was learned: set the camera as it was then")


@dataclass(frozen=True)
class BoardLocation:
    """The board's displacement, or why it can't be read there, and whether it is in view at all."""

    motion: RigidMotion = STILL
    doubt: Doubt | None = None
    is_in_view: bool = True


class BoardTracker:
    """Find a board that may have moved. `rectify` rectifies frames of it as it lay at calibration."""

    def __init__(self, board: BoardRaster, rectify: Callable[[Picture], Picture]) -> None:
        self._board = board
        self._rectify = rectify
        self._aligner = BoardAligner(board)

    def find(self, frame: Picture, picture: Picture) -> BoardLocation:
        """Return where the board is in a frame and its rectified picture; still where that is unknown."""
        found = self._aligner.align(picture)
        is_near = found.match >= MIN_MATCH and self._is_near(found)
        flipped = (
            (UPSIDE_DOWN, np.ascontiguousarray(picture[::-1, ::-1])),
            (UPSIDE_DOWN, self._rectify(np.ascontiguousarray(frame[::-1, ::-1]))),
            (MIRRORED_VIEW, self._rectify(np.ascontiguousarray(frame[:, ::-1]))),
        )
        # Where the board would have moved, it is rather flipped in its place if that fits as well.
        share = MAX_FLIPPED_MISMATCH if is_near else 1.0
        best = max(MIN_SURE_MATCH, float(np.sqrt(1 - share * found.mismatch)))
        doubt = None
        reach_mm = MAX_MOTION_DIAMETERS * self._board.spec.counter_diameter_mm
        for why, one in flipped:
            fit = self._aligner.align(one, reach_mm)
            if fit.match > best and self._is_near(fit):
                best, doubt = fit.match, why
        if doubt is not None:
            return BoardLocation(doubt=doubt)
        away_mm = _away_mm(self._board.spec, found.motion)
        if not is_near and found.match >= MIN_SURE_MATCH:
            return BoardLocation(doubt=_too_far(found.motion, away_mm))
        is_still = away_mm < MIN_MOTION_PX / self._board.grid.px_per_mm
        return BoardLocation(STILL if is_still or not is_near else found.motion, is_in_view=is_near)

    def _is_near(self, found: Alignment) -> bool:
        """True if the board is still read where it lies."""
        spec = self._board.spec
        return _away_mm(spec, found.motion) <= MAX_MOTION_DIAMETERS * spec.counter_diameter_mm


def _away_mm(spec: BoardSpec, motion: RigidMotion) -> float:
    """Return the root mean square motion of the board's points."""
    away_mm = motion.moved(spec.points_mm) - spec.points_mm
    return float(np.sqrt((away_mm**2).sum(axis=1).mean()))


def _too_far(motion: RigidMotion, away_mm: float) -> Doubt:
    """Return the doubt for a motion that is too large."""
    if motion.distance_mm > away_mm / 2:
        why = f"the board has moved by some {motion.distance_mm:.0f} mm; calibrate again"
    else:
        why = f"the board was turned by some {abs(np.degrees(motion.turn_rad)):.0f} degrees; calibrate again"
    return Doubt(Cause.BOARD_MOVED, why, motion=motion)
