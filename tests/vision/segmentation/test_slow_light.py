"""The reference follows light that changes slowly, and what is wrong does not lead it astray."""

from dataclasses import replace

import numpy as np
import pytest

from companion.app.virtual.autoplay import learned_reader
from companion.game.board import Halves
from five_lines_lab.evaluation.evaluation import START
from hardware.virtual_table.table import virtual_table
from tests.support.drawn_board import CROWD, Picture, Scene, draw, halves_of, setup
from vision.board_reader import BoardReader
from vision.calibration import Calibration
from vision.detection.grid_reader import LEARN_RATE, GridReader
from vision.reading import Status

pytestmark = pytest.mark.slow

LAMP_BGR, WINDOW_BGR = (0.45, 0.7, 0.95), (70.0, 75.0, 80.0)
"""What the evening leaves of the light, and what a window mirrored by board and counters adds to it."""

STEPS, LATEST = 12, 1.2
READINGS = 5
"""Readings learned from at each step; the light of a room changes more slowly than a game goes on."""


def in_evening(picture: Picture, late: float) -> Picture:
    """A picture as the evening, 0 to 1, makes it: dimmer, warmer, and with a window mirrored in all."""
    gain = 1 + late * (np.array(LAMP_BGR) - 1)
    return np.asarray(np.clip(picture * gain + late * np.array(WINDOW_BGR), 0, 255), np.uint8)


def evenings(reader: BoardReader, learned: int) -> list[bool]:
    """True if the start position was read at each step of an evening; what was read wrongly fails at once."""
    halves = halves_of(setup())
    right = []
    for step in range(STEPS + 1):
        frame = in_evening(draw(Scene(setup(), seed=step)), LATEST * step / STEPS)
        reading = reader.read(frame)
        assert reading.halves in (None, halves)
        right.append(reading.status is Status.CLEAR)
        for _ in range(learned):
            learn(reader, frame, halves)
    return right


def learn(reader: BoardReader, frame: Picture, halves: Halves) -> None:
    """What a station does with a frame that surely shows this."""
    reader.read(frame)
    reader.learn(halves)


@pytest.mark.slow
def test_counters_are_read_all_evening_by_a_reader_that_learns_only(
    calibration: Calibration,
) -> None:
    assert all(evenings(BoardReader(calibration), READINGS))
    assert not all(evenings(BoardReader(calibration), 0))


def test_what_is_learned_stays_out_of_the_calibration(calibration: Calibration) -> None:
    board, counters = calibration.board, calibration.counters
    learned = (board.reference, board.reference_log, counters.a.patches, counters.b.patches)
    before = [array.copy() for array in learned]
    reader = BoardReader(calibration)
    for seed in range(3):
        learn(reader, in_evening(draw(Scene(setup(), seed=seed)), 0.3), halves_of(setup()))
    for after, first in zip(learned, before, strict=True):
        np.testing.assert_array_equal(after, first)


@pytest.mark.slow
def test_what_is_not_what_was_read_teaches_nothing(calibration: Calibration) -> None:
    reader, frame = BoardReader(calibration), draw(Scene(CROWD, seed=31))
    before = reader.read(frame)
    for seed in range(5):
        learn(reader, draw(Scene(CROWD, seed=seed)), halves_of(setup()))
        learn(reader, draw(Scene(setup(), hand_bgr=(150, 180, 220), seed=seed)), halves_of(setup()))
    assert reader.read(frame) == before


def test_a_reading_of_what_lies_there_teaches_the_light_and_another_nothing(
    calibration: Calibration,
) -> None:
    grid, frame = GridReader(calibration), in_evening(draw(Scene(setup(), seed=35)), 0.3)
    weighed = grid.read_frame(frame)
    grid.learn(weighed, Halves())
    assert np.array_equal(
        grid.read_frame(frame).evidence.difference.change, weighed.evidence.difference.change
    )
    grid.learn(weighed, halves_of(setup()))
    left = grid.read_frame(frame).evidence.difference.change / weighed.evidence.difference.change
    assert left == pytest.approx(1 - LEARN_RATE, abs=0.02)


def test_one_reading_teaches_once(calibration: Calibration) -> None:
    reader, frame = BoardReader(calibration), in_evening(draw(Scene(setup(), seed=35)), 0.3)
    reader.read(frame)
    for _ in range(50):
        reader.learn(halves_of(setup()))
    assert reader.read(frame).halves == halves_of(setup())


def test_learning_takes_the_evidence_of_the_reading_and_looks_at_no_frame_again(
    calibration: Calibration,
) -> None:
    coarse, halves = replace(calibration, finer=None), halves_of(setup())
    reader, other, unlearned = BoardReader(coarse), BoardReader(coarse), BoardReader(coarse)
    for late in np.linspace(0.1, 0.4, 7):
        frame = in_evening(draw(Scene(setup(), seed=37)), late)
        learn(other, frame.copy(), halves)
        assert reader.read(frame).halves == halves
        frame[:] = 0
        reader.learn(halves)
    later = in_evening(draw(Scene(setup(), seed=38)), 0.5)
    assert reader.read(later) == other.read(later)
    assert reader.read(later) != unlearned.read(later)


def test_nothing_is_learned_before_anything_was_read(calibration: Calibration) -> None:
    reader, other = BoardReader(calibration), BoardReader(calibration)
    reader.learn(halves_of(setup()))
    frame = draw(Scene(setup(), seed=36))
    assert reader.read(frame) == other.read(frame)


@pytest.mark.slow
@pytest.mark.parametrize("late", [0.2, 0.45])
def test_what_is_learned_in_passing_light_does_not_make_later_readings_wrong(
    calibration: Calibration, late: float
) -> None:
    reader = BoardReader(calibration)
    for seed in range(10):
        learn(reader, in_evening(draw(Scene(setup(), seed=seed)), late), halves_of(setup()))
    for counters, second_row in ((setup(), None), (CROWD, 5), ([], None)):
        reading = reader.read(draw(Scene(counters, seed=32)))
        assert reading.halves in (None, halves_of(counters, second_row))


def test_one_reading_learned_in_a_strange_light_changes_no_other(
    calibration: Calibration,
) -> None:
    reader = BoardReader(calibration)
    learn(reader, in_evening(draw(Scene(setup(), seed=33)), 0.45), halves_of(setup()))
    for counters, second_row in ((setup(), None), (CROWD, 5), ([], None)):
        assert reader.read(draw(Scene(counters, seed=34))).halves == halves_of(counters, second_row)


def test_what_is_learned_from_counters_in_a_glare_leaves_counters_elsewhere_as_they_were() -> None:
    """At this table a lamp is mirrored at one end; where the light never changes, nothing is changed."""
    table = virtual_table(12)
    reader = learned_reader(table)
    at_one_end = Halves((0, 0, 0, 0, 0, 5, 0, 0, 0, 0), (1, 1, 1, 1, 1, 0, 0, 0, 0, 0))
    shown = (START, at_one_end, Halves())
    pictures: list[Picture] = []
    for halves in shown:
        table.lay(halves)
        pictures.append(table.picture(table.scene, len(pictures)))
    assert tuple(reader.read(picture).halves for picture in pictures) == shown
    for _ in range(12):
        learn(reader, pictures[1], at_one_end)
    assert tuple(reader.read(picture).halves for picture in pictures) == shown
