"""The shape classifier of one calibrated board: where it sees counters, whatever their colours."""

from dataclasses import dataclass

import cv2
import numpy as np

from companion.board.motion import STILL, RigidMotion
from vision.arrays import Doubles, Floats, Picture, as_floats, as_levels
from vision.calibration import Calibration, CounterModel
from vision.classifier.detections import Detection, detections, probabilities
from vision.classifier.inputs import (
    APPEARANCE_RADIUS,
    CELL_PX,
    CLASSIFIER_COUNTER_PX,
    ClassifierInput,
    CounterAppearance,
    appearance_of,
    classifier_grid,
)
from vision.classifier.network import MODEL, MODEL_GUESSED, Network
from vision.classifier.plain_board import plain_board, things_on
from vision.geometry.rectify import Grid, Rectifier, board_area
from vision.photometry.board_raster import BoardRaster
from vision.segmentation.counter_colours import counter_mask, known_pixels


@dataclass(frozen=True)
class ShapeReport:
    """The shape classifier's result for a frame.

    `places_mm` (n, 2) are where counters may lie, on the board; `detections` (n) their probabilities.
    `occluded` is the area of other objects on the board and its rim, in counters. All of it comes from the
    network's `logits` (CLASSES, rows, columns).
    """

    places_mm: Doubles
    detections: tuple[Detection, ...]
    occluded: float
    logits: Floats | None = None


class ShapeClassifier:
    """Run the network on frames of one calibrated board.

    Raises VisionError where the network can't be run; see `Network`.
    """

    def __init__(self, calibration: Calibration, network: Network | None = None) -> None:
        self._calibration = calibration
        self._network = network or Network(MODEL if calibration.board.was_seen_bare else MODEL_GUESSED)
        self._grid = classifier_grid(calibration.spec)
        self._rectifier = Rectifier(calibration.spec, calibration.camera, self._grid)
        board = _on((calibration.finer or calibration).board, self._grid)
        self._looks = calibration.counters.map(counter_appearance)
        self._input = ClassifierInput(board, self._looks)
        self._plain: BoardRaster | None = None
        if not calibration.board.was_seen_bare:
            shown = board.known & board.area if board.known[board.area].any() else board.area
            self._plain = plain_board(calibration.spec, np.median(board.reference[shown], axis=0))
        self._known = board.known[CELL_PX // 2 :: CELL_PX, CELL_PX // 2 :: CELL_PX]

    def detect(
        self, frame: Picture, motion: RigidMotion = STILL, before: Floats | None = None
    ) -> ShapeReport:
        """Return what shapes a frame (H, W, 3) BGR shows of a board that has moved by `motion`.

        With the logits of a look `before`, look again with the picture upside down and return the mean of
        both: it errs less, since the network's cells see other pixels of each place. On a board never
        seen bare, things are then also looked for as on a plain one: a hand may be part of the guess.
        """
        rectifier = self._rectifier
        if motion is not STILL:
            rectifier = Rectifier(self._calibration.spec, self._calibration.camera, self._grid, motion)
        rectified = rectifier.rectify(frame)
        stack = self._input.of(rectified)
        logits = self._network.logits(stack if before is None else stack[:, ::-1, ::-1])
        if before is not None:
            logits = as_floats((before + logits[:, ::-1, ::-1]) / 2)
        probability = probabilities(logits)
        seen = tuple(detections(probability))
        places = self._grid.to_mm(np.array([(one.x, one.y) for one in seen]).reshape(-1, 2))
        counter_cells = np.pi / 4 * (CLASSIFIER_COUNTER_PX / CELL_PX) ** 2
        things = (probability[-1] > probability[:-1].max(axis=0)) & self._known
        if self._plain is not None and before is not None:
            within = board_area(self._calibration.spec, self._grid, counters=0.5)
            things |= things_on(self._plain, self._looks, rectified, self._network, within)[0]
        return ShapeReport(places, seen, float(things.sum() / counter_cells), logits)


def _on(board: BoardRaster, grid: Grid) -> BoardRaster:
    """Resample a board's picture to another grid."""
    scale = board.grid.px_per_mm / grid.px_per_mm
    (here_x, here_y), (there_x, there_y) = (
        ((side - 1) / 2 for side in g.size_wh) for g in (grid, board.grid)
    )
    move = np.array([[scale, 0, there_x - scale * here_x], [0, scale, there_y - scale * here_y]])

    def moved(picture: Picture) -> Picture:
        return as_levels(
            cv2.warpAffine(
                picture,
                move,
                grid.size_wh,
                flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                borderMode=cv2.BORDER_REPLICATE,
            )
        )

    # A pixel is known if all pixels it was interpolated from are.
    known = moved(board.known.astype(np.uint8) * np.uint8(255)) == 255
    return BoardRaster(board.spec, grid, moved(board.reference), known)


def counter_appearance(counter: CounterModel) -> CounterAppearance:
    """Return the colour of a seat's counters, and its spread, from their calibrated patches."""
    return appearance_of(known_pixels(counter.patches[:, counter_mask(APPEARANCE_RADIUS)]))
