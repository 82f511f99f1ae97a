"""Find a board by its lines: no markers, any material, the camera on any side and up to 45 degrees."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np

from calibration.errors import CalibrationError
from calibration.locate.points import MIN_CONFIDENCE, FoundPoints, confidence, find_points, reason
from calibration.locate.pose_fit import BlurredRidges, distinct, refine, rough_scores, slide, support
from calibration.locate.poses import Strokes, hypotheses
from calibration.locate.ridges import ridges, segments
from calibration.locate.slab_outlines import outlines
from companion.board.spec import CORNERS, BoardSpec, BoardStyle
from vision.arrays import Doubles, Picture, as_doubles, as_levels, check_numbers, check_share
from vision.errors import InvalidValueError

COARSE_PX, _FINE_PX = 640, 1000
"""Length of the longer side of the picture in the first and the last search, in pixels."""

_SEEDS = 20  # number of best hypotheses that are slid and refined
_MIN_ALONG = 0.2  # minimum cosine of the angle between the board's axis and a side for a row to lie there


class Side(StrEnum):
    """Side of the picture on which a row of points lies."""

    LEFT = "left"
    RIGHT = "right"
    TOP = "top"
    BOTTOM = "bottom"


@dataclass(frozen=True)
class FoundBoard:
    """A board found in a picture, in one of its two readings (a board looks the same turned by half a turn).

    `points_px` (10, 2) are in the order of the ring, each located by itself; `confidence` is 0 to 1, and
    `reason` says in words why it is below `MIN_CONFIDENCE`, else None.
    """

    points_px: Doubles
    confidence: float
    reason: str | None

    def __post_init__(self) -> None:
        check_numbers("points", self.points_px, (10, 2), np.float64)
        check_share("the confidence", self.confidence)
        if (self.reason is None) is not (self.confidence >= MIN_CONFIDENCE):
            raise InvalidValueError(
                "a board has a reason exactly when it is found with too little confidence"
            )

    @property
    def corners_px(self) -> Doubles:
        """The points 1A, 5A, 1B, 5B, (4, 2) in px."""
        return self.points_px[CORNERS]

    def turned(self) -> "FoundBoard":
        """Return the other reading: the same board turned by half a turn."""
        return FoundBoard(np.roll(self.points_px, 5, axis=0), self.confidence, self.reason)

    def facing(self, a_side: Side) -> "FoundBoard":
        """Return the reading with A's points at a side of the picture.

        Raises CalibrationError when neither row of points lies clearly at that side.
        """
        towards = {Side.LEFT: (-1, 0), Side.RIGHT: (1, 0), Side.TOP: (0, -1), Side.BOTTOM: (0, 1)}
        across = self.points_px[:5].mean(axis=0) - self.points_px[5:].mean(axis=0)
        along = float(across @ np.array(towards[a_side])) / float(np.linalg.norm(across))
        if abs(along) < _MIN_ALONG:
            pair = "left or right" if abs(across[0]) > abs(across[1]) else "top or bottom"
            raise CalibrationError(f"A's points cannot lie {a_side}: the two rows lie {pair} in this picture")
        return self if along > 0 else self.turned()


def find_board(picture_bgr: Picture, spec: BoardSpec) -> FoundBoard | None:
    """Return the board in a picture (H, W, 3), best an empty one, or None.

    The picture is searched at a small size; without a confident result so are all four-sided outlines in it,
    then the whole picture at a larger size. Raises CalibrationError for a board of boxes, which has no lines.
    """
    if spec.style is BoardStyle.BOXES:
        raise CalibrationError(
            "a board of boxes cannot be found by its lines; print it with markers, or give --corners"
        )
    grey = as_levels(cv2.cvtColor(picture_bgr, cv2.COLOR_BGR2GRAY))
    best: FoundPoints | None = None
    sure = 0.0
    for pose in _candidate_poses(picture_bgr, grey, spec):
        found = find_points(grey, pose, spec)
        if found is not None and (best is None or found.score > best.score):
            best, sure = found, confidence(found)
            if sure >= MIN_CONFIDENCE:
                break
    if best is None:
        return None
    return FoundBoard(best.points_px, sure, None if sure >= MIN_CONFIDENCE else reason(best))


def _candidate_poses(picture_bgr: Picture, grey: Picture, spec: BoardSpec) -> Iterator[Doubles]:
    """Return the likeliest pose (3, 3) of each search that finds one, lazily."""
    yield from _likeliest_pose(grey, spec, COARSE_PX)
    for corners in outlines(picture_bgr):
        yield from _likeliest_pose(grey, spec, COARSE_PX, corners)
    if max(grey.shape) > COARSE_PX:
        yield from _likeliest_pose(grey, spec, _FINE_PX)


def _likeliest_pose(
    grey: Picture, spec: BoardSpec, longer_side_px: int, corners_px: Doubles | None = None
) -> Iterator[Doubles]:
    """Return the likeliest pose (3, 3) of a board, in pixels of the picture, if there is one.

    With corners (4, 2) only their inside is searched, seen from above, without the lines around it. The
    picture, or that part of it, is shrunk until its longer side is at most that long.
    """
    small, to_small = (
        _shrunk(grey, longer_side_px) if corners_px is None else _from_above(grey, longer_side_px, corners_px)
    )
    found = ridges(small)
    poses = hypotheses(segments(found), spec, (small.shape[1], small.shape[0]))
    if not len(poses):
        return
    blurred = BlurredRidges.of(found)
    seeds = slide(poses[distinct(poses, rough_scores(poses, blurred, spec), spec, _SEEDS)], blurred, spec)
    strokes = Strokes.of(spec)
    refined = [refine(seed, found, strokes) for seed in seeds]
    best = max(refined, key=lambda pose: float(support(pose, found, strokes).mean()))
    yield as_doubles(np.linalg.solve(to_small, best))


def _shrunk(grey: Picture, longer_side_px: int, of_px: float | None = None) -> tuple[Picture, Doubles]:
    """Shrink a picture until `of_px`, or its longer side, is within the limit; also return the matrix."""
    scale = min(1.0, longer_side_px / (of_px or max(grey.shape)))
    small = as_levels(cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))
    # Pixel centres are integers at either size.
    first = 0.5 * scale - 0.5
    return small, np.array([[scale, 0, first], [0, scale, first], [0, 0, 1]])


def _from_above(grey: Picture, longer_side_px: int, corners_px: Doubles) -> tuple[Picture, Doubles]:
    """Return the part of a picture within clockwise corners (4, 2) as a rectangle, and the matrix (3, 3)."""
    sides_px = np.linalg.norm(np.roll(corners_px, -1, axis=0) - corners_px, axis=1).reshape(2, 2).mean(axis=0)
    small, to_small = _shrunk(grey, longer_side_px, float(sides_px.max()))
    width, height = np.rint(sides_px * to_small[0, 0])
    from_px = cv2.perspectiveTransform(corners_px[None], to_small)
    rectangle = np.array([(0, 0), (width, 0), (width, height), (0, height)]) - 0.5
    to_rectangle = cv2.getPerspectiveTransform(from_px.astype(np.float32), rectangle.astype(np.float32))
    size = (int(width), int(height))
    view = cv2.warpPerspective(small, to_rectangle, size, borderMode=cv2.BORDER_REPLICATE)
    return as_levels(view), as_doubles(to_rectangle @ to_small)
