"""Bounding windows of solids and shadows in the picture, so that only these are computed."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from hardware.virtual_table.render import lens
from hardware.virtual_table.render.arm.limb import Limb
from hardware.virtual_table.render.colour import floats
from hardware.virtual_table.render.lighting import sight_of
from hardware.virtual_table.render.shapes import Solid
from hardware.virtual_table.scene import LightSource, SceneCamera

Window = tuple[slice, slice]  # rows and columns of samples, n x n to a pixel
MIN_LAMP_SINE = 0.1  # minimum sine of a lamp's elevation for its shadows to be followed

BAND_ROWS = 48

_TURNS = np.linspace(0, 2 * np.pi, 12, endpoint=False)
_RING = np.stack([np.cos(_TURNS), np.sin(_TURNS)], axis=1)
_CORNERS = np.array([(i, j, k) for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)])


def of_ball(camera: SceneCamera, solid: Solid, n: int) -> Window:
    """Return the window of samples in which a solid may be seen."""
    corners = np.array(solid.centre_mm) + solid.reach_mm * _CORNERS
    return _windows(corners[None], camera, n)[0]


def of_limbs(camera: SceneCamera, limbs: Sequence[Limb], n: int) -> list[Window]:
    """Return the window in which each limb may be seen: those of the balls at its ends, and between."""
    places = np.array([(limb.start_mm, limb.end_mm) for limb in limbs]).reshape(-1, 2, 1, 3)
    radii = np.array([(limb.start_radius_mm, limb.end_radius_mm) for limb in limbs]).reshape(-1, 2, 1, 1)
    return _windows((places + radii * _CORNERS).reshape(len(limbs), -1, 3), camera, n)


def of_shadows(
    camera: SceneCamera, solids: Sequence[Solid], lamp: LightSource | None, floor_mm: float, n: int
) -> list[Window]:
    """Return the window of each solid's shadow on the plane z = floor (lamp None: light of the room)."""
    centres = floats([solid.centre_mm for solid in solids]).reshape(-1, 3)
    reaches = np.array([solid.reach_mm for solid in solids])
    rise = np.maximum(centres[:, 2] - floor_mm, 0.5)
    ways, distances, radius_mm = sight_of(lamp, centres)
    spread = radius_mm / distances.astype(np.float64)
    up = np.maximum(ways[:, 2], MIN_LAMP_SINE)
    middles = centres - ways * (rise / up)[:, None]
    outer = (reaches + spread * rise / up) / up
    shadows = middles[:, None, :2] + outer[:, None, None] * _RING
    feet = centres[:, None, :2] + reaches[:, None, None] * _RING
    outlines = np.full((len(solids), 2 * len(_RING), 3), floor_mm)
    outlines[..., :2] = np.concatenate([shadows, feet], axis=1)
    return _windows(outlines, camera, n)


def union(windows: Sequence[Window]) -> Window:
    """Return the smallest window that holds all that are not empty."""
    filled = [w for w in windows if w[0].start < w[0].stop and w[1].start < w[1].stop]
    if not filled:
        return (slice(0, 0), slice(0, 0))
    return (
        slice(min(w[0].start for w in filled), max(w[0].stop for w in filled)),
        slice(min(w[1].start for w in filled), max(w[1].stop for w in filled)),
    )


def coarser(window: Window, step: int) -> Window:
    """Return the window in samples that are `step` times as far apart."""
    rows, columns = window
    return (
        slice(rows.start // step, -(-rows.stop // step)),
        slice(columns.start // step, -(-columns.stop // step)),
    )


def grown(window: Window, margin: int, shape: tuple[int, int]) -> Window:
    """Return the window with a margin, within a picture of this shape."""
    rows, columns = window
    return (
        slice(max(0, rows.start - margin), min(shape[0], rows.stop + margin)),
        slice(max(0, columns.start - margin), min(shape[1], columns.stop + margin)),
    )


def bands(rows: int) -> list[slice]:
    """Return bands of rows, few enough to stay in the processor's cache."""
    return [slice(first, min(first + BAND_ROWS, rows)) for first in range(0, rows, BAND_ROWS)]


def _windows(places_mm: NDArray[np.float64], camera: SceneCamera, n: int) -> list[Window]:
    """Return the windows of outlines (N, k, 3) in the board's frame."""
    pixels = lens.project(camera, places_mm).reshape(*places_mm.shape[:2], 2)
    last = (camera.width_px * n, camera.height_px * n)
    low = np.clip(np.floor((pixels.min(axis=1) - 0.5) * n), 0, last).astype(int).tolist()
    high = np.clip(np.ceil((pixels.max(axis=1) + 1.5) * n), 0, last).astype(int).tolist()
    return [
        (slice(top, bottom), slice(left, right))
        for (left, top), (right, bottom) in zip(low, high, strict=True)
    ]
