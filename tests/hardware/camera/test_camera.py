"""The camera: the newest frame wins, and one that dies is told, tried again, and comes back by itself."""

import subprocess
import sys
import threading
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.camera.camera import FROZEN_S, FrameSource, LiveCamera, Picture
from hardware.camera.health import HANG_TIMEOUT_S, RETRY_DELAYS_S, CameraState, HealthMonitor
from hardware.device import HardwareError
from tests.support.fake_clock import FakeClock

MAX_DURATION_S = 120.0


class FakeSource:
    """Delivers grey pictures whose value counts them, until it is told to fail."""

    def __init__(self) -> None:
        self.taken = 0
        self.broken: Exception | None = None
        self.closed = threading.Event()
        self.ready = threading.Event()

    def take(self) -> Picture:
        if self.broken:
            raise self.broken
        self.taken += 1
        if self.taken == 3:
            self.ready.set()
        return np.full((2, 3, 3), self.taken % 256, np.uint8)

    def close(self) -> None:
        self.closed.set()


class Bench:
    """A camera on fake sources, stepped by hand; `present` tells whether it is plugged in."""

    def __init__(self) -> None:
        self.clock = FakeClock()
        self.sources: list[FakeSource] = []
        self.opened_at_s: list[float] = []
        self.present = True
        self.camera = LiveCamera("fake", self.open, self.clock, frame_rate=10, silence_s=3)

    def open(self) -> FrameSource:
        self.opened_at_s.append(self.clock())
        if not self.present:
            raise HardwareError("there is no camera;\nplug it in")
        self.sources.append(FakeSource())
        return self.sources[-1]

    def run(self, seconds: float) -> None:
        """Step as the camera's thread does."""
        until_s = self.clock() + seconds
        while self.clock() < until_s:
            self.clock.go(max(0.001, self.camera.step()))

    @property
    def state(self) -> CameraState:
        return self.camera.status().state


def test_before_the_first_picture_there_is_none() -> None:
    bench = Bench()
    assert bench.camera.latest() is None
    assert bench.state is CameraState.OPENING


def test_the_newest_frame_wins_with_its_number_and_time() -> None:
    bench = Bench()
    for _ in range(3):
        bench.camera.step()
        bench.clock.go(0.1)
    frame = bench.camera.latest()
    assert frame is not None
    assert (frame.number, frame.picture[0, 0, 0]) == (3, 3)
    assert frame.at_s == bench.clock() - 0.1
    assert bench.state is CameraState.LIVE


def test_pictures_come_at_the_frame_rate_even_after_a_late_one() -> None:
    bench = Bench()
    bench.run(10)
    assert 98 <= bench.sources[0].taken <= 102
    bench.clock.go(5)
    before = bench.sources[0].taken
    bench.run(1)
    assert bench.sources[0].taken - before <= 12
    bench.camera.set_frame_rate(2)
    before = bench.sources[0].taken
    bench.run(10)
    assert 19 <= bench.sources[0].taken - before <= 21


def test_a_camera_that_dies_is_reported_closed_and_tried_again_and_comes_back() -> None:
    bench = Bench()
    bench.run(1)
    last = bench.camera.latest()
    bench.present = False
    bench.sources[0].broken = RuntimeError("select() timeout")
    bench.run(0.2)
    status = bench.camera.status()
    assert (status.state, status.why) == (CameraState.LOST, "select() timeout")
    assert bench.sources[0].closed.is_set()
    bench.run(20)
    assert bench.camera.status().why == "there is no camera; plug it in"
    bench.present = True
    bench.run(31)
    frame = bench.camera.latest()
    assert bench.state is CameraState.LIVE
    assert frame is not None
    assert last is not None
    assert frame.number > last.number, "numbers go on, so that nobody takes a new picture for an old one"


class Frozen:
    """Gives the picture that `now` makes, each time a new one."""

    def __init__(self, now: Callable[[], Picture]) -> None:
        self.now = now
        self.opened = 0
        self.clock = FakeClock()
        self.camera = LiveCamera("frozen", self.open, self.clock, frame_rate=10, frozen_s=FROZEN_S)

    def open(self) -> FrameSource:
        self.opened += 1
        return self

    def take(self) -> Picture:
        return self.now()

    def close(self) -> None:
        pass

    def run(self, seconds: float) -> None:
        until_s = self.clock() + seconds
        while self.clock() < until_s:
            self.clock.go(max(self.camera.step(), 1e-3))


def noise(seed: int) -> Picture:
    return np.random.default_rng(seed).integers(0, 255, (48, 64, 3), np.uint8)


def test_a_camera_that_gives_the_same_picture_is_frozen_and_opened_again_until_it_gives_another() -> None:
    bench = Frozen(lambda: noise(1))
    bench.run(FROZEN_S - 1)
    assert bench.camera.status().state is CameraState.LIVE
    bench.run(2)
    assert bench.camera.status().state is CameraState.FROZEN
    bench.run(60)
    assert bench.camera.status().state is CameraState.FROZEN
    assert bench.opened > 3
    bench.now = lambda: noise(round(bench.clock() * 10))
    bench.run(RETRY_DELAYS_S[-1] + 1)
    assert bench.camera.status().state is CameraState.LIVE


