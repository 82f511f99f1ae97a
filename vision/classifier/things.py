"""Things on the board, seen finely: dice, and the face that is up."""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.board.motion import STILL, RigidMotion
from vision.arrays import Floats, Picture, as_floats, as_picture
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
BESIDE_MM = 110.0  # the same where dice beside the board are looked for: a camera hardly sees more

MIN_CHANGE, MIN_CHANGED = 20, 0.3
"""Levels by which a pixel has changed, and share of such pixels in a cell, where a thing has come to lie."""

MAX_PX = 1_000_000  # most pixels of that picture; larger boards are scaled down to it, and show no pips

SURE = 0.9  # probability from which a cell shows a die, and from which a die shows a face

REACH = 5  # cells about the middle of a die that may show the same one: 20 mm
MAX_DICE = 2
"""Most dice that people lay on a board. Where more places look like dice, counters do: stones in a sheen."""


MIN_DIE_LEAD = 20.0
"""Factor by which the odds of a die must exceed those of any other place, so that its face counts."""


@dataclass(frozen=True)
class FoundDie:
    """A die on the board: its place in mm, and the face that is up, None where that is not sure."""

    x_mm: float
    y_mm: float
    face: int | None


class ThingFinder:
    """Look for dice with pips on one calibrated board.

    Raises VisionError where the network can't be run; see `Network`.
    """

    def __init__(self, calibration: Calibration, margin_mm: float = MARGIN_MM) -> None:
        self._network = Network(MODEL_THINGS)
        # Rectifiers work at half the counters' height.
        self._spec = replace(calibration.spec, counter_height_mm=2 * DIE_MM)
        self._camera = calibration.camera
        size_mm = np.ptp(self._spec.points_mm, axis=0) + 2 * margin_mm
        px_per_mm = min(PX_PER_MM, float((MAX_PX / size_mm.prod()) ** 0.5))
        width, height = (np.ceil(size_mm * px_per_mm / THING_CELL_PX).astype(int) * THING_CELL_PX).tolist()
        self._grid = Grid((width, height), px_per_mm, THING_CELL_PX)
        self._rectifier = Rectifier(self._spec, self._camera, self._grid)

    def dice(
        self, frame: Picture, motion: RigidMotion = STILL, before: Picture | None = None
    ) -> list[FoundDie]:
        """Return the dice in a frame (H, W, 3) BGR of a board that has moved by `motion`, best seen first.

        Only one that is alone has a face. With a frame `before`, only those that have come since are found.
        """
        rectifier = self._rectifier
        if motion is not STILL:
            rectifier = Rectifier(self._spec, self._camera, self._grid, motion)
        picture, is_new = rectifier.rectify(frame), np.True_
        if before is not None:
            changed = cv2.absdiff(picture, rectifier.rectify(before)).max(axis=2) > MIN_CHANGE
            cells = self._grid.size_wh[1] // THING_CELL_PX, THING_CELL_PX, -1, THING_CELL_PX
            is_new = changed.reshape(cells).mean(axis=(1, 3)) > MIN_CHANGED
            if not is_new.any():
                return []
        seen = things_input(picture)
        # Upside down the network's cells see other pixels of each place: two looks err less.
        turned = self._network.logits(np.ascontiguousarray(seen[:, ::-1, ::-1]))[:, ::-1, ::-1]
        shares = (_shares(self._network.logits(seen)) + _shares(turned)) / 2
        is_die = np.clip(shares[1 : 1 + FACES].sum(axis=0), 0, 1 - 1e-6) * is_new
        places = cv2.connectedComponents(as_picture(is_die > 0.5))[0] - 1
        if places > MAX_DICE:
            return []
        found: list[FoundDie] = []
        rows, columns = np.indices(is_die.shape)
        while is_die.max() >= SURE:
            row, column = np.unravel_index(int(is_die.argmax()), is_die.shape)
            away = np.maximum(np.abs(rows - row), np.abs(columns - column))
            near, peak, rival = away <= 1, is_die[row, column], is_die[away > 2].max(initial=1e-6)
            middle = [float(np.average(along[near], weights=is_die[near])) for along in (columns, rows)]
            ((x, y),) = self._grid.to_mm(
                THING_CELL_PX * np.array([middle]) + (THING_CELL_PX - 1) / 2
            ).tolist()
            faces = shares[1 : 1 + FACES, row, column] / peak
            is_sure = faces.max() >= SURE and peak * (1 - rival) > MIN_DIE_LEAD * rival * (1 - peak)
            found.append(FoundDie(x, y, int(faces.argmax()) + 1 if is_sure else None))
            is_die = is_die * (away > REACH)
        return found if len(found) == 1 else [replace(die, face=None) for die in found]


def things_input(picture: Picture) -> Floats:
    """Return the network's input (3, h, w) of a picture (h, w, 3) BGR: from -1 to 1."""
    return np.ascontiguousarray(picture.transpose(2, 0, 1), np.float32) / 127.5 - 1


def _shares(logits: Floats) -> Floats:
    """Return the probabilities of classes from their logits, both (classes, ...)."""
    odds = np.exp(logits - logits.max(axis=0))
    return as_floats(odds / odds.sum(axis=0))
