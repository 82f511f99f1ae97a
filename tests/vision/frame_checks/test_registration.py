"""Boards that were pushed and turned since they were calibrated, in pictures warped by known motions."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.board.motion import STILL, RigidMotion
from companion.game.board import Seat
from tests.support.drawn_board import CROWD, Scene, camera, draw, halves_of, pushed, setup
from vision.board_reader import BoardReader
from vision.calibration import Calibration
from vision.frame_checks.registration import Alignment, BoardAligner
from vision.frame_checks.tracking import MIN_MATCH
from vision.reading import Cause

FEW = [(Seat.A, 150.0, -97.0), (Seat.B, -147.0, 52.0), (Seat.A, 128.0, -103.0), (Seat.B, 60.0, 48.0)]


@pytest.mark.slow
@pytest.mark.parametrize("counters", [setup(), CROWD, FEW], ids=["setup", "crowd", "few"])
@pytest.mark.parametrize(
    ("x_mm", "y_mm", "turn_deg"), [(0, 0, 1), (0, 0, -3), (2, -1, 0), (-3, 2, 2), (5, 5, -1), (-4, -6, 3)]
)
def test_a_board_pushed_and_turned_is_read_where_it_lies_now(
    reader: BoardReader, counters: list[tuple[Seat, float, float]], x_mm: float, y_mm: float, turn_deg: float
) -> None:
    motion = RigidMotion(x_mm, y_mm, np.radians(turn_deg))
    reading = reader.read(pushed(draw(Scene(counters, seed=20)), motion))
    expected = halves_of(counters, second_row=5) if counters is CROWD else halves_of(counters)
    assert reading.halves == expected, reading.why


@pytest.mark.slow
def test_a_counter_is_shown_where_the_frame_shows_it_though_the_board_was_turned(reader: BoardReader) -> None:
    motion = RigidMotion(3.0, 2.0, np.radians(2))
    (counter,) = reader.read(pushed(draw(Scene([(Seat.A, 148.0, 99.0)], seed=21)), motion)).counters
    expected = camera().to_px(Scene().spec, motion.moved(np.array([[148.0, 99.0]])), 3.5)[0]
    assert np.hypot(counter.x_px - expected[0], counter.y_px - expected[1]) < 6
    assert np.hypot(counter.x_mm - 148, counter.y_mm - 99) < 3


@pytest.mark.parametrize(("x_mm", "y_mm", "turn_deg"), [(16, 0, 0), (-20, 15, 0), (0, 0, 5), (12, -12, 4)])
def test_a_board_pushed_too_far_is_said_to_have_moved(
    reader: BoardReader, x_mm: float, y_mm: float, turn_deg: float
) -> None:
    reading = reader.read(
        pushed(draw(Scene(setup(), seed=22)), RigidMotion(x_mm, y_mm, np.radians(turn_deg)))
    )
    assert reading.cause is Cause.BOARD_MOVED


@pytest.mark.slow
@pytest.mark.parametrize(("x_mm", "y_mm", "turn_deg"), [(16, 0, 0), (40, 10, -10), (10, 5, 20)])
def test_a_calibration_takes_the_boards_new_place(
    reader: BoardReader, x_mm: float, y_mm: float, turn_deg: float
) -> None:
    frame = pushed(draw(Scene(setup(), seed=22)), RigidMotion(x_mm, y_mm, np.radians(turn_deg)))
    doubt = reader.read(frame).doubt
    motion = None if doubt is None else doubt.motion
    assert motion is not None
    there = reader.calibration.moved(motion)
    reading = BoardReader(there).read(frame)
    assert reading.halves == halves_of(setup()), reading.why
    place = Scene().spec.corners_mm
    assert there.camera.to_px(there.spec, place) == pytest.approx(
        reader.calibration.camera.to_px(there.spec, motion.moved(place)), abs=0.01
    )


@pytest.mark.slow
def test_a_hand_over_a_board_that_lies_still_does_not_move_it(reader: BoardReader) -> None:
    for hand_bgr in ((130, 160, 225), (60, 80, 140), (240, 245, 245)):
        reading = reader.read(draw(Scene(setup(), hand_bgr=hand_bgr, seed=23)))
        assert reading.cause is not Cause.BOARD_MOVED


@pytest.mark.slow
def test_a_motion_is_measured_to_fractions_of_a_millimetre(calibration: Calibration) -> None:
    aligner = BoardAligner(calibration.board)
    rectify = calibration.rectifier().rectify
    for motion in (RigidMotion(1.5, -2.0, np.radians(0.8)), RigidMotion(14.0, 9.0, np.radians(-4.0))):
        found = aligner.align(rectify(pushed(draw(Scene(FEW, seed=24)), motion)))
        assert np.hypot(found.motion.x_mm - motion.x_mm, found.motion.y_mm - motion.y_mm) < 0.4
        assert abs(np.degrees(found.motion.turn_rad - motion.turn_rad)) < 0.15
        assert found.match > 2 * MIN_MATCH


@pytest.mark.parametrize("turn_deg", [0, 14, 25])
def test_a_board_that_is_known_in_places_is_found_by_these_alone(
    calibration: Calibration, turn_deg: float
) -> None:
    """Where counters hid the board at calibration nothing has to match: the reference is guessed there."""
    board = calibration.board
    shown = np.zeros(board.shape, np.uint8)
    for x, y in board.grid.to_px(board.spec.points_mm).round().astype(int)[::3].tolist():
        cv2.circle(shown, (x, y), round(1.4 * board.counter_px), 1, -1)
    known = shown > 0
    guessed = np.where(known[..., None], board.reference, np.median(board.reference, axis=(0, 1)))
    aligner = BoardAligner(replace(board, reference=guessed.astype(np.uint8), known=known))
    motion = RigidMotion(14.0, 9.0, np.radians(turn_deg))
    frame = pushed(draw(Scene(setup()[4:6], seed=25)), motion)
    found = aligner.align(calibration.rectifier().rectify(frame))
    assert np.hypot(found.motion.x_mm - motion.x_mm, found.motion.y_mm - motion.y_mm) < 1
    assert abs(np.degrees(found.motion.turn_rad) - turn_deg) < 0.5


def test_a_board_that_has_hardly_moved_is_found_by_a_short_search(calibration: Calibration) -> None:
    motion = RigidMotion(5.0, -6.0, 0.02)
    picture = calibration.rectifier().rectify(pushed(draw(Scene(FEW, seed=26)), motion))
    found = BoardAligner(calibration.board).align(picture, 12.0)
    assert found.match > 2 * MIN_MATCH
    assert np.hypot(found.motion.x_mm - motion.x_mm, found.motion.y_mm - motion.y_mm) < 0.4


def test_a_board_without_anything_to_follow_lies_still(calibration: Calibration) -> None:
    """Known bare in no place, as when single examples were given in a picture full of counters."""
    known = np.zeros_like(calibration.board.known)
    aligner = BoardAligner(replace(calibration.board, known=known))
    assert aligner.align(calibration.board.reference) == Alignment(STILL, 0.0)
