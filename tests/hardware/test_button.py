"""The dice button: presses, long presses and a stuck button, made out of bouncing edges."""

import itertools
import signal
import threading
import time

import pytest
from gpiozero.pins.mock import MockFactory, MockPin
from hypothesis import given
from hypothesis import strategies as st

from hardware.button import DEBOUNCE_S, GpioButton, StandInButton
from hardware.button_presses import Edge, PressKind, PressReader
from hardware.device import HardwareError
from hardware.settings import ButtonSettings
from tests.support.fake_clock import FakeClock

LONG_S, STUCK_S = 1.5, 15.0
SETTINGS = ButtonSettings()

bounces = st.lists(st.floats(0.0005, DEBOUNCE_S * 0.9), max_size=8)


def at_rest() -> PressReader:
    """A reader of a button that is at rest."""
    return PressReader(DEBOUNCE_S, LONG_S, STUCK_S)


def bouncing(down: bool, at_s: float, gaps_s: list[float]) -> list[Edge]:
    """Edges that begin at a time and end at the level; the first is the finger's."""
    times = list(itertools.accumulate(gaps_s, initial=at_s))
    return [Edge(down if number % 2 == 0 else not down, t) for number, t in enumerate(times)]


def kinds(reader: PressReader, edges: list[Edge], until_s: float, step_s: float = 0.01) -> list[PressKind]:
    """What a loop makes of edges that come in as time goes by."""
    told, now_s = [], 0.5
    edges = sorted(edges, key=lambda edge: edge.at_s)
    while now_s < until_s:
        now_s += step_s
        ready = [edge for edge in edges if edge.at_s <= now_s]
        edges = edges[len(ready) :]
        told += [press.kind for press in reader.read(ready, now_s)]
    return told


