"""Learn from single examples in pictures how counters and the bare board look."""

from dataclasses import dataclass, replace

import numpy as np

from calibration.errors import CalibrationError
from calibration.learn.counters import NO_PATCHES, Place, with_typical_llrs
from calibration.training_set import ExamplePicture
from companion.game.board import PerSeat, Seat
from vision.arrays import Doubles, Floats, as_floats, check_shape
from vision.calibration import PATCH_PX, PATCHES, Background, Calibration, CounterModel
from vision.detection.doubts import MIN_EXTRA_EDGES
from vision.geometry.camera_model import CameraModel
from vision.geometry.rectify import Rectifier
from vision.photometry.board_raster import BoardRaster
from vision.photometry.opponent_colours import opponent_log
from vision.segmentation.counter_colours import patches_at, without_rim
from vision.segmentation.subtraction import BackgroundSubtractor


@dataclass(frozen=True)
class ExamplePatches:
    """Patches (n, PATCH_PX, PATCH_PX, 3) of the counters of either seat, and of bare board."""

    counters: PerSeat[Floats]
    bare: Floats

    def __post_init__(self) -> None:
        for patches in (*self.counters, self.bare):
            check_shape("patches of examples", patches, PATCHES, np.float32)


def cut_out_examples(
    camera: CameraModel, board: BoardRaster, pictures: tuple[ExamplePicture, ...], main: str
) -> ExamplePatches:
    """Cut out patches of single examples.

    Those in the main picture are seen by the calibrated camera; in other pictures only colours count,
    relative to the board around them. Raises CalibrationError for an example outside the picture.
    """
    patches: dict[Seat | None, list[Floats]] = {Seat.A: [], Seat.B: [], None: []}
    for example_picture in pictures:
        cut = _patches_of(camera, board, example_picture, example_picture.name == main)
        for example, patch in zip(example_picture.examples, cut, strict=True):
            if np.isnan(patch[PATCH_PX // 2, PATCH_PX // 2]).any():
                raise CalibrationError(
                    f"{example_picture.name}: the example at {example.x_px:g},{example.y_px:g} "
                    "lies outside the board"
                )
            patches[example.seat].append(patch)
    a, b, bare = (np.array(patches[key]) if patches[key] else NO_PATCHES for key in (Seat.A, Seat.B, None))
    return ExamplePatches(PerSeat(a, b), bare)


def learn_from_examples(
    camera: CameraModel,
    board: BoardRaster,
    background: Background,
    patches: PerSeat[Floats],
    picture: ExamplePicture | None,
    lenient: bool,
) -> Calibration:
    """Learn from patches of examples; evidence is measured in the main picture if that has examples."""
    learned = Calibration(
        camera=camera,
        board=board,
        background=replace(background, typical_edges=MIN_EXTRA_EDGES),
        counters=patches.map(CounterModel),
        sided=False,
        lenient=lenient,
    )
    return learned if picture is None else _with_typical_examples(learned, picture)


def _with_typical_examples(calibration: Calibration, picture: ExamplePicture) -> Calibration:
    """Return the calibration with the typical evidence of the main picture's examples, if there are any."""
    spec, grid = calibration.spec, calibration.grid
    counters = [(e.seat, e.x_px, e.y_px) for e in picture.examples if e.seat is not None]
    if {seat for seat, _, _ in counters} != set(Seat):
        return calibration
    pixels = np.array([(x_px, y_px) for _, x_px, y_px in counters])
    places = grid.to_px(calibration.camera.to_mm(spec, pixels, spec.counter_height_mm / 2))
    width, height = grid.size_wh
    found = [
        Place(seat, float(x), float(y))
        for (seat, _, _), (x, y) in zip(counters, places, strict=True)
        if 0 <= x < width - 1 and 0 <= y < height - 1
    ]
    if {place.seat for place in found} != set(Seat):
        return calibration
    rectified = calibration.rectifier().rectify(picture.picture)
    weighed = with_typical_llrs(calibration, [rectified], [found])
    return replace(weighed, background=calibration.background)


def _patches_of(camera: CameraModel, board: BoardRaster, picture: ExamplePicture, is_main: bool) -> Floats:
    """Return the patches (n, PATCH_PX, PATCH_PX, 3) of examples, NaN where they can't be trusted."""
    pixels = np.array([(e.x_px, e.y_px) for e in picture.examples])
    spec, grid = board.spec, board.grid
    if is_main:
        subtractor = BackgroundSubtractor(board)
        difference = subtractor.subtract(Rectifier(spec, camera, grid).rectify(picture.picture))
        places = grid.to_px(camera.to_mm(spec, pixels, spec.counter_height_mm / 2))
        inside = ((places > 1) & (places < np.array(grid.size_wh) - 2)).all(axis=1)
        if inside.all():
            colours = difference.colours + subtractor.relative
            return without_rim(patches_at(colours, places, board.counter_px), 0.44)
    colours = opponent_log(picture.picture)
    beside_mm = np.array([(0.0, 0.0), (spec.counter_diameter_mm, 0.0)])
    middle, beside = camera.to_px(spec, beside_mm)
    counter_px = float(np.linalg.norm(beside - middle))
    relative = colours - _light_around(board, colours, pixels, counter_px)
    return without_rim(patches_at(relative, pixels, counter_px), 0.25)


def _light_around(board: BoardRaster, colours: Floats, pixels: Doubles, counter_px: float) -> Floats:
    """Return the board's log-opponent colour (3,) around examples in a picture from elsewhere.

    Of the pixels around the examples, those closest to this board's tint are taken for board.
    """
    around = np.concatenate([_ring(colours, pixel, counter_px) for pixel in pixels])
    of_board = board.reference_log[board.area]
    off = np.abs(around[:, 1:] - np.median(of_board[:, 1:], axis=0)).sum(axis=1)
    like_board = around[off <= np.quantile(off, 0.4)]
    return as_floats(np.median(like_board, axis=0))


def _ring(colours: Floats, pixel: Doubles, counter_px: float) -> Floats:
    """Return the colours (n, 3) of a ring around a pixel, from a counter's rim to a few counters away."""
    height, width = colours.shape[:2]
    reach = 2.5 * counter_px
    left, top = np.maximum(pixel - reach, 0).astype(int)
    right, bottom = np.minimum(pixel + reach + 1, (width, height)).astype(int)
    columns, rows = np.meshgrid(np.arange(left, right), np.arange(top, bottom))
    away = np.hypot(columns - pixel[0], rows - pixel[1])
    ring = (away > 0.7 * counter_px) & (away < reach)
    return as_floats(colours[top:bottom, left:right][ring])
