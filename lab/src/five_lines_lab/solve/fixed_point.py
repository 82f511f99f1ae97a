"""The fixed point of a linear step, in single precision where that is enough."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from companion.analysis.solve.linear import largest, solved


def fixed_point(
    step: Callable[[NDArray[np.float64]], NDArray[np.float64]],
    narrow_step: Callable[[NDArray[np.float32]], NDArray[np.float32]],
    constant: NDArray[np.float64],
    tolerance: float,
) -> NDArray[np.float64]:
    """Return the x with x = constant + step(x), no row off by more than the tolerance.

    `step` is linear, `narrow_step` does the same in half the memory: what is still missing is found with it
    and added until nothing is (iterative refinement).
    """
    x = constant.copy()
    off = np.inf
    while True:
        residual = step(x)
        residual += constant
        residual -= x
        last_off, off = off, largest(residual)
        if off <= tolerance or off > 0.5 * last_off:
            return x
        residual /= off
        x += off * correction(narrow_step, residual, 1e-3)


def correction(
    narrow_step: Callable[[NDArray[np.float32]], NDArray[np.float32]],
    residual: NDArray[np.float64],
    tolerance: float,
) -> NDArray[np.float32]:
    """Return the x with x = residual + narrow_step(x), up to the tolerance."""
    right = residual.astype(np.float32)

    def apply(x: NDArray[np.float32]) -> NDArray[np.float32]:
        stepped = narrow_step(x)
        return np.subtract(x, stepped, out=stepped)

    return solved(apply, right, tolerance)
