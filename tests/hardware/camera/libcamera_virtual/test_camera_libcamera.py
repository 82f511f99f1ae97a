"""The adapter on the real picamera2 and libcamera, whose virtual pipeline serves pictures from a folder.

Needs a Debian trixie root that is made for it:
`sudo sh tests/hardware/camera/libcamera_virtual/run FOLDER` makes it and runs these tests in it. Seen there:
opening, the format and size that are really configured, the order of the colours, closing, opening again, and
what picamera2 raises. Not seen: exposure, focus and sensor modes, which that pipeline doesn't have.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.camera.health import CameraState
from hardware.camera.open_camera import open_camera
from hardware.camera.raspberry_pi import Picamera2Source
from hardware.errors import HardwareError
from hardware.settings import CameraDevice, CameraSettings

SERVED = Path("/tmp/five-lines-served")
"""As in virtual.yaml."""

pytestmark = [
    pytest.mark.skipif(
        "FIVE_LINES_LIBCAMERA" not in os.environ,
        reason="needs a root with libcamera: sudo sh tests/hardware/camera/libcamera_virtual/run FOLDER",
    ),
    # picamera2's own: an old call, and a pipe that it leaves open when it can't open a camera.
    pytest.mark.filterwarnings("ignore:setDaemon"),
    pytest.mark.filterwarnings("ignore:.*FileIO.*:pytest.PytestUnraisableExceptionWarning"),
]

SETTINGS = CameraSettings(device=CameraDevice.PICAMERA2)
REPEATED = 4
"""The pipeline serves each picture that often before the next."""

JPEG = 6.0
"""How far, in grey levels on average, a picture may be from what went into its JPEG; measured: below 3."""


def scene(turn: int) -> NDArray[np.uint8]:
    """Blue, green, red, a ramp of grey and a disc; each turn moves the colours on by one."""
    picture = np.zeros((720, 1280, 3), np.uint8)
    for band in range(3):
        picture[:, band * 320 : band * 320 + 320, (band + turn) % 3] = 200
    picture[:, 960:] = np.linspace(20, 230, 320).astype(np.uint8)[None, :, None]
    cv2.circle(picture, (640, 360), 150, (40, 90, 220), -1)
    return picture


def as_jpeg(picture: NDArray[np.uint8]) -> bytes:
    """A JPEG whose luma and chroma are those of a video's narrow range.

    The pipeline passes a JPEG's values on as they are, in the full range, but tells of them what a video's
    configuration asks for, the narrow one.
    """
    planes = cv2.cvtColor(picture, cv2.COLOR_BGR2YUV_I420)
    luma = planes[:720]
    u, v = (cv2.resize(plane.reshape(360, 640), (1280, 720)) for plane in planes[720:].reshape(2, -1))
    jpeg = cv2.cvtColor(np.dstack([luma, v, u]), cv2.COLOR_YCrCb2BGR)
    done, encoded = cv2.imencode(".jpg", jpeg, [cv2.IMWRITE_JPEG_QUALITY, 98])
    assert done
    return encoded.tobytes()


@pytest.fixture(scope="module")
def picamera2() -> Any:
    """The real picamera2, on memory that any machine has.

    Replaced are what draws previews, the buffers' memory, and the list of raw modes: not even asking for one
    is foreseen by the pipeline.
    """
    SERVED.mkdir(exist_ok=True)
    for turn in range(2):
        (SERVED / f"{turn}.jpg").write_bytes(as_jpeg(scene(turn)))
    drawing = ModuleType("picamera2.previews.drm_preview")
    drawing.DrmPreview = drawing.list_devices = None  # type: ignore[attr-defined]
    sys.modules[drawing.__name__] = drawing
    import picamera2
    from picamera2 import picamera2 as inside

    from tests.hardware.camera.libcamera_virtual.memory_allocator import MemoryAllocator

    inside.DmaAllocator = MemoryAllocator
    picamera2.Picamera2._get_raw_modes = lambda _: [{"format": "SRGGB10", "size": (1280, 720)}]
    return picamera2


@pytest.fixture
def source(picamera2: Any) -> Iterator[Picamera2Source]:
    source = Picamera2Source(SETTINGS)
    yield source
    source.close()


def away(picture: NDArray[np.uint8], turn: int) -> float:
    """How far a picture is from a scene: the mean of the differences."""
    return float(np.abs(picture.astype(int) - scene(turn)).mean())


def test_the_pictures_are_those_that_are_served_in_bgr(source: Picamera2Source) -> None:
    pictures = [source.take() for _ in range(4 * REPEATED)]
    assert all(picture.shape == (720, 1280, 3) and picture.dtype == np.uint8 for picture in pictures)
    nearest = [min((away(picture, turn), turn) for turn in range(2)) for picture in pictures]
    assert max(distance for distance, _ in nearest) < JPEG
    assert {turn for _, turn in nearest} == {0, 1}


def test_what_is_really_configured_is_read_back(source: Picamera2Source) -> None:
    assert "NV12" in repr(source)
    assert source.controls == {}


def test_a_picture_is_kept_though_the_camera_goes_on(source: Picamera2Source) -> None:
    picture = source.take()
    before = picture.copy()
    for _ in range(2 * REPEATED):
        source.take()
    assert np.array_equal(picture, before)


@pytest.mark.parametrize(
    ("asked", "given"), [((640, 360), (640, 360)), ((1280, 720), (1280, 720)), ((800, 600), (1280, 720))]
)
def test_a_size_that_there_is_not_becomes_one_that_there_is(
    picamera2: Any, asked: tuple[int, int], given: tuple[int, int]
) -> None:
    source = Picamera2Source(CameraSettings(width_px=asked[0], height_px=asked[1]))
    try:
        assert source.take().shape == (given[1], given[0], 3)
    finally:
        source.close()


def test_closed_and_opened_again_it_goes_on_as_often_as_one_likes(picamera2: Any) -> None:
    for _ in range(5):
        source = Picamera2Source(SETTINGS)
        assert min(away(source.take(), turn) for turn in range(2)) < JPEG
        source.close()
        source.close()


def test_a_camera_in_use_and_a_number_too_many_are_told(source: Picamera2Source) -> None:
    with pytest.raises(HardwareError, match=r"camera 0 can't be opened: .*busy"):
        Picamera2Source(SETTINGS)
    with pytest.raises(HardwareError, match="camera 7 can't be opened"):
        Picamera2Source(CameraSettings(number=7))
    assert source.take().shape == (720, 1280, 3)


def test_a_camera_that_falls_silent_is_told_can_be_closed_and_comes_back(picamera2: Any) -> None:
    source = Picamera2Source(CameraSettings(silence_s=1))
    # Without a buffer to fill the pipeline sends nothing more.
    kept = [source._camera.capture_request() for _ in range(4)]
    with pytest.raises(HardwareError, match="sent nothing for 1 s"):
        source.take()
    source.close()
    again = Picamera2Source(SETTINGS)
    assert again.take().shape == (720, 1280, 3)
    again.close()
    for request in kept:
        request.release()


def test_the_station_s_camera_lives_on_it(picamera2: Any) -> None:
    clock = iter(range(1000))
    with open_camera(SETTINGS, lambda: float(next(clock))) as camera:
        for _ in range(5):
            camera.step()
        frame = camera.latest()
        assert frame is not None
        assert frame.number == 5
        assert camera.status().state is CameraState.LIVE
