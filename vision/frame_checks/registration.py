"""Registration of a board against its reference, by its lines and grain.

Pictures of gradient magnitude are compared. A motion is searched for on small pictures, as far as the view
reaches around the board, then refined to fractions of a pixel by enhanced correlation (Evangelidis and
Psarakis 2008).
"""

from dataclasses import dataclass

import cv2
import numpy as np

from companion.board.motion import STILL, RigidMotion
from vision.arrays import Doubles, Floats, Picture, as_floats, as_levels, as_picture
from vision.geometry.rectify import Grid
from vision.photometry.board_raster import BoardRaster
from vision.photometry.opponent_colours import MAX_STEP, log_grey

HALVINGS = 2  # halvings of the picture for the search, which is exact to one of its pixels
STEPS = 20  # refinement steps on each pyramid level

WIDE_TURN_RAD = 0.55  # maximum turn of a wide search


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
        steeps = _halved(_steepness(board.reference))
        masks = _halved(as_picture(board.known & board.area))
        self._sizes = [
            _PyramidLevel(as_floats(steep), as_levels(mask), _px_of_mm(board.grid, 2**times))
            for times, (steep, mask) in enumerate(zip(steeps, masks, strict=True))
        ]

    def align(self, picture: Picture, least: float = -1.0, *, is_wide: bool = False) -> Alignment:
        """Return how the board lies in a rectified picture (h, w, 3) BGR; still, if that fits best.

        A match below the least at a smaller size, where matches are mostly better, is not refined.
        A wide search also finds a board that was turned by more than the view reaches around it.
        """
        seen = _halved(_steepness(picture))
        match = 0.0
        try:
            # NaN where there are no gradients, or nothing is known.
            match = float(np.nan_to_num(cv2.computeECC(seen[0], self._sizes[0].steep, self._sizes[0].board)))
            found = Alignment(self._search(seen[-1], is_wide), match)
            for at_size, size in zip(reversed(seen[:-1]), reversed(self._sizes[:-1]), strict=True):
                found = _refined(at_size, size, found.motion)
                if found.match < least:
                    break
        except cv2.error:
            # Nothing can be registered there, or the refinement has diverged.
            return Alignment(STILL, match)
        return found if found.match > match else Alignment(STILL, match)

    def _search(self, seen: "cv2.typing.MatLike", is_wide: bool) -> RigidMotion:
        """Return roughly how the board lies in the smallest picture (h, w)."""
        size = self._sizes[-1]
        height, width = size.steep.shape
        shrunk = 2**HALVINGS
        rows, columns = (slice(-(-side.start // shrunk), side.stop // shrunk) for side in self._extent)
        reach = min(rows.start, columns.start)
        best, motion = -np.inf, STILL
        steep_and_mask = as_floats(np.dstack([size.steep, size.board]))
        # Each step moves the picture's corners by a pixel.
        corner_px = float(np.hypot(width / 2, height / 2))
        steps = max(reach, int(WIDE_TURN_RAD * corner_px)) if is_wide else reach
        for turn_rad in np.arange(-steps, steps + 1) / corner_px:
            turned = cv2.warpAffine(
                steep_and_mask,
                _warp(RigidMotion(0.0, 0.0, float(turn_rad)), size),
                (width, height),
                flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            )[rows, columns]
            matches = cv2.matchTemplate(seen, turned[..., 0], cv2.TM_CCOEFF_NORMED, mask=turned[..., 1])
            _, match, _, (x, y) = cv2.minMaxLoc(matches)
            if match > best:
                x_mm, y_mm = np.array([x - columns.start, y - rows.start]) / np.diag(size.px_of_mm)[:2]
                best, motion = match, RigidMotion(float(x_mm), float(y_mm), float(turn_rad))
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


def _halved(picture: "cv2.typing.MatLike") -> list["cv2.typing.MatLike"]:
    """Return the pyramid of a picture (h, w), the smallest last."""
    sizes = [picture]
    for _ in range(HALVINGS):
        height, width = (side // 2 for side in sizes[-1].shape)
        even = sizes[-1][: 2 * height, : 2 * width]
        sizes.append(cv2.resize(even, (width, height), interpolation=cv2.INTER_AREA))
    return sizes
