"""What of a picture is taken for bare board, judged from examples."""

import cv2
import numpy as np

from calibration.learn.reference import like_bare, smooth_light, without_objects
from vision.arrays import Mask, Picture
from vision.photometry.opponent_colours import opponent_log

COUNTER_PX = 11.0
BOARD_BGR, COUNTER_BGR, DARK_BGR = (205, 225, 235), (250, 252, 252), (30, 30, 30)


def _bare_board() -> Picture:
    return np.full((90, 90, 3), BOARD_BGR, np.uint8)


def _known(picture: Picture, counter_yx: tuple[int, int], area: Mask | None = None) -> Mask:
    """What is known of a picture whose upper left corner shows bare board."""
    colours = opponent_log(picture)
    everywhere = np.ones(picture.shape[:2], bool)
    y, x = counter_yx
    area = everywhere if area is None else area
    alike = like_bare(picture, colours[5:20, 5:20].reshape(-1, 3), colours[y : y + 1, x], area, COUNTER_PX)
    return without_objects(alike, area, COUNTER_PX)


def test_a_crowd_of_pale_counters_is_no_brighter_part_of_a_pale_board() -> None:
    picture = _bare_board()
    crowd = np.zeros((90, 90), np.uint8)
    for x in range(35, 80, 11):
        for y in range(35, 80, 11):
            cv2.circle(crowd, (x, y), 5, 1, -1)
    picture[crowd > 0] = COUNTER_BGR
    known = _known(picture, (35, 35))
    assert not known[crowd > 0].any()
    assert known[:25].all()


def test_a_line_is_known_for_the_board_s_and_a_counter_with_its_rim_is_not() -> None:
    picture = _bare_board()
    cv2.line(picture, (0, 45), (89, 45), DARK_BGR, 1)
    cv2.circle(picture, (60, 45), 5, DARK_BGR, -1)
    # Its shadow's edge is as bright as the board may be.
    shadow = np.zeros((90, 90), np.uint8)
    cv2.circle(shadow, (60, 45), 7, 1, -1)
    cv2.circle(shadow, (60, 45), 5, 0, -1)
    picture[(shadow > 0) & (picture[..., 0] == BOARD_BGR[0])] = tuple(round(0.9 * c) for c in BOARD_BGR)
    known = _known(picture, (45, 60))
    assert known[45, :50].all()
    assert not known[38:53, 53:68][shadow[38:53, 53:68] > 0].any()


def test_a_counter_that_reaches_onto_the_board_is_not_taken_for_a_line() -> None:
    picture = _bare_board()
    cv2.circle(picture, (60, 8), 5, DARK_BGR, -1)
    area = np.zeros((90, 90), bool)
    area[12:80, 5:85] = True
    assert not _known(picture, (8, 60), area)[12:14, 57:64].any()


def test_the_smooth_light_is_the_blur_of_what_is_known() -> None:
    seen = np.random.default_rng(1).random((60, 90, 3)).astype(np.float32)
    known = np.zeros((60, 90), bool)
    known[10:50, 20:40] = True
    stacked = np.dstack([seen * known[..., None], known]).astype(np.float32)
    total = np.zeros_like(stacked)
    for reach, share in ((0.7, 1.0), (2.0, 1e-2), (8.0, 1e-4)):
        total += share * cv2.GaussianBlur(stacked, (0, 0), reach * COUNTER_PX, borderType=cv2.BORDER_REFLECT)
    light = smooth_light(seen, known, COUNTER_PX)
    np.testing.assert_allclose(light, total[..., :3] / total[..., 3:], rtol=1e-4)
