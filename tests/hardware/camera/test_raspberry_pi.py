"""The adapter to picamera2, against a fake that has just the calls it uses.

The fake refuses what picamera2 0.3.38 refuses: controls that are not advertised, and a number too many.
"""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import ModuleType
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.camera.identity import has_usb_camera
from hardware.camera.open_camera import device_of, open_camera
from hardware.camera.raspberry_pi import AF_FAILED, AF_MANUAL, AF_SCANNING, Picamera2Source
from hardware.camera.sensor_modes import SensorMode
from hardware.device import HardwareError
from hardware.settings import CameraDevice, CameraSettings
from tests.support import sensors
from tests.support.fake_clock import FakeClock

BLUE_BGR = (200, 30, 20)
MODULE_3: dict[str, tuple[Any, Any, Any]] = {
    "ExposureTime": (26, 112015096, 20000),
    "AnalogueGain": (1.12, 16.0, 1.0),
    "AeEnable": (False, True, True),
    "AwbEnable": (False, True, True),
    "ColourGains": (0.0, 32.0, None),
    "FrameDurationLimits": (33333, 120000, None),
    "AfMode": (0, 2, 0),
    "LensPosition": (0.0, 32.0, 1.0),
}
OWN_ID, USB_ID = (
    "/base/soc/i2c0mux/i2c@1/imx708@1a",
    "/base/scb/pcie@7d500000/pci@0,0/usb@0,0-1.1:1.0-046d:0825",
)


@dataclass
class Sensor:
    """What is connected, and what was done with it."""

    controls: Mapping[str, tuple[Any, Any, Any]] = field(default_factory=lambda: dict(MODULE_3))
    format: str = "RGB888"
    metadata: dict[str, Any] = field(
        default_factory=lambda: {
            "ExposureTime": 33000,
            "AnalogueGain": 2.0,
            "DigitalGain": 1.0,
            "ColourGains": (1.6, 2.1),
            "LensPosition": 2.2,
        }
    )
    silent: bool = False
    busy: bool = False
    number_of_cameras: int = 1
    calls: list[tuple[str, Any]] = field(default_factory=list)
    requests_out: int = 0
    configured: Mapping[str, Any] = field(default_factory=dict)
    modes: tuple[SensorMode, ...] = sensors.MODULE_3
    is_a_pi_s: bool = True
    has_memory: bool = True
    closes: bool = True


def planes(format_: str, width: int, height: int) -> NDArray[np.uint8]:
    """Blue as picamera2 0.3.38 gives planes: NV12 without padding, YUV420 with it."""
    blue = np.full((height, width, 3), BLUE_BGR, np.uint8)
    if format_ == "YUV420":
        blue = np.pad(blue, ((0, 0), (0, 64), (0, 0)))
    i420 = cv2.cvtColor(blue, cv2.COLOR_BGR2YUV_I420)
    if format_ == "YUV420":
        return np.asarray(i420, np.uint8)
    chroma = i420[height:].reshape(2, -1).T.reshape(-1, width)
    return np.vstack([i420[:height], chroma])


@dataclass
class FakeRequest:
    sensor: Sensor

    def make_array(self, name: str) -> NDArray[np.uint8]:
        assert name == "main"
        width, height = self.sensor.configured["main"]["size"]
        if self.sensor.format in ("NV12", "YUV420"):
            return planes(self.sensor.format, width, height)
        if self.sensor.format == "YUYV":
            blue = np.full((height, width, 3), BLUE_BGR, np.uint8)
            return np.asarray(cv2.cvtColor(blue, cv2.COLOR_BGR2YUV_YUYV), np.uint8)
        channels = {"RGB888": BLUE_BGR, "BGR888": BLUE_BGR[::-1], "XBGR8888": (*BLUE_BGR[::-1], 255)}
        channels["MJPEG"] = BLUE_BGR[::-1]
        channels["XRGB8888"] = (*BLUE_BGR, 255)
        return np.full(
            (height, width, len(channels[self.sensor.format])), channels[self.sensor.format], np.uint8
        )

    def get_metadata(self) -> dict[str, Any]:
        return dict(self.sensor.metadata)

    def release(self) -> None:
        self.sensor.requests_out -= 1


