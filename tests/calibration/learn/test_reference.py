"""What of a picture is taken for bare board, judged from examples."""

import cv2
import numpy as np

from calibration.learn.reference import bare_pixels
from vision.photometry.opponent_colours import opponent_log

COUNTER_PX = 11.0
BOARD_BGR, COUNTER_BGR = (205, 225, 235), (250, 252, 252)


def test_a_crowd_of_pale_counters_is_no_brighter_part_of_a_pale_board() -> None:
    picture = np.full((90, 90, 3), BOARD_BGR, np.uint8)
    crowd = np.zeros((90, 90), np.uint8)
    for x in range(35, 80, 11):
        for y in range(35, 80, 11):
            cv2.circle(crowd, (x, y), 5, 1, -1)
    picture[crowd > 0] = COUNTER_BGR
    colours = opponent_log(picture)
    known = bare_pixels(
        picture, colours[5:20, 5:20].reshape(-1, 3), colours[35:36, 35], np.ones((90, 90), bool), COUNTER_PX
    )
    assert not known[crowd > 0].any()
    assert known[:25].all()
