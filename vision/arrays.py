"""The arrays that pass between the stages by their names, and a check that one is what it should be."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.errors import InvalidValueError

Picture = NDArray[np.uint8]
"""Grey levels: (h, w, 3) in the order B, G, R, or (h, w)."""

Mask = NDArray[np.bool_]

Floats = NDArray[np.float32]
"""What is measured pixel by pixel."""

Doubles = NDArray[np.float64]
"""Geometry: places, homographies, matrices."""

MAD_TO_SIGMA = 1.48
"""The standard deviation of normal noise for a median absolute deviation of 1."""


def check_array(
    name: str,
    values: NDArray[Any],
    shape: tuple[int | None, ...],
    kind: type[np.generic],
    *,
    nan: bool = False,
) -> None:
    """Raises InvalidValueError, with the name, unless an array has this shape (None: any) and this dtype.

    Numbers have to be finite; with `nan` they may be NaN where nothing is known.
    """
    fits = values.ndim == len(shape) and all(
        length in (None, side) for length, side in zip(shape, values.shape, strict=True)
    )
    if not fits:
        wanted = ", ".join("n" if length is None else str(length) for length in shape)
        raise InvalidValueError(f"{name} has the shape {values.shape}, not ({wanted})")
    if values.dtype != kind:
        raise InvalidValueError(f"{name} is of {values.dtype}, not {np.dtype(kind)}")
    if not np.issubdtype(kind, np.floating) or np.isfinite(values).all():
        return
    if not nan:
        raise InvalidValueError(f"{name} holds a number that is not finite")
    if np.isinf(values).any():
        raise InvalidValueError(f"{name} holds a number that is infinite")
