"""Names of the arrays that pass between stages, and checks of shape, type and range."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.errors import InvalidValueError

Picture = NDArray[np.uint8]  # grey levels: (h, w, 3) in the order B, G, R, or (h, w)

Mask = NDArray[np.bool_]

Floats = NDArray[np.float32]  # measurements, pixel by pixel
Pixels = tuple[NDArray[np.intp], NDArray[np.intp]]  # rows and columns
Doubles = NDArray[np.float64]  # Geometry: places, homographies, matrices
MAD_TO_SIGMA = 1.48  # standard deviation of normal noise whose median absolute deviation is 1


def check_shape(
    name: str, values: NDArray[Any], shape: tuple[int | None, ...], kind: type[np.generic]
) -> None:
    """Raise InvalidValueError, with the name, unless an array has this shape (None: any) and dtype."""
    fits = values.ndim == len(shape) and all(
        length in (None, side) for length, side in zip(shape, values.shape, strict=True)
    )
    if not fits:
        wanted = ", ".join("n" if length is None else str(length) for length in shape)
        raise InvalidValueError(f"{name} has the shape {values.shape}, not ({wanted})")
    if values.dtype != kind:
        raise InvalidValueError(f"{name} is of {values.dtype}, not {np.dtype(kind)}")


def check_numbers(
    name: str, values: NDArray[Any], shape: tuple[int | None, ...], kind: type[np.generic]
) -> None:
    """Check the shape and dtype, and that all numbers are finite; see `check_shape`."""
    check_shape(name, values, shape, kind)
    if not np.isfinite(values).all():
        raise InvalidValueError(f"{name} holds a number that is not finite")


def check_share(name: str, value: float) -> None:
    """Raise InvalidValueError, with the name, unless a number lies within 0 to 1."""
    if not 0 <= value <= 1:
        raise InvalidValueError(f"{name} has to lie within 0 to 1, not {value:g}")


def check_positive(name: str, value: float) -> None:
    """Raise InvalidValueError, with the name, unless a number is finite and above 0."""
    if not 0 < value < np.inf:
        raise InvalidValueError(f"{name} has to be finite and above 0, not {value:g}")


def as_picture(mask: Mask) -> Picture:
    """Return a mask as a picture of 0 and 255."""
    return mask.view(np.uint8) * np.uint8(255)


def as_floats(values: ArrayLike) -> Floats:
    """Return measurements as an array; one of single precision is not copied."""
    return np.asarray(values, np.float32)


def as_doubles(values: ArrayLike) -> Doubles:
    """Return places or a matrix as an array; one of double precision is not copied."""
    return np.asarray(values, np.float64)


def as_levels(values: ArrayLike) -> Picture:
    """Return grey levels as an array; one of bytes is not copied."""
    return np.asarray(values, np.uint8)
