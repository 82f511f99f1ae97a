"""What people are told about pictures that the eyes cannot read."""

import cv2
import numpy as np
import pytest

from calibration.calibrate import calibrate
from calibration.evaluate.evaluation import START
from calibration.learn.training_set import KnownPicture, TrainingSet
from companion.board.spec import BoardSpec
from companion.interface.sight import Sight
from companion.station.observation import seen_of
from companion.station.watcher import Watcher
from hardware.camera.camera import Frame
from tests.support.drawn_board import CORNERS_PX, SIZE_WH, Scene, draw, setup
from vision.board_reader import BoardReader


@pytest.fixture(scope="module")
def reader() -> BoardReader:
    known = KnownPicture("setup", draw(Scene(setup(), seed=1)), START)
    return BoardReader(
        calibrate(TrainingSet(BoardSpec(), ("empty", draw(Scene())), (known,), corners_px=CORNERS_PX))[0]
    )


PICTURES = {
    Sight.CLEAR: draw(Scene(setup(), seed=2)),
    Sight.BLURRED: cv2.GaussianBlur(draw(Scene(setup(), seed=3)), (0, 0), 7.0),
    Sight.NOT_IN_VIEW: np.full((SIZE_WH[1], SIZE_WH[0], 3), (90, 120, 150), np.uint8),
    Sight.TOO_DARK: np.zeros((SIZE_WH[1], SIZE_WH[0], 3), np.uint8),
    Sight.COVERED: draw(Scene(setup(), hand_bgr=(130, 160, 225), seed=4)),
}


@pytest.mark.parametrize("sight", PICTURES)
def test_people_are_told_why_a_still_picture_is_not_read(reader: BoardReader, sight: Sight) -> None:
    watcher = Watcher(reader, still_s=0.3)
    looks = [
        watcher.look(Frame(np.asarray(PICTURES[sight], np.uint8), number, number * 0.1))
        for number in range(1, 8)
    ]
    told = [seen_of(look.observation).sight for look in looks if look is not None]
    assert told[-1] is sight
