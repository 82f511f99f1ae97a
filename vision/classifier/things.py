"""Things on the board, seen finely: dice, and the face that is up."""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.board.motion import STILL, RigidMotion
from vision.arrays import Floats, Picture, as_picture
from vision.calibration import Calibration
from vision.classifier.network import MODEL_THINGS, Network
from vision.geometry.rectify import Grid, Rectifier

FACES, ROUND, OTHER, THING_CLASSES = 6, 7, 8, 9
"""Classes of cells: 0 nothing, 1 to FACES a die by its upper face, something round, and another thing.

Only dice are looked for: most things that are taken for counters look round to the network, too.
"""

PX_PER_MM = 2.0
THING_CELL_PX = 8
"""Scale of the network's picture, and the side of its output cells: 4 mm."""

DIE_MM = 15.0  # height at which dice are looked for: that of the upper face of most
MARGIN_MM = 20.0  # margin of the network's picture beyond the points
MAX_PX = 1_000_000  # most pixels of that picture; larger boards are scaled down to it, and show no pips

SURE = 0.9  # probability from which a cell shows a die, and from which a die shows a face

MAX_DICE = 2
"""Most dice that people lay on a board. Where more places look like dice, counters do: stones in a sheen."""

MIN_DIE_LEAD = 3.0
"""Nats by which a die has to be seen better than any other: of two dice, neither is the throw."""


@dataclass(frozen=True, slots=True)
class FoundDie:
    """A die on the board: its place in mm, and the face that is up, None where that is not sure."""

    x_mm: float
    y_mm: float
    face: int | None


class ThingFinder:
    """Look for dice with pips on one calibrated board.

    Raises VisionError where the network can't be run; see `Network`.
    """

    def __init__(self, calibration: Calibration) -> None:
        self._network = Network(MODEL_THINGS)
        # Rectifiers work at half the counters' height.
        self._spec = replace(calibration.spec, counter_height_mm=2 * DIE_MM)
        self._camera = calibration.camera
        size_mm = np.ptp(self._spec.points_mm, axis=0) + 2 * MARGIN_MM
        px_per_mm = min(PX_PER_MM, float((MAX_PX / size_mm.prod()) ** 0.5))
        width, height = (np.ceil(size_mm * px_per_mm / THING_CELL_PX).astype(int) * THING_CELL_PX).tolist()
        self._grid = Grid((width, height), px_per_mm, THING_CELL_PX)
        self._rectifier = Rectifier(self._spec, self._camera, self._grid)

    def die(self, frame: Picture, motion: RigidMotion = STILL) -> FoundDie | None:
        """Return the die that is seen best in a frame (H, W, 3) BGR of a board that has moved by `motion`.

        Where there are several, it has no face.
        """
        rectifier = self._rectifier
        if motion is not STILL:
            rectifier = Rectifier(self._spec, self._camera, self._grid, motion)
        seen = things_input(rectifier.rectify(frame))
        # Upside down the network's cells see other pixels of each place: two looks err less.
        turned = self._network.logits(np.ascontiguousarray(seen[:, ::-1, ::-1]))[:, ::-1, ::-1]
        shares = (_shares(self._network.logits(seen)) + _shares(turned)) / 2
        is_die = np.clip(shares[1 : 1 + FACES].sum(axis=0), 0, 1 - 1e-6)
        row, column = np.unravel_index(int(is_die.argmax()), is_die.shape)
        places = cv2.connectedComponents(as_picture(is_die > 0.5))[0] - 1
        if is_die[row, column] < SURE or places > MAX_DICE:
            return None
        rows, columns = np.indices(is_die.shape)
        away = np.maximum(np.abs(rows - row), np.abs(columns - column))
        near, far = away <= 1, away > 2
        middle = [float(np.average(along[near], weights=is_die[near])) for along in (columns, rows)]
        ((x, y),) = self._grid.to_mm(THING_CELL_PX * np.array([middle]) + (THING_CELL_PX - 1) / 2).tolist()
        faces = shares[1 : 1 + FACES, row, column] / is_die[row, column]
        rival = float(is_die[far].max(initial=1e-6))
        lead = np.log(is_die[row, column] / (1 - is_die[row, column]) * (1 - rival) / rival)
        is_sure = faces.max() >= SURE and lead > MIN_DIE_LEAD
        return FoundDie(x, y, int(faces.argmax()) + 1 if is_sure else None)


def things_input(picture: Picture) -> Floats:
    """Return the network's input (3, h, w) of a picture (h, w, 3) BGR: from -1 to 1."""
    return np.ascontiguousarray(picture.transpose(2, 0, 1), np.float32) / 127.5 - 1


def _shares(logits: Floats) -> Floats:
    """Return the probabilities of classes from their logits, both (classes, ...)."""
    odds = np.exp(logits - logits.max(axis=0))
    return np.asarray(odds / odds.sum(axis=0), np.float32)
