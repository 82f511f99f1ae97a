"""Poses: how a board drawn by its measures may lie in a picture.

A pose is a homography from the board frame (mm) to the picture (px), (3, 3) float64. Seen from above the
board's y axis points to the left of its x axis, and a picture's rows grow downwards, so every pose here has a
negative Jacobian. Mirrored poses are never made.
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from companion.board.spec import BoardSpec
from vision.arrays import Doubles, Mask, check_numbers, check_shape

_ASLANT = 2.0
"""Maximum ratio of foreshortening (1.4 is 45 degrees), and of the sizes of the board's nearest and farthest
end."""

_MIN_DEPTH = 1e-9  # minimum depth; a place nearer the camera is nowhere in the picture
_SINGULAR = 1e-30  # determinant, of a matrix scaled to at most 1, below which four places give no homography
_JACOBIAN_MM = 10.0  # half the step of the finite difference for a pose's Jacobian at the board's middle


@dataclass(frozen=True)
class Strokes:
    """Samples along everything that is drawn on a board: (N, 2) places in mm and (N, 2) directions.

    `part` (N,) numbers the strokes: 0 to 4 the lines, 5 to 14 the circles in the order of the ring.
    """

    at_mm: Doubles
    direction: Doubles
    part: NDArray[np.int64]

    def __post_init__(self) -> None:
        check_numbers("places of strokes", self.at_mm, (None, 2), np.float64)
        check_numbers("directions of strokes", self.direction, (len(self.at_mm), 2), np.float64)
        check_shape("numbers of strokes", self.part, (len(self.at_mm),), np.int64)

    @staticmethod
    def of(spec: BoardSpec, per_line: int = 24, per_circle: int = 24) -> "Strokes":
        """Return the strokes of a board: its five lines from circle to circle, and its ten circles."""
        radius = spec.point_diameter_mm / 2
        end = spec.line_length_mm / 2 - radius
        # Leave out the ends, near the circles' ridges.
        x = end * (2 * np.arange(per_line) + 1 - per_line) / per_line
        turn = np.arange(per_circle) * 2 * np.pi / per_circle
        places, directions, parts = [], [], []
        for line in range(5):
            places.append(np.column_stack([x, np.full(per_line, (line - 2) * spec.line_pitch_mm)]))
            directions.append(np.tile([1.0, 0.0], (per_line, 1)))
            parts.append(np.full(per_line, line))
        for j, centre in enumerate(spec.points_mm):
            places.append(centre + radius * np.column_stack([np.cos(turn), np.sin(turn)]))
            directions.append(np.column_stack([-np.sin(turn), np.cos(turn)]))
            parts.append(np.full(per_circle, 5 + j))
        return Strokes(np.concatenate(places), np.concatenate(directions), np.concatenate(parts))


def project(poses: Doubles, at_mm: Doubles) -> Doubles:
    """Return places (N, 2) in mm as pixels (..., N, 2) under poses (..., 3, 3)."""
    flat = np.column_stack([at_mm, np.ones(len(at_mm))])
    out = np.einsum("...ij,nj->...ni", poses, flat)
    depth = out[..., 2:]
    return np.asarray(out[..., :2] / np.where(np.abs(depth) < _MIN_DEPTH, _MIN_DEPTH, depth))


def project_strokes(poses: Doubles, strokes: Strokes) -> tuple[Doubles, Doubles]:
    """Return pixels (..., N, 2) of the strokes and the angles (..., N) at which they run there."""
    at = project(poses, strokes.at_mm)
    ahead = project(poses, strokes.at_mm + strokes.direction)
    step = ahead - at
    return at, np.arctan2(step[..., 1], step[..., 0])


def hypotheses(segments_px: Doubles, spec: BoardSpec, size_wh: tuple[int, int]) -> Doubles:
    """Return poses (M, 3, 3) that map two of the five lines to any two of the segments (N, 2, 2)."""
    end = spec.line_length_mm / 2 - spec.point_diameter_mm / 2
    along = segments_px[:, 1] - segments_px[:, 0]
    length = np.linalg.norm(along, axis=1)
    middle = segments_px.mean(axis=1)
    first, second = np.triu_indices(len(segments_px), k=1)
    ratio = length[first] / length[second]
    # Direction and distance of the second segment from the first, in units of their length.
    unit = along[first] / length[first, None]
    apart = np.einsum("ij,ij->i", middle[second] - middle[first], np.column_stack([unit[:, 1], -unit[:, 0]]))
    relative = np.abs(apart) / (length[first] + length[second]) * 2
    kept = (ratio > 1 / _ASLANT) & (ratio < _ASLANT)
    ends, targets = [], []
    for low, high in combinations(range(5), 2):
        expected = (high - low) * spec.line_pitch_mm / (2 * end)
        fits = kept & (relative > expected / _ASLANT) & (relative < expected * _ASLANT)
        a, b = segments_px[first[fits]], segments_px[second[fits]]
        # The board's y axis points left of its x axis: turn each segment to run as x does.
        a = np.where((apart[fits] > 0)[:, None, None], a, a[:, ::-1])
        same = np.einsum("ij,ij->i", a[:, 1] - a[:, 0], b[:, 1] - b[:, 0]) > 0
        b = np.where(same[:, None, None], b, b[:, ::-1])
        y_low, y_high = (low - 2) * spec.line_pitch_mm, (high - 2) * spec.line_pitch_mm
        ends.append(np.concatenate([a, b], axis=1))
        targets.append(np.tile([(-end, y_low), (end, y_low), (-end, y_high), (end, y_high)], (len(a), 1, 1)))
    poses = homographies(np.concatenate(targets), np.concatenate(ends))
    return poses[plausible(poses, spec, size_wh)]


def homographies(at_mm: Doubles, at_px: Doubles) -> Doubles:
    """Return the homographies (M, 3, 3) that take four places (M, 4, 2) to four pixels (M, 4, 2)."""
    x, y = at_mm[..., 0], at_mm[..., 1]
    u, v = at_px[..., 0], at_px[..., 1]
    one, zero = np.ones_like(x), np.zeros_like(x)
    rows_u = np.stack([x, y, one, zero, zero, zero, -u * x, -u * y], axis=-1)
    rows_v = np.stack([zero, zero, zero, x, y, one, -v * x, -v * y], axis=-1)
    matrix = np.concatenate([rows_u, rows_v], axis=1)
    right = np.concatenate([u, v], axis=1)[..., None]
    sound = np.abs(np.linalg.det(matrix / np.abs(matrix).max(axis=(1, 2), keepdims=True))) > _SINGULAR
    found = np.full((len(matrix), 3, 3), np.nan)
    solved = np.linalg.solve(matrix[sound], right[sound])[..., 0]
    found[sound] = np.concatenate([solved, np.ones((len(solved), 1))], axis=1).reshape(-1, 3, 3)
    return found


def plausible(poses: Doubles, spec: BoardSpec, size_wh: tuple[int, int]) -> Mask:
    """Return which poses (M, 3, 3) show the whole board from above, not mirrored, not too slanted."""
    with np.errstate(all="ignore"):
        depth = np.einsum("mj,nj->mn", poses[:, 2], np.column_stack([spec.points_mm, np.ones(10)]))
        corners = project(poses, spec.points_mm)
        inside = ((corners > 0) & (corners < np.array(size_wh))).all(axis=(1, 2))
        near = depth.max(axis=1) / depth.min(axis=1)
        step = _JACOBIAN_MM
        cross = project(poses, np.array([[step, 0.0], [-step, 0.0], [0.0, step], [0.0, -step]]))
        jacobian = np.stack([cross[:, 0] - cross[:, 1], cross[:, 2] - cross[:, 3]], axis=-1)
        squeeze = np.linalg.svd(np.nan_to_num(jacobian), compute_uv=False)
        turned_over = np.linalg.det(jacobian) < 0
        flat = squeeze[:, 0] < _ASLANT * squeeze[:, 1]
        return np.asarray(inside & turned_over & flat & (depth > 0).all(axis=1) & (near < _ASLANT))
