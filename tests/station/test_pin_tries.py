"""Who guesses the PIN from outside waits longer and longer, and the staff never for ever."""

import pytest

from companion.station.pin_tries import FORGOTTEN_S, FREE_TRIES, MAX_WAIT_S, PinTries


def guess(tries: PinTries, until_s: float, now_s: float = 0.0) -> tuple[int, float]:
    """How many wrong PINs are looked at until then, and when the last of them was."""
    count = 0
    while (now_s := now_s + tries.wait_s(now_s)) < until_s:
        tries.note(now_s, right=False)
        count += 1
        now_s += 0.1
    return count, now_s


def test_a_day_of_guessing_comes_to_a_few_hundred_pins() -> None:
    count, _ = guess(PinTries(), 24 * 3600.0)
    assert 24 * 3600.0 / MAX_WAIT_S <= count < 310


@pytest.mark.parametrize("wrong", [0, FREE_TRIES - 1, FREE_TRIES, FREE_TRIES + 5, 5000])
def test_nobody_waits_longer_than_that(wrong: int) -> None:
    tries = PinTries()
    for _ in range(wrong):
        tries.note(0.0, right=False)
    assert tries.wait_s(0.0) <= MAX_WAIT_S
    assert (tries.wait_s(0.0) > 0) == (wrong >= FREE_TRIES)
    assert tries.wait_s(MAX_WAIT_S) == 0


def test_the_right_pin_makes_good_for_all_and_time_for_some() -> None:
    tries = PinTries()
    for _ in range(FREE_TRIES + 4):
        tries.note(0.0, right=False)
    assert tries.wait_s(1.0) == 15.0
    assert tries.wait_s(2 * FORGOTTEN_S) == 0
    tries.note(2 * FORGOTTEN_S, right=False)
    assert tries.wait_s(2 * FORGOTTEN_S) == 8.0
    tries.note(2 * FORGOTTEN_S, right=True)
    assert tries.wait_s(2 * FORGOTTEN_S) == 0
    assert guess(tries, 2 * FORGOTTEN_S + 1.0, 2 * FORGOTTEN_S)[0] == FREE_TRIES
