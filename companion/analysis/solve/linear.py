"""Iterative solvers for linear systems too large to write down: only their left side can be computed."""

import math
from collections.abc import Callable
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

_Float = TypeVar("_Float", np.float32, np.float64)


_PATIENCE = 100  # steps within which the error must halve, or it never will; seldom more than 40 were needed


def solved(
    apply: Callable[[NDArray[_Float]], NDArray[_Float]],
    right: NDArray[_Float],
    tolerance: float,
    max_steps: int = 500,
) -> NDArray[_Float]:
    """Return the x with apply(x) = right, no row off by more than the tolerance.

    BiCGSTAB (van der Vorst, SIAM J. Sci. Stat. Comput. 13, 1992), begun again from where it is when it breaks
    down. After the most steps, or when it gets no further, the best x that was met is returned.
    """
    halved, halved_at = np.inf, 0
    x, residual = np.zeros_like(right), right.copy()
    best, best_x = _largest(residual), x.copy()
    shadow = direction = moved = np.zeros_like(x)
    shadow_length = rho = alpha = omega = 0.0
    for step in range(max_steps):
        if best <= tolerance:
            break
        last_rho, rho = rho, float(np.vdot(shadow, residual))
        if step == 0 or abs(rho) < 1e-6 * shadow_length * math.sqrt(float(np.vdot(residual, residual))):
            shadow = residual.copy()
            rho = float(np.vdot(shadow, residual))
            shadow_length = math.sqrt(rho)
            direction = residual.copy()
        else:
            direction -= omega * moved
            direction *= rho / last_rho * (alpha / omega)
            direction += residual
        moved = apply(direction)
        along = float(np.vdot(shadow, moved))
        if along == 0.0:
            break
        alpha = rho / along
        residual -= alpha * moved
        x += alpha * direction
        turned = apply(residual)
        length = float(np.vdot(turned, turned))
        if length == 0.0:
            return x
        omega = float(np.vdot(turned, residual)) / length
        x += omega * residual
        residual -= omega * turned
        now = _largest(residual)
        if not np.isfinite(now) or omega == 0.0:
            break
        if now < best:
            best = now
            best_x[:] = x
        if best < 0.5 * halved:
            halved, halved_at = best, step
        if step - halved_at > _PATIENCE:
            break
    return best_x


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
        last_off, off = off, _largest(residual)
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


def _largest(x: NDArray[_Float]) -> float:
    """Return the largest absolute value."""
    return float(max(x.max(), -x.min()))
