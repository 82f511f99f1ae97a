"""The lamps: gentle, never flashing faster than twice a second, on mock pins and as a stand-in."""

from itertools import combinations, pairwise

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin
from hypothesis import given
from hypothesis import strategies as st

from hardware.device import HardwareError
from hardware.lamps import (
    FADE_S,
    MIN_PATTERN_S,
    Fader,
    GpioLamps,
    Lamp,
    Pattern,
    StandInLamps,
    brightness,
    duty,
)
from hardware.settings import LampsSettings
from tests.support.fake_clock import FakeClock

STEP_S = 1 / 60
FLASH = 0.1
"""A change of less than a tenth is no flash, as WCAG 2.3.1 has it."""


def turns_s(levels: list[float]) -> list[float]:
    """The times at which the light turns from brighter to darker or back, by a tenth at least."""
    turns: list[float] = []
    extreme, rising = levels[0], None
    for number, level in enumerate(levels):
        if rising is None:
            rising = level > extreme if abs(level - extreme) >= FLASH else None
        elif (level - extreme) * (1 if rising else -1) <= -FLASH:
            rising = not rising
            turns.append(number * STEP_S)
        if rising is None or abs(level - extreme) >= FLASH or (level > extreme) == rising:
            extreme = level if rising is not None else extreme
    return turns


def shown(patterns: list[tuple[Pattern, float]]) -> list[float]:
    """The levels of a lamp that is asked for patterns, each for some seconds."""
    fader, levels, now_s, until_s = Fader(), [0.0], 0.0, 0.0
    for pattern, seconds in patterns:
        fader.show(pattern)
        until_s += seconds
        while now_s < until_s:
            levels.append(fader.level(now_s))
            now_s += STEP_S
    return levels


def flashes_too_fast(levels: list[float]) -> bool:
    """True if more than two flashes fall into one second: two are four turns, the fifth begins a third."""
    turns = turns_s(levels)
    return any(later - earlier < 1 - 2 * STEP_S for earlier, later in zip(turns, turns[4:], strict=False))


def test_fast_flashes_would_be_found() -> None:
    assert flashes_too_fast([round(number / 12) % 2 * 0.2 for number in range(300)])
    assert not flashes_too_fast([round(number / 16) % 2 * 1.0 for number in range(300)])
    assert not flashes_too_fast([round(number / 4) % 2 * 0.05 for number in range(300)])


@pytest.mark.parametrize(("one", "other"), list(combinations(Pattern, 2)))
def test_a_lamp_switched_to_and_fro_never_flashes_faster_than_twice_a_second(
    one: Pattern, other: Pattern
) -> None:
    for period_s in (0.02, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.51, 0.6, 0.75, 1.0):
        assert not flashes_too_fast(shown([(one, period_s), (other, period_s)] * round(4 / period_s)))


@given(st.lists(st.tuples(st.sampled_from(Pattern), st.floats(0, 1)), max_size=25))
def test_whatever_is_asked_of_a_lamp_it_never_flashes_faster_than_twice_a_second(
    patterns: list[tuple[Pattern, float]],
) -> None:
    assert not flashes_too_fast(shown(patterns))


@pytest.mark.parametrize("pattern", list(Pattern))
def test_a_pattern_stays_within_dark_and_full_and_moves_gently(pattern: Pattern) -> None:
    levels = [brightness(pattern, number * STEP_S) for number in range(1200)]
    assert all(0 <= level <= 1 for level in levels)
    assert max(abs(one - other) for one, other in pairwise(levels)) < 0.05


def test_lamps_fade_and_never_jump() -> None:
    fader = Fader()
    assert fader.level(0.0) == 0
    fader.show(Pattern.ON)
    levels = [fader.level(number * STEP_S) for number in range(60)]
    assert levels[-1] == 1
    assert 0.3 < levels[round(FADE_S / 2 / STEP_S)] < 0.7
    assert max(abs(one - other) for one, other in pairwise(levels)) < 0.08


def test_a_pattern_waits_for_the_one_before_and_the_newest_is_taken() -> None:
    fader = Fader()
    fader.show(Pattern.ON)
    fader.level(0.0)
    fader.show(Pattern.OFF)
    fader.show(Pattern.BREATHE)
    fader.show(Pattern.GLOW)
    assert fader.level(MIN_PATTERN_S - 0.01) == 1
    fader.level(MIN_PATTERN_S)
    assert fader.level(3.0) == brightness(Pattern.GLOW, 0) == 0.2


def test_the_stand_in_records_what_would_shine() -> None:
    clock = FakeClock()
    with StandInLamps(LampsSettings(brightness=0.5), clock) as lamps:
        lamps.show(Lamp.SEAT_B, Pattern.ON)
        lamps.update()
        clock.go(2)
        lamps.update()
        assert lamps.levels == {Lamp.SEAT_A: 0, Lamp.SEAT_B: 0.5, Lamp.REFUSED: 0, Lamp.CAMERA: 0}


def test_the_pins_get_the_duty_that_is_felt_as_the_brightness_and_go_dark_in_the_end() -> None:
    clock, pins = FakeClock(), MockFactory(pin_class=MockPWMPin)
    settings = LampsSettings(seat_a_pin=22, seat_b_pin=23, not_so_pin=27, brightness=0.8)
    with GpioLamps(settings, clock, pins) as lamps:
        lamps.show(Lamp.REFUSED, Pattern.ON)
        for _ in range(60):
            lamps.update()
            clock.go(STEP_S)
        assert pins.pin(27).state == pytest.approx(duty(0.8)) == pytest.approx(0.64)
        assert pins.pin(22).state == pins.pin(23).state == 0
        lamps.show(Lamp.REFUSED, Pattern.OFF)
        for _ in range(60):
            lamps.update()
            clock.go(STEP_S)
        assert pins.pin(27).state == 0
    assert pins.pin(27).state == 0


def test_the_cameras_lamp_has_a_pin_if_one_is_set() -> None:
    clock, pins = FakeClock(), MockFactory(pin_class=MockPWMPin)
    with GpioLamps(LampsSettings(camera_pin=26, brightness=1.0), clock, pins) as lamps:
        lamps.show(Lamp.CAMERA, Pattern.ON)
        lamps.update()
        clock.go(2 * FADE_S)
        lamps.update()
        assert pins.pin(26).state == 1
    assert pins.pin(26).state == 0
    pins = MockFactory(pin_class=MockPWMPin)
    with GpioLamps(LampsSettings(), clock, pins) as lamps:
        lamps.show(Lamp.CAMERA, Pattern.ON)
        lamps.update()
        assert len(pins.pins) == 3


def test_a_pin_that_can_not_be_had_is_reported_and_the_others_are_given_back() -> None:
    clock, pins = FakeClock(), MockFactory(pin_class=MockPWMPin)
    with pytest.raises(HardwareError, match=r"the lamp for seat B on GPIO 22 is taken .*\[lamps\]"):
        GpioLamps(LampsSettings(seat_a_pin=22, seat_b_pin=22), clock, pins)
    GpioLamps(LampsSettings(seat_a_pin=22), clock, pins).close()


def test_a_pin_library_that_can_not_dim_is_reported() -> None:
    with pytest.raises(HardwareError, match="can't be dimmed"):
        GpioLamps(LampsSettings(), FakeClock(), MockFactory())
