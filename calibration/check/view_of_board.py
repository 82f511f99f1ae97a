"""Check a camera's view of the board: light, focus, and the board's place in the picture.

The first problem is shown to the person who mounts the camera, on the station's page and by the doctor.
"""

import cv2
import numpy as np

from companion.board.measures import SMALL_COUNTER_PX
from companion.board.signals import ViewProblem as ViewProblem
from companion.board.spec import BoardSpec
from vision.arrays import Doubles, Picture, as_doubles, as_levels
from vision.frame_checks.brightness import MAX_ADVISED_LEVEL, MIN_ADVISED_LEVEL
from vision.frame_checks.sharpness import BLURRED_EDGE_PX, SOFT_EDGE_PX

SLANTED_RATIO = 1.31  # ratio of foreshortening from which the camera looks too much from the side: 40 degrees


def light_problem(level: int) -> ViewProblem | None:
    """Return the problem with the light, from a picture's median grey level."""
    if level < MIN_ADVISED_LEVEL:
        return ViewProblem.TOO_DARK
    return ViewProblem.TOO_BRIGHT if level > MAX_ADVISED_LEVEL else None


def focus_problem(edge_px: float | None) -> ViewProblem | None:
    """Return the problem with the focus, from the width of edges; None for no edges."""
    if edge_px is None:
        return ViewProblem.NO_EDGES
    if edge_px > BLURRED_EDGE_PX:
        return ViewProblem.BLURRED
    return ViewProblem.SOFT if edge_px > SOFT_EDGE_PX else None


def placement_problem(
    spec: BoardSpec, corners_px: Doubles | None, size_wh: tuple[int, int]
) -> ViewProblem | None:
    """Return the problem with the board's place, from its outer points (4, 2), None if not found."""
    if corners_px is None:
        return ViewProblem.NO_BOARD
    pose, _ = cv2.findHomography(spec.corners_mm, corners_px)
    # A counter of a point may lie as far beyond it.
    outwards_mm = np.sign(spec.corners_mm) * spec.line_pitch_mm / 2
    around_px = cv2.perspectiveTransform((spec.corners_mm + outwards_mm)[None], pose)[0]
    least, most = around_px.min(axis=0), around_px.max(axis=0)
    farthest = np.array(size_wh) - 1
    if ((most - least) > farthest).any():
        return ViewProblem.TOO_NEAR
    if (least < 0).any() or (most > farthest).any():
        return ViewProblem.ASIDE
    pitch_px = float(np.linalg.norm(corners_px[1] - corners_px[0])) / 4
    if pitch_px * spec.counter_diameter_mm / spec.line_pitch_mm < SMALL_COUNTER_PX:
        return ViewProblem.TOO_FAR
    return ViewProblem.SLANTED if _foreshortened(as_doubles(pose)) > SLANTED_RATIO else None


def _foreshortened(pose: Doubles) -> float:
    """Return the ratio of foreshortening in the middle of what a pose (3, 3) shows."""
    # Motion of the middle's pixel for each mm.
    x, y, z = pose[:, 2]
    moves = (pose[:2, :2] * z - np.outer((x, y), pose[2, :2])) / z**2
    longest, shortest = np.linalg.svd(moves, compute_uv=False)
    return float(longest / shortest)


def sharpness(edge_px: float) -> float:
    """Return the sharpness, 0 to 1, of a picture from the width of its edges; 0.5 where it is blurred."""
    return max(1 - edge_px / (2 * BLURRED_EDGE_PX), 0.0)


def grey_levels(picture: Picture) -> Picture:
    """Return the grey levels (H, W) of a picture (H, W, 3) BGR."""
    return as_levels(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
