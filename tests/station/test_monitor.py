"""What people are told about pictures that cannot be read."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from companion.game.board import Halves
from companion.interface.sight import Sight
from companion.station.board.monitor import BoardMonitor
from companion.station.board.observation import Observation, seen_of
from hardware.camera.camera import Frame
from tests.support.drawn_board import SIZE_WH, Picture, Scene, draw, setup
from tests.support.learned import drawn_calibration
from tests.support.walk import banded
from vision.board_reader import BoardReader
from vision.reading import Reading


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


@pytest.mark.slow
@pytest.mark.parametrize("sight", PICTURES)
def test_people_read_why_a_still_picture_is_not_read(sight: Sight) -> None:
    monitor = BoardMonitor(BoardReader(drawn_calibration()))
    picture = PICTURES[sight]()
    looks = [monitor.look(Frame(picture, number, number * 0.1)) for number in range(1, 8)]
    told = [seen_of(look).sight for look in looks if look is not None]
    assert told[-1] is sight


class CountingReader(BoardReader):
    """Counts its readings."""

    count = 0

    def read(self, frame: Picture) -> Reading:
        self.count += 1
        return super().read(frame)


@pytest.mark.slow
def test_a_board_that_has_just_settled_is_read_early_and_that_reading_counts_when_it_is_still() -> None:
    reader = CountingReader(drawn_calibration())
    monitor = BoardMonitor(reader)
    hand, table = draw(Scene(setup(), hand_bgr=(130, 160, 225), seed=4)), draw(Scene(setup(), seed=2))
    observed = {}
    for number in range(1, 21):
        # The hand is taken away after the fifth picture, and comes back for one after the fifteenth.
        picture = hand if number <= 5 or number == 16 else table
        seen = monitor.look(Frame(picture, number, number / 15))
        if seen is not None:
            observed[number] = (seen.halves, seen.is_early, seen.is_moving)
    laid = Halves((1,) * 5 + (0,) * 5, (0,) * 5 + (1,) * 5)
    assert observed == {
        1: (None, False, True),
        9: (laid, True, False),
        12: (laid, False, False),
        16: (None, False, True),
        20: (laid, True, False),
    }
    # The hand at rest was read, too; the table, on which nothing has changed, was read once.
    assert reader.count == 2


@pytest.mark.slow
@pytest.mark.parametrize(("is_resting", "count"), [(False, 22), (True, 3)])
def test_what_covers_the_board_is_read_less_often_while_nobody_is_there(is_resting: bool, count: int) -> None:
    reader = CountingReader(drawn_calibration())
    monitor = BoardMonitor(reader)
    monitor.is_resting = is_resting
    covered = draw(Scene(setup(), hand_bgr=(130, 160, 225), seed=4))
    for number in range(1, 24):
        monitor.look(Frame(covered, number, number / 2))
    assert reader.count == count


READ_S = 5.0
"""A board on which nobody does anything is read within that, whatever moves in the picture."""


def swaying(picture: Picture, number: int) -> Picture:
    """The shadow of a twig that sways beside the board."""
    light = np.ones(picture.shape[:2], np.float32)
    cv2.ellipse(light, (900 + round(14 * np.sin(0.6 * number)), 60), (22, 10), 30, 0, 360, 0.55, -1)
    return (picture * cv2.GaussianBlur(light, (0, 0), 3.0)[..., None]).astype(np.uint8)


def screen(picture: Picture, number: int) -> Picture:
    """A television that is mirrored in the table, beside the board."""
    lit = picture.copy()
    lit[650:710, 20:110] += np.uint8(40 * (number // 4 % 2))
    return lit


def trembling(picture: Picture, number: int) -> Picture:
    """A mast that trembles by a pixel."""
    move = np.array([[1, 0, np.sin(2.1 * number)], [0, 1, np.cos(1.7 * number)]])
    size_wh = picture.shape[1], picture.shape[0]
    return np.asarray(cv2.warpAffine(picture, move, size_wh, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def watched(pictures: Callable[[int], Picture], until_s: float = READ_S) -> list[Observation]:
    """What is observed in pictures, ten a second."""
    monitor = BoardMonitor(BoardReader(drawn_calibration()))
    frames = (Frame(pictures(number), number, number / 10) for number in range(1, round(until_s * 10)))
    return [seen for seen in map(monitor.look, frames) if seen is not None]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("unrest", "on_board"), [(banded, True), (trembling, True), (swaying, False), (screen, False)]
)
def test_a_board_is_read_though_something_keeps_moving_in_the_picture(
    unrest: Callable[[Picture, int], Picture], on_board: bool
) -> None:
    table = draw(Scene(setup(), seed=2))
    last = watched(lambda number: unrest(table, number))[-1]
    assert last.halves == Halves((1,) * 5 + (0,) * 5, (0,) * 5 + (1,) * 5)
    assert (last.is_restless, last.is_touched) == (on_board, False)


@pytest.mark.slow
def test_a_hand_that_keeps_moving_over_the_board_stays_a_hand() -> None:
    hand = draw(Scene(setup(), hand_bgr=(130, 160, 225), seed=4))
    observed = watched(lambda number: banded(hand, number), 8.0)
    assert [one.is_moving for one in observed] == [True]
