"""Drawings on a board: five lines with circles, or ten boxes, the sacred line's mark, the markers."""

from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board.spec import BoardStyle
from companion.game import GOAL_HALF, OWN_HALF
from hardware.virtual_table.render.colour import Array
from hardware.virtual_table.render.texture import TextureGrid
from hardware.virtual_table.scene import SacredMark, VirtualBoard

Path = NDArray[np.float64]

SHIFT = 4  # fractional bits of coordinates in OpenCV's drawing functions
SACRED_TAIL_MM = 22.0  # extension of a sacred line, marked by its length, beyond its points


def points_mm(board: VirtualBoard) -> NDArray[np.float64]:
    """Return the ten points, (10, 2) in mm, in the order of the ring, with the board's unevenness."""
    rng = np.random.default_rng((board.seed, 1))
    exact = board.spec.points_mm
    return exact + rng.uniform(-board.unevenness_mm, board.unevenness_mm, exact.shape)


def lines(board: VirtualBoard, sheet: TextureGrid, wobble_mm: float) -> Array:
    """Return the coverage (h, w), 0 to 1, of a sheet's samples by lines that wobble."""
    rng = np.random.default_rng((board.seed, 2))
    canvas = np.zeros(sheet.shape, np.uint8)
    for path, closed in _paths(board):
        dense = _resampled(path, 4.0)
        smooth = cv2.GaussianBlur(rng.standard_normal((len(dense), 1, 2)), (1, 0), 0, sigmaY=3.0)
        wobbly = dense + wobble_mm * 3.0 * smooth.reshape(-1, 2)
        if closed:
            wobbly[-1] = wobbly[0]
        corner = np.array(sheet.corner_mm)
        samples = np.round((wobbly - corner) / sheet.step_mm * (1 << SHIFT)).astype(np.int32)
        thickness = max(1, round(board.line_width_mm / sheet.step_mm))
        cv2.polylines(canvas, [samples], False, 255, thickness, cv2.LINE_AA, SHIFT)
    return canvas.astype(np.float32) / np.float32(255)


def fills(board: VirtualBoard, sheet: TextureGrid) -> Array:
    """Return the coverage (h, w), 0 to 1, of a sheet's samples by the points' circles."""
    canvas = np.zeros(sheet.shape, np.uint8)
    for point in points_mm(board):
        centre = np.round((point - sheet.corner_mm) / sheet.step_mm * (1 << SHIFT)).astype(int)
        radius = round(board.spec.point_diameter_mm / 2 / sheet.step_mm * (1 << SHIFT))
        cv2.circle(canvas, (int(centre[0]), int(centre[1])), radius, 255, -1, cv2.LINE_AA, SHIFT)
    return canvas.astype(np.float32) / np.float32(255)


def stamp_markers(board: VirtualBoard, sheet: TextureGrid, albedo: Array, ink: Array, paper: Array) -> None:
    """Print the four ArUco markers, upright with y upwards, into an albedo (h, w, 3), with a white margin."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    modules = 6  # four of the code and one of border on either side
    margin = 1
    for number, centre in enumerate(board.spec.marker_centres_mm):
        code = cv2.aruco.generateImageMarker(dictionary, number, modules)
        code = np.pad(np.flipud(code), margin, constant_values=255)
        side_mm = board.spec.marker_size_mm * (modules + 2 * margin) / modules
        first = np.round((centre - side_mm / 2 - sheet.corner_mm) / sheet.step_mm).astype(int)
        last = np.round((centre + side_mm / 2 - sheet.corner_mm) / sheet.step_mm).astype(int)
        first, last = np.maximum(first, 0), np.minimum(last, (sheet.shape[1] - 1, sheet.shape[0] - 1))
        columns, rows = np.arange(first[0], last[0] + 1), np.arange(first[1], last[1] + 1)
        x = sheet.corner_mm[0] + columns * sheet.step_mm - centre[0] + side_mm / 2
        y = sheet.corner_mm[1] + rows * sheet.step_mm - centre[1] + side_mm / 2
        size = modules + 2 * margin
        j = np.clip((x / side_mm * size).astype(int), 0, size - 1)
        i = np.clip((y / side_mm * size).astype(int), 0, size - 1)
        block = albedo[first[1] : last[1] + 1, first[0] : last[0] + 1]
        block[:] = np.where(code[np.ix_(i, j)][..., None] > 0, paper, ink)


def _paths(board: VirtualBoard) -> list[tuple[Path, bool]]:
    """Return the outlines to draw, each (N, 2) in mm and whether it is closed."""
    points = points_mm(board)
    boxes = board.spec.style is BoardStyle.BOXES
    paths: list[tuple[Path, bool]] = []
    radius = board.spec.point_diameter_mm / 2
    turns = np.linspace(0, 2 * np.pi, 49)
    round_ = np.stack([np.cos(turns), np.sin(turns)], axis=1)
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)]) * board.spec.line_pitch_mm / 2
    outline = square if boxes else round_ * radius
    paths.extend((point + outline, True) for point in points)
    if not boxes:
        for line in range(5):
            a, b = points[line], points[9 - line]
            along = (b - a) / np.linalg.norm(b - a)
            paths.append((np.array([a + along * radius, b - along * radius]), False))
    return paths + _sacred_mark(board, points, round_)


def _sacred_mark(board: VirtualBoard, points: NDArray[np.float64], round_: Path) -> list[tuple[Path, bool]]:
    a, b = points[OWN_HALF], points[GOAL_HALF]
    if board.spec.style is BoardStyle.BOXES:
        half = 0.3 * board.spec.line_pitch_mm
        cross = [np.array([(-half, -half), (half, half)]), np.array([(-half, half), (half, -half)])]
        return [(end + stroke, False) for end in (a, b) for stroke in cross]
    paths: list[tuple[Path, bool]] = []
    if board.sacred_mark is not SacredMark.LONG:
        paths.append(((a + b) / 2 + round_ * 4.0, True))
    if board.sacred_mark is not SacredMark.CENTRE:
        along = (a - b) / np.linalg.norm(a - b)
        radius = board.spec.point_diameter_mm / 2
        for end, way in ((a, along), (b, -along)):
            paths.append((np.array([end + way * radius, end + way * SACRED_TAIL_MM]), False))
    return paths


def _resampled(path: Path, step_mm: float) -> Path:
    pieces = [path[:1]]
    for start, end in pairwise(path):
        count = max(1, round(float(np.linalg.norm(end - start)) / step_mm))
        share = np.arange(1, count + 1)[:, None] / count
        pieces.append(start + share * (end - start))
    return np.concatenate(pieces)
