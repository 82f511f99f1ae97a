"""The reference of the bare board: from its own picture, from between counters, or from examples."""

from functools import lru_cache

import cv2
import numpy as np

from calibration.errors import CalibrationError
from calibration.learn.counters import counters_at
from calibration.training_set import ExamplePicture, TrainingSet
from companion.board.spec import BoardSpec
from companion.game.board import Seat
from vision.arrays import Floats, Mask, Picture, as_floats, as_levels
from vision.geometry.camera_model import CameraModel
from vision.geometry.rectify import Grid, Rectifier, board_area, extent
from vision.photometry.board_raster import BoardRaster
from vision.photometry.opponent_colours import TINT_RATIO, opponent_log, picture_of
from vision.segmentation.background import board_light
from vision.segmentation.counter_colours import counter_mask, known_pixels, patches_at

MAX_BOARD_DEVIATION = 0.3 * TINT_RATIO
"""Maximum difference, in log-opponent colours, of bare board from its smooth colour."""

MIN_OBJECT_WIDTH = 0.3
"""Minimum width, in diameters, of an object on the board; narrower differences are drawing or grain. Around
an object the board is unknown as far, for its rim and shadow. 0.2 to 0.45 work much alike."""

MIN_EXAMPLES_TO_CHECK = 2  # minimum number of examples of a kind with which another one is compared
MIN_TIMES_NEARER = 2.0  # minimum ratio of an odd example's distance from its own kind to that from another
_KINDS = {Seat.A: "a counter of A", Seat.B: "a counter of B", None: "an empty point"}

MIN_KNOWN = 0.03  # minimum share of the board that looks like the examples of it


def bare_board(training: TrainingSet, camera: CameraModel, grid: Grid) -> BoardRaster:
    """Return the bare board, and where its pictures really show it."""
    if training.empty is not None:
        reference = Rectifier(training.spec, camera, grid).rectify(training.empty[1])
        return BoardRaster(training.spec, grid, reference, np.ones(reference.shape[:2], bool))
    if training.known:
        return _board_around_counters(training, camera, grid)
    return _board_by_examples(training, camera, grid)


def _board_around_counters(training: TrainingSet, camera: CameraModel, grid: Grid) -> BoardRaster:
    """Return the bare board as seen between the counters of known positions."""
    spec, rectifier = training.spec, Rectifier(training.spec, camera, grid)
    counter_px = spec.counter_diameter_mm * grid.px_per_mm
    width, height = grid.size_wh
    columns, rows = np.meshgrid(np.arange(width), np.arange(height))
    reference = rectifier.rectify(training.known[0].picture)
    known = np.zeros((height, width), bool)
    for position in training.known:
        bare = np.ones((height, width), bool)
        for nominal in counters_at(spec, position.halves):
            x, y = grid.to_px(np.array([[nominal.x_mm, nominal.y_mm]]))[0]
            bare &= np.hypot(columns - x, rows - y) > 1.1 * counter_px
        picture = rectifier.rectify(position.picture)
        reference = np.where((bare & ~known)[..., None], picture, reference)
        known |= bare
    inside = outline(spec, grid, reference, known)
    board, table = (fill_unknown(reference, known & side, counter_px) for side in (inside, ~inside))
    filled = np.where(inside[..., None], board, table)
    return BoardRaster(spec, grid, np.where(known[..., None], reference, filled), known)


def _board_by_examples(training: TrainingSet, camera: CameraModel, grid: Grid) -> BoardRaster:
    """Return the bare board as far as it looks like the examples of it in the first picture."""
    spec, rectifier, main = training.spec, Rectifier(training.spec, camera, grid), training.examples[0]
    counter_px = spec.counter_diameter_mm * grid.px_per_mm
    reference = rectifier.rectify(main.picture)
    colours = opponent_log(reference)
    area = board_area(spec, grid) & rectifier.in_frame
    patches = _example_patches(main, spec, camera, grid, colours)
    bare = np.array([e.seat is None for e in main.examples])
    samples = known_pixels(patches[bare]) if bare.any() else np.median(colours[area], axis=0)[None]
    counters = np.median(patches[~bare][:, counter_mask()], axis=1)
    if not len(samples):
        raise CalibrationError(f"{main.name}: no example of an empty point lies on the board")
    counters = counters[~np.isnan(counters).any(axis=1)]
    alike = like_bare(reference, samples, counters, area, counter_px)
    if alike[area].mean() < MIN_KNOWN:
        raise CalibrationError(
            odd_example(main, spec, camera, grid)
            or f"{main.name}: hardly anything on the board looks like the examples of empty points; check "
            "their pixels and the corners; where points are painted in another colour than the board, give a "
            "picture of the empty board with --empty"
        )
    # Where counters are crowded, nothing else may be far enough from all of them.
    known = without_objects(alike, area, counter_px) | _at_empty_points(main, spec, camera, grid)
    return BoardRaster(spec, grid, fill_unknown(reference, known, counter_px), known)


