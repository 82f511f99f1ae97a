"""Finding a board by its own lines: no markers, any material, the camera at any side and up to 45 degrees."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.errors import CalibrationError
from calibration.locate.points import PointsFound, find_points
from calibration.locate.pose_fit import Blurred, distinct, rough_scores, settle, slide, supports
from calibration.locate.poses import Strokes, hypotheses, plausible
from calibration.locate.ridges import ridges, segments
from calibration.locate.slab_outlines import outlines, poses_within
from companion.board.spec import BoardSpec, BoardStyle

SURE = 0.5
"""A board found with less than this is to be shown, not used."""

_LOOKS_PX = (640, 1000)
_SEEDS = 20
_SETTLED = 12
_CANDIDATES = 2
_CORNERS = [0, 4, 5, 9]


class Side(StrEnum):
    """Where in the picture a row of points lies, seen from the picture's middle."""

    LEFT = "left"
    RIGHT = "right"
    TOP = "top"
    BOTTOM = "bottom"


@dataclass(frozen=True, slots=True)
class FoundBoard:
    """A board found in a picture, in one of its two readings (a board is the same turned by half a turn).

    `points_px` (10, 2) in the order of the ring, each found on its own; `sure` is 0 to 1, and `why` says in
    words what speaks against it when that is below `SURE`, else None.
    """

    points_px: NDArray[np.float64]
    sure: float
    why: str | None

    @property
    def corners_px(self) -> NDArray[np.float64]:
        """The points 1A, 5A, 1B, 5B, (4, 2) in px."""
        return self.points_px[_CORNERS]

    def turned(self) -> "FoundBoard":
        """The other reading: the same board turned by half a turn."""
        return FoundBoard(np.roll(self.points_px, 5, axis=0), self.sure, self.why)

    def facing(self, a_side: Side) -> "FoundBoard":
        """The reading in which A's points lie at that side of the picture.

        Raises CalibrationError when neither row of points lies clearly at that side.
        """
        towards = {Side.LEFT: (-1, 0), Side.RIGHT: (1, 0), Side.TOP: (0, -1), Side.BOTTOM: (0, 1)}
        across = self.points_px[:5].mean(axis=0) - self.points_px[5:].mean(axis=0)
        along = float(across @ np.array(towards[a_side])) / float(np.linalg.norm(across))
        if abs(along) < 0.2:
            pair = "left or right" if abs(across[0]) > abs(across[1]) else "top or bottom"
            raise CalibrationError(f"A's points cannot lie {a_side}: the two rows lie {pair} in this picture")
        return self if along > 0 else self.turned()


def find_board(picture_bgr: NDArray[np.uint8], spec: BoardSpec) -> FoundBoard | None:
    """The board in a picture (H, W, 3), best an empty one, or None when nothing in it could be one.

    The picture is looked at small and, unless that makes it sure, then at what has four sides in it, and once
    more at a larger size. Raises CalibrationError for a board of boxes, which has no lines to be found by.
    """
    if spec.style is BoardStyle.BOXES:
        raise CalibrationError(
            "a board of boxes cannot be found by its lines; print it with markers, or give --corners"
        )
    grey = np.asarray(cv2.cvtColor(picture_bgr, cv2.COLOR_BGR2GRAY), np.uint8)
    best: PointsFound | None = None
    sure = 0.0
    for pose in _likely(picture_bgr, grey, spec):
        found = find_points(grey, pose, spec)
        if found is not None and (best is None or found.score > best.score):
            best, sure = found, _sureness(found)
            if sure >= SURE:
                break
    if best is None:
        return None
    return FoundBoard(best.points_px, sure, None if sure >= SURE else _doubt(best))


def _likely(
    picture_bgr: NDArray[np.uint8], grey: NDArray[np.uint8], spec: BoardSpec
) -> Iterator[NDArray[np.float64]]:
    """The likeliest poses (3, 3), from one look after the other, each taken only when it is asked for."""
    whole = np.array([[0, 0], [grey.shape[1], grey.shape[0]]])
    yield from _look(grey, whole, spec, _LOOKS_PX[0])
    for outline in outlines(picture_bgr):
        room = 0.08 * np.ptp(outline, axis=0)
        box = np.array([outline.min(axis=0) - room, outline.max(axis=0) + room + 1])
        yield from _look(grey, np.clip(box.astype(int), 0, whole[1]), spec, _LOOKS_PX[0], outline)
    if max(grey.shape) > _LOOKS_PX[0]:
        yield from _look(grey, whole, spec, _LOOKS_PX[1])


def _look(
    grey: NDArray[np.uint8],
    box: NDArray[np.int64],
    spec: BoardSpec,
    look_px: int,
    outline_px: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """The likeliest poses (M, 3, 3) in pixels of the picture given, from a look at a part at most this large.

    The box holds the part's first corner and the one after its last, (2, 2); an outline in it, (4, 2), tells
    of a slab that a board may be drawn on.
    """
    (left, top), (right, bottom) = box
    part = grey[top:bottom, left:right]
    scale = min(1.0, look_px / max(part.shape))
    small = np.asarray(cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    found = ridges(small)
    size = (small.shape[1], small.shape[0])
    poses = hypotheses(segments(found), spec, size)
    if outline_px is not None:
        within = poses_within((outline_px - box[0] + 0.5) * scale - 0.5, spec)
        poses = np.concatenate([poses, within[plausible(within, spec, size)]])
    if not len(poses):
        return poses
    blurred = Blurred.of(found)
    whole = distinct(poses, rough_scores(poses, blurred, spec), spec, _SEEDS)
    lines = distinct(poses, rough_scores(poses, blurred, spec, lines_only=True), spec, _SEEDS)
    poses, scores = slide(poses[np.union1d(whole, lines)], blurred, spec)
    poses = poses[distinct(poses, scores, spec, _SETTLED)]
    strokes = Strokes.of(spec)
    poses = np.array([settle(pose, found, strokes) for pose in poses])
    scores = np.array([supports(pose, found, strokes).mean() for pose in poses])
    poses = poses[distinct(poses, scores, spec, _CANDIDATES)]
    # Pixel centres are whole numbers at either size.
    first = 0.5 / scale - 0.5 + box[0]
    larger = np.array([[1 / scale, 0, first[0]], [0, 1 / scale, first[1]], [0, 0, 1]])
    return np.asarray(larger @ poses, np.float64)


def _sureness(found: PointsFound) -> float:
    """How sure a board is: as sure as the second weakest of its circles and of its lines.

    One circle may be weak. A board taken one line or one row too far misses at least two, and so does
    everything else that has five lines: measured on boards of all materials cut off, shifted and absent, the
    second weakest circle stays under 0.75, and that of boards rightly found over 1.0. But no point may have
    a better circle elsewhere near by: then it is not known where that point is.
    """
    circle, margin, line = (float(np.sort(values)[1]) for values in (found.circle, found.margin, found.line))
    rival = float(found.margin.min())
    doubts = ((circle - 0.65) / 0.5, (margin + 0.05) / 0.25, (rival + 0.1) / 0.2, (line - 0.4) / 0.4)
    return float(np.clip(min(doubts), 0.0, 1.0))


def _doubt(found: PointsFound) -> str:
    """What speaks against a board, in words for the person who set it up."""
    missing = int((found.circle < 0.9).sum())
    if missing:
        return f"{missing} of the ten circles cannot be seen: is the whole, empty board in view and well lit?"
    if float(np.sort(found.line)[1]) < 0.6:
        return "the lines can hardly be seen: more light from one side makes carved lines stand out"
    return "the circles hardly stand out from the material: more light from one side makes them stand out"