class FakePicamera2:
    sensor: Sensor

    def __init__(self, camera_num: int = 0) -> None:
        if camera_num >= self.sensor.number_of_cameras:
            raise RuntimeError(f"No camera number {camera_num} found")
        if self.sensor.busy:
            try:
                raise RuntimeError("Failed to acquire camera: Device or resource busy")
            except RuntimeError as error:
                raise RuntimeError("Camera __init__ sequence did not complete.") from error

    @classmethod
    def global_camera_info(cls) -> list[dict[str, Any]]:
        return [{"Id": USB_ID}, {"Id": OWN_ID}] if cls.sensor.is_a_pi_s else [{"Id": USB_ID}]

    @property
    def camera_controls(self) -> Mapping[str, tuple[Any, Any, Any]]:
        return self.sensor.controls

    @property
    def camera_properties(self) -> Mapping[str, Any]:
        return {"ColorFilterArrangement": 0} if self.sensor.is_a_pi_s else {}

    @property
    def sensor_modes(self) -> list[dict[str, Any]]:
        assert self.sensor.is_a_pi_s, "others' cameras have no raw role to ask for"
        if not self.sensor.has_memory:
            raise OSError("Cannot allocate memory")
        return [
            {
                "size": mode.size_px,
                "bit_depth": mode.bit_depth,
                "fps": mode.frame_rate,
                "crop_limits": mode.crop_px,
            }
            for mode in self.sensor.modes
        ]

    def create_video_configuration(
        self,
        main: dict[str, Any],
        raw: dict[str, Any] | None,
        controls: dict[str, Any],
        buffer_count: int,
        sensor: dict[str, Any],
    ) -> dict[str, Any]:
        self._check(controls)
        assert raw is None, "nobody reads raw pictures"
        assert sensor.keys() <= {"output_size", "bit_depth"}
        told = sensor if self.sensor.is_a_pi_s else None
        return {"main": main, "controls": controls, "buffer_count": buffer_count, "sensor": told}

    def configure(self, configuration: dict[str, Any]) -> None:
        self.sensor.configured = configuration
        self.sensor.calls.append(("configure", configuration))

    def camera_configuration(self) -> dict[str, Any]:
        configured = self.sensor.configured
        main = {**configured["main"], "format": self.sensor.format}
        return {"main": main, "sensor": configured["sensor"]}

    def start(self) -> None:
        self.sensor.calls.append(("start", None))

    def set_controls(self, controls: dict[str, Any]) -> None:
        self._check(controls)
        self.sensor.calls.append(("set_controls", controls))
        self.sensor.metadata |= {name: controls[name] for name in controls if name in self.sensor.metadata}

    def capture_request(self, wait: float) -> FakeRequest:
        if self.sensor.silent:
            raise TimeoutError
        self.sensor.requests_out += 1
        return FakeRequest(self.sensor)

    def close(self) -> None:
        self.sensor.calls.append(("close", None))
        if not self.sensor.closes:
            raise RuntimeError("Unable to stop preview.")

    def _check(self, controls: dict[str, Any]) -> None:
        for name in controls:
            if name not in self.sensor.controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")


@pytest.fixture
def sensor(monkeypatch: pytest.MonkeyPatch) -> Sensor:
    sensor = Sensor()
    module = ModuleType("picamera2")
    module.Picamera2 = type("Picamera2", (FakePicamera2,), {"sensor": sensor})  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "picamera2", module)
    return sensor


SETTINGS = CameraSettings(width_px=640, height_px=360, frame_rate=15)


def locked(sensor: Sensor) -> dict[str, Any]:
    """The controls that were set last."""
    controls = [what for call, what in sensor.calls if call == "set_controls"][-1]
    assert isinstance(controls, dict)
    return controls


