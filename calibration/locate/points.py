"""The ten points of a board, each found by its own circle in a view of the board from straight above."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.locate.groove_shade import shade_shift
from calibration.locate.pose_fit import settle, supports
from calibration.locate.poses import Strokes, project
from calibration.locate.ridges import ORIENTATIONS, STEP_RAD, Ridges, ridges
from companion.board.spec import BoardSpec

_PITCH_PX = 100.0
_SEARCH_PX = 28
_SAME_PX = 8.0
_PER_CIRCLE = 32
_STRAYING_COSTS = 0.3
_STRAYING_PX = 10.0


@dataclass(frozen=True, slots=True)
class PointsFound:
    """The ten points, and how well the picture bears them out.

    `points_px` (10, 2) in the order of the ring. `circle` (10,) is the mean ridge strength on each point's
    circle, 0 to 2, and `margin` (10,) how far that is above the best place elsewhere near by; `line` (5,) is
    the share of each line that is there, 0 to 1.
    """

    points_px: NDArray[np.float64]
    circle: NDArray[np.float64]
    margin: NDArray[np.float64]
    line: NDArray[np.float64]

    @property
    def score(self) -> float:
        """How well the whole board is borne out, to compare places in one picture."""
        return float(np.minimum(self.circle, 1.2).mean() + self.line.mean())


def find_points(grey: NDArray[np.uint8], pose: NDArray[np.float64], spec: BoardSpec) -> PointsFound | None:
    """The ten points near a pose (3, 3) in a grey picture (H, W), or None when the board slips away."""
    scale = _PITCH_PX / spec.line_pitch_mm
    half_x = spec.line_length_mm / 2 + 0.9 * spec.line_pitch_mm
    half_y = 3 * spec.line_pitch_mm
    flat = np.array([[scale, 0, half_x * scale], [0, -scale, half_y * scale], [0, 0, 1]])
    to_flat = flat @ np.linalg.inv(pose)
    size = (round(2 * half_x * scale) + 1, round(2 * half_y * scale) + 1)
    view = np.asarray(cv2.warpPerspective(grey, to_flat, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)
    found = ridges(view)
    strokes = Strokes.of(spec)
    on_flat = settle(flat, found, strokes, (8, 6, 5, 4, 3, 2, 2))
    even = project(on_flat, spec.points_mm)
    if not np.abs(even - project(flat, spec.points_mm)).max() < 0.8 * _PITCH_PX:
        return None
    # Counters on the points draw the rows to their own edges: the five circles of a row decide together.
    # Beside a drawn line the ridges are of the other sign: they would draw a circle of their own.
    kinds = [Ridges(np.maximum(sign * found.strength, 0)) for sign in (-1, 1)]
    drawn = max(kinds, key=lambda kind: float(_circle_maps(kind, even, spec).max(axis=(1, 2)).sum()))
    maps = _circle_maps(drawn, even, spec)
    even[:5] += _peak(maps[:5].mean(axis=0))
    even[5:] += _peak(maps[5:].mean(axis=0))
    rows = np.asarray(cv2.findHomography(spec.points_mm, even)[0], np.float64)
    on_flat = settle(rows, found, strokes, (3, 2, 2))
    even = project(on_flat, spec.points_mm)
    maps = _circle_maps(drawn, even, spec)
    y, x = np.mgrid[-_SEARCH_PX : _SEARCH_PX + 1, -_SEARCH_PX : _SEARCH_PX + 1]
    cost = _STRAYING_COSTS * (x**2 + y**2) / _STRAYING_PX**2
    stray = np.array([_peak(circle - cost) for circle in maps])
    strength = np.empty(10)
    margin = np.empty(10)
    for j, circle in enumerate(maps):
        column, row = np.rint(stray[j]).astype(int) + _SEARCH_PX
        strength[j] = circle[row, column]
        elsewhere = np.hypot(x - stray[j, 0], y - stray[j, 1]) > _SAME_PX
        margin[j] = strength[j] - circle[elsewhere].max()
    # A point without a circle of its own stays where the others say.
    stray[(strength < 0.8) | (margin < 0.05)] = 0.0
    stray += shade_shift(view, even + stray, spec.point_diameter_mm / 2 * scale)
    points = cv2.perspectiveTransform((even + stray)[None], np.linalg.inv(to_flat))[0]
    return PointsFound(
        points_px=np.asarray(points, np.float64),
        circle=strength,
        margin=margin,
        line=supports(on_flat, found, strokes)[:5],
    )


def _circle_maps(found: Ridges, centres_px: NDArray[np.float64], spec: BoardSpec) -> NDArray[np.float64]:
    """The mean strength on a circle centred within the search reach of each centre, (10, S, S)."""
    radius = spec.point_diameter_mm / 2 * _PITCH_PX / spec.line_pitch_mm
    turn = np.arange(_PER_CIRCLE) * 2 * np.pi / _PER_CIRCLE
    plane = np.rint((turn + np.pi / 2) / STEP_RAD).astype(int) % ORIENTATIONS
    around = radius * np.column_stack([np.cos(turn), np.sin(turn)])
    pad = int(radius + _SEARCH_PX + _PITCH_PX)
    planes = {int(k): np.pad(found.strength[k], pad) for k in np.unique(plane)}
    width = 2 * _SEARCH_PX + 1
    maps = np.zeros((len(centres_px), width, width))
    for j, centre in enumerate(centres_px):
        corners = np.rint(centre + around).astype(int) + pad - _SEARCH_PX
        for k, (x, y) in zip(plane, corners, strict=True):
            maps[j] += planes[int(k)][y : y + width, x : x + width]
    return maps / _PER_CIRCLE


def _peak(score: NDArray[np.float64]) -> NDArray[np.float64]:
    """The offset (x, y) in px, to a fraction of one, of the highest score from the middle of a square."""
    reach = len(score) // 2
    row, column = np.unravel_index(int(score.argmax()), score.shape)
    offset = np.array([column - reach, row - reach], np.float64)
    if 0 < row < 2 * reach and 0 < column < 2 * reach:
        offset += (
            _vertex(*score[row, column - 1 : column + 2]),
            _vertex(*score[row - 1 : row + 2, column]),
        )
    return offset


def _vertex(before: float, top: float, after: float) -> float:
    """Where the parabola through three neighbouring values is highest, -0.5 to 0.5."""
    return (before - after) / (2 * min(before - 2 * top + after, -1e-6))
