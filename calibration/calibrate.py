"""Learns a calibration from what is given: where the board is, how it looks bare, how counters look."""

from dataclasses import replace

import numpy as np

from calibration.check.agreement import check_known
from calibration.check.quality import Quality, compare_light, judge
from calibration.errors import CalibrationError
from calibration.learn.counters import laid_counters, patches_at
from calibration.learn.examples import cut_out_examples, learn_from_examples
from calibration.learn.known_positions import learn_from_known
from calibration.learn.reference import bare_pixels, fill_unknown
from calibration.learn.shadows import ASSUMED_SHADE
from calibration.locate.board_finder import FoundBoard, Side, find_board
from calibration.locate.cameras import view_from_corners, view_from_markers, view_from_points
from calibration.locate.confidence import LEAST_CONFIDENCE
from calibration.locate.markers import find_markers, markers_in_place, missing_markers
from calibration.training_set import TrainingSet
from companion.game.board import Seat
from vision.arrays import Doubles, Floats
from vision.calibration import Background, Calibration
from vision.errors import VisionError
from vision.geometry.camera_model import CameraModel
from vision.geometry.rectify import FINE_PX, Grid, Rectifier, board_area, grid_for
from vision.photometry.board_raster import BoardRaster
from vision.photometry.opponent_colours import opponent_log
from vision.segmentation.background import board_light
from vision.segmentation.counter_colours import counter_mask, known_pixels

ASSUMED_NOISE = np.array([0.02, 0.015, 0.02], np.float32)


def calibrate(training: TrainingSet, finely: bool = True) -> tuple[Calibration, Quality]:
    """The calibration that a training set teaches, for a second look, too, if `finely`, and how good it is.

    Raises CalibrationError when something is missing, contradictory or can't work.
    """
    _check_pictures(training)
    light = compare_light(training)
    view = find_view(training)
    calibration = _learned(training, view, grid_for(training.spec))
    if finely:
        calibration = replace(calibration, finer=_finer(training, view))
    return calibration, judge(calibration, training, light)


def _finer(training: TrainingSet, view: CameraModel) -> Calibration | None:
    """The same learned on a finer grid, None when it does not read its own pictures right."""
    try:
        finer = _learned(training, view, grid_for(training.spec, FINE_PX), lenient=True)
        check_known(finer, training)
    except CalibrationError:
        return None
    return finer


def _learned(training: TrainingSet, view: CameraModel, grid: Grid, lenient: bool = False) -> Calibration:
    """How board and counters look on a grid; raises CalibrationError when the pictures don't show it."""
    board = _bare_board(training, view, grid)
    main = training.main_picture[0]
    examples = cut_out_examples(view, board, training.examples, main, lenient)
    bare = np.concatenate([_bare_patches(board), examples.bare])
    background = Background(patches=bare, noise=ASSUMED_NOISE, shade=ASSUMED_SHADE)
    if training.known:
        return learn_from_known(view, board, background, training.known, lenient)
    for seat in Seat:
        if not len(examples.counters.of(seat)):
            raise CalibrationError(
                f"no counter of {seat} is shown anywhere: give --known with counters of both seats, "
                f"or --example with '{seat}@x,y'"
            )
    shown = training.examples[0] if training.examples[0].name == main else None
    return learn_from_examples(view, board, background, examples.counters, shown, lenient)


def find_view(training: TrainingSet) -> CameraModel:
    """The view of the board: from ten points, else corners, else markers, else the board's own lines."""
    name, picture = training.main_picture
    height, width = picture.shape[:2]
    size_wh = (width, height)
    try:
        if training.points_px is not None:
            return _facing(training, view_from_points(training.spec, training.points_px, size_wh))
        if training.corners_px is not None:
            return _facing(training, view_from_corners(training.spec, training.corners_px, size_wh))
        markers = find_markers(picture)
        if len(markers) == 4:
            return _facing(training, view_from_markers(training.spec, markers, size_wh))
    except VisionError as error:
        raise CalibrationError(f"{name}: {error}; give the corners as 1A 5A 1B 5B") from error
    except CalibrationError as error:
        raise CalibrationError(f"{name}: {error}") from error
    try:
        return _view_from_lines(training, size_wh)
    except CalibrationError as error:
        if not markers:
            raise
        raise CalibrationError(
            f"{name}: marker {missing_markers(markers)} of 0, 1, 2, 3 is hidden or out of view; uncover it, "
            "or give --corners"
        ) from error


def _facing(training: TrainingSet, view: CameraModel) -> CameraModel:
    """The view itself; raises CalibrationError when A's points are said to lie at another side of it."""
    if training.a_side is not None:
        board = FoundBoard(view.to_px(training.spec, training.spec.points_mm), 1.0, None)
        if board.facing(Side(training.a_side)) is not board:
            raise CalibrationError(
                f"--a-side {training.a_side} contradicts the corners or markers, which put A's points at the "
                "opposite side; leave one of them out"
            )
    return view


