"""Find a hand or another thing on the board in the pictures that a calibration is learned from."""

from collections.abc import Iterator

import cv2
import numpy as np

from calibration.errors import CalibrationError
from calibration.flaws import Flaw, Remark
from calibration.learn.counters import counters_at
from calibration.learn.reference import bare_board, outline
from calibration.training_set import TrainingSet
from companion.game.board import RING, Halves
from vision.arrays import Doubles, Mask, Picture, as_doubles, as_floats
from vision.calibration import Calibration
from vision.classifier.inputs import CELL_PX, classifier_grid
from vision.classifier.network import MODEL_GUESSED, Network
from vision.classifier.plain_board import plain_board, things_on
from vision.classifier.shape_classifier import counter_appearance
from vision.detection.doubts import SHADOW_REACH
from vision.errors import VisionError
from vision.geometry.rectify import Rectifier
from vision.photometry.board_raster import BoardRaster


def check_things(calibration: Calibration, training: TrainingSet) -> list[Remark]:
    """Return remarks on a pattern; raise CalibrationError if a hand or other thing lies there, saying where.

    Each picture is compared with a plain board of the colour that its bare places have, and known positions
    also with the picture of the empty board. Nothing is checked where the shape classifier can't run.
    """
    grid = classifier_grid(calibration.spec)
    rectify, remarks = Rectifier(calibration.spec, calibration.camera, grid).rectify, []
    try:
        guessed, seen = Network(MODEL_GUESSED), Network()
    except VisionError:
        return []
    for name, picture, bare_px in _shown(calibration, training):
        rectified = rectify(picture)
        board = _plain_board(calibration, rectified, bare_px)
        things, patterns = _things(calibration, board, rectified, guessed)
        _refuse(calibration, name, things)
        if patterns.any() and training.empty is None:
            words = f"{name}: the board has a pattern, or light is uneven: give a picture of it with --empty"
            remarks.append(Remark(Flaw.IN_DOUBT, words))
    if training.empty is not None:
        board = bare_board(training, calibration.camera, grid)
        for known in training.known:
            things, patterns = _things(calibration, board, rectify(known.picture), seen)
            _refuse(calibration, f"{known.name} or {training.empty[0]}", things | patterns)
    return remarks


def _shown(calibration: Calibration, training: TrainingSet) -> Iterator[tuple[str, Picture, Doubles]]:
    """Yield names and pictures of the board as calibrated, each with pixels (n, 2) of bare board."""
    if training.empty is not None:
        yield (*training.empty, _between_lines(calibration, Halves()))
    for known in training.known:
        yield known.name, known.picture, _between_lines(calibration, known.halves)
    if training.empty is None and not training.known:
        main = training.examples[0]
        empty = [(one.x_px, one.y_px) for one in main.examples if one.seat is None]
        yield main.name, main.picture, np.array(empty, np.float64).reshape(-1, 2)


def _between_lines(calibration: Calibration, halves: Halves) -> Doubles:
    """Return pixels (n, 2) of bare board between the lines, away from a position's counters."""
    spec = calibration.spec
    along, lines = np.linspace(-0.4, 0.4, 5) * spec.line_length_mm, spec.points_mm[:5, 1]
    between = np.stack(np.meshgrid(along, (lines[1:] + lines[:-1]) / 2), axis=-1).reshape(-1, 2)
    counters = np.array([(one.x_mm, one.y_mm) for one in counters_at(spec, halves)]).reshape(-1, 2)
    away = np.linalg.norm(between[:, None] - counters, axis=2).min(axis=1, initial=np.inf)
    bare = between[away > SHADOW_REACH * spec.counter_diameter_mm]
    return as_doubles(calibration.camera.to_px(spec, bare))


def _plain_board(calibration: Calibration, rectified: Picture, bare_px: Doubles) -> BoardRaster:
    """Return a board of one colour: a rectified picture's at pixels (n, 2) of a frame, or all of it."""
    spec, grid = calibration.spec, classifier_grid(calibration.spec)
    middles = grid.to_px(calibration.camera.to_mm(spec, bare_px, 0.0)).round().astype(int)
    columns, rows = np.clip(middles, 0, np.array(grid.size_wh) - 1).T
    side = round(spec.counter_diameter_mm * grid.px_per_mm / 2)
    levels = cv2.blur(rectified, (side, side))[rows, columns] if len(rows) else rectified.reshape(-1, 3)
    return plain_board(spec, as_floats(np.median(levels, axis=0)))


def _things(
    calibration: Calibration, board: BoardRaster, rectified: Picture, network: Network
) -> tuple[Mask, Mask]:
    """Return the cells (h, w) of things on a board in a rectified picture, and those of a pattern."""
    # A table may begin at the rim.
    within = board.area & outline(board.spec, board.grid, rectified, board.known)
    return things_on(board, calibration.counters.map(counter_appearance), rectified, network, within)


def _refuse(calibration: Calibration, name: str, things: Mask) -> None:
    """Raise CalibrationError that names the points on whose halves things lie, if any do."""
    rows, columns = np.nonzero(things)
    places = as_doubles(np.column_stack([columns, rows])) * CELL_PX + (CELL_PX - 1) / 2
    spec = calibration.spec
    halves = {spec.half_at(x, y) for x, y in classifier_grid(spec).to_mm(places).tolist()}
    points = [point for point in RING if point in halves]
    if points:
        raise CalibrationError(
            f"{name}: a hand or another thing lies on the board at {', '.join(points)}; take it away and "
            "take the picture again",
            Flaw.THING,
            point=points[0],
        )
