"""What people are told about pictures that cannot be read."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from companion.interface.sight import Sight
from companion.station.board.monitor import BoardMonitor
from companion.station.board.observation import seen_of
from hardware.camera.camera import Frame
from tests.support.drawn_board import SIZE_WH, Picture, Scene, draw, setup
from tests.support.learned import drawn_calibration
from vision.board_reader import BoardReader


def plain(bgr: tuple[int, int, int]) -> Picture:
    return np.full((SIZE_WH[1], SIZE_WH[0], 3), bgr, np.uint8)


def out_of_focus(picture: Picture) -> Picture:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 7.0), np.uint8)


def upside_down(picture: Picture) -> Picture:
    return np.ascontiguousarray(picture[::-1, ::-1])


PICTURES: dict[Sight, Callable[[], Picture]] = {
    Sight.CLEAR: lambda: draw(Scene(setup(), seed=2)),
    Sight.BLURRED: lambda: out_of_focus(draw(Scene(setup(), seed=3))),
    Sight.NOT_IN_VIEW: lambda: plain((90, 120, 150)),
    Sight.UPSIDE_DOWN: lambda: upside_down(draw(Scene(setup(), seed=5))),
    Sight.OTHER_SIZE: lambda: draw(Scene(setup(), seed=6))[:-2],
    Sight.TOO_DARK: lambda: plain((0, 0, 0)),
    Sight.COLOURED_LIGHT: lambda: draw(
        Scene(setup(), gain_bgr=(0.05, 0.05, 1.0), seat_b_bgr=(225, 215, 203), seed=7)
    ),
    Sight.COVERED: lambda: draw(Scene(setup(), hand_bgr=(130, 160, 225), seed=4)),
}


@pytest.mark.parametrize("sight", PICTURES)
def test_people_are_told_why_a_still_picture_is_not_read(sight: Sight) -> None:
    monitor = BoardMonitor(BoardReader(drawn_calibration()), still_s=0.3)
    picture = PICTURES[sight]()
    looks = [monitor.look(Frame(picture, number, number * 0.1)) for number in range(1, 8)]
    told = [seen_of(look.observation).sight for look in looks if look is not None]
    assert told[-1] is sight
