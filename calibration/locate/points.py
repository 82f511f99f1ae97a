"""Locate the ten points of a board by their marks, seen from straight above."""

import math
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.locate.cameras import MAX_UNEVEN
from calibration.locate.pose_fit import FULL_RESPONSE, refine, support, vertex
from calibration.locate.poses import Strokes, project
from calibration.locate.ridges import ORIENTATIONS, STEP_RAD, Ridges, ridges_and_edges
from companion.board.spec import BoardSpec
from vision.arrays import Doubles, Picture, as_doubles, as_levels, check_numbers, check_share
from vision.errors import InvalidValueError

_PITCH_PX = 100.0  # line pitch in the view from above, in pixels
_SAME_PX = 8.0  # distance, in pixels, within which two places are the same

MIN_SUPPORT = 0.7
"""Minimum support of each mark relative to a typical one, and of each line. Boards that were found right had
0.71 or more; those found a line or row too far mostly nothing."""

MIN_CONFIDENCE = MIN_SUPPORT  # confidence below which a found board needs a person's confirmation
PER_CIRCLE = 32  # samples on a circle


@dataclass(frozen=True)
class Mark:
    """A way to mark points: a ridge or, as a `rim`, an edge along a circle.

    Rings, discs, pits and cups all show a circle across which the picture has a ridge or an edge of one sign.
    Filters of even and odd symmetry detect the two (Morrone and Owens, "Feature detection from local energy",
    1987). `sign` is 1 for a mark brighter than its surroundings, -1 for a darker one.
    """

    response: Ridges
    sign: int
    rim: bool

    def __post_init__(self) -> None:
        if self.sign not in (-1, 1):
            raise InvalidValueError(f"the sign of a mark is 1 or -1, not {self.sign}")

    def maps(self, centres_px: Doubles, radius_px: float, reach_px: int) -> Doubles:
        """Return the mean response (N, S, S) on circles up to `reach_px` from centres (N, 2)."""
        turn = np.arange(PER_CIRCLE) * 2 * np.pi / PER_CIRCLE
        half_turns, plane = np.divmod(np.rint((turn + np.pi / 2) / STEP_RAD).astype(int), ORIENTATIONS)
        # A filter looks inwards on one side of a circle and outwards on the other.
        signs = self.sign * np.where(self.rim & (half_turns % 2 == 1), -1, 1)
        around = radius_px * np.column_stack([np.cos(turn), np.sin(turn)])
        corners = np.rint(centres_px[:, None] + around).astype(int) - reach_px
        width = 2 * reach_px + 1
        pad = max(0, -int(corners.min()), int(corners.max()) + width - min(self.response.response.shape[1:]))
        planes = {int(k): np.pad(self.response.response[k], pad) for k in np.unique(plane)}
        maps = np.zeros((len(centres_px), width, width))
        for one, places in zip(maps, corners + pad, strict=True):
            for k, sign, (x, y) in zip(plane, signs, places, strict=True):
                one += sign * planes[int(k)][y : y + width, x : x + width]
        return maps / PER_CIRCLE


def marks_in(grey: Picture) -> tuple[Ridges, list[Mark]]:
    """Return the ridges of a view (H, W) of a board from above, and all ways to mark points in it."""
    found, edges = ridges_and_edges(grey)
    return found, [
        Mark(response, sign, rim) for response, rim in ((found, False), (edges, True)) for sign in (-1, 1)
    ]


