"""The ten points of a board, each found by its own mark in a view of the board from straight above."""

import math
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.locate.cameras import MAX_UNEVEN
from calibration.locate.marks import marks_in
from calibration.locate.pose_fit import FULL_RESPONSE, refine, support, vertex
from calibration.locate.poses import Strokes, project
from companion.board.spec import BoardSpec
from vision.arrays import Doubles, Picture, check_numbers, check_share

_PITCH_PX = 100.0
"""The line pitch in the view from above, in pixels."""

_SAME_PX = 8.0
"""Pixels from a mark's place within which another place counts as the same."""

MIN_SUPPORT = 0.7
"""Share of the support of a board's typical mark that each of its marks has at least, and of a line that is
there at least. The second weakest mark of 47 boards that a person can read, found where they lie, came to
0.71 of the typical one with marks of half a full response and less, to 0.8 and more else; of boards taken a
line or a row too far most often to nothing, as none stood out of what is seen where no mark is."""


@dataclass(frozen=True, slots=True)
class PointsFound:
    """The ten points, and how well the picture supports them.

    `points_px` (10, 2) in the order of the ring. `mark_support` (10,) is the share of a full response on the
    outline of each mark, 0 where there is a better one elsewhere near by, or one as good where no mark is;
    `line_support` (5,) is the share of each line that is there.
    """

    points_px: Doubles
    mark_support: Doubles
    line_support: Doubles

    def __post_init__(self) -> None:
        check_numbers("points", self.points_px, (10, 2), np.float64)
        check_numbers("support of marks", self.mark_support, (10,), np.float64)
        check_numbers("support of lines", self.line_support, (5,), np.float64)
        for support_of_one in (*self.mark_support, *self.line_support):
            check_share("support of a mark or line", float(support_of_one))

    @property
    def score(self) -> float:
        """How well the whole board is supported, to compare places in one picture."""
        return float(self.mark_support.mean() + self.line_support.mean())


def find_points(grey: Picture, pose: Doubles, spec: BoardSpec) -> PointsFound | None:
    """The ten points near a pose (3, 3) in a grey picture (H, W), or None when the board gets lost."""
    if np.linalg.det(pose) == 0:
        return None
    scale = _PITCH_PX / spec.line_pitch_mm
    # As if there were a further point on either side, and two further lines.
    half_x = spec.line_length_mm / 2 + spec.line_pitch_mm
    half_y = 4 * spec.line_pitch_mm
    flat = np.array([[scale, 0, half_x * scale], [0, -scale, half_y * scale], [0, 0, 1]])
    to_flat = flat @ np.linalg.inv(pose)
    size = (round(2 * half_x * scale) + 1, round(2 * half_y * scale) + 1)
    camera = np.asarray(cv2.warpPerspective(grey, to_flat, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)
    found, marks = marks_in(camera)
    strokes = Strokes.of(spec)
    on_flat = refine(flat, found, strokes)
    even = project(on_flat, spec.points_mm)
    if not np.abs(even - project(flat, spec.points_mm)).max() < MAX_UNEVEN * _PITCH_PX:
        return None
    radius_px = spec.point_diameter_mm / 2 * scale
    # A counter laid where the others say would still lie on the middle of the mark.
    search_px = math.ceil(spec.counter_diameter_mm / 2 * scale)
    # Counters on the points draw the rows to their own edges: the five marks of a row decide together, and
    # both rows decide of which kind the marks are.
    mark, by_row = max(
        ((mark, _by_row(mark.maps(even, radius_px, search_px))) for mark in marks),
        key=lambda one: float(one[1].max(axis=(1, 2)).sum()),
    )
    even += np.repeat([_peak(of_row) for of_row in by_row], 5, axis=0)
    rows = np.asarray(cv2.findHomography(spec.points_mm, even)[0], np.float64)
    on_flat = refine(rows, found, strokes)
    even = project(on_flat, spec.points_mm)
    y, x = np.mgrid[-search_px : search_px + 1, -search_px : search_px + 1]
    # As far off as that it would need a full response more.
    cost = FULL_RESPONSE * (x**2 + y**2) / search_px**2
    maps = mark.maps(even, radius_px, search_px)
    between, beyond = (
        _highest(mark.maps(project(on_flat, places), radius_px, search_px), cost)
        for places in _unmarked_mm(spec)
    )
    # A sixth line would have a mark at either end.
    unmarked = max(between.max(), beyond.reshape(2, 2).min(axis=1).max())
    offset = np.array([_peak(circle - cost) for circle in maps])
    response = _highest(maps, cost)
    mark_support = np.clip(response / FULL_RESPONSE, 0, 1)
    mark_support[mark_support <= unmarked / FULL_RESPONSE] = 0.0
    for j, circle in enumerate(maps):
        elsewhere = np.hypot(x - offset[j, 0], y - offset[j, 1]) > _SAME_PX
        if response[j] < circle[elsewhere].max(initial=-np.inf):
            mark_support[j] = 0.0
    # A point without a mark of its own stays where the others say.
    offset[of_typical(mark_support) < MIN_SUPPORT] = 0.0
    points = cv2.perspectiveTransform((even + offset)[None], np.linalg.inv(to_flat))[0]
    return PointsFound(
        points_px=np.asarray(points, np.float64),
        mark_support=mark_support,
        line_support=support(on_flat, found, strokes)[:5],
    )


def _unmarked_mm(spec: BoardSpec) -> tuple[Doubles, Doubles]:
    """Where no mark is: between the lines (12, 2), and at the ends of a sixth line on either side (4, 2)."""
    between = [
        (x, y)
        for y in spec.line_pitch_mm * np.arange(-1.5, 2)
        for x in spec.line_length_mm / 4 * np.arange(-1, 2)
    ]
    beyond = [
        (x, y)
        for y in spec.line_pitch_mm * np.array([-3, 3])
        for x in spec.line_length_mm / 2 * np.array([-1, 1])
    ]
    return np.array(between), np.array(beyond)


def of_typical(mark_support: Doubles) -> Doubles:
    """The support (10,) of marks as a share, 0 to 1, of that of a typical one: faint marks are all faint."""
    typical = float(np.median(mark_support))
    return np.minimum(mark_support / typical, 1.0) if typical > 0 else mark_support


def _highest(maps: Doubles, cost: Doubles) -> Doubles:
    """The response (N,) of each map (N, S, S) where it is highest above its cost."""
    return np.array([circle.flat[(circle - cost).argmax()] for circle in maps])


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
