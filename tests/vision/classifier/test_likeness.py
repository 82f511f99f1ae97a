"""Likeness: counters of a seat are alike, whatever else lies there is not, and where they are looked at."""

import numpy as np

from companion.game.board import PerSeat, Seat
from vision.calibration import PATCH_PX, CounterModel
from vision.classifier.likeness import MIN_LIKENESS, Likeness
from vision.segmentation.counter_colours import counter_mask

PALE, DARK = (0.6, 0.0, 0.0), (-0.9, 0.1, 0.0)


def discs(colour: tuple[float, float, float], count: int) -> np.ndarray:
    """Return patches of discs of one colour, each a little brighter than the one before."""
    patches = np.zeros((count, PATCH_PX, PATCH_PX, 3), np.float32)
    patches[:, counter_mask(0.5)] = colour
    patches[..., 0] += np.linspace(-0.02, 0.02, count)[:, None, None]
    return patches


def likeness() -> Likeness:
    return Likeness(PerSeat(CounterModel(discs(DARK, 5)), CounterModel(discs(PALE, 5))))


def test_a_counter_differs_from_a_disc_of_another_colour() -> None:
    patches = np.concatenate([discs(PALE, 2), discs((0.1, 0.3, -0.3), 1)])
    odds = likeness().of(patches[None], [Seat.B] * 3)
    assert odds[:2].min() > MIN_LIKENESS > odds[2]


def test_a_counter_of_the_other_seat_is_not_of_this_one() -> None:
    odds = likeness().of(discs(PALE, 1)[None], [Seat.A])
    assert odds[0] < MIN_LIKENESS


def test_of_no_counters_nothing_is_said() -> None:
    assert likeness().of(discs(PALE, 0)[None], []).shape == (0,)


def test_a_counter_that_was_found_a_little_off_its_place_is_seen_by_a_look_aside() -> None:
    aside = np.roll(discs(PALE, 1), 4, axis=2)
    seats = [Seat.B]
    assert likeness().of(np.stack([aside, discs(PALE, 1)]), seats) == likeness().of(
        discs(PALE, 1)[None], seats
    )
    assert likeness().of(aside[None], seats) < likeness().of(discs(PALE, 1)[None], seats)
