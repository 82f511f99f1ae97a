"""Score poses by the ridges of a picture, and refine them."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.locate.poses import Strokes, homographies, project, project_strokes
from calibration.locate.ridges import FAINT, Ridges
from companion.board.spec import BoardSpec
from vision.arrays import Doubles, as_doubles
from vision.errors import InvalidValueError

FULL_RESPONSE = 1.2  # mean ridge response of a stroke that is fully there; stronger ones count as this
_BATCH = 4000  # number of poses scored at once, to limit memory
_ROUGH_SAMPLES = 8  # samples a stroke when hypotheses are scored

_PLACES = 7
"""Places within a pitch to which a row of points slides along the lines. Poses whose points lie no further
apart than one such place are the same."""

_REACH_PX = 8  # reach of samples along their normals in the first step of a refinement, in pixels
_FLATTEST = -np.finfo(np.float64).eps  # minimum curvature of the parabola through a peak


@dataclass(frozen=True)
class BlurredRidges:
    """Unsigned ridges, blurred so that a pose that is a little off still scores."""

    ridges: Ridges
    shrink: int

    def __post_init__(self) -> None:
        if self.shrink < 1:
            raise InvalidValueError(f"ridges are shrunk by a whole number from 1, not {self.shrink}")

    @staticmethod
    def of(found: Ridges, width_px: int = 5, shrink: int = 2) -> "BlurredRidges":
        """Return the mean over a square of `width_px`, at 1 / `shrink` of the size, of near orientations.

        The mean, not the maximum: unlike wood grain, a drawn line is strong along its whole length.
        """
        planes = np.abs(found.response)
        wide = np.stack([cv2.blur(plane, (width_px, width_px))[::shrink, ::shrink] for plane in planes])
        wide = np.maximum(wide, np.maximum(np.roll(wide, 1, axis=0), np.roll(wide, -1, axis=0)))
        return BlurredRidges(Ridges(wide), shrink)


def rough_scores(poses: Doubles, blurred: BlurredRidges, spec: BoardSpec) -> Doubles:
    """Return the score of each pose (M, 3, 3): mean response on the strokes less that between the lines."""
    on = Strokes.of(spec, per_line=_ROUGH_SAMPLES, per_circle=_ROUGH_SAMPLES)
    between = on.part < 4
    off_mm = on.at_mm[between] + (0, spec.line_pitch_mm / 2)
    off = Strokes(off_mm, on.direction[between], on.part[between])
    scores = []
    for start in range(0, len(poses), _BATCH):
        batch = poses[start : start + _BATCH]
        responses = []
        for strokes in (on, off):
            at, angles = project_strokes(batch, strokes)
            responses.append(blurred.ridges.response_at(at / blurred.shrink, angles))
        drawn, blank = responses
        # Every stroke counts the same, up to a limit: one strong edge must not make a board.
        parts = drawn.reshape(len(batch), -1, _ROUGH_SAMPLES).mean(axis=2)
        scores.append(np.minimum(parts, FULL_RESPONSE).mean(axis=1) - blank.mean(axis=1))
    return np.concatenate(scores) if scores else np.empty(0)


def slide(poses: Doubles, blurred: BlurredRidges, spec: BoardSpec) -> Doubles:
    """Return the poses (M, 3, 3) slid to the best score nearby.

    Texture hides where a line ends, and a board's edge looks like a sixth line: each row of points slides
    along the lines, either end by itself, and the whole board moves across by one line either way.
    """
    steps = np.linspace(-spec.line_pitch_mm / 2, spec.line_pitch_mm / 2, _PLACES)
    first, last = (side.ravel() for side in np.meshgrid(steps, steps))
    corners = spec.corners_mm[[0, 1, 3, 2]]
    still = np.tile(corners, (len(first), 1, 1))
    moves = []
    for one, other in ((0, 1), (3, 2)):
        moved = still.copy()
        moved[:, one, 0] += first
        moved[:, other, 0] += last
        moves.append(homographies(still, moved))
    across = np.tile(np.eye(3), (3, 1, 1))
    across[:, 1, 2] = np.array([-1, 0, 1]) * spec.line_pitch_mm
    moves.append(across)
    best = poses
    # The second round begins where the first has slid it to.
    for move in moves * 2:
        tried = best[:, None] @ move
        values = rough_scores(tried.reshape(-1, 3, 3), blurred, spec).reshape(len(best), -1)
        pick = values.argmax(axis=1)
        best = tried[np.arange(len(best)), pick]
    return best


def distinct(poses: Doubles, scores: Doubles, spec: BoardSpec, keep: int) -> NDArray[np.int64]:
    """Return the indices of the best distinct poses, best first.

    (Non-maximum suppression; a pose and its half turn are the same.)
    """
    ring = project(poses, spec.points_mm)
    turned = np.roll(ring, 5, axis=1)
    pitch = np.linalg.norm(ring[:, 1] - ring[:, 0], axis=1)
    free = np.ones(len(poses), bool)
    chosen: list[int] = []
    for index in np.argsort(-scores):
        if not free[index]:
            continue
        chosen.append(int(index))
        if len(chosen) == keep:
            break
        as_read = np.abs(ring - ring[index]).max(axis=(1, 2))
        half_turned = np.abs(turned - ring[index]).max(axis=(1, 2))
        free &= np.minimum(as_read, half_turned) > pitch / _PLACES
    return np.array(chosen, np.int64)


def refine(pose: Doubles, found: Ridges, strokes: Strokes) -> Doubles:
    """Refine a pose on the ridges: samples search along their normals, and a homography is fitted to all.

    Each step reaches a pixel less far than the one before, down to two. (The normal search of Harris,
    "Tracking with rigid models", 1992.)
    """
    for reach in range(_REACH_PX, 1, -1):
        at, angles = project_strokes(pose, strokes)
        normal = np.column_stack([-np.sin(angles), np.cos(angles)])
        offsets = np.arange(-reach, reach + 1)
        searched = at[:, None] + offsets[:, None] * normal[:, None]
        response = np.abs(found.response_at(searched, np.broadcast_to(angles[:, None], searched.shape[:2])))
        # Farther off the response has to be higher, so that the nearer of a line's two edges is followed.
        response = response * (1 - (offsets / (reach + 1)) ** 2)
        best = np.clip(response.argmax(axis=1), 1, 2 * reach - 1)
        rows = np.arange(len(best))
        before, top, after = response[rows, best - 1], response[rows, best], response[rows, best + 1]
        shift = offsets[best] + np.clip(vertex(before, top, after), -1, 1)
        weight = top**2
        pose = _stepped(pose, strokes.at_mm, normal, shift, weight, at)
    return pose


def vertex(before: Doubles, top: Doubles, after: Doubles) -> Doubles:
    """Return the offsets (N,) of the vertices of parabolas through three neighbouring values."""
    return as_doubles((before - after) / (2 * np.minimum(before - 2 * top + after, _FLATTEST)))


def _stepped(
    pose: Doubles,
    at_mm: Doubles,
    normal: Doubles,
    shift_px: Doubles,
    weight: Doubles,
    at: Doubles,
) -> Doubles:
    """Return the pose after a least-squares step that moves samples by `shift_px` along their normals.

    Unchanged if a sample would lie behind the camera.
    """
    scale = max(float(np.abs(at_mm).max()), 1.0)
    x, y = at_mm[:, 0] / scale, at_mm[:, 1] / scale
    scaled = pose @ np.diag([scale, scale, 1.0])
    depth = scaled[2, 0] * x + scaled[2, 1] * y + scaled[2, 2]
    if not (depth > 0).all():
        return pose
    depth /= scaled[2, 2]
    scaled = scaled / scaled[2, 2]
    one = np.ones_like(x)
    towards = np.einsum("ij,ij->i", normal, at)
    design = (
        np.column_stack(
            [
                normal[:, :1] * np.column_stack([x, y, one]),
                normal[:, 1:] * np.column_stack([x, y, one]),
                -towards * x,
                -towards * y,
            ]
        )
        / depth[:, None]
    )
    root = np.sqrt(weight)
    step = np.linalg.lstsq(
        root[:, None] * design,
        root * shift_px,
        rcond=None,
    )[0]
    change = np.append(step, 0.0).reshape(3, 3)
    return np.asarray((scaled + change) @ np.diag([1 / scale, 1 / scale, 1.0]))


def support(pose: Doubles, found: Ridges, strokes: Strokes) -> Doubles:
    """Return the share, 0 to 1, of each stroke (15,) that is seen under a pose, within a pixel."""
    at, angles = project_strokes(pose, strokes)
    normal = np.column_stack([-np.sin(angles), np.cos(angles)])
    searched = at[:, None] + np.arange(-1, 2)[:, None] * normal[:, None]
    response = np.abs(found.response_at(searched, np.broadcast_to(angles[:, None], searched.shape[:2]))).max(
        axis=1
    )
    present = response > FAINT
    return np.array([present[strokes.part == part].mean() for part in range(15)])
