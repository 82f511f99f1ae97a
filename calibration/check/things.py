"""Find a hand or another thing on the board in the pictures that a calibration is learned from."""

from collections.abc import Iterator

import cv2
import numpy as np

from calibration.errors import CalibrationError
from calibration.flaws import Flaw
from calibration.learn.counters import counters_at
from calibration.learn.reference import bare_board, outline
from calibration.training_set import Example, ExamplePicture, TrainingSet
from companion.game.board import RING, Halves, Point
from vision.arrays import Picture, as_picture
from vision.calibration import Calibration
from vision.classifier.detections import probabilities
from vision.classifier.inputs import CELL_PX, ClassifierInput, classifier_grid
from vision.classifier.network import Network
from vision.classifier.shape_classifier import counter_appearance
from vision.detection.doubts import SHADOW_REACH
from vision.errors import VisionError
from vision.geometry.rectify import Rectifier
from vision.photometry.opponent_colours import CLIPPED

MIN_THING = 1.5  # minimum area, in counters, of a thing; 20 of 28 rendered hands over points had as much

MIN_PROBABILITY = 0.8
"""Minimum probability of a thing by its shape. The dark corner of a photograph reached 0.77."""


def check_things(calibration: Calibration, training: TrainingSet) -> None:
    """Raise CalibrationError if a hand or another thing lies on the board in a picture, saying where.

    Each picture is compared with the bare board that it shows itself between the counters, and known
    positions also with the picture of the empty board. Nothing is checked where the shape classifier can't
    run.
    """
    try:
        network = Network()
    except VisionError:
        return
    for name, picture, without in _comparisons(calibration, training):
        points = _points_with_things(calibration, without, picture, network)
        if points:
            raise CalibrationError(
                f"{name}: a hand or another thing lies on the board at {', '.join(points)}; take it away and "
                "take the picture again",
                Flaw.THING,
                point=points[0],
            )


def _comparisons(
    calibration: Calibration, training: TrainingSet
) -> Iterator[tuple[str, Picture, TrainingSet]]:
    """Yield names and pictures of the board as calibrated, each with what shows the bare board."""
    laid = [] if training.empty is None else [(*training.empty, Halves((0,) * 10, (0,) * 10))]
    laid += [(known.name, known.picture, known.halves) for known in training.known]
    shown = [ExamplePicture(name, picture, _examples_at(calibration, at)) for name, picture, at in laid]
    for one in shown or training.examples[:1]:
        yield one.name, one.picture, TrainingSet(training.spec, examples=(one,))
    if training.empty is not None:
        for known in training.known:
            yield f"{known.name} or {training.empty[0]}", known.picture, training


def _examples_at(calibration: Calibration, halves: Halves) -> tuple[Example, ...]:
    """Return a position's counters, and bare board between the lines, as examples."""
    spec = calibration.spec
    counters = counters_at(spec, halves)
    along, lines = np.linspace(-0.4, 0.4, 5) * spec.line_length_mm, spec.points_mm[:5, 1]
    between = np.stack(np.meshgrid(along, (lines[1:] + lines[:-1]) / 2), axis=-1).reshape(-1, 2)
    of_counters = np.array([(one.x_mm, one.y_mm) for one in counters]).reshape(-1, 2)
    away = np.linalg.norm(between[:, None] - of_counters, axis=2).min(axis=1, initial=np.inf)
    bare = between[away > SHADOW_REACH * spec.counter_diameter_mm]
    seats = [*(one.seat for one in counters), *(None for _ in bare)]
    places = calibration.camera.to_px(spec, np.concatenate([of_counters, bare]))
    return tuple(Example(seat, x, y) for seat, (x, y) in zip(seats, places.tolist(), strict=True))


def _points_with_things(
    calibration: Calibration, training: TrainingSet, picture: Picture, network: Network
) -> list[Point]:
    """Return the points on whose halves things lie in a picture (H, W, 3) BGR, in the order of `RING`."""
    spec, camera = calibration.spec, calibration.camera
    grid = classifier_grid(spec)
    try:
        board = bare_board(training, camera, grid)
    except CalibrationError:
        # Examples don't show a board that is painted.
        return []
    rectified = Rectifier(spec, camera, grid).rectify(picture)
    stack = ClassifierInput(board, calibration.counters.map(counter_appearance)).of(rectified)
    cells = (slice(CELL_PX // 2, None, CELL_PX),) * 2
    # Overexposed board has no look of its own, and a table may begin at the rim.
    within_rim = outline(spec, grid, rectified, board.known)
    judged = (board.area & within_rim & ((rectified >= CLIPPED).sum(axis=2) < 2))[cells]
    found = as_picture((probabilities(network.logits(stack))[-1] > MIN_PROBABILITY) & judged)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(found)
    least = MIN_THING * np.pi / 4 * (board.counter_px / CELL_PX) ** 2
    broad = np.flatnonzero(stats[1:, cv2.CC_STAT_AREA] >= least) + 1
    rows, columns = np.nonzero(np.isin(labels, broad))
    places = np.column_stack([columns, rows]).astype(np.float64) * CELL_PX + (CELL_PX - 1) / 2
    halves = {spec.half_at(x, y) for x, y in grid.to_mm(places).tolist()}
    return [point for point in RING if point in halves]
