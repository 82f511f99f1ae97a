"""What calibrations teach of boards that the tests make, each learned once a run."""

from functools import cache

from calibration.calibrate import calibrate
from calibration.training_set import KnownPicture, TrainingSet
from companion.board.spec import BoardSpec
from five_lines_lab.evaluation.evaluation import START
from tests.support.drawn_board import CORNERS_PX, Scene, draw, setup
from tests.support.shared import shared
from vision.calibration import Calibration


@cache
def drawn_calibration() -> Calibration:
    """What is learned of the drawn board, empty and at the start; tests only read it."""
    return shared("drawn-board", _learn_drawn)


def _learn_drawn() -> Calibration:
    known = KnownPicture("setup", draw(Scene(setup(), seed=1)), START)
    return calibrate(TrainingSet(BoardSpec(), ("empty", draw(Scene())), (known,), corners_px=CORNERS_PX))[0]
