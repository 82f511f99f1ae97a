"""A station's calibration: its board, its camera's view, and the look of board and counters."""

from dataclasses import dataclass, field, replace

import numpy as np

from companion.board.motion import STILL, RigidMotion
from companion.board.spec import BoardSpec
from companion.game.board import PerSeat
from vision.arrays import Floats, check_numbers, check_positive, check_shape
from vision.errors import InvalidValueError
from vision.geometry.camera_model import CameraModel
from vision.geometry.rectify import Grid, Rectifier
from vision.photometry.board_raster import BoardRaster

COUNTER_PX, PATCH_PX = 11, 15  # diameter of a counter in its patch, and the patch's side, in pixels
PATCHES = (None, PATCH_PX, PATCH_PX, 3)  # shape of patches, in log-opponent colours
ASSUMED_LLR = 2.5  # Log-likelihood ratio of counters, in nats a pixel, until it is measured


@dataclass(frozen=True)
class Shade:
    """Tint (2,) of shadows on this board per unit of brightness, and its spread (2,)."""

    tint: Floats
    spread: Floats

    def __post_init__(self) -> None:
        check_numbers("a shadow's tint", self.tint, (2,), np.float32)
        check_numbers("a shadow's spread", self.spread, (2,), np.float32)


@dataclass(frozen=True)
class Background:
    """The look of the bare board besides its reference picture.

    `patches` (n, PATCH_PX, PATCH_PX, 3) are log-opponent colours relative to the board nearby, NaN where
    unknown. `noise` (3,) is the standard deviation of a pixel between pictures, in the same units.
    `typical_edges` is the share of edges where nothing lies.
    """

    patches: Floats
    noise: Floats
    shade: Shade
    typical_edges: float = 0.0

    def __post_init__(self) -> None:
        check_shape("patches of the board", self.patches, PATCHES, np.float32)
        check_numbers("noise", self.noise, (3,), np.float32)
        if self.noise.min() < 0:
            raise InvalidValueError(f"noise is below 0: {self.noise}")
        if not 0 <= self.typical_edges < np.inf:
            raise InvalidValueError(f"the typical share of edges is {self.typical_edges:g}")


@dataclass(frozen=True)
class CounterModel:
    """The look of one seat's counters, and how clearly they are seen.

    `patches` (n, PATCH_PX, PATCH_PX, 3) are log-opponent colours relative to the board nearby, NaN where
    unknown. `weights` (PATCH_PX, PATCH_PX), 0 to 1, are high where a counter differs from this board: for a
    white bead on white paper, its lit and its shaded side. `typical_llr` is the mean log-likelihood ratio, in
    nats a pixel, against the bare board, `typical_rival_llr` that against the other seat.
    """

    patches: Floats
    weights: Floats = field(default_factory=lambda: np.ones((PATCH_PX, PATCH_PX), np.float32))
    typical_llr: float = ASSUMED_LLR
    typical_rival_llr: float = ASSUMED_LLR

    def __post_init__(self) -> None:
        check_shape("patches of counters", self.patches, PATCHES, np.float32)
        if not len(self.patches):
            raise InvalidValueError("there is no picture of a counter")
        check_numbers("weights", self.weights, (PATCH_PX, PATCH_PX), np.float32)
        if self.weights.min() < 0 or self.weights.max() > 1:
            raise InvalidValueError("weights have to lie within 0 to 1")
        check_positive("the typical log-likelihood ratio", self.typical_llr)
        check_positive("the typical log-likelihood ratio of rivals", self.typical_rival_llr)


@dataclass(frozen=True)
class Calibration:
    """Everything that is needed to read frames.

    `sided` is true if the patches show whole counters, with their lit and shaded sides. `lenient` allows
    counters any reflection. `finer` is the same calibration on a finer grid, for a second pass.
    """

    camera: CameraModel
    board: BoardRaster
    background: Background
    counters: PerSeat[CounterModel]
    sided: bool
    lenient: bool = False
    finer: "Calibration | None" = None

    def __post_init__(self) -> None:
        finer = self.finer
        if finer is None:
            return
        if finer.finer is not None or finer.spec != self.spec:
            raise InvalidValueError("the finer calibration is of another board, or has one finer still")
        if finer.grid.px_per_mm < self.grid.px_per_mm:
            raise InvalidValueError("the finer calibration has the coarser grid")

    @property
    def spec(self) -> BoardSpec:
        """The board's measures."""
        return self.board.spec

    @property
    def grid(self) -> Grid:
        """The pixels of the rectified picture."""
        return self.board.grid

    def rectifier(self, motion: RigidMotion = STILL) -> Rectifier:
        """Return a rectifier for frames of this camera in which the board may have moved."""
        return Rectifier(self.spec, self.camera, self.grid, motion)

    def moved(self, motion: RigidMotion) -> "Calibration":
        """Return the calibration for the same board where it lies after a motion."""
        camera = replace(self.camera, homography=self.camera.homography @ motion.matrix)
        return replace(self, camera=camera, finer=self.finer and self.finer.moved(motion))