def test_everything_is_locked_together_at_what_was_metered(sensor: Sensor) -> None:
    Picamera2Source(SETTINGS)
    assert locked(sensor) == {
        "AeEnable": False,
        "ExposureTime": 50000,
        "AnalogueGain": pytest.approx(66 / 50),
        "AwbEnable": False,
        "ColourGains": (1.6, 2.1),
        "AfMode": 0,
        "LensPosition": 2.2,
    }


def test_under_60_hz_lamps_the_exposure_is_a_multiple_of_their_flicker(sensor: Sensor) -> None:
    Picamera2Source(CameraSettings(mains_hz=60))
    assert locked(sensor)["ExposureTime"] / (1_000_000 / 120) == pytest.approx(7, abs=0.001)


def test_the_settings_go_before_what_was_metered(sensor: Sensor) -> None:
    Picamera2Source(CameraSettings(exposure_ms=20, focus_dioptres=1.5, frame_rate=15))
    controls = locked(sensor)
    assert (controls["ExposureTime"], controls["LensPosition"]) == (20000, 1.5)


def test_a_camera_without_focus_is_asked_for_none(sensor: Sensor) -> None:
    sensor.controls = {
        name: limits for name, limits in MODULE_3.items() if name not in ("AfMode", "LensPosition")
    }
    del sensor.metadata["LensPosition"]
    Picamera2Source(SETTINGS)
    assert set(locked(sensor)) == {"AeEnable", "ExposureTime", "AnalogueGain", "AwbEnable", "ColourGains"}


def test_a_camera_that_tells_nothing_of_its_automatics_still_serves(sensor: Sensor) -> None:
    sensor.controls, sensor.metadata = {}, {}
    source = Picamera2Source(SETTINGS)
    assert source.take().shape == (360, 640, 3)
    assert source.controls == {}


@pytest.mark.parametrize(
    "served", ["RGB888", "BGR888", "XRGB8888", "XBGR8888", "NV12", "YUV420", "YUYV", "MJPEG"]
)
def test_pictures_are_bgr_whatever_is_really_served(sensor: Sensor, served: str) -> None:
    sensor.format = served
    picture = Picamera2Source(SETTINGS).take()
    assert picture.shape == (360, 640, 3)
    assert np.abs(picture.astype(int) - BLUE_BGR).max() <= (4 if served in ("NV12", "YUV420", "YUYV") else 0)


def test_a_format_nobody_can_read_is_named(sensor: Sensor) -> None:
    sensor.format = "SRGGB10"
    with pytest.raises(HardwareError, match=r"SRGGB10.*set \[camera\] device to opencv"):
        Picamera2Source(SETTINGS)
    assert sensor.calls[-1] == ("close", None)


def test_every_request_is_given_back(sensor: Sensor) -> None:
    source = Picamera2Source(SETTINGS)
    for _ in range(5):
        source.take()
    assert sensor.requests_out == 0
    source.close()


def test_a_silent_camera_is_reported_while_setting_up_and_later(sensor: Sensor) -> None:
    source = Picamera2Source(SETTINGS)
    sensor.silent = True
    with pytest.raises(HardwareError, match="sent nothing for 3 s; check its cable"):
        source.take()
    with pytest.raises(HardwareError, match=r"can't be set up: .* sent nothing for 3 s; check its cable"):
        Picamera2Source(SETTINGS)


def test_why_it_can_t_be_set_up_is_reported_though_it_can_t_be_closed_either(sensor: Sensor) -> None:
    sensor.silent, sensor.closes = True, False
    with pytest.raises(HardwareError, match="sent nothing for 3 s"):
        Picamera2Source(SETTINGS)


