"""A USB camera is followed to another number, and another camera at its place is named."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from hardware.camera.camera import FrameSource, LiveCamera, Picture
from hardware.camera.health import CameraState
from hardware.camera.identity import BY_ID, SameCamera, identity_of, number_of
from hardware.device import HardwareError
from hardware.settings import CameraSettings

OURS, OTHER = "usb-046d_C920_1234-video-index0", "usb-1bcf_Webcam_9-video-index0"


class Bus:
    """The devices of a machine, in a folder; cameras are plugged in under a number."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.opened: list[int] = []
        (root / BY_ID).mkdir(parents=True)

    def plug(self, number: int, name: str | None) -> None:
        (self.root / "dev" / f"video{number}").touch()
        if name is not None:
            (self.root / BY_ID / name).symlink_to(f"../../video{number}")

    def unplug(self, number: int, name: str | None) -> None:
        (self.root / "dev" / f"video{number}").unlink()
        if name is not None:
            (self.root / BY_ID / name).unlink()

    def open(self, settings: CameraSettings) -> FrameSource:
        if not (self.root / "dev" / f"video{settings.number}").exists():
            raise HardwareError(f"there is no camera {settings.number}")
        self.opened.append(settings.number)
        return Source(lambda: (self.root / "dev" / f"video{settings.number}").exists())


class Source:
    """Pictures until the camera is unplugged."""

    def __init__(self, there: Callable[[], bool]) -> None:
        self._there = there

    def take(self) -> Picture:
        if not self._there():
            raise HardwareError("the camera sends no pictures")
        return np.zeros((4, 4, 3), np.uint8)

    def close(self) -> None:
        pass


@pytest.fixture
def bus(tmp_path: Path) -> Bus:
    return Bus(tmp_path)


def live(bus: Bus) -> tuple[LiveCamera, Callable[[], None]]:
    now = [0.0]
    same = SameCamera(CameraSettings(), bus.open, bus.root / "camera", bus.root)
    camera = LiveCamera("it", same, lambda: now[0], accept_another=same.accept_another)

    def step() -> None:
        now[0] += 60.0
        camera.step()

    step()
    return camera, step


def test_names_and_numbers(bus: Bus) -> None:
    bus.plug(0, OURS)
    bus.plug(1, None)
    assert (identity_of(0, bus.root), identity_of(1, bus.root), identity_of(2, bus.root)) == (
        OURS,
        None,
        None,
    )
    assert (number_of(OURS, bus.root), number_of(OTHER, bus.root)) == (0, None)
    bus.unplug(0, None)
    assert (identity_of(0, bus.root), number_of(OURS, bus.root)) == (None, None)


def test_a_camera_that_comes_back_under_another_number_is_followed(bus: Bus) -> None:
    bus.plug(0, OURS)
    camera, step = live(bus)
    bus.unplug(0, OURS)
    step()
    assert camera.status().state is CameraState.LOST
    bus.plug(0, OTHER)
    bus.plug(2, OURS)
    step()
    assert camera.status().state is CameraState.LIVE
    assert bus.opened == [0, 2]


def test_another_camera_at_its_place_is_named_and_not_used(bus: Bus) -> None:
    bus.plug(0, OURS)
    camera, step = live(bus)
    bus.unplug(0, OURS)
    step()
    bus.plug(0, OTHER)
    for _ in range(3):
        step()
    assert camera.status().state is CameraState.SWAPPED
    assert f"/dev/video0 is {OTHER}, not {OURS}" in (camera.status().why or "")
    assert bus.opened == [0]
    bus.plug(1, OURS)
    step()
    assert camera.status().state is CameraState.LIVE


def test_a_camera_without_a_name_is_known_by_its_number(bus: Bus) -> None:
    bus.plug(0, None)
    camera, step = live(bus)
    bus.unplug(0, None)
    step()
    step()
    assert "no camera 0" in (camera.status().why or "")
    bus.plug(0, None)
    step()
    assert bus.opened == [0, 0]


def test_after_a_restart_another_camera_is_named_and_used_only_when_people_try_again(bus: Bus) -> None:
    bus.plug(0, OURS)
    live(bus)
    bus.unplug(0, OURS)
    bus.plug(0, OTHER)
    for _ in range(2):
        camera, step = live(bus)
        assert camera.status().state is CameraState.SWAPPED
        assert f"/dev/video0 is {OTHER}, not {OURS}" in (camera.status().why or "")
    camera.retry()
    step()
    assert camera.status().state is CameraState.LIVE
    assert live(bus)[0].status().state is CameraState.LIVE
    assert bus.opened == [0, 0, 0]


def test_after_a_restart_the_camera_is_found_under_another_number(bus: Bus) -> None:
    bus.plug(0, OURS)
    live(bus)
    bus.unplug(0, OURS)
    bus.plug(0, OTHER)
    bus.plug(2, OURS)
    camera, _ = live(bus)
    assert (camera.status().state, bus.opened) == (CameraState.LIVE, [0, 2])
    # Another number in the settings means another camera.
    SameCamera(CameraSettings(number=0), bus.open, bus.root / "camera", bus.root)()
    (bus.root / "camera").write_text(f"1 {OURS}\n")
    SameCamera(CameraSettings(number=0), bus.open, bus.root / "camera", bus.root)()
    assert bus.opened == [0, 2, 2, 0]


@pytest.mark.parametrize("held", [b"", b"0", b"\xff", b"0 " + b"x" * 5000])
def test_a_memory_that_is_damaged_counts_as_none(bus: Bus, held: bytes) -> None:
    (bus.root / "camera").write_bytes(held)
    bus.plug(0, OURS)
    assert live(bus)[0].status().state is CameraState.LIVE
    assert (bus.root / "camera").read_text() == f"0 {OURS}\n"
