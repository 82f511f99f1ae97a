"""Locate the ten points by the counters of the start position, compared with the empty board.

Where marks are missing or too shallow, the counters themselves show where the points are, as exactly as they
were placed; marks that are seen are used as well.
"""

from itertools import combinations

import cv2
import numpy as np

from calibration.errors import CalibrationError
from calibration.locate.board_finder import COARSE_PX
from calibration.locate.cameras import camera_from_points
from calibration.locate.poses import homographies, plausible, project
from calibration.locate.proposal import refine_board
from calibration.locate.slab_outlines import LEVELS
from companion.board.spec import CORNERS, BoardSpec
from vision.arrays import Doubles, Floats, Picture, as_doubles, as_floats, as_levels
from vision.errors import VisionError
from vision.photometry.opponent_colours import DARK_OFFSET

MAX_BLOBS = 14  # maximum number of blobs, the largest, among which ten counters are searched for
MAX_AREA_RATIO = 4.0  # maximum ratio of counters' areas in the picture
MAX_OFFSET_PITCHES = 0.17  # maximum root mean square offset of counters from an even board, in line pitches


def points_by_counters(empty: Picture, start: Picture, spec: BoardSpec) -> Doubles | None:
    """Return the ten points (10, 2) in px, from either end in the order of the ring; None without a board.

    Both pictures (H, W, 3) BGR are from one camera that has not moved: the empty board, and a counter on each
    point.
    """
    scale = min(1.0, COARSE_PX / max(empty.shape[:2]))
    difference_map = _difference_map(_shrunk(empty, scale), _shrunk(start, scale))
    size = (difference_map.shape[1], difference_map.shape[0])
    levels = np.linspace(0, float(difference_map.max()), LEVELS + 2)[1:-1].tolist()
    fits = [_board_of(_blobs(difference_map, level), spec, size) for level in levels]
    found = min((fit for fit in fits if fit is not None), key=lambda fit: fit[0], default=None)
    if found is None:
        return None
    size_wh = (empty.shape[1], empty.shape[0])
    try:
        return _snap_to_drawing(empty, _on_the_board((found[1] + 0.5) / scale - 0.5, spec, size_wh), spec)
    except (CalibrationError, VisionError):
        return None


def _shrunk(picture: Picture, scale: float) -> Picture:
    return as_levels(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))


def _difference_map(empty: Picture, start: Picture) -> Floats:
    """Return the difference (H, W) of two pictures (H, W, 3), without any overall change of light."""
    difference = np.log(start + np.float32(DARK_OFFSET)) - np.log(empty + np.float32(DARK_OFFSET))
    difference -= np.median(difference.reshape(-1, 3), axis=0)
    return as_floats(cv2.GaussianBlur(np.abs(difference).sum(axis=2), (0, 0), 1.5))


def _blobs(difference_map: Floats, level: float) -> list[tuple[float, Doubles]]:
    """Return the areas in px and the middles (2,) of blobs above a level."""
    mask = as_levels(difference_map > level)
    mask = as_levels(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)))
    count, _, stats, middles = cv2.connectedComponentsWithStats(mask)
    blobs = [(float(stats[i, cv2.CC_STAT_AREA]), middles[i]) for i in range(1, count)]
    return sorted(blobs, key=lambda one: -one[0])[:MAX_BLOBS]


def _board_of(
    blobs: list[tuple[float, Doubles]], spec: BoardSpec, size_wh: tuple[int, int]
) -> tuple[float, Doubles] | None:
    """Return the error and the points (10, 2) of the board that fits ten of the blobs best."""
    if len(blobs) < 10:
        return None
    areas = np.array([area for area, _ in blobs])
    middles = np.array([middle for _, middle in blobs])
    best: tuple[float, Doubles] | None = None
    corners = spec.corners_mm
    chosen = [_clockwise(middles[list(four)]) for four in combinations(range(len(middles)), 4)]
    at_px = np.array([np.roll(four, turn, axis=0) for four in chosen for turn in (0, 1)])
    poses = homographies(np.broadcast_to(corners, at_px.shape), at_px)
    poses = poses[plausible(poses, spec, size_wh)]
    for pose in poses:
        at = project(pose, spec.points_mm)
        away = np.linalg.norm(at[:, None] - middles[None], axis=2)
        nearest = away.argmin(axis=1)
        pitch = np.linalg.norm(at[1] - at[0])
        if len(set(nearest.tolist())) < 10 or away.min(axis=1).max() > 2 * MAX_OFFSET_PITCHES * pitch:
            continue
        if areas[nearest].max() > MAX_AREA_RATIO * areas[nearest].min():
            continue
        fitted, _ = cv2.findHomography(spec.points_mm, middles[nearest])
        if fitted is None:
            continue
        even = project(as_doubles(fitted), spec.points_mm)
        off = float(np.sqrt(((even - middles[nearest]) ** 2).sum(axis=1).mean()) / pitch)
        if off < MAX_OFFSET_PITCHES and (best is None or off < best[0]):
            best = off, even
    return best


def _clockwise(four: Doubles) -> Doubles:
    """Return four places (4, 2) in the order of a board's corners, as seen from above."""
    away = four - four.mean(axis=0)
    return as_doubles(four[np.argsort(-np.arctan2(away[:, 1], away[:, 0]))])


def _on_the_board(counters_px: Doubles, spec: BoardSpec, size_wh: tuple[int, int]) -> Doubles:
    """Return the places (10, 2) of counters on the board itself, below their middles."""
    camera = camera_from_points(spec, counters_px, size_wh)
    at_mm = camera.to_mm(spec, counters_px, spec.counter_height_mm / 2)
    return camera.to_px(spec, at_mm)


def _snap_to_drawing(empty: Picture, points_px: Doubles, spec: BoardSpec) -> Doubles:
    """Return the points (10, 2) as drawn near those of the counters, or these if none are seen."""
    drawn = refine_board(empty, spec, points_px[CORNERS]).points_px
    return points_px if drawn is None else drawn