def _view_from_lines(training: TrainingSet, size_wh: tuple[int, int]) -> CameraModel:
    """The view of the board by its own lines; which end is A's must be said, or shown by four markers."""
    name, picture = training.main_picture
    try:
        board = find_board(picture, training.spec)
    except CalibrationError as error:
        raise CalibrationError(f"{name}: {error}") from error
    if board is None or board.confidence < LEAST_CONFIDENCE:
        why = "no board is found" if board is None or board.reason is None else board.reason
        raise CalibrationError(f"{name}: {why} (or give --corners 'x,y x,y x,y x,y' of 1A 5A 1B 5B)")
    if training.a_side is None:
        for reading in (board, board.turned()):
            view = view_from_points(training.spec, reading.points_px, size_wh)
            if markers_in_place(picture, training.spec, view):
                return view
        one, other = (_pixels(b.corners_px) for b in (board, board.turned()))
        raise CalibrationError(
            f"{name}: the board is found, but not which end is A's: give --a-side left, right, top or bottom "
            f"(--corners '{one}' or --corners '{other}')"
        )
    try:
        points_px = board.facing(Side(training.a_side)).points_px
    except CalibrationError as error:
        raise CalibrationError(f"{name}: {error}") from error
    return view_from_points(training.spec, points_px, size_wh)


def _pixels(points_px: Doubles) -> str:
    return " ".join(f"{x:.0f},{y:.0f}" for x, y in points_px)


def _check_pictures(training: TrainingSet) -> None:
    name, picture = training.main_picture
    if not training.known and not training.examples:
        raise CalibrationError(
            "the empty board alone does not show the counters: give --known or --example too"
        )
    for known in training.known:
        if known.picture.shape != picture.shape:
            raise CalibrationError(
                f"{known.name}: {known.picture.shape[1]} x {known.picture.shape[0]} pixels, but {name} has "
                f"{picture.shape[1]} x {picture.shape[0]}; take them with the same camera setting"
            )
        most = training.spec.counters_per_seat
        if not any(known.halves.a) and not any(known.halves.b):
            raise CalibrationError(
                f"{known.name}: the known position holds no counter on the board; give it as --empty"
            )
        if most and max(sum(known.halves.a), sum(known.halves.b)) > most:
            raise CalibrationError(
                f"{known.name}: the known position holds more than {most} counters of a seat"
            )


def _bare_board(training: TrainingSet, view: CameraModel, grid: Grid) -> BoardRaster:
    """The bare board as its pictures show it, and where they really do."""
    if training.empty is not None:
        reference = Rectifier(training.spec, view, grid).rectify(training.empty[1])
        return BoardRaster(training.spec, grid, reference, np.ones(reference.shape[:2], bool))
    if training.known:
        return _board_around_counters(training, view, grid)
    return _board_by_examples(training, view, grid)


def _board_around_counters(training: TrainingSet, view: CameraModel, grid: Grid) -> BoardRaster:
    """The bare board as it shows between the counters of known positions."""
    spec, rectifier = training.spec, Rectifier(training.spec, view, grid)
    counter_px = spec.counter_diameter_mm * grid.px_per_mm
    width, height = grid.size_wh
    columns, rows = np.meshgrid(np.arange(width), np.arange(height))
    reference = rectifier.rectify(training.known[0].picture)
    known = np.zeros((height, width), bool)
    for position in training.known:
        bare = np.ones((height, width), bool)
        for laid in laid_counters(spec, position.halves):
            x, y = grid.to_px(np.array([[laid.x_mm, laid.y_mm]]))[0]
            bare &= np.hypot(columns - x, rows - y) > 1.1 * counter_px
        picture = rectifier.rectify(position.picture)
        reference = np.where((bare & ~known)[..., None], picture, reference)
        known |= bare
    return BoardRaster(spec, grid, fill_unknown(reference, known, counter_px), known)


def _board_by_examples(training: TrainingSet, view: CameraModel, grid: Grid) -> BoardRaster:
    """The bare board as far as it looks like the examples of it in the first picture."""
    spec, rectifier, main = training.spec, Rectifier(training.spec, view, grid), training.examples[0]
    counter_px = spec.counter_diameter_mm * grid.px_per_mm
    reference = rectifier.rectify(main.picture)
    colours = opponent_log(reference)
    area = board_area(spec, grid) & rectifier.in_frame
    pixels = np.array([(e.x_px, e.y_px) for e in main.examples])
    patches = patches_at(
        colours, grid.to_px(view.to_mm(spec, pixels, spec.counter_height_mm / 2)), counter_px
    )
    bare = np.array([e.seat is None for e in main.examples])
    samples = known_pixels(patches[bare]) if bare.any() else np.median(colours[area], axis=0)[None]
    counters = np.median(patches[~bare][:, counter_mask()], axis=1)
    if not len(samples):
        raise CalibrationError(f"{main.name}: no example of an empty point lies on the board")
    known = bare_pixels(reference, samples, counters[~np.isnan(counters).any(axis=1)], area, counter_px)
    if known[area].mean() < 0.05:
        raise CalibrationError(
            f"{main.name}: hardly anything on the board looks like the examples of empty points; check their "
            "pixels and the corners"
        )
    return BoardRaster(spec, grid, fill_unknown(reference, known, counter_px), known)


def _bare_patches(board: BoardRaster) -> Floats:
    """Small pictures (n, PATCH_PX, PATCH_PX, 3) of bare board from all over what is known of it."""
    spec = board.spec
    x = np.linspace(-spec.line_length_mm / 2, spec.line_length_mm / 2, 8)
    y = np.linspace(-2 * spec.line_pitch_mm, 2 * spec.line_pitch_mm, 9)
    places = board.grid.to_px(np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2))
    relative = board.reference_log - board_light(board)
    colours = np.where(board.known[..., None], relative, np.nan).astype(np.float32)
    return patches_at(colours, places, board.counter_px)
