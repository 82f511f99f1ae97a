"""What a station has learned: its board, its camera's view of it, and how board and counters look."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.board_spec import BoardSpec
from vision.view import View

Floats = NDArray[np.float32]

PATCH_PX = 15
"""Side in pixels of the small pictures of counters; the counter is in the middle, COUNTER_PX wide."""


@dataclass(frozen=True, slots=True)
class Shade:
    """How shadows tint this board: `tint` (2,) per unit of brightness, give or take `spread` (2,)."""

    tint: Floats
    spread: Floats


@dataclass(frozen=True, slots=True)
class Calibration:
    """Everything that the eyes need.

    `reference` (h, w, 3) BGR uint8 is the rectified picture of the bare board on the grid of `spec`; `known`
    (h, w) bool says where it really shows the bare board, elsewhere only its light counts.
    `counters_a`, `counters_b` and `bare` are small pictures (n, PATCH_PX, PATCH_PX, 3) float32 of counters
    and of bare board, in log-opponent colours relative to the board nearby; NaN where nothing is known.
    `sided` says whether these show the light from the side it
    comes from. `telling_a`, `telling_b` (PATCH_PX, PATCH_PX), 0 to 1, say which of a counter's pixels tell it
    from this board: of a white bead on white paper only its lit and its shaded side do. `usual` is the mean
    evidence for a counter of either seat and `usual_telling` that against the other seat, in nats;
    `usual_edges` the share of edges where nothing lies. `noise` (3,) is the standard deviation of the same
    pixel from picture to picture in those units.
    """

    spec: BoardSpec
    view: View
    reference: NDArray[np.uint8]
    known: NDArray[np.bool_]
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
