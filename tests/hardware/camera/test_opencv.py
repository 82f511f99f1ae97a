"""The adapter to OpenCV's cameras, with a fake camera in place of the driver."""

from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.camera import opencv as camera_opencv
from hardware.camera.camera import LiveCamera
from hardware.camera.opencv import OpenCvSource
from hardware.device import HardwareError
from hardware.settings import CameraSettings
from tests.support.fake_clock import FakeClock

RATE = 15.0
QUEUE = 4


@dataclass
class FakeVideo:
    """A camera whose driver keeps the oldest four frames; a grab beyond them waits for the next one.

    The value of a picture is the number of its frame since the clock's 100 s.
    """

    clock: FakeClock
    values: dict[int, float] = field(
        default_factory=lambda: {cv2.CAP_PROP_EXPOSURE: 320.0, cv2.CAP_PROP_WB_TEMPERATURE: 4600.0}
    )
    refuses: tuple[int, ...] = (cv2.CAP_PROP_AUTOFOCUS,)
    backend: str = "V4L2"
    queue: list[int] = field(default_factory=list)
    seen: int = 0
    grabbed: int = 0
    dead: bool = False
    grey: bool = False
    released: bool = False

    def set(self, name: int, value: float) -> bool:
        if name in self.refuses:
            return False
        self.values[name] = value
        return True

    def get(self, name: int) -> float:
        return self.values.get(name, 0.0)

    def getBackendName(self) -> str:  # noqa: N802  # OpenCV's name
        return self.backend

    def grab(self) -> bool:
        if self.dead:
            return False
        self._film()
        if not self.queue:
            self.clock.go((self.seen + 1) / RATE - (self.clock() - 100) + 1e-6)
            self._film()
        self.grabbed = self.queue.pop(0)
        return True

    def _film(self) -> None:
        made = int((self.clock() - 100) * RATE)
        self.queue += range(self.seen + 1, made + 1)
        del self.queue[QUEUE:]
        self.seen = made

    def retrieve(self) -> tuple[bool, NDArray[np.uint8]]:
        return True, np.full((4, 6) if self.grey else (4, 6, 3), self.grabbed % 256, np.uint8)

    def release(self) -> None:
        self.released = True


def opened(video: FakeVideo, settings: CameraSettings | None = None) -> OpenCvSource:
    return OpenCvSource(settings or CameraSettings(), video.clock, video)  # type: ignore[arg-type]


def test_what_can_be_locked_is_locked_and_the_rest_is_named() -> None:
    video = FakeVideo(FakeClock())
    source = opened(video)
    assert video.values[cv2.CAP_PROP_AUTO_EXPOSURE] == 1
    assert video.values[cv2.CAP_PROP_EXPOSURE] == 300, "32 ms becomes three flickers of 10 ms"
    assert (video.values[cv2.CAP_PROP_AUTO_WB], video.values[cv2.CAP_PROP_WB_TEMPERATURE]) == (0, 4600)
    assert source.unlocked == ("focus",)
    assert "could not lock focus" in repr(source)


def test_the_exposure_set_goes_first_and_daylight_stays_as_it_is() -> None:
    video = FakeVideo(FakeClock())
    opened(video, CameraSettings(exposure_ms=20))
    assert video.values[cv2.CAP_PROP_EXPOSURE] == 200
    bright = FakeVideo(FakeClock(), values={cv2.CAP_PROP_EXPOSURE: 12.0})
    opened(bright)
    assert bright.values[cv2.CAP_PROP_EXPOSURE] == 12


def test_an_exposure_that_can_not_be_read_is_left_to_the_camera() -> None:
    video = FakeVideo(FakeClock(), values={})
    assert "exposure" in opened(video).unlocked
    assert cv2.CAP_PROP_EXPOSURE not in video.values


def test_elsewhere_than_on_linux_the_exposure_is_kept_in_its_own_unit() -> None:
    video = FakeVideo(FakeClock(), backend="DSHOW", values={cv2.CAP_PROP_EXPOSURE: -6.0})
    opened(video)
    assert video.values[cv2.CAP_PROP_EXPOSURE] == -6


@pytest.mark.parametrize("retry_delay_s", [0.0, 0.05, 0.1, 0.2, 0.5, 3.0])
def test_pictures_are_fresh_however_seldom_they_are_taken(retry_delay_s: float) -> None:
    video = FakeVideo(FakeClock())
    source = opened(video)
    for _ in range(20):
        video.clock.go(retry_delay_s)
        source.take()
        age_s = video.clock() - 100 - video.grabbed / RATE
        assert age_s <= 2 / RATE + 0.001


def test_at_the_cameras_own_rate_no_picture_is_passed_over() -> None:
    video = FakeVideo(FakeClock())
    camera = LiveCamera("fake", lambda: opened(video), video.clock, frame_rate=RATE)
    camera.step()
    began_s = video.clock()
    while video.clock() < began_s + 10:
        video.clock.go(camera.step())
    frame = camera.latest()
    assert frame is not None
    assert frame.number >= 10 * RATE * 0.95


def test_a_grey_camera_serves_three_channels() -> None:
    assert opened(FakeVideo(FakeClock(), grey=True)).take().shape == (4, 6, 3)


def test_an_unplugged_camera_is_reported_and_let_go() -> None:
    video = FakeVideo(FakeClock())
    source = opened(video)
    video.dead = True
    with pytest.raises(HardwareError, match="sends no pictures; check its cable"):
        source.take()
    dead = FakeVideo(FakeClock(), dead=True)
    with pytest.raises(HardwareError, match="sends no pictures"):
        opened(dead)
    assert dead.released


def test_a_camera_that_is_not_there_is_named_by_its_number(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(HardwareError, match="camera 63"):
        OpenCvSource(CameraSettings(number=63), FakeClock())
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("newer", [True, False])
def test_older_and_newer_opencv_are_silent_while_a_camera_is_opened(
    newer: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    levels = [3]

    def set_level(level: int) -> int:
        levels.append(level)
        return levels[-2]

    def open_video(*_: int) -> SimpleNamespace:
        assert levels == [3, camera_opencv.SILENT]
        return SimpleNamespace(isOpened=lambda: False)

    log = SimpleNamespace(setLogLevel=set_level)
    opencv = SimpleNamespace(VideoCapture=open_video, CAP_V4L2=cv2.CAP_V4L2, CAP_ANY=cv2.CAP_ANY)
    opencv.utils = SimpleNamespace(logging=log) if newer else SimpleNamespace()
    if not newer:
        opencv.setLogLevel = set_level
    monkeypatch.setattr(camera_opencv, "cv2", opencv)
    monkeypatch.setattr(Path, "exists", lambda _: True)
    with pytest.raises(HardwareError, match="can't be opened"):
        OpenCvSource(CameraSettings(), FakeClock())
    assert levels == [3, camera_opencv.SILENT, 3]
