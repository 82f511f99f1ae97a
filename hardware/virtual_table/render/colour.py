"""Colours: sRGB as people specify them, and linear light, which adds up."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float32]  # the renderer's arrays are 32 bit floats; its pictures are linear, in BGR order


def floats(values: ArrayLike) -> Array:
    """Return values as an array of the renderer's; one of those is not copied."""
    return np.asarray(values, np.float32)


def to_linear(srgb: Array) -> Array:
    """Return linear light for sRGB values of 0 to 1 (IEC 61966-2-1)."""
    return np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4).astype(np.float32)


def to_srgb(linear: Array) -> Array:
    """Return sRGB values of 0 to 1 for linear light, clipped to that range (IEC 61966-2-1)."""
    clipped = np.clip(linear, 0.0, 1.0)
    return np.where(
        clipped <= 0.0031308, clipped * 12.92, 1.055 * np.maximum(clipped, 1e-6) ** (1 / 2.4) - 0.055
    ).astype(np.float32)


def linear_bgr(colour: Sequence[float]) -> Array:
    """Return the linear blue, green, red, shape (3,), of an sRGB colour given as red, green, blue."""
    return to_linear(floats(colour[::-1]))


def bgr(colour: Sequence[float]) -> Array:
    """Return linear blue, green, red, shape (3,), of light given as linear red, green, blue."""
    return floats(colour[::-1])