@dataclass(frozen=True)
class FoundPoints:
    """The ten points, and the picture's support for them.

    `points_px` (10, 2) are in the order of the ring. `mark_support` (10,) is the share of a full response on
    each mark's outline, 0 where there is a better one nearby, or an equal one where no mark should be;
    `line_support` (5,) is the share of each line that is seen.
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
        """Support of the whole board, to compare places in one picture."""
        return float(self.mark_support.mean() + self.line_support.mean())


def find_points(grey: Picture, pose: Doubles, spec: BoardSpec) -> FoundPoints | None:
    """Return the ten points near a pose (3, 3) in a grey picture (H, W); None when the board gets lost."""
    if np.linalg.det(pose) == 0:
        return None
    scale = _PITCH_PX / spec.line_pitch_mm
    # Room for one more point on either side, and for two more lines.
    half_x = spec.line_length_mm / 2 + spec.line_pitch_mm
    half_y = 4 * spec.line_pitch_mm
    flat = np.array([[scale, 0, half_x * scale], [0, -scale, half_y * scale], [0, 0, 1]])
    to_flat = flat @ np.linalg.inv(pose)
    size = (round(2 * half_x * scale) + 1, round(2 * half_y * scale) + 1)
    camera = as_levels(cv2.warpPerspective(grey, to_flat, size, borderMode=cv2.BORDER_REPLICATE))
    found, marks = marks_in(camera)
    strokes = Strokes.of(spec)
    on_flat = refine(flat, found, strokes)
    even = project(on_flat, spec.points_mm)
    if not np.abs(even - project(flat, spec.points_mm)).max() < MAX_UNEVEN * _PITCH_PX:
        return None
    radius_px = spec.point_diameter_mm / 2 * scale
    # A counter placed by the other points would still cover the mark's middle.
    search_px = math.ceil(spec.counter_diameter_mm / 2 * scale)
    # Edges of counters attract the rows: the five marks of a row are located together, and both rows together
    # select the kind of marks.
    mark, by_row = max(
        ((mark, _by_row(mark.maps(even, radius_px, search_px))) for mark in marks),
        key=lambda one: float(one[1].max(axis=(1, 2)).sum()),
    )
    even += np.repeat([_peak(of_row) for of_row in by_row], 5, axis=0)
    rows = as_doubles(cv2.findHomography(spec.points_mm, even)[0])
    on_flat = refine(rows, found, strokes)
    even = project(on_flat, spec.points_mm)
    y, x = np.mgrid[-search_px : search_px + 1, -search_px : search_px + 1]
    # At that distance a mark would need one more full response.
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
    # A point without a mark of its own stays where the other points put it.
    offset[relative_support(mark_support) < MIN_SUPPORT] = 0.0
    points = cv2.perspectiveTransform((even + offset)[None], np.linalg.inv(to_flat))[0]
    return FoundPoints(
        points_px=as_doubles(points),
        mark_support=mark_support,
        line_support=support(on_flat, found, strokes)[:5],
    )


def _unmarked_mm(spec: BoardSpec) -> tuple[Doubles, Doubles]:
    """Return places without marks: between the lines (12, 2), and at the ends of a sixth line (4, 2)."""
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


def relative_support(mark_support: Doubles) -> Doubles:
    """Return the support (10,) of marks relative to the median, at most 1: faint marks are all faint."""
    typical = float(np.median(mark_support))
    return np.minimum(mark_support / typical, 1.0) if typical > 0 else mark_support


def _highest(maps: Doubles, cost: Doubles) -> Doubles:
    """Return the response (N,) of each map (N, S, S) at its maximum less the cost."""
    return np.array([circle.flat[(circle - cost).argmax()] for circle in maps])


def _by_row(maps: Doubles) -> Doubles:
    """Return the mean (2, S, S) of the maps (10, S, S) of either row."""
    return as_doubles(maps.reshape(2, 5, *maps.shape[1:]).mean(axis=1))


def _peak(score: Doubles) -> Doubles:
    """Return the sub-pixel offset (x, y) of the highest score from the middle of a square."""
    reach = len(score) // 2
    row, column = np.unravel_index(int(score.argmax()), score.shape)
    offset = as_doubles([column - reach, row - reach])
    if 0 < row < 2 * reach and 0 < column < 2 * reach:
        offset += vertex(
            *np.stack([score[row, column - 1 : column + 2], score[row - 1 : row + 2, column]], axis=1)
        )
    return offset


def confidence(found: FoundPoints) -> float:
    """Return the confidence, 0 to 1, in a board: the support of its second weakest mark and line.

    One mark may be weak. A board found one line or row too far misses at least two.
    """
    return float(
        min(_second_weakest(relative_support(found.mark_support)), _second_weakest(found.line_support))
    )


def reason(found: FoundPoints) -> str:
    """Return why the confidence is low, in words for the person who set the board up."""
    missing = int((relative_support(found.mark_support) < MIN_SUPPORT).sum())
    if missing > 1:
        return f"{missing} of the ten points cannot be seen: is the whole, empty board in view and well lit?"
    return "the lines can hardly be seen: more light from one side makes carved lines stand out"


def _second_weakest(support: Doubles) -> float:
    return float(np.sort(support)[1])