@given(bounces, bounces, st.floats(0.2, 1.3))
def test_a_bouncing_press_is_one_press(down: list[float], up: list[float], held_s: float) -> None:
    down, up = down[: len(down) // 2 * 2], up[: len(up) // 2 * 2]
    edges = bouncing(True, 1.0, down)
    edges += bouncing(False, edges[-1].at_s + held_s, up)
    assert kinds(at_rest(), edges, 6.0) == [PressKind.PRESS]


@given(bounces, st.floats(0.0005, DEBOUNCE_S * 0.9))
def test_spikes_that_come_back_leave_no_trace(gaps: list[float], last: float) -> None:
    edges = bouncing(True, 1.0, gaps[: len(gaps) // 2 * 2])
    edges.append(Edge(False, edges[-1].at_s + last))
    assert kinds(at_rest(), edges, 3.0) == []


@given(st.lists(st.tuples(st.booleans(), st.floats(0, 2)), max_size=30), st.floats(0.005, 5))
def test_whatever_the_edges_presses_are_said_in_order_and_freed_only_after_stuck(
    happenings: list[tuple[bool, float]], step_s: float
) -> None:
    edges, now_s = [], 1.0
    for down, gap_s in happenings:
        now_s += gap_s
        edges.append(Edge(down, now_s))
    told = kinds(at_rest(), edges, now_s + 20, step_s)
    presses = "".join({"press": "p", "long": "l", "stuck": "s", "freed": "f"}[kind] for kind in told)
    for pair in ("ll", "ss", "ff", "sp", "sl", "fl", "pf", "lf"):
        assert pair not in presses
    assert not presses.startswith(("l", "f"))


def test_a_press_is_reported_once_the_contact_has_rested_with_the_fingers_time() -> None:
    reader = at_rest()
    assert reader.read([Edge(True, 1.0)], 1.029) == []
    (press,) = reader.read([], 1.031)
    assert (press.kind, press.at_s) == (PressKind.PRESS, 1.0)


def test_presses_between_two_looks_are_all_reported() -> None:
    reader = at_rest()
    edges = [Edge(number % 2 == 0, 1 + 0.1 * number) for number in range(6)]
    assert [press.kind for press in reader.read(edges, 2.0)] == [PressKind.PRESS] * 3


def test_a_long_press_follows_its_press_once() -> None:
    assert kinds(at_rest(), [Edge(True, 1.0), Edge(False, 4.0)], 5.0) == [PressKind.PRESS, PressKind.LONG]


def test_a_long_press_between_two_slow_looks_is_still_long() -> None:
    told = at_rest().read([Edge(True, 1.0), Edge(False, 4.0)], 5.0)
    assert [press.kind for press in told] == [PressKind.PRESS, PressKind.LONG]


def test_a_stuck_button_is_reported_once_and_freed_when_it_is_let_go() -> None:
    edges = [Edge(True, 1.0), Edge(False, 40.0), Edge(True, 41.0), Edge(False, 41.2)]
    assert kinds(at_rest(), edges, 43.0) == [
        PressKind.PRESS,
        PressKind.LONG,
        PressKind.STUCK,
        PressKind.UNSTUCK,
        PressKind.PRESS,
    ]


def test_a_button_down_from_the_beginning_throws_nothing_and_is_stuck_in_the_end() -> None:
    reader = PressReader(DEBOUNCE_S, LONG_S, STUCK_S, down_since_s=0.0)
    assert kinds(reader, [], 14.0) == []
    assert kinds(reader, [Edge(False, 30.0), Edge(True, 31.0), Edge(False, 31.1)], 40.0) == [
        PressKind.STUCK,
        PressKind.UNSTUCK,
        PressKind.PRESS,
    ]


def test_a_contact_that_never_rests_is_stuck() -> None:
    flutter = [Edge(number % 2 == 0, 1 + 0.01 * number) for number in range(1700)]
    assert kinds(at_rest(), flutter, 17.9) == [PressKind.STUCK]


class HeldPin(MockPin):  # type: ignore[misc]  # gpiozero has no type hints
    """A pin whose contact is closed to ground whatever the pull-up does."""

    def _set_pull(self, value: str) -> None:
        self._pull = value
        self._state = False


class Pressed:
    """A button on a mock pin, pulled up, with its clock."""

    def __init__(self, *, pull_up: bool = True, down_at_first: bool = False) -> None:
        self.clock = FakeClock()
        self.pins = MockFactory(pin_class=HeldPin if down_at_first else MockPin)
        self.pin = self.pins.pin(16)
        self.pull_up = pull_up
        settings = ButtonSettings(pin=16, pull_up=pull_up)
        self.button = GpioButton(settings, self.clock, self.pins)
        self.wait(0.1)

    def drive(self, *, down: bool) -> None:
        """Let the contact close or open."""
        if down == self.pull_up:
            self.pin.drive_low()
        else:
            self.pin.drive_high()

    def wait(self, seconds: float) -> list[PressKind]:
        """Let time go by; what has been done meanwhile."""
        self.clock.go(seconds)
        return [press.kind for press in self.button.presses()]


@pytest.mark.parametrize("pull_up", [True, False])
def test_a_press_on_the_pin_bounces_and_counts_once(pull_up: bool) -> None:
    bench = Pressed(pull_up=pull_up)
    for down in (True, False, True):
        bench.drive(down=down)
        bench.clock.go(0.003)
    assert bench.wait(0.03) == [PressKind.PRESS]
    bench.drive(down=False)
    assert bench.wait(0.1) == []
    bench.drive(down=True)
    assert bench.wait(2.0) == [PressKind.PRESS, PressKind.LONG]
    bench.button.close()


def test_a_pin_that_is_down_when_opened_is_no_press() -> None:
    bench = Pressed(down_at_first=True)
    assert bench.wait(5) == []
    assert bench.wait(11) == [PressKind.STUCK]
    bench.drive(down=False)
    assert bench.wait(1) == [PressKind.UNSTUCK]
    bench.button.close()


def test_a_taken_pin_and_one_that_does_not_exist_are_reported() -> None:
    pins, clock = MockFactory(), FakeClock()
    with GpioButton(SETTINGS, clock, pins):
        with pytest.raises(HardwareError, match=r"the button's pin GPIO 16 is taken .*\[button\]") as told:
            GpioButton(SETTINGS, clock, pins)
        assert "\n" not in str(told.value)
    with pytest.raises(HardwareError, match="GPIO 99 does not exist"):
        GpioButton(ButtonSettings(pin=99), clock, pins)


def test_a_pin_with_a_fixed_pull_up_can_not_be_pulled_down() -> None:
    with pytest.raises(HardwareError, match="change pull_up"):
        GpioButton(ButtonSettings(pin=2, pull_up=False), FakeClock(), MockFactory())


def test_the_stand_in_is_pressed_by_a_call() -> None:
    clock = FakeClock()
    button = StandInButton(SETTINGS, clock)
    button.push()
    clock.go(0.1)
    button.release()
    clock.go(0.1)
    assert [press.kind for press in button.presses()] == [PressKind.PRESS]
    assert button.presses() == []


def test_a_wait_ends_as_soon_as_a_press_has_come_to_rest() -> None:
    pins, clock = MockFactory(), time.monotonic
    with GpioButton(SETTINGS, clock, pins) as button:

        def press_and_bounce() -> None:
            for drive in (pins.pin(16).drive_low, pins.pin(16).drive_high, pins.pin(16).drive_low):
                drive()

        began_s = clock()
        finger = threading.Thread(target=press_and_bounce)
        finger.start()
        button.wait(60.0)
        took_s = clock() - began_s
        finger.join()
        assert DEBOUNCE_S <= took_s < 30.0
        assert [press.kind for press in button.presses()] == [PressKind.PRESS]
        button.wait(0.0)  # nothing more comes of it
        assert button.presses() == []


def test_a_signal_at_the_end_of_a_wait_does_not_make_it_endless() -> None:
    calls: list[float] = []
    until_s = time.monotonic() + 0.2

    def outlast(*_: object) -> None:
        calls.append(time.monotonic())
        assert len(calls) == 1, "it still waits"
        while time.monotonic() < until_s:
            pass

    before = signal.signal(signal.SIGALRM, outlast)
    signal.setitimer(signal.ITIMER_REAL, 0.05, 1.0)
    try:
        StandInButton(SETTINGS, time.monotonic).wait(0.1)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)
    assert calls
