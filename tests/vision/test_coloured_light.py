"""Boards in a light of one colour are read by the channels that it shows, or not at all."""

from dataclasses import replace

import numpy as np
import pytest

from calibration.calibrate import calibrate
from calibration.training_set import KnownPicture, TrainingSet
from companion.board.spec import BoardSpec
from companion.game.board import Seat
from five_lines_lab.evaluation.evaluation import START
from tests.support.drawn_board import CORNERS_PX, Scene, draw, setup
from tests.support.learned import drawn_calibration
from vision.board_reader import BoardReader
from vision.reading import Cause
from vision.segmentation.coloured_light import fill_channels, visible_channels

BLUE, GREEN, RED = (1.0, 0.05, 0.05), (0.05, 1.0, 0.05), (0.05, 0.05, 1.0)
MAGENTA, YELLOW = (1.0, 0.06, 0.9), (0.03, 0.9, 1.0)

POINTS = [(float(x), float(y)) for x, y in BoardSpec().points_mm]
FEW = [(Seat.A, *POINTS[1]), (Seat.B, *POINTS[3]), (Seat.B, *POINTS[8])]


@pytest.fixture(scope="module")
def reader() -> BoardReader:
    return BoardReader(drawn_calibration())


@pytest.mark.slow
@pytest.mark.parametrize("lamp", [BLUE, GREEN, MAGENTA, YELLOW])
@pytest.mark.parametrize("counters", [setup(), FEW, []], ids=["start", "few", "none"])
def test_counters_that_a_coloured_lamp_tells_apart_are_read(
    reader: BoardReader, lamp: tuple[float, float, float], counters: list[tuple[Seat, float, float]]
) -> None:
    white = reader.read(draw(Scene(counters, seed=21))).halves
    assert white is not None
    assert reader.read(draw(Scene(counters, gain_bgr=lamp, seed=22))).halves == white


def test_where_it_does_not_the_cause_is_the_light(reader: BoardReader) -> None:
    reading = reader.read(draw(Scene(setup(), gain_bgr=RED, seed=23)))
    assert reading.halves in (None, START)
    if reading.halves is None:
        assert reading.cause is Cause.COLOURED_LIGHT


@pytest.mark.slow
def test_a_board_full_of_pale_counters_is_never_clear_and_empty_in_red_light() -> None:
    # In red light they are as bright as the wood: what is left of them is their shadows.
    pale = Scene(setup(), gain_bgr=RED, seat_b_bgr=(225, 215, 203), seed=24)
    calibration = drawn_calibration()
    reading = BoardReader(calibration).read(draw(pale))
    assert reading.halves in (None, START)


def test_a_lamp_or_daylight_leaves_all_channels(reader: BoardReader) -> None:
    reference = reader.calibration.board.reference
    for gain in ((1.0, 1.0, 1.0), (0.7, 0.95, 1.1), (1.1, 1.0, 0.75), (0.4, 0.4, 0.4)):
        lit = np.clip(reference * np.array(gain), 0, 255).astype(np.uint8)
        assert visible_channels(lit, reference) is None


def test_what_a_lamp_leaves_out_is_filled_from_what_it_shows() -> None:
    picture = np.array([[(10, 100, 200), (0, 49, 94)]], np.uint8)
    assert (fill_channels(picture, (False, False, True)) == picture[..., 2:]).all()
    blue = fill_channels(picture, (False, True, True))[0, :, 0]
    # The middle of logarithms of what lies six grey levels higher.
    assert abs(blue[0] - (np.sqrt(106 * 206) - 6)) <= 1
    assert abs(blue[1] - (np.sqrt(55 * 100) - 6)) <= 1


@pytest.mark.slow
def test_counters_that_look_alike_in_that_light_are_not_distinguished() -> None:
    """They differ in blue alone, of which the lamp has none."""
    scene = Scene(setup(), seat_a_bgr=(200, 60, 60), seat_b_bgr=(40, 60, 60), seed=27)
    empty, known = draw(Scene(())), KnownPicture("setup", draw(scene), START)
    training = TrainingSet(BoardSpec(), ("empty", empty), (known,), corners_px=CORNERS_PX)
    reader = BoardReader(calibrate(training)[0])
    assert reader.read(draw(scene)).halves == START
    for counters in (setup(), FEW, [(seat.other, x, y) for seat, x, y in FEW]):
        lit = replace(scene, counters=counters, gain_bgr=YELLOW, seed=28)
        assert reader.read(draw(lit)).cause is Cause.COLOURED_LIGHT