def test_one_bit_of_noise_is_enough_to_be_live() -> None:
    bench = Frozen(lambda: noise(1))

    def flickering() -> Picture:
        picture = noise(1)
        picture[3, 5, 1] ^= round(bench.clock() * 10) % 2
        return picture

    bench.now = flickering
    bench.run(3 * FROZEN_S)
    assert bench.camera.status().state is CameraState.LIVE
    assert bench.opened == 1


@pytest.mark.parametrize("grey", [0, 255])
def test_a_dark_room_or_a_lamp_in_the_lens_is_no_frozen_camera(grey: int) -> None:
    bench = Frozen(lambda: np.full((48, 64, 3), grey, np.uint8))
    bench.run(3 * FROZEN_S)
    assert bench.camera.status().state is CameraState.LIVE


@pytest.mark.parametrize(
    "given",
    [None, np.zeros((48, 64), np.uint8), np.zeros((0, 0, 3), np.uint8), np.zeros((48, 64, 4), np.uint8)],
)
def test_what_is_no_picture_in_colour_is_a_camera_that_is_lost(given: Picture) -> None:
    bench = Frozen(lambda: given)
    bench.run(1)
    status = bench.camera.status()
    assert (status.state, status.why) == (CameraState.LOST, "it gives something that is no picture in colour")
    bench.now = lambda: noise(1)
    bench.run(5)
    assert bench.camera.status().state is CameraState.LIVE


def test_pauses_between_tries_grow_and_stay_at_the_longest() -> None:
    bench = Bench()
    bench.present = False
    bench.run(200)
    pauses = np.diff(bench.opened_at_s)
    expected = [*RETRY_DELAYS_S, RETRY_DELAYS_S[-1], RETRY_DELAYS_S[-1]]
    assert np.allclose(pauses[: len(expected)], expected, atol=0.01)


def test_the_time_of_a_loss_stays_while_it_is_tried_again() -> None:
    bench = Bench()
    bench.present = False
    bench.run(0.5)
    since_s = bench.camera.status().since_s
    bench.run(20)
    assert bench.camera.status().since_s == since_s


def test_an_unheard_of_exception_without_words_is_named() -> None:
    bench = Bench()
    bench.run(0.1)
    bench.sources[0].broken = ZeroDivisionError()
    bench.run(0.1)
    assert bench.camera.status().why == "ZeroDivisionError"


def test_silence_is_reported_though_the_call_has_not_returned() -> None:
    line = HealthMonitor(0.0, silence_s=3)
    line.frame(1.0)
    assert line.status(4.0).state is CameraState.LIVE
    quiet = line.status(4.5)
    assert (quiet.state, quiet.since_s, quiet.why) == (CameraState.LOST, 1.0, "no picture for 4 s")


def test_a_call_that_never_returns_leaves_a_hung_camera_until_it_does() -> None:
    line = HealthMonitor(0.0, silence_s=3)
    line.frame(1.0)
    assert line.status(1.0 + HANG_TIMEOUT_S + 1).state is CameraState.HUNG
    line.failed(60.0, "it was the cable")
    assert line.status(60.0).state is CameraState.LOST


def test_an_opening_that_never_returns_is_hung_too() -> None:
    line = HealthMonitor(0.0, silence_s=3)
    line.failed(1.0, "no camera")
    line.progress(2.0)
    assert line.status(2.5).state is CameraState.LOST
    assert line.status(2.0 + HANG_TIMEOUT_S + 1).state is CameraState.HUNG


@given(st.lists(st.tuples(st.booleans(), st.floats(0, 100)), max_size=60))
def test_no_pause_is_longer_than_the_longest_and_a_waiting_camera_is_never_hung(
    happenings: list[tuple[bool, float]],
) -> None:
    now_s = 0.0
    line = HealthMonitor(now_s, silence_s=3)
    for good, seconds in happenings:
        if good:
            line.frame(now_s)
            assert line.status(now_s).state is CameraState.LIVE
        else:
            line.failed(now_s, "x")
            retry_delay_s = line.retry_delay_s(now_s)
            # The clock's sums are rounded.
            assert 0 < retry_delay_s <= RETRY_DELAYS_S[-1] + 1e-9
            assert line.status(now_s + retry_delay_s).state is CameraState.LOST
        now_s += seconds


def test_the_thread_takes_pictures_and_ends_when_closed() -> None:
    source = FakeSource()
    with LiveCamera("fake", lambda: source, FakeClock(), frame_rate=1000).start() as camera:
        assert source.ready.wait(timeout=MAX_DURATION_S)
        frame = camera.latest()
        assert frame is not None
        assert frame.number >= 2
    # The camera's thread does it, for which closing waits some seconds only.
    assert source.closed.wait(timeout=MAX_DURATION_S)


def test_importing_the_devices_loads_no_library_that_probes_hardware() -> None:
    heavy = "{'cv2', 'pygame', 'gpiozero', 'picamera2'} & set(sys.modules)"
    found = subprocess.run(
        [sys.executable, "-c", f"import sys, hardware.devices; print({heavy} or 'none')"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.strip() == "none"
