"""Registration of a board against its reference, by its lines and grain.

Pictures of gradient magnitude are compared. A motion is searched for at half their size, as far as the view
reaches around the board, then refined to fractions of a pixel by enhanced correlation (Evangelidis and
Psarakis 2008). At a quarter of it the lines of a board that is known in patches are lost.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from companion.board.motion import STILL, RigidMotion
from vision.arrays import Doubles, Floats, Picture, as_floats, as_levels, as_picture
from vision.geometry.rectify import Grid
from vision.photometry.board_raster import BoardRaster
from vision.photometry.opponent_colours import MAX_STEP, log_grey

STEPS = 20  # refinement steps

MAX_TURN_RAD = 0.55  # maximum turn that is searched for


@dataclass(frozen=True)
class Alignment:
    """A board's motion, and the correlation, -1 to 1, of its picture, moved back, with the reference."""

    motion: RigidMotion
    match: float

    @property
    def mismatch(self) -> float:
        """The share of the picture's gradients that the reference does not explain."""
        return 1 - max(self.match, 0.0) ** 2


@dataclass(frozen=True)
class _PyramidLevel:
    """The reference at one size: gradients (h, w), mask (h, w), and the matrix (3, 3) from mm to pixels."""

    steep: Floats
    board: Picture
    px_of_mm: Doubles


class BoardAligner:
    """Register rectified pictures with the reference."""

    def __init__(self, board: BoardRaster) -> None:
        self._extent = board.extent
        steep, mask = _steepness(board.reference), as_picture(board.known & board.area)
        self._full = _PyramidLevel(steep, as_levels(mask), _px_of_mm(board.grid, 1))
        self._half = _PyramidLevel(
            as_floats(_halved(steep)), as_levels(_halved(mask)), _px_of_mm(board.grid, 2)
        )

    def align(self, picture: Picture, reach_mm: float | None = None) -> Alignment:
        """Return how the board lies in a rectified picture (h, w, 3) BGR; still, if that fits best.

        It is searched for as far as the view reaches around it, and turned by up to `MAX_TURN_RAD`; with
        `reach_mm` only where none of its corners has moved by much more than that.
        """
        seen, match = _steepness(picture), 0.0
        try:
            # NaN where there are no gradients, or nothing is known.
            match = float(np.nan_to_num(cv2.computeECC(seen, self._full.steep, self._full.board)))
            half = _halved(seen)
            near = _refined(as_floats(half), self._half, self._search(half, reach_mm))
            found = _refined(seen, self._full, near.motion)
        except cv2.error:
            # Nothing can be registered there, or the refinement has diverged.
            return Alignment(STILL, match)
        return found if found.match > match else Alignment(STILL, match)

    def _search(self, seen: "cv2.typing.MatLike", reach_mm: float | None) -> RigidMotion:
        """Return roughly how the board lies in a picture at half its size (h, w)."""
        level, scale = self._half, self._half.px_of_mm[0, 0]
        height, width = level.steep.shape
        rows, columns = (slice(-(-side.start // 2), side.stop // 2) for side in self._extent)
        reach, corner_px = min(rows.start, columns.start), float(np.hypot(width / 2, height / 2))
        # Each step moves the picture's corners by two pixels.
        steps = int(MAX_TURN_RAD * corner_px / 2)
        if reach_mm is not None:
            reach = min(reach, int(np.ceil(reach_mm * scale)))
            steps = reach // 2 + 1
        near = seen[rows.start - reach : rows.stop + reach, columns.start - reach : columns.stop + reach]
        best, motion = -np.inf, STILL
        steep_and_mask = as_floats(np.dstack([level.steep, level.board]))
        for turn_rad in 2 * np.arange(-steps, steps + 1) / corner_px:
            turned = cv2.warpAffine(
                steep_and_mask,
                _warp(RigidMotion(0.0, 0.0, float(turn_rad)), level),
                (width, height),
                flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            )[rows, columns]
            matches = cv2.matchTemplate(near, turned[..., 0], cv2.TM_CCOEFF_NORMED, mask=turned[..., 1])
            _, match, _, (x, y) = cv2.minMaxLoc(matches)
            if match > best:
                best = match
                motion = RigidMotion((x - reach) / scale, (reach - y) / scale, float(turn_rad))
        return motion


def _refined(seen: "cv2.typing.MatLike", size: _PyramidLevel, motion: RigidMotion) -> Alignment:
    """Return the motion near another that fits a picture (h, w) best; raises cv2.error for none."""
    criteria = (cv2.TERM_CRITERIA_COUNT, STEPS, 0.0)
    match, warp = cv2.findTransformECC(
        seen, size.steep, _warp(motion, size), cv2.MOTION_EUCLIDEAN, criteria, size.board, 1
    )
    back = np.linalg.inv(size.px_of_mm) @ np.vstack([warp, (0, 0, 1)]) @ size.px_of_mm
    (cos, _, x_mm), (sin, _, y_mm), _ = np.linalg.inv(back).tolist()
    return Alignment(RigidMotion(x_mm, y_mm, float(np.arctan2(sin, cos))), match)


def _px_of_mm(grid: Grid, shrunk: int) -> Doubles:
    """Return the matrix (3, 3) from mm on the board to pixels of a picture shrunk by this factor."""
    scale = grid.px_per_mm / shrunk
    x, y = ((side / shrunk - 1) / 2 for side in grid.size_wh)
    return np.array([[scale, 0, x], [0, -scale, y], [0, 0, 1]])


def _warp(motion: RigidMotion, size: _PyramidLevel) -> Floats:
    """Return the matrix (2, 3) from pixels of a moved board to those of the reference."""
    back = size.px_of_mm @ np.linalg.inv(motion.matrix) @ np.linalg.inv(size.px_of_mm)
    return as_floats(back[:2])


def _steepness(picture: Picture) -> Floats:
    """Return the gradient magnitude (h, w) of log brightness in a picture (h, w, 3) BGR, clipped."""
    grey = cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (3, 3), 0)
    logs = log_grey(as_levels(grey))
    steep = cv2.magnitude(cv2.Sobel(logs, cv2.CV_32F, 1, 0), cv2.Sobel(logs, cv2.CV_32F, 0, 1))
    return as_floats(np.minimum(steep, MAX_STEP))


def _halved(picture: "cv2.typing.MatLike") -> "cv2.typing.MatLike":
    """Return a picture (h, w) at half its size."""
    height, width = (side // 2 for side in picture.shape)
    return cv2.resize(picture[: 2 * height, : 2 * width], (width, height), interpolation=cv2.INTER_AREA)
