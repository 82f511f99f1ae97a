"""Iterative solvers for linear systems too large to write down: only their left side can be computed."""

import math
from collections.abc import Callable
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

_Float = TypeVar("_Float", np.float32, np.float64)


_MAX_STEPS = 500  # far more than were ever needed: what comes to it gets no further
_PATIENCE = 100  # steps within which the error must halve, or it never will; seldom more than 40 were needed


def solved(
    apply: Callable[[NDArray[_Float]], NDArray[_Float]], right: NDArray[_Float], tolerance: float
) -> NDArray[_Float]:
    """Return the x with apply(x) = right, no row off by more than the tolerance.

    BiCGSTAB (van der Vorst, SIAM J. Sci. Stat. Comput. 13, 1992), begun again from where it is when it breaks
    down. After the most steps, or when it gets no further, the best x that was met is returned.
    """
    halved, halved_at = np.inf, 0
    x, residual = np.zeros_like(right), right.copy()
    best, best_x = largest(residual), x.copy()
    shadow = direction = moved = np.zeros_like(x)
    shadow_length = rho = alpha = omega = 0.0
    for step in range(_MAX_STEPS):
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
        now = largest(residual)
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


def largest(x: NDArray[_Float]) -> float:
    """Return the largest absolute value."""
    return float(max(x.max(), -x.min()))
