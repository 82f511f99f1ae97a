"""Training samples: rectified pictures of one table with their truth, on the network's grid."""

import io
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from calibration.learn.reference import fill_unknown
from calibration.locate.camera_finder import find_camera
from calibration.training_set import TrainingSet
from companion.board.spec import BoardSpec
from companion.game import Seat
from companion.game.board import PerSeat
from companion.system.atomic_file import write_whole
from five_lines_lab.dataset.ground_truth import Rendered, TrueRenderer
from five_lines_lab.training.tables import PictureSpec, Rng, TrainingTable, play, random_table, relit, start
from hardware.virtual_table.render.renderer import HAND
from vision.arrays import Mask, Picture
from vision.classifier.inputs import (
    APPEARANCE_RADIUS,
    CELL_PX,
    ClassifierInput,
    CounterAppearance,
    appearance_of,
    classifier_grid,
)
from vision.geometry.rectify import Rectifier
from vision.photometry.board_raster import BoardRaster

SEED, EVALUATION_SEED = 12, 13  # seeds of the tables for training, and of those for evaluation

SIZES_PX = ((640, 480), (640, 480), (800, 600))

LIGHTS = 2  # number of other lights in a sample

SAME_LIGHT, OTHER_LIGHT, SAME_THING, OTHER_THING = 5, 3, 3, 1
"""Pictures of a sample in the light of its reference, and in each other one, without and with a foreign
thing.
"""

OVERSAMPLING = 1
"""Samples for a pixel each way: the network's grid is coarser than the pictures, one is enough."""

MIN_VISIBLE = 0.5  # share of a counter that is seen at least where it counts as one
HOLE = 1.1  # radius, in diameters, of what stays unknown of a board around the counters of the start position


@dataclass(frozen=True)
class TrainingSample:
    """The training data of one table.

    `references` (2, h, w, 3) BGR: the bare board, and what of it shows between the counters of the start
    position, known where `known` (2, h, w). `frames` (n, h, w, 3) BGR. `counters` (m, 4): the frame, 0 for A
    and 1 for B, and the middle in pixels. `things` (n, h / CELL_PX, w / CELL_PX), 0 to 255: how much of a
    cell shows a thing that is no counter. `looks` (2, 2, 3): of A and of B middle and spread. `light_changed`
    (n,) says which frames are taken in another light. `measures` (5,) are the board's length of lines, pitch
    and diameter of points, and its counters' diameter and height, in mm.
    """

    references: NDArray[np.uint8]
    known: NDArray[np.bool_]
    frames: NDArray[np.uint8]
    counters: NDArray[np.float32]
    things: NDArray[np.uint8]
    looks: NDArray[np.float32]
    light_changed: NDArray[np.bool_]
    measures: NDArray[np.float64]

    @property
    def spec(self) -> BoardSpec:
        """The measures of the sample's board."""
        return BoardSpec(*self.measures.tolist())

    @property
    def per_seat(self) -> PerSeat[CounterAppearance]:
        """The appearance of either seat's counters."""
        a, b = (CounterAppearance(middle, spread) for middle, spread in self.looks)
        return PerSeat(a, b)

    def save(self, path: Path) -> None:
        """Write the sample, whole or not at all."""
        whole = io.BytesIO()
        np.savez_compressed(whole, **vars(self))
        write_whole(path, whole.getvalue())

    @classmethod
    def load(cls, path: Path) -> "TrainingSample":
        """Load the sample in a file."""
        with np.load(path) as arrays:
            return cls(**arrays)


def draw_samples(folder: Path, count: int, *, for_evaluation: bool = False) -> None:
    """Draw the samples missing in a folder, on all processors; existing ones are kept."""
    folder.mkdir(parents=True, exist_ok=True)
    lacking = [
        (EVALUATION_SEED if for_evaluation else SEED, number)
        for number in range(count)
        if not (folder / f"{number:05d}.npz").exists()
    ]
    if not lacking:
        return
    with ProcessPoolExecutor() as workers:
        drawn = workers.map(_draw, repeat(folder), lacking)
        for _ in tqdm(drawn, total=len(lacking), unit="table"):
            pass


def _draw(folder: Path, seed: tuple[int, int]) -> None:
    cv2.setNumThreads(1)
    training_sample(seed).save(folder / f"{seed[1]:05d}.npz")


