"""Rectification: the board and a margin around it, seen from straight above, as a small picture."""

from dataclasses import dataclass

import cv2
import numpy as np

from companion.board.motion import STILL, RigidMotion
from companion.board.spec import BoardSpec
from vision.arrays import Doubles, Mask, Picture, as_floats, as_levels, check_positive
from vision.geometry.camera_model import CameraModel

COARSE_PX, FINE_PX = 11, 20
"""Diameters of a counter in rectified pictures: the smallest that still shows its edge, and a finer one."""

GRID_CELL_PX = 8

MARGIN_COUNTERS = 2.5  # margin of the rectified picture beyond the points, in counters

MAX_GRID_PIXELS = 120_000
"""Maximum number of pixels of the coarse picture; boards with small counters are scaled down to it."""


@dataclass(frozen=True)
class Grid:
    """The pixels of the rectified picture: column to the right is +x, row downwards is -y of the board frame.

    The board is seen from above, not mirrored. `size_wh` is in pixels; `cell_px` is the side of the cells in
    which light and texture are compared.
    """

    size_wh: tuple[int, int]
    px_per_mm: float
    cell_px: int

    def __post_init__(self) -> None:
        check_positive("the grid's smaller side", min(self.size_wh))
        check_positive("the grid's scale", self.px_per_mm)
        check_positive("the side of windows in a cell", self.step_px)

    @property
    def step_px(self) -> int:
        """The side, odd, of the windows for texture."""
        return (self.cell_px | 1) - 2

    def to_px(self, points_mm: Doubles) -> Doubles:
        """Return grid pixels (N, 2) of board places (N, 2) in mm."""
        width, height = self.size_wh
        return np.asarray(points_mm) * (self.px_per_mm, -self.px_per_mm) + ((width - 1) / 2, (height - 1) / 2)

    def to_mm(self, points_px: Doubles) -> Doubles:
        """Return board places (N, 2) in mm of grid pixels (N, 2)."""
        width, height = self.size_wh
        return (np.asarray(points_px) - ((width - 1) / 2, (height - 1) / 2)) / (
            self.px_per_mm,
            -self.px_per_mm,
        )


def grid_for(spec: BoardSpec, counter_px: int = COARSE_PX) -> Grid:
    """Return the grid for a board, with counters of `counter_px` pixels unless it gets too large."""
    margin = MARGIN_COUNTERS * spec.counter_diameter_mm
    width_mm = spec.line_length_mm + 2 * margin
    height_mm = 4 * spec.line_pitch_mm + 2 * margin
    finer = counter_px / COARSE_PX
    most = finer * (MAX_GRID_PIXELS / (width_mm * height_mm)) ** 0.5
    px_per_mm = min(counter_px / spec.counter_diameter_mm, most)
    size_wh = (round(width_mm * px_per_mm), round(height_mm * px_per_mm))
    return Grid(size_wh, px_per_mm, round(GRID_CELL_PX * finer))


class Rectifier:
    """Rectify frames of one camera at half the counters' height, with precomputed tables.

    At that height a counter keeps its place and its round outline wherever it lies.
    """

    def __init__(self, spec: BoardSpec, camera: CameraModel, grid: Grid, motion: RigidMotion = STILL) -> None:
        self.grid = grid
        width, height = self.grid.size_wh
        columns, rows = np.meshgrid(np.arange(width), np.arange(height))
        places_mm = motion.moved(self.grid.to_mm(np.stack([columns.ravel(), rows.ravel()], axis=1)))
        places_px = camera.to_px(spec, places_mm, spec.counter_height_mm / 2)
        x, y = np.ascontiguousarray(places_px.T).reshape(2, height, width)
        # Shrink a frame that is finer than the grid first: skipping pixels would keep their noise.
        row, column = height // 2, width // 2
        across = np.hypot(x[row, column + 1] - x[row, column], y[row, column + 1] - y[row, column])
        down = np.hypot(x[row + 1, column] - x[row, column], y[row + 1, column] - y[row, column])
        # Halving again and again is many times faster than any other factor.
        self._halvings = max(0, int(np.log2(min(across, down) + 0.3)))
        shrink = 2**self._halvings
        frame_width, frame_height = camera.frame_size_wh
        left, top = (max(int(np.floor(axis.min())) - 2, 0) for axis in (x, y))
        right = min(int(np.ceil(x.max())) + 3, frame_width)
        bottom = min(int(np.ceil(y.max())) + 3, frame_height)
        self._size_wh = ((right - left) // shrink, (bottom - top) // shrink)
        self._window = (
            slice(top, top + self._size_wh[1] * shrink),
            slice(left, left + self._size_wh[0] * shrink),
        )
        self.in_frame: Mask = (x >= 0) & (x <= frame_width - 1) & (y >= 0) & (y <= frame_height - 1)
        """Mask (h, w) of the grid pixels that lie in the frame."""
        source_x, source_y = (
            as_floats((axis - start - (shrink - 1) / 2) / shrink) for axis, start in ((x, left), (y, top))
        )
        self._map, self._fractions = cv2.convertMaps(source_x, source_y, cv2.CV_16SC2)

    def rectify(self, frame: Picture) -> Picture:
        """Return the rectified picture (h, w, 3) BGR of a frame (H, W, 3) BGR."""
        part = frame[self._window]
        for _ in range(self._halvings):
            part = as_levels(cv2.resize(part, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
        return as_levels(
            cv2.remap(part, self._map, self._fractions, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        )


def extent(mask: Mask) -> tuple[slice, slice]:
    """Return the rows and the columns of the smallest rectangle that holds all of a mask (h, w)."""
    rows, columns = (np.flatnonzero(mask.any(axis=axis)) for axis in (1, 0))
    return slice(int(rows[0]), int(rows[-1]) + 1), slice(int(columns[0]), int(columns[-1]) + 1)


def board_area(spec: BoardSpec, grid: Grid, counters: float = 0.9) -> Mask:
    """Return which grid pixels (h, w) surely belong to the board: its points and some counters around."""
    width, height = grid.size_wh
    reach = counters * spec.counter_diameter_mm * grid.px_per_mm
    corners = grid.to_px(spec.points_mm)
    left, top = np.maximum((corners.min(axis=0) - reach).round().astype(int), 0)
    right, bottom = (corners.max(axis=0) + reach).round().astype(int)
    area = np.zeros((height, width), bool)
    area[top : bottom + 1, left : right + 1] = True
    return area
