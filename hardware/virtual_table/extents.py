"""Which part of the picture a solid, or its shadow, can fall on: so that only this part is worked out."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from hardware.virtual_table import lens
from hardware.virtual_table.lighting import SKY_MM, towards
from hardware.virtual_table.scene import Camera, Lamp
from hardware.virtual_table.shapes import Limb, Solid

Window = tuple[slice, slice]
"""Rows and columns of samples, n x n to a pixel."""

LOWEST_LAMP = 0.1
"""Shadows of lamps lower than this (the sine of their height) are followed no further."""

_TURNS = np.linspace(0, 2 * np.pi, 12, endpoint=False)
_RING = np.stack([np.cos(_TURNS), np.sin(_TURNS)], axis=1)


def of_ball(camera: Camera, solid: Solid, n: int) -> Window:
    """The samples between which a solid may be seen."""
    x, y, z = solid.centre_mm
    r = solid.reach_mm
    corners = [(x + i * r, y + j * r, z + k * r) for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)]
    return _window(lens.project(camera, corners), camera, n)


def of_limb(camera: Camera, limb: Limb, n: int) -> Window:
    """The samples between which a limb may be seen: those of the balls at its two ends, and between them."""
    ends = ((limb.start_mm, limb.start_radius_mm), (limb.end_mm, limb.end_radius_mm))
    corners = [
        (x + i * r, y + j * r, z + k * r)
        for (x, y, z), r in ends
        for i in (-1, 1)
        for j in (-1, 1)
        for k in (-1, 1)
    ]
    return _window(lens.project(camera, corners), camera, n)


def of_shadow(camera: Camera, solid: Solid, lamp: Lamp | None, floor_mm: float, n: int) -> Window:
    """The samples between which the shadow of a solid falls on the plane z = floor (None: of the room)."""
    centre = np.array(solid.centre_mm, np.float32)
    rise = max(float(centre[2]) - floor_mm, 0.5)
    if lamp is None:
        way, spread = np.array([0, 0, 1], np.float32), SKY_MM / SKY_MM
    else:
        ways, distances = towards(lamp, centre[None])
        way, spread = ways[0], lamp.radius_mm / float(distances[0])
    up = max(float(way[2]), LOWEST_LAMP)
    middle = centre - way * (rise / up)
    reach = (solid.reach_mm + spread * rise / up) / up
    outline = np.concatenate([middle[:2] + reach * _RING, centre[:2] + solid.reach_mm * _RING])
    return _window(
        lens.project(camera, np.column_stack([outline, np.full(len(outline), floor_mm)])), camera, n
    )


def union(windows: Sequence[Window]) -> Window:
    """The smallest window that holds all that are not empty."""
    filled = [w for w in windows if w[0].start < w[0].stop and w[1].start < w[1].stop]
    if not filled:
        return (slice(0, 0), slice(0, 0))
    return (
        slice(min(w[0].start for w in filled), max(w[0].stop for w in filled)),
        slice(min(w[1].start for w in filled), max(w[1].stop for w in filled)),
    )


def coarser(window: Window, step: int) -> Window:
    """The same window among every step-th sample."""
    rows, columns = window
    return (
        slice(rows.start // step, -(-rows.stop // step)),
        slice(columns.start // step, -(-columns.stop // step)),
    )


def grown(window: Window, margin: int, shape: tuple[int, int]) -> Window:
    """The window with a margin, within a picture of this shape."""
    rows, columns = window
    return (
        slice(max(0, rows.start - margin), min(shape[0], rows.stop + margin)),
        slice(max(0, columns.start - margin), min(shape[1], columns.stop + margin)),
    )


def _window(pixels: NDArray[np.float64], camera: Camera, n: int) -> Window:
    low = np.floor((pixels.min(axis=0) - 0.5) * n).astype(int)
    high = np.ceil((pixels.max(axis=0) + 1.5) * n).astype(int)
    left, right = np.clip([low[0], high[0]], 0, camera.width_px * n)
    top, bottom = np.clip([low[1], high[1]], 0, camera.height_px * n)
    return (slice(int(top), int(bottom)), slice(int(left), int(right)))
