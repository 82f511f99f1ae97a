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

MAX_UPSIDE_DOWN_MISMATCH = 0.9
"""Maximum mismatch, relative to the upright picture, of one that is upside down. Upright boards had 0.97 or
more; most of those upside down less than 0.9, except boards without grain."""

MIN_MOTION_PX = 0.5
"""Minimum motion, in rectified pixels; boards at rest in other light seemed to move 0.45 or less."""

MAX_MOTION_DIAMETERS = 0.6
"""Maximum motion, in counter diameters, with which a board is still read: no line is taken for the next."""

UPSIDE_DOWN = Doubt(Cause.UPSIDE_DOWN, "turned by half a turn, it is as it was learned")


@dataclass(frozen=True, slots=True)
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
        if self._is_upside_down(frame, picture, found):
            return BoardLocation(doubt=UPSIDE_DOWN)
        if found.match < MIN_MATCH:
            return BoardLocation(is_in_view=False)
        away_mm = _away_mm(self._board.spec, found.motion)
        if away_mm < MIN_MOTION_PX / self._board.grid.px_per_mm:
            return BoardLocation()
        if away_mm > MAX_MOTION_DIAMETERS * self._board.spec.counter_diameter_mm:
            return BoardLocation(doubt=_too_far(found.motion, away_mm))
        return BoardLocation(found.motion)

    def _is_upside_down(self, frame: Picture, picture: Picture, found: Alignment) -> bool:
        """True if the picture fits much better once the board, or the camera, is turned by half a turn."""
        least = max(MIN_MATCH, float(np.sqrt(1 - MAX_UPSIDE_DOWN_MISMATCH * found.mismatch)))
        around = (picture[::-1, ::-1], self._rectify(np.ascontiguousarray(frame[::-1, ::-1])))
        return any(self._aligner.align(np.ascontiguousarray(it), least).match > least for it in around)


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
