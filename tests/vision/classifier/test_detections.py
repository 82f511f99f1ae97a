"""Chances in cells become counters: one for each, where it lies, however close others lie."""

import numpy as np
import pytest

from vision.arrays import Floats
from vision.classifier.detections import detections, probabilities
from vision.classifier.inputs import CELL_PX, CLASSIFIER_COUNTER_PX

ROWS, COLUMNS = 20, 30


def shown(*counters: tuple[float, float, float, float]) -> Floats:
    """Return the probabilities of cells with counters at (x, y) px that are of A and of B so surely."""
    chance = np.zeros((4, ROWS, COLUMNS), np.float32)
    v, u = CELL_PX * np.mgrid[0:ROWS, 0:COLUMNS] + (CELL_PX - 1) / 2
    for x, y, of_a, of_b in counters:
        here = np.clip((0.45 - np.hypot(u - x, v - y) / CLASSIFIER_COUNTER_PX) / 0.25, 0, 1)
        chance[1] = np.maximum(chance[1], of_a * here)
        chance[2] = np.maximum(chance[2], of_b * here)
    chance[0] = 1 - chance[1:].sum(axis=0)
    return chance


@pytest.mark.parametrize(("x", "y"), [(40.0, 30.0), (41.5, 33.5), (38.2, 31.7), (43.9, 28.1)])
def test_a_counter_is_seen_where_it_lies(x: float, y: float) -> None:
    (seen,) = detections(shown((x, y, 0.9, 0.05)))
    assert (seen.x, seen.y) == pytest.approx((x, y), abs=0.05 * CLASSIFIER_COUNTER_PX)
    assert (seen.of_a, seen.of_b, seen.probability) == pytest.approx((0.9, 0.05, 0.95), abs=1e-4)


def test_counters_that_touch_are_seen_each_by_itself_and_the_likeliest_first() -> None:
    seen = detections(shown((30.0, 40.0, 0.2, 0.7), (46.0, 40.0, 0.99, 0.0), (62.0, 40.0, 0.5, 0.0)))
    assert [(round(s.x), round(s.probability, 2)) for s in seen] == [(46, 0.99), (30, 0.9), (62, 0.5)]


def test_nothing_is_seen_where_nothing_lies() -> None:
    assert detections(shown()) == []


def test_a_counter_at_the_rim_is_seen() -> None:
    chance = shown()
    chance[2, 0, 0], chance[0, 0, 0] = 0.8, 0.2
    (seen,) = detections(chance)
    assert (seen.x, seen.y, seen.of_b) == pytest.approx((1.5, 1.5, 0.8), abs=1e-4)


def test_chances_sum_to_one_and_have_the_odds_of_the_answers() -> None:
    logits = np.random.default_rng(1).normal(0, 3, (4, ROWS, COLUMNS)).astype(np.float32)
    assert probabilities(logits).sum(axis=0) == pytest.approx(np.ones((ROWS, COLUMNS)), abs=1e-5)
    odds = probabilities(logits)[1] / probabilities(logits)[2]
    assert np.log(odds) == pytest.approx(logits[1] - logits[2], abs=1e-3)
