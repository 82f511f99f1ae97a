"""The ten points of a board, each found by its own mark in a view of the board from straight above."""

from dataclasses import dataclass

import cv2
import numpy as np

from calibration.locate.marks import marks_in
from calibration.locate.pose_fit import FULL_RESPONSE, refine, support, vertex
from calibration.locate.poses import Strokes, project
from companion.board.spec import BoardSpec
from vision.arrays import Doubles, Picture, check_numbers, check_share

_PITCH_PX = 100.0
"""The line pitch in the view from above, in pixels."""

_MARGIN = 1.0
"""How far that view reaches beyond the points, in line pitches."""

_ROW_REACH_PX = 3
"""How far samples search along their normals once the rows have been placed."""

_LOST = 0.8
"""How far a point may move from the given pose, in line pitches, before the board counts as lost."""

_SEARCH_PX = 28
"""How far around its expected place a mark is searched, along either axis, in pixels of the view."""

_SAME_PX = 8.0
"""Pixels from a mark's place within which another place counts as the same."""

_OFFSET_COST = 0.003
"""Response that a place a pixel from the expected one needs in addition; it grows with the square."""

_OWN_RESPONSE = 0.8
"""Least response of a mark for a point to be moved to it; there must be none better elsewhere."""


@dataclass(frozen=True, slots=True)
class PointsFound:
    """The ten points, and how well the picture supports them.

    `points_px` (10, 2) in the order of the ring. `mark_response` (10,) is the mean response on the
    outline of each mark, 0 to 2, and `margin` (10,) how far that is above the best place elsewhere near by;
    `line_support` (5,) is the share of each line that is there, 0 to 1.
    """

    points_px: Doubles
    mark_response: Doubles
    margin: Doubles
    line_support: Doubles

    def __post_init__(self) -> None:
        check_numbers("points", self.points_px, (10, 2), np.float64)
        check_numbers("response of marks", self.mark_response, (10,), np.float64)
        check_numbers("margin of marks", self.margin, (10,), np.float64)
        check_numbers("support of lines", self.line_support, (5,), np.float64)
        for support_of_one in self.line_support:
            check_share("support of a line", float(support_of_one))

    @property
    def score(self) -> float:
        """How well the whole board is supported, to compare places in one picture."""
        return float(np.minimum(self.mark_response, FULL_RESPONSE).mean() + self.line_support.mean())


def find_points(grey: Picture, pose: Doubles, spec: BoardSpec) -> PointsFound | None:
    """The ten points near a pose (3, 3) in a grey picture (H, W), or None when the board gets lost."""
    scale = _PITCH_PX / spec.line_pitch_mm
    half_x = spec.line_length_mm / 2 + _MARGIN * spec.line_pitch_mm
    half_y = (2 + _MARGIN) * spec.line_pitch_mm
    flat = np.array([[scale, 0, half_x * scale], [0, -scale, half_y * scale], [0, 0, 1]])
    to_flat = flat @ np.linalg.inv(pose)
    size = (round(2 * half_x * scale) + 1, round(2 * half_y * scale) + 1)
    camera = np.asarray(cv2.warpPerspective(grey, to_flat, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)
    found, marks = marks_in(camera)
    strokes = Strokes.of(spec)
    on_flat = refine(flat, found, strokes)
    even = project(on_flat, spec.points_mm)
    if not np.abs(even - project(flat, spec.points_mm)).max() < _LOST * _PITCH_PX:
        return None
    radius_px = spec.point_diameter_mm / 2 * scale
    # Counters on the points draw the rows to their own edges: the five marks of a row decide together, and
    # both rows decide of which kind the marks are.
    mark, by_row = max(
        ((mark, _by_row(mark.maps(even, radius_px, _SEARCH_PX))) for mark in marks),
        key=lambda one: float(one[1].max(axis=(1, 2)).sum()),
    )
    even += np.repeat([_peak(of_row) for of_row in by_row], 5, axis=0)
    rows = np.asarray(cv2.findHomography(spec.points_mm, even)[0], np.float64)
    on_flat = refine(rows, found, strokes, _ROW_REACH_PX)
    even = project(on_flat, spec.points_mm)
    maps = mark.maps(even, radius_px, _SEARCH_PX)
    y, x = np.mgrid[-_SEARCH_PX : _SEARCH_PX + 1, -_SEARCH_PX : _SEARCH_PX + 1]
    cost = _OFFSET_COST * (x**2 + y**2)
    offset = np.array([_peak(circle - cost) for circle in maps])
    response = np.empty(10)
    margin = np.empty(10)
    for j, circle in enumerate(maps):
        column, row = np.rint(offset[j]).astype(int) + _SEARCH_PX
        response[j] = circle[row, column]
        elsewhere = np.hypot(x - offset[j, 0], y - offset[j, 1]) > _SAME_PX
        margin[j] = response[j] - circle[elsewhere].max()
    # A point without a mark of its own stays where the others say.
    offset[(response < _OWN_RESPONSE) | (margin < 0)] = 0.0
    points = cv2.perspectiveTransform((even + offset)[None], np.linalg.inv(to_flat))[0]
    return PointsFound(
        points_px=np.asarray(points, np.float64),
        mark_response=response,
        margin=margin,
        line_support=support(on_flat, found, strokes)[:5],
    )


def _by_row(maps: Doubles) -> Doubles:
    """The mean (2, S, S) of the maps (10, S, S) of either row."""
    return np.asarray(maps.reshape(2, 5, *maps.shape[1:]).mean(axis=1), np.float64)


def _peak(score: Doubles) -> Doubles:
    """The offset (x, y) in px, to a fraction of one, of the highest score from the middle of a square."""
    reach = len(score) // 2
    row, column = np.unravel_index(int(score.argmax()), score.shape)
    offset = np.array([column - reach, row - reach], np.float64)
    if 0 < row < 2 * reach and 0 < column < 2 * reach:
        offset += vertex(
            *np.stack([score[row, column - 1 : column + 2], score[row - 1 : row + 2, column]], axis=1)
        )
    return offset
