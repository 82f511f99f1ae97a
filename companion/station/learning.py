"""The board learned anew at the table, from one picture of it, and what people are told of how that went."""

import numpy as np
from numpy.typing import NDArray

from calibration import flaws
from calibration.calibrate import calibrate
from calibration.errors import CalibrationError
from calibration.training_set import KnownPicture, TrainingSet
from companion.board.spec import BoardSpec
from companion.game import Halves
from companion.interface.remarks import Flaw, Remark
from companion.interface.sight import Corner
from companion.station.pages.staff import OUTER_POINTS
from vision.calibration import Calibration

SHOWN_AS: dict[flaws.Flaw, Flaw | None] = {
    flaws.Flaw.TOO_DARK: Flaw.TOO_DARK,
    flaws.Flaw.SEATS_ALIKE: Flaw.SEATS_ALIKE,
    flaws.Flaw.LIKE_BOARD: Flaw.LIKE_BOARD,
    flaws.Flaw.LIKE_OTHER_SEAT: Flaw.LIKE_OTHER_SEAT,
    flaws.Flaw.BETWEEN_SEATS: Flaw.BETWEEN_SEATS,
    flaws.Flaw.FLICKER: None,
    flaws.Flaw.OTHER_LIGHT: None,
    flaws.Flaw.HARD_TO_SEE: None,
}
"""What people are told; nothing of what shows only between two pictures: a station learns from one."""


def learn(
    spec: BoardSpec, picture: NDArray[np.uint8], corners: tuple[Corner, ...], halves: Halves
) -> tuple[Calibration | None, tuple[Remark, ...]]:
    """What a picture (H, W, 3) BGR of a known position teaches, None when nothing, and remarks on that."""
    places = {corner.point: (corner.x_px, corner.y_px) for corner in corners}
    pixels = np.array([places[point] for point in OUTER_POINTS], np.float64)
    known = (KnownPicture("the camera's picture", picture, halves),)
    try:
        calibration, quality = calibrate(TrainingSet(spec, known=known, corners_px=pixels))
    except CalibrationError as error:
        return None, () if error.remark is None else _shown(error.remark)
    return calibration, tuple(shown for remark in quality.remarks for shown in _shown(remark))


def _shown(remark: flaws.Remark) -> tuple[Remark, ...]:
    flaw = SHOWN_AS[remark.flaw]
    return () if flaw is None else (Remark(flaw, remark.seat, remark.point),)
