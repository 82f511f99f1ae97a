"""A reader of the drawn board for the tests of vision."""

import pytest

from tests.support.learned import drawn_calibration
from vision.board_reader import BoardReader
from vision.calibration import Calibration


@pytest.fixture
def calibration() -> Calibration:
    return drawn_calibration()


@pytest.fixture
def reader(calibration: Calibration) -> BoardReader:
    return BoardReader(calibration)
