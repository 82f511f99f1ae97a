"""Bands between two pictures: measured where a wave goes through all columns, and nowhere else."""

import numpy as np
import pytest

from calibration.check.flicker import bands_between
from tests.support.photographs import Floats, Picture

ROWS, COLUMNS = 240, 320


def lit(light: Floats | float = 1.0, grey: float = 120.0) -> Picture:
    """A picture of one grey under a light (rows, columns), or one by which it broadcasts."""
    seen = np.broadcast_to(grey * np.asarray(light), (ROWS, COLUMNS))
    return np.clip(seen[..., None].repeat(3, axis=2).round(), 0, 255).astype(np.uint8)


def wave(depth: float, waves: float, phase: Floats | float = 0.4) -> Floats:
    """A light that waxes and wanes from row to row, by columns with another phase."""
    turn = 2 * np.pi * waves * np.linspace(0, 1, ROWS)[:, None]
    return np.asarray(np.exp(depth * np.sin(turn + phase)))


def in_columns(share: float, one: Floats, other: Floats | float) -> Floats:
    """One light in the left share of the picture, another in the rest."""
    return np.where(np.arange(COLUMNS) < share * COLUMNS, one, other)


@pytest.mark.parametrize(("depth", "waves"), [(0.05, 1.0), (0.05, 2.5), (0.2, 7.75), (0.1, 1.25)])
def test_the_depth_of_waves_is_measured(depth: float, waves: float) -> None:
    assert bands_between(lit(wave(depth, waves)), lit()) == pytest.approx(depth, rel=0.1)


@pytest.mark.parametrize(
    "light",
    [
        np.linspace(0.7, 1.3, ROWS)[:, None],
        np.linspace(0.7, 1.3, COLUMNS)[None],
        wave(0.1, 12.0),
        wave(0.1, 2.5, np.where(np.arange(COLUMNS) < COLUMNS // 2, 0.0, np.pi)[None]),
        in_columns(0.5, wave(0.1, 2.5), 1.0),
    ],
    ids=["from the top", "from the side", "finer than lamps", "in two phases", "in one half"],
)
def test_what_is_no_wave_through_all_columns_is_no_band(light: Floats) -> None:
    assert bands_between(lit(light), lit()) is None


@pytest.mark.parametrize(("noise", "found"), [(0.03, True), (0.045, False)])
def test_a_wave_explains_at_least_half_of_the_change_from_row_to_row(noise: float, found: bool) -> None:
    """The variance of a wave is half its squared depth: 0.00125 here, against 0.0009 or 0.002 of noise."""
    rows = np.exp(np.random.default_rng(1).normal(0, noise, (ROWS, 1)))
    assert (bands_between(lit(wave(0.05, 2.5) * rows), lit()) is not None) is found


def test_one_strip_of_four_may_be_too_dark_to_compare_but_not_two() -> None:
    light = wave(0.1, 2.5)
    one, two = (in_columns(share, np.full((ROWS, 1), 0.05), light) for share in (0.25, 0.5))
    assert bands_between(lit(one), lit()) is not None
    assert bands_between(lit(two), lit()) is None
