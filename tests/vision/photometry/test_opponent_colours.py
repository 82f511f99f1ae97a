"""Colours as they are compared: what light adds, there and back, and densities of colours."""

import numpy as np
import pytest

from vision.photometry.opponent_colours import (
    CELL_STEP,
    LEVELS,
    MIN_COLOURS,
    UNIFORM,
    channels_of,
    colour_cells,
    density,
    log_grey,
    opponent_log,
    opponent_of,
    picture_of,
)


@pytest.mark.parametrize(
    ("bgr", "colour"),
    [
        ((1, 1, 1), (0, 0, 0)),
        ((np.e, np.e, np.e), (1, 0, 0)),
        ((1, 1, np.e), (1 / 3, 1, -0.5)),
        ((1, np.e, 1), (1 / 3, -1, -0.5)),
        ((np.e, 1, 1), (1 / 3, 0, 1)),
    ],
    ids=["as the board", "brighter", "redder", "greener", "bluer"],
)
def test_brightness_is_apart_from_the_two_tints(bgr: tuple[float, ...], colour: tuple[float, ...]) -> None:
    values = np.array(bgr, np.float32)
    assert opponent_of(np.log(values)) == pytest.approx(colour, abs=1e-6)


def test_a_picture_becomes_logarithms_and_back() -> None:
    picture = np.random.default_rng(1).integers(0, 256, (5, 7, 3), np.uint8)
    colours = opponent_log(picture)
    assert (picture_of(colours) == picture).all()
    assert picture_of(colours + np.array([9, 0, 0], np.float32)).min() == 255
    assert opponent_of(channels_of(colours)) == pytest.approx(colours, abs=1e-5)


def test_a_grey_level_less_counts_more_in_the_dark_and_never_without_bound() -> None:
    levels = log_grey(np.array([[0, 1, 200, 201]], np.uint8))
    (in_the_dark, _, in_the_light) = np.diff(levels[0])
    assert 0.2 > in_the_dark > 10 * in_the_light > 0


@pytest.mark.parametrize(
    ("steps", "cell"),
    [
        ((0.5, 0.5, 0.5), 0),
        ((0.5, 0.5, 1.5), 1),
        ((0.5, 1.5, 0.5), LEVELS),
        ((1.5, 0.5, 0.5), LEVELS**2),
        ((-5.0, -5.0, -5.0), 0),
        ((99.0, 99.0, 99.0), LEVELS**3 - 1),
    ],
)
def test_each_colour_has_a_cell_and_one_beyond_all_has_the_last(steps: tuple[float, ...], cell: int) -> None:
    assert colour_cells((MIN_COLOURS + np.array(steps) * CELL_STEP).astype(np.float32)) == cell


def test_a_density_is_one_in_all_highest_at_its_samples_and_what_is_in_doubt_elsewhere() -> None:
    samples = np.zeros((20, 3), np.float32)
    logs = density(samples, 0.2, 0.1)
    assert float(np.exp(logs.astype(np.float64)).sum() * CELL_STEP.prod()) == pytest.approx(1, abs=1e-4)
    assert int(logs.argmax()) == int(colour_cells(samples[0]))
    assert logs.min() == pytest.approx(UNIFORM + np.log(0.1), abs=1e-4)