def _at_empty_points(main: ExamplePicture, spec: BoardSpec, camera: CameraModel, grid: Grid) -> Mask:
    """Return which rectified pixels (h, w) a counter would cover on the examples of empty points."""
    empty = np.array([(e.x_px, e.y_px) for e in main.examples if e.seat is None]).reshape(-1, 2)
    width, height = grid.size_wh
    covered = np.zeros((height, width), np.uint8)
    for x, y in np.rint(grid.to_px(camera.to_mm(spec, empty, 0.0))).astype(int).tolist():
        cv2.circle(covered, (x, y), round(spec.counter_diameter_mm * grid.px_per_mm / 2), 1, cv2.FILLED)
    return covered > 0


def _example_patches(
    main: ExamplePicture, spec: BoardSpec, camera: CameraModel, grid: Grid, colours: Floats
) -> Floats:
    """Return the patches (n, PATCH_PX, PATCH_PX, 3) of examples in rectified colours (h, w, 3)."""
    pixels = np.array([(e.x_px, e.y_px) for e in main.examples])
    places = grid.to_px(camera.to_mm(spec, pixels, spec.counter_height_mm / 2))
    return patches_at(colours, places, spec.counter_diameter_mm * grid.px_per_mm)


def odd_example(main: ExamplePicture, spec: BoardSpec, camera: CameraModel, grid: Grid) -> str:
    """Return in plain words which example looks like another kind than given; "" if none does.

    Its colour is much nearer to the other kind's median than to its own kind's. Distances are in units of
    MAX_BOARD_DEVIATION; within 1 an example counts as its own kind. Of several the plainest is named.
    """
    picture = opponent_log(Rectifier(spec, camera, grid).rectify(main.picture))
    colours = np.median(_example_patches(main, spec, camera, grid, picture)[:, counter_mask()], axis=1)
    kinds = [example.seat for example in main.examples]
    of_kind = {kind: colours[[it is kind for it in kinds]] for kind in dict.fromkeys(kinds)}
    typical = {
        kind: np.median(of, axis=0) for kind, of in of_kind.items() if len(of) >= MIN_EXAMPLES_TO_CHECK
    }
    found = []
    for example, colour in zip(main.examples, colours, strict=True):
        off = {kind: float((np.abs(colour - it) / MAX_BOARD_DEVIATION).max()) for kind, it in typical.items()}
        own = off.pop(example.seat, 0.0)
        is_odd = own > 1 and len(of_kind[example.seat]) > MIN_EXAMPLES_TO_CHECK
        for other, distance in off.items():
            if is_odd and MIN_TIMES_NEARER * distance < own:
                words = f"given as {_KINDS[example.seat]}, looks like {_KINDS[other]}; check its pixels"
                at = f"{main.name}: the example at {example.x_px:g},{example.y_px:g}"
                found.append((distance / own, f"{at}, {words}"))
    return min(found)[1] if found else ""


def bare_patches(board: BoardRaster) -> Floats:
    """Return patches (n, PATCH_PX, PATCH_PX, 3) of bare board from everywhere it is known."""
    spec = board.spec
    x = np.linspace(-spec.line_length_mm / 2, spec.line_length_mm / 2, 8)
    y = np.linspace(-2 * spec.line_pitch_mm, 2 * spec.line_pitch_mm, 9)
    places = board.grid.to_px(np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2))
    relative = board.reference_log - board_light(board)
    colours = as_floats(np.where(board.known[..., None], relative, np.nan))
    return patches_at(colours, places, board.counter_px)


