"""A station calibrated on the drawn board, shared by the tests of the eyes."""

import pytest

from calibration.calibrate import calibrate
from calibration.evaluate.evaluation import START
from calibration.learn.training_set import KnownPicture, TrainingSet
from companion.board.spec import BoardSpec
from tests.support.drawn_board import CORNERS_PX, Scene, draw, setup
from vision.board_reader import BoardReader
from vision.calibration import Calibration


@pytest.fixture(scope="session")
def calibration() -> Calibration:
    known = KnownPicture("setup", draw(Scene(setup(), seed=1)), START)
    return calibrate(TrainingSet(BoardSpec(), ("empty", draw(Scene())), (known,), corners_px=CORNERS_PX))[0]


@pytest.fixture
def reader(calibration: Calibration) -> BoardReader:
    return BoardReader(calibration)
