"""Stillness, with the clock passed in."""

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.frame_checks.motion import MAX_UNREST_S, Motion, MotionDetector

Picture = NDArray[np.uint8]


def scene(seed: int, block_at: int = 200, noise: float = 3.0) -> Picture:
    frame = np.random.default_rng(seed).normal(110, noise, (480, 640, 3))
    frame[200:260, block_at : block_at + 60] = 220
    return np.clip(frame, 0, 255).astype(np.uint8)


def test_the_table_is_still_only_after_the_hold_time() -> None:
    stillness = MotionDetector(hold_s=0.4)
    seen = [stillness.see(scene(index), index * 0.1) for index in range(7)]
    assert seen == [Motion.MOVING] * 2 + [Motion.SETTLED] * 2 + [Motion.STILL] * 3


def test_movement_starts_the_wait_again() -> None:
    stillness = MotionDetector(hold_s=0.4)
    for index in range(6):
        stillness.see(scene(index), index * 0.1)
    assert stillness.see(scene(7, block_at=260), 0.6) is Motion.MOVING
    assert stillness.see(scene(8, block_at=260), 0.7) is Motion.MOVING
    assert stillness.see(scene(8, block_at=260), 0.9) is Motion.SETTLED
    assert stillness.see(scene(9, block_at=260), 1.01) is Motion.STILL


@pytest.mark.slow
def test_slow_movement_is_movement() -> None:
    stillness = MotionDetector(hold_s=0.4)
    seen = [stillness.see(scene(index, block_at=200 + 3 * index), index * 0.1) for index in range(20)]
    assert seen[-1] is Motion.MOVING


def test_a_change_of_light_alone_is_no_movement() -> None:
    stillness = MotionDetector(hold_s=0.4)
    for index in range(6):
        stillness.see(scene(index), index * 0.1)
    brighter = np.clip(scene(9).astype(np.int16) + 12, 0, 255).astype(np.uint8)
    assert stillness.see(brighter, 0.7) is Motion.STILL


@pytest.mark.slow
def test_the_noise_of_a_camera_in_dim_light_is_no_movement() -> None:
    stillness = MotionDetector(hold_s=0.4)
    seen = [stillness.see(scene(index, noise=9.0), index * 0.1) for index in range(30)]
    assert Motion.MOVING not in seen[5:]
    assert stillness.see(scene(31, block_at=215, noise=9.0), 3.1) is Motion.MOVING


@pytest.mark.slow
def test_only_what_moves_within_the_area_is_movement() -> None:
    left = np.array([(0.0, 0.0), (0.5, 0.0), (0.5, 1.0), (0.0, 1.0)])
    for area, expected in ((left, Motion.MOVING), (left + np.array((0.5, 0.0)), Motion.STILL)):
        stillness = MotionDetector(hold_s=0.4)
        for index in range(20):
            motion = stillness.see(scene(index, block_at=60 if index % 2 else 140), index * 0.1, area)
        assert motion is expected


@pytest.mark.slow
def test_movement_without_end_is_unrest_until_it_rests() -> None:
    stillness = MotionDetector(hold_s=0.4)
    seen = {
        index: stillness.see(scene(index, block_at=200 + 60 * (index % 2)), index * 0.1)
        for index in range(1, 60)
    }
    restless = [index for index, motion in seen.items() if motion is Motion.RESTLESS]
    assert restless == list(range(1 + round(MAX_UNREST_S * 10), 60))
    after = [stillness.see(scene(index), index * 0.1) for index in range(60, 70)]
    assert after[-1] is Motion.STILL
    assert stillness.see(scene(70, block_at=260), 7.0) is Motion.MOVING


def test_the_fourth_picture_that_is_alike_settles_a_table_though_the_first_came_late() -> None:
    stillness = MotionDetector(hold_s=0.4)
    stillness.see(scene(0, block_at=260), 0.0)
    times_s = [(number + (0.4 if number == 1 else 0.0)) / 15 for number in range(1, 5)]
    seen = [stillness.see(scene(number), at_s) for number, at_s in enumerate(times_s, start=1)]
    assert seen == [Motion.MOVING] * 3 + [Motion.SETTLED]