def outline(spec: BoardSpec, grid: Grid, picture: Picture, known: Mask) -> Mask:
    """Return which pixels (h, w) of a rectified picture (h, w, 3) BGR lie within the board's rim.

    The rim is where most pixels stop looking like the `known` (h, w) board between the points. Where they
    never do, as on a table of the board's colour, all pixels are returned.
    """
    within = board_area(spec, grid, counters=0.5)
    colours = opponent_log(picture)
    light = smooth_light(colours, known & within, spec.counter_diameter_mm * grid.px_per_mm)
    like_board = (np.abs(colours - light) < MAX_BOARD_DEVIATION).all(axis=2) | within
    rows, columns = extent(within)
    is_row, is_column = like_board[:, columns].mean(axis=1) > 0.5, like_board[rows].mean(axis=0) > 0.5
    inside = np.zeros_like(known)
    inside[extent(np.outer(is_row, is_column))] = True
    return inside


def fill_unknown(picture: Picture, known: Mask, counter_px: float) -> Picture:
    """Fill the unknown part of a picture (h, w, 3) BGR with the board's smooth colour."""
    colours = opponent_log(picture)
    light = smooth_light(colours, known, counter_px)
    return np.where(known[..., None], picture, picture_of(light))


def smooth_light(colours: Floats, weight: Mask, counter_px: float) -> Floats:
    """Return the smooth log-opponent colour (h, w, 3) of weighted pixels, continued elsewhere."""
    stacked = as_floats(np.dstack([colours * weight[..., None], weight.astype(np.float32)]))
    total = np.zeros_like(stacked)
    height, width, channels = stacked.shape
    for reach, share in ((0.7, 1.0), (2.0, 1e-2), (8.0, 1e-4)):
        rows, columns = (_blur(size, reach * counter_px) for size in (height, width))
        blurred = (rows.T @ stacked.reshape(height, -1)).reshape(height, width, channels)
        total += share * (columns.T @ blurred)
    return as_floats(total[..., :3] / np.maximum(total[..., 3:], 1e-12))


@lru_cache(maxsize=16)
def _blur(size_px: int, sigma_px: float) -> Floats:
    """Return a Gaussian blur as a matrix: how each pixel (row) adds to each (column).

    Broad as ours are, multiplying by it takes a ninth of the time that OpenCV takes.
    """
    one_each = np.eye(size_px, dtype=np.float32)
    return as_floats(cv2.GaussianBlur(one_each, (0, 1), sigma_px, borderType=cv2.BORDER_REFLECT))


def like_bare(
    picture: Picture,
    bare_colours: Floats,
    counter_colours: Floats,
    area: Mask,
    counter_px: float,
) -> Mask:
    """Return which pixels (h, w) of a rectified picture look like the bare board, from examples of it.

    `bare_colours` (n, 3) are log-opponent colours of the examples, `counter_colours` (m, 3) those of counters
    in the same picture; `area` (h, w) is where the board lies.
    """
    colours = opponent_log(picture)
    typical = np.median(bare_colours, axis=0)
    light = np.broadcast_to(typical, colours.shape).astype(np.float32)
    widths = (2.0, 1.5, 1.0, 1.0)
    for width in widths:
        off = (colours - light) / MAX_BOARD_DEVIATION
        alike = (np.abs(off) < width).all(axis=2) & area
        for counter in (counter_colours - typical) / MAX_BOARD_DEVIATION:
            # Otherwise a crowd of pale counters would look like a brighter part of a pale board.
            alike &= off @ counter < counter @ counter / 2
        if not alike.any():
            break
        light = smooth_light(colours, alike, counter_px)
    return np.asarray(alike, bool)


def without_objects(alike: Mask, area: Mask, counter_px: float) -> Mask:
    """Return an area (h, w) without objects and what is around them.

    An object is broad and not `alike` (h, w), which looks like the bare board; what is narrow is drawing.
    """
    broad = cv2.morphologyEx(as_levels(~alike), cv2.MORPH_OPEN, _disc(MIN_OBJECT_WIDTH * counter_px))
    around = cv2.dilate(broad * area, _disc(2 * MIN_OBJECT_WIDTH * counter_px))
    return np.asarray((around == 0) & area, bool)


def _disc(diameter_px: float) -> Picture:
    """Return a round structuring element of about this diameter, in pixels."""
    size = 2 * round(diameter_px / 2) + 1
    return as_levels(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)))