@pytest.mark.parametrize(
    ("modes", "asked"),
    [
        (sensors.MODULE_2, {"output_size": (1640, 1232), "bit_depth": 10}),
        (sensors.HQ, {"output_size": (2028, 1520), "bit_depth": 12}),
    ],
)
def test_the_sensor_is_asked_for_its_whole_view(
    sensor: Sensor, modes: tuple[SensorMode, ...], asked: dict[str, Any]
) -> None:
    sensor.modes = modes
    source = Picamera2Source(CameraSettings())
    assert sensor.configured["sensor"] == asked
    assert "sensor {}x{}".format(*asked["output_size"]) in repr(source)


@pytest.mark.parametrize("lacking", ["is_a_pi_s", "has_memory"])
def test_a_camera_that_can_t_list_its_modes_still_serves(sensor: Sensor, lacking: str) -> None:
    setattr(sensor, lacking, False)
    source = Picamera2Source(SETTINGS)
    assert source.take().shape == (360, 640, 3)
    assert "sensor" not in repr(source)


def test_a_missing_or_busy_camera_is_named_with_the_innermost_reason(sensor: Sensor) -> None:
    sensor.busy = True
    with pytest.raises(HardwareError, match="resource busy; check its cable"):
        Picamera2Source(SETTINGS)
    with pytest.raises(HardwareError, match="No camera number 1"):
        Picamera2Source(CameraSettings(number=1))


def test_a_machine_without_picamera2_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(HardwareError, match="sudo apt install python3-picamera2"):
        Picamera2Source(SETTINGS)


def test_a_picamera2_that_does_not_fit_its_libraries_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "picamera2.py").write_text("raise ValueError('numpy.dtype size changed')\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "picamera2", raising=False)
    with pytest.raises(HardwareError, match=r"size changed.*sudo apt install python3-picamera2"):
        Picamera2Source(SETTINGS)


@pytest.mark.parametrize("state", [AF_SCANNING, AF_FAILED])
def test_a_focus_that_was_not_found_is_not_locked_and_reported(sensor: Sensor, state: int) -> None:
    sensor.metadata["AfState"] = state
    source = Picamera2Source(SETTINGS)
    assert {"AfMode", "LensPosition"}.isdisjoint(locked(sensor))
    assert source.unlocked == ("focus",)
    assert "could not lock focus" in repr(source)


def test_a_focus_of_the_settings_is_not_searched_for(sensor: Sensor) -> None:
    sensor.metadata["AfState"] = AF_FAILED
    source = Picamera2Source(CameraSettings(focus_dioptres=2.0))
    searches = [what for call, what in sensor.calls if call == "set_controls"]
    assert all(controls["AfMode"] == AF_MANUAL for controls in searches)
    assert (locked(sensor)["LensPosition"], source.unlocked) == (2.0, ())


def test_while_nobody_plays_the_sensor_itself_takes_fewer_pictures(sensor: Sensor) -> None:
    with open_camera(replace(SETTINGS, device=CameraDevice.PICAMERA2, rotation=180), FakeClock()) as camera:
        camera.step()
        camera.set_frame_rate(5)
        camera.step()
        assert locked(sensor) == {"FrameDurationLimits": (200_000, 200_000)}


@pytest.mark.parametrize(
    ("usb", "own", "chosen"),
    [
        (False, False, CameraDevice.PICAMERA2),
        (True, False, CameraDevice.OPENCV),
        (True, True, CameraDevice.PICAMERA2),
    ],
)
def test_a_pi_that_has_only_a_usb_camera_uses_it(
    sensor: Sensor,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    usb: bool,
    own: bool,
    chosen: CameraDevice,
) -> None:
    sensor.is_a_pi_s = own
    by_id = tmp_path / "dev/v4l/by-id"
    by_id.mkdir(parents=True)
    if usb:
        (by_id / "usb-046d_0825-video-index0").symlink_to("../../video0")
    monkeypatch.setattr("hardware.camera.open_camera.is_raspberry_pi", lambda: True)
    monkeypatch.setattr("hardware.camera.open_camera.has_usb_camera", lambda: has_usb_camera(tmp_path))
    assert device_of(CameraSettings()) is chosen
