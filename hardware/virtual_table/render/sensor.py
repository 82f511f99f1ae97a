"""From light to pixels: exposure, vignetting, blur, the tone curve, noise, JPEG."""

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.virtual_table.render.colour import Array, floats, to_srgb
from hardware.virtual_table.render.extents import bands
from hardware.virtual_table.scene import SensorModel

CURVE_STEPS = 4096


@lru_cache(maxsize=1)
def _curve() -> Array:
    """Return grey levels 0 to 255 for linear light of 0 to 1.5, with a soft shoulder."""
    light = np.linspace(0, 1.5, CURVE_STEPS, dtype=np.float32)
    knee = np.float32(0.8)
    over = np.maximum(light - knee, 0)
    rolled = np.where(light < knee, light, knee + (1 - knee) * (1 - np.exp(-over / (1 - knee))))
    return floats(to_srgb(rolled) * 255)


@lru_cache(maxsize=4)
def _gain(shape: tuple[int, int], sensor: SensorModel) -> Array:
    """Return the factor of each pixel (h, w, 3): exposure, white balance and vignetting."""
    rows, columns = shape
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float32)
    r2 = ((x - columns / 2) ** 2 + (y - rows / 2) ** 2) / ((columns / 2) ** 2 + (rows / 2) ** 2)
    falloff = floats(1 - sensor.vignetting * r2)[..., None]
    return falloff * (sensor.exposure * floats([sensor.blue_gain, 1.0, sensor.red_gain]))


def expose(light: Array, sensor: SensorModel, oversampling: int) -> Array:
    """Return the noise-free grey levels (h, w, 3), 0 to 255, of linear light (h * n, w * n, 3)."""
    rows, columns = light.shape[0] // oversampling, light.shape[1] // oversampling
    picture = light if oversampling == 1 else cv2.resize(light, (columns, rows), interpolation=cv2.INTER_AREA)
    if sensor.blur_px:
        picture = cv2.GaussianBlur(picture, (0, 0), sensor.blur_px)
    gain, curve = _gain((rows, columns), sensor), _curve()
    levels = np.empty_like(gain)
    for band in bands(rows):
        steps = picture[band] * gain[band]
        steps *= (CURVE_STEPS - 1) / 1.5
        np.clip(steps, 0, CURVE_STEPS - 1, out=steps)
        curve.take(steps.astype(np.int16), out=levels[band], mode="clip")
    return levels


def develop(levels: Array, sensor: SensorModel, seed: int) -> NDArray[np.uint8]:
    """Return the picture, uint8 (h, w, 3) BGR, of grey levels (h, w, 3); noise is drawn from the seed."""
    frame = np.empty(levels.shape, np.uint8)
    noise = np.zeros_like(levels)
    if sensor.noise:
        cv2.setRNGSeed(seed & 0x7FFFFFFF)
        cv2.randn(noise, np.zeros(3), np.full(3, sensor.noise))
    for band in bands(len(levels)):
        # Dark parts of a picture are noisier than bright ones once the tone curve has lifted them.
        grain = levels[band] / -512
        grain += 1.25
        grain *= noise[band]
        grain += levels[band]
        grain += 0.5
        frame[band] = np.clip(grain, 0, 255, out=grain)
    if sensor.jpeg_quality is not None:
        frame = decoded(encoded(frame, sensor.jpeg_quality))
    return frame


def encoded(frame: NDArray[np.uint8], jpeg_quality: int) -> bytes:
    """Return the frame as a JPEG file."""
    done, data = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, jpeg_quality])
    assert done
    return data.tobytes()


def decoded(jpeg: bytes) -> NDArray[np.uint8]:
    """Return the frame, uint8 BGR, of a JPEG file."""
    return np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8)
