"""Exposures hold whole flickers of the lamps, as bright as what the camera metered."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.camera.exposure import FLICKER_PERIODS_US, Exposure, Metered, flicker_free, is_settled

GAINS = (1.0, 16.0)
times = st.integers(50, 120_000)
gains = st.floats(1, 16)


@given(times, gains, st.sampled_from([50, 60]), st.floats(16_000, 200_000))
def test_exposures_are_whole_flickers_or_the_light_is_brighter_than_one(
    time_us: int, gain: float, mains_hz: int, max_us: float
) -> None:
    metered = Exposure(time_us, gain)
    chosen = flicker_free(metered, mains_hz, max_us, GAINS)
    flickers = chosen.time_us / FLICKER_PERIODS_US[mains_hz]
    assert GAINS[0] <= chosen.gain <= GAINS[1]
    if time_us * gain < FLICKER_PERIODS_US[mains_hz]:
        assert chosen == metered
    else:
        assert flickers == pytest.approx(round(flickers), abs=1e-3)
        assert round(flickers) >= 1
        assert chosen.time_us <= max_us + 1
        if chosen.gain < GAINS[1]:
            assert chosen.time_us * chosen.gain == pytest.approx(time_us * gain, rel=1e-3)


def test_a_longer_exposure_goes_before_a_higher_gain() -> None:
    chosen = flicker_free(Exposure(20_000, 4.0), 50, 66_667, GAINS)
    assert chosen.time_us == 60_000
    assert chosen.gain == pytest.approx(80 / 60)


def test_the_automatics_are_settled_once_nothing_moves() -> None:
    def metered(time_us: int, red: float = 1.5) -> Metered:
        return Metered(Exposure(time_us, 2.0), (red, 2.0), 1.0)

    rising = [metered(1000 * 2**n) for n in range(5)]
    assert not is_settled(rising)
    assert not is_settled([metered(20_000)] * 4)
    assert is_settled([*rising, *[metered(20_000), metered(20_100)] * 3])
    assert not is_settled([metered(20_000, red=1.5 + 0.1 * n) for n in range(5)])
    assert not is_settled([metered(20_000)] * 4 + [Metered(Exposure(20_000, 2.0))])