def training_sample(seed: tuple[int, ...]) -> TrainingSample:
    """Return the sample of a seed."""
    rng = np.random.default_rng(seed)
    size = SIZES_PX[int(rng.integers(len(SIZES_PX)))]
    table, renderer = random_table(rng, size), TrueRenderer(OVERSAMPLING)
    shots = [PictureSpec(table.scene), start(rng, table)]
    shots += [play(rng, table, thing=thing) for thing in [False] * SAME_LIGHT + [True] * SAME_THING]
    light_changed = [False] * (len(shots) - 1)
    for _ in range(LIGHTS):
        other = relit(rng, table)
        shots += [play(rng, other, thing=thing) for thing in [False] * OTHER_LIGHT + [True] * OTHER_THING]
    light_changed += [True] * (len(shots) - 1 - len(light_changed))
    rendered = [renderer.render(shot.scene, int(rng.integers(1 << 30))) for shot in shots]
    return _rectified(rng, table, shots, rendered, light_changed)


def _rectified(
    rng: Rng,
    table: TrainingTable,
    shots: list[PictureSpec],
    rendered: list[Rendered],
    light_changed: list[bool],
) -> TrainingSample:
    spec, grid = table.spec, classifier_grid(table.spec)
    corners = rendered[0].truth.points_px[[0, 4, 5, 9]] + rng.normal(0, rng.choice((0.1, 0.6)), (4, 2))
    camera = find_camera(
        TrainingSet(spec=spec, empty=("the empty board", rendered[0].picture), corners_px=corners)
    )
    rectifier = Rectifier(spec, camera, grid)
    width, height = grid.size_wh
    pictures = [rectifier.rectify(one.picture) for one in rendered]
    counters: list[tuple[float, float, float, float]] = []
    things = []
    for number, (shot, one) in enumerate(zip(shots[1:], rendered[1:], strict=True)):
        others = [HAND, *range(len(shot.scene.counters), len(shot.scene.counters) + len(shot.scene.things))]
        for index, seen in enumerate(one.truth.counters):
            if seen.counter.held or seen.counter.name in shot.strange:
                others.append(index)
                continue
            middle = grid.to_px(camera.to_mm(spec, np.array([seen.middle_px]), spec.counter_height_mm / 2))[0]
            if seen.visible >= MIN_VISIBLE and 0 <= middle[0] < width and 0 <= middle[1] < height:
                counters.append((number, list(Seat).index(seen.counter.seat), middle[0], middle[1]))
        mask = np.isin(one.owners, others).astype(np.uint8) * np.uint8(255)
        cells = (width // CELL_PX, height // CELL_PX)
        things.append(cv2.resize(rectifier.rectify(mask), cells, interpolation=cv2.INTER_AREA))
    laid = np.array([c for c in counters if c[0] == 0]).reshape(-1, 4)
    bare = BoardRaster(spec, grid, pictures[0], np.ones((height, width), bool))
    between = ~about(laid, HOLE * bare.counter_px, bare.shape)
    return TrainingSample(
        references=np.stack([pictures[0], fill_unknown(pictures[1], between, bare.counter_px)]),
        known=np.stack([bare.known, between]),
        frames=np.stack(pictures[1:]),
        counters=np.array(counters, np.float32).reshape(-1, 4),
        things=np.stack(things).astype(np.uint8),
        looks=looks(bare, pictures[1], laid),
        light_changed=np.array(light_changed),
        measures=measures_of(spec),
    )


def measures_of(spec: BoardSpec) -> NDArray[np.float64]:
    """Return the measures (5,) of a board, mm: lines, their pitch, points, counters, their height."""
    return np.array(
        [
            spec.line_length_mm,
            spec.line_pitch_mm,
            spec.point_diameter_mm,
            spec.counter_diameter_mm,
            spec.counter_height_mm,
        ]
    )


def looks(board: BoardRaster, start_picture: Picture, laid: NDArray[np.float64]) -> NDArray[np.float32]:
    """Return the appearance of the counters (n, 4) of the start position, (2, 2, 3)."""
    unknown = CounterAppearance(np.zeros(3, np.float32), np.ones(3, np.float32))
    maker = ClassifierInput(board, PerSeat(unknown, unknown))
    colours = maker.colours(start_picture)
    of_seats = []
    for seat in (0, 1):
        look = appearance_of(
            colours[about(laid[laid[:, 1] == seat], APPEARANCE_RADIUS * board.counter_px, board.shape)]
        )
        of_seats.append(np.stack([look.colour, look.spread]))
    return np.stack(of_seats)


def about(laid: NDArray[np.float64], reach_px: float, shape: tuple[int, int]) -> Mask:
    """Return the mask (h, w) of pixels within a reach of the middles of counters (n, 4)."""
    near = np.zeros(shape, bool)
    for _, _, x, y in laid:
        left, top = max(0, int(x - reach_px)), max(0, int(y - reach_px))
        part = near[top : max(0, int(y + reach_px) + 2), left : max(0, int(x + reach_px) + 2)]
        rows, columns = np.ogrid[top : top + part.shape[0], left : left + part.shape[1]]
        part |= np.hypot(columns - x, rows - y) <= reach_px
    return near
