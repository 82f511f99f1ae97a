"""From light to the picture's numbers: exposure, vignetting, blur, the tone curve, noise, JPEG."""

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.virtual_table.colour import Array, to_srgb
from hardware.virtual_table.scene import Sensor

CURVE_STEPS = 4096


@lru_cache(maxsize=1)
def _curve() -> Array:
    """Grey levels 0 to 255 for linear light of 0 to 1.5; bright light is rolled off softly."""
    light = np.linspace(0, 1.5, CURVE_STEPS, dtype=np.float32)
    knee = np.float32(0.8)
    over = np.maximum(light - knee, 0)
    rolled = np.where(light < knee, light, knee + (1 - knee) * (1 - np.exp(-over / (1 - knee))))
    return np.asarray(to_srgb(rolled) * 255, np.float32)


@lru_cache(maxsize=4)
def _falloff(rows: int, columns: int, loss: float) -> Array:
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float32)
    r2 = ((x - columns / 2) ** 2 + (y - rows / 2) ** 2) / ((columns / 2) ** 2 + (rows / 2) ** 2)
    return np.asarray(1 - loss * r2, np.float32)[..., None]


def develop(light: Array, sensor: Sensor, oversampling: int, seed: int) -> NDArray[np.uint8]:
    """The picture, uint8 (h, w, 3) BGR, of linear light (h * n, w * n, 3); noise is drawn from the seed."""
    rows, columns = light.shape[0] // oversampling, light.shape[1] // oversampling
    picture = cv2.resize(light, (columns, rows), interpolation=cv2.INTER_AREA)
    if sensor.blur_px:
        picture = cv2.GaussianBlur(picture, (0, 0), sensor.blur_px)
    gains = sensor.exposure * np.array([sensor.blue_gain, 1.0, sensor.red_gain], np.float32)
    picture = picture * (_falloff(rows, columns, sensor.vignetting) * gains)
    index = np.clip(picture * ((CURVE_STEPS - 1) / 1.5), 0, CURVE_STEPS - 1).astype(np.int16)
    levels = _curve().take(index, mode="clip")
    if sensor.noise:
        noise = np.empty_like(levels)
        cv2.setRNGSeed(seed & 0x7FFFFFFF)
        cv2.randn(noise, np.zeros(3), np.full(3, sensor.noise))
        # Dark parts of a picture are noisier than bright ones once the tone curve has lifted them.
        noise *= 1.25 - levels / 512
        levels += noise
    levels += 0.5
    frame: NDArray[np.uint8] = np.clip(levels, 0, 255, out=levels).astype(np.uint8)
    if sensor.jpeg_quality is not None:
        frame = decoded(encoded(frame, sensor.jpeg_quality))
    return frame


def encoded(frame: NDArray[np.uint8], jpeg_quality: int) -> bytes:
    """The frame as a JPEG file."""
    done, data = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, jpeg_quality])
    assert done
    return data.tobytes()


def decoded(jpeg: bytes) -> NDArray[np.uint8]:
    """The frame, uint8 BGR, of a JPEG file."""
    return np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8)
