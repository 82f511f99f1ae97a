"""systemd's watchdog is fed while loop and camera go on, and not a moment longer."""

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app.watchdog import Watchdog
from hardware.camera.camera import FrameSource, LiveCamera
from hardware.camera.health import CameraState


class Clock:
    """A clock that is set."""

    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


class Systemd:
    """The side of the socket at which systemd listens."""

    def __init__(self, address: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(address.replace("@", "\0", 1) if address.startswith("@") else address)
        self._socket.setblocking(False)

    def heard(self) -> list[str]:
        messages = []
        while True:
            try:
                messages.append(self._socket.recv(1000).decode())
            except BlockingIOError:
                return messages

    def close(self) -> None:
        self._socket.close()


@pytest.fixture(params=["file", "abstract"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return str(tmp_path / "notify") if request.param == "file" else f"@five-lines-test-{os.getpid()}"


@pytest.fixture
def systemd(address: str) -> Iterator[Systemd]:
    listening = Systemd(address)
    yield listening
    listening.close()


def test_the_first_turn_makes_the_station_ready_and_says_so_once(address: str, systemd: Systemd) -> None:
    watchdog = Watchdog(Clock(), {"NOTIFY_SOCKET": address})
    assert systemd.heard() == []
    watchdog.turn(CameraState.OPENING)
    watchdog.turn(CameraState.LIVE)
    assert systemd.heard() == ["READY=1"]
    watchdog.stopping()
    assert systemd.heard() == ["STOPPING=1"]


def test_it_is_fed_three_times_in_its_time_and_not_at_every_turn(address: str, systemd: Systemd) -> None:
    clock = Clock()
    watchdog = Watchdog(clock, {"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "30000000"})
    fed = 0
    for _ in range(300):
        watchdog.turn(CameraState.LIVE)
        clock.now_s += 0.1
        fed += systemd.heard().count("WATCHDOG=1")
    assert fed == 3


def test_a_camera_that_hangs_lets_it_starve_and_one_that_is_tried_again_does_not(
    address: str, systemd: Systemd
) -> None:
    clock = Clock()
    watchdog = Watchdog(clock, {"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "30000000"})
    watchdog.turn(CameraState.LIVE)
    systemd.heard()
    for state in (CameraState.HUNG, CameraState.HUNG, CameraState.LOST, CameraState.OPENING):
        clock.now_s += 11
        watchdog.turn(state)
        assert systemd.heard() == ([] if state is CameraState.HUNG else ["WATCHDOG=1"])


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_camera_whose_thread_has_ended_lets_it_starve(address: str, systemd: Systemd) -> None:
    def ends() -> FrameSource:
        raise SystemExit

    clock = Clock()
    camera = LiveCamera("dead", ends, clock).start()
    watchdog = Watchdog(clock, {"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "30000000"})
    watchdog.turn(camera.status().state)
    camera.close()
    clock.now_s += 60
    systemd.heard()
    watchdog.turn(camera.status().state)
    assert systemd.heard() == []


@pytest.mark.parametrize("environment", [{}, {"NOTIFY_SOCKET": "/nowhere/at/all", "WATCHDOG_USEC": "1"}])
def test_without_systemd_nobody_hears_anything(environment: dict[str, str], systemd: Systemd) -> None:
    watchdog = Watchdog(Clock(), environment)
    watchdog.turn(CameraState.LIVE)
    watchdog.stopping()
    assert systemd.heard() == []


def test_a_watchdog_meant_for_another_process_is_not_fed(address: str, systemd: Systemd) -> None:
    environment = {"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"}
    Watchdog(Clock(), environment).turn(CameraState.LIVE)
    assert systemd.heard() == ["READY=1"]


def test_signs_of_life_that_nobody_fetches_do_not_hold_up_the_station(address: str, systemd: Systemd) -> None:
    clock = Clock()
    watchdog = Watchdog(clock, {"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "3000000"})
    for _ in range(2_000):
        watchdog.turn(CameraState.LIVE)
        clock.now_s += 1.0
    assert systemd.heard()[:2] == ["READY=1", "WATCHDOG=1"]
