"""What a station has learned: its board, its camera's view of it, and how board and counters look."""

from dataclasses import dataclass

from companion.board.spec import BoardSpec
from vision.arrays import Floats, Mask, Picture
from vision.geometry.camera_view import CameraView
from vision.geometry.rectify import STILL, Grid, Rectifier, RigidMotion, board_area

COUNTER_PX, PATCH_PX = 11, 15
"""Width of the counter in the middle of the small pictures of counters, and their side, in pixels."""


@dataclass(frozen=True, slots=True)
class Shade:
    """How shadows tint this board: `tint` (2,) per unit of brightness, give or take `spread` (2,)."""

    tint: Floats
    spread: Floats


@dataclass(frozen=True, slots=True)
class Calibration:
    """Everything that the eyes need.

    `reference` (h, w, 3) BGR uint8 is the rectified picture of the bare board on `grid`; `known`
    (h, w) bool says where it really shows the bare board, elsewhere only its light counts.
    `counters_a`, `counters_b` and `bare` are small pictures (n, PATCH_PX, PATCH_PX, 3) float32 of counters
    and of bare board, in log-opponent colours relative to the board nearby; NaN where nothing is known.
    `sided` says whether these show the light from the side it
    comes from. `telling_a`, `telling_b` (PATCH_PX, PATCH_PX), 0 to 1, say which of a counter's pixels tell it
    from this board: of a white bead on white paper only its lit and its shaded side do. `usual` is the mean
    evidence for a counter of either seat and `usual_telling` that against the other seat, in nats;
    `usual_edges` the share of edges where nothing lies. `noise` (3,) is the standard deviation of the same
    pixel from picture to picture in those units. `lenient` allows counters to mirror any light, and the
    camera to roll bright light off. `lamp_shades` say how the shadows of lamps of different colours tint the
    board, each lamp's by itself, where they would be taken for pale counters. `finer` is the same station
    learned so and on a finer grid, for a second look at what the first leaves in doubt.
    """

    spec: BoardSpec
    view: CameraView
    grid: Grid
    reference: Picture
    known: Mask
    counters_a: Floats
    counters_b: Floats
    bare: Floats
    noise: Floats
    shade: Shade
    sided: bool
    telling_a: Floats
    telling_b: Floats
    usual: tuple[float, float] = (2.5, 2.5)
    usual_telling: tuple[float, float] = (2.5, 2.5)
    usual_edges: float = 0.0
    lenient: bool = False
    lamp_shades: tuple[Shade, ...] = ()
    finer: "Calibration | None" = None

    @property
    def counter_px(self) -> float:
        """The diameter of a counter in the rectified picture."""
        return self.spec.counter_diameter_mm * self.grid.px_per_mm

    @property
    def board(self) -> Mask:
        """Which pixels (h, w) of the rectified picture surely belong to the board."""
        return board_area(self.spec, self.grid)

    def rectifier(self, motion: RigidMotion = STILL) -> Rectifier:
        """Rectifies frames of this station, in which the board may have been nudged."""
        return Rectifier(self.spec, self.view, self.grid, motion)
