"""Draw a hand: its limbs merge, its skin is soft and uneven, its sleeve is cloth."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.virtual_table.render import extents, lens
from hardware.virtual_table.render.arm.hand import HandParts
from hardware.virtual_table.render.colour import Array, floats, linear_bgr
from hardware.virtual_table.render.lighting import Finish, from_lamp, from_room
from hardware.virtual_table.render.shapes import length
from hardware.virtual_table.scene import Lighting, SceneCamera, VirtualHand

MELT_MM = 3.5  # distance, in depth, within which limbs merge

SMOOTHING_MM = 2.5
CREVICE_MM = 7.0

SKIN = Finish(0.35, 0.38)
CLOTH = Finish(0.0, 0.5)


def enlarged(layer: Array, step: int, rows: int, columns: int) -> Array:
    """Return a layer of every step-th sample (h, w), the first at step // 2, interpolated to all samples."""
    column, row = _places_among(step, rows, columns)
    return floats(cv2.remap(layer, column, row, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))


@lru_cache(maxsize=2)
def _places_among(step: int, rows: int, columns: int) -> tuple[Array, Array]:
    """Return the column and the row, each (rows, columns), of samples among every step-th."""
    row, column = np.mgrid[0:rows, 0:columns].astype(np.float32)
    return (column - step // 2) / step, (row - step // 2) / step


@dataclass(frozen=True)
class _Relief:
    """The surface of a hand as the camera sees it: `depth_mm` (H, W) along the rays, infinite beside it.

    `normals` (H, W, 3) are summed over merging limbs; `is_sleeve` is (H, W).
    """

    depth_mm: Array
    normals: Array
    is_sleeve: NDArray[np.bool_]


def draw(
    limbs: HandParts, hand: VirtualHand, light: Lighting, camera: SceneCamera, n: int
) -> tuple[NDArray[np.intp], Array]:
    """Return the samples (N,), row by row, on which a hand is seen, and its light (N, 3), linear BGR."""
    views = lens.rays(camera, n)
    relief = _relief(limbs, camera, views, n)
    at = np.flatnonzero(np.isfinite(relief.depth_mm))
    if not at.size:
        return at, np.zeros((0, 3), np.float32)
    rows, columns = np.divmod(at, views.shape[1])
    window = (slice(rows[0], rows[-1] + 1), slice(columns.min(), columns.max() + 1))
    inside = np.flatnonzero(np.isfinite(relief.depth_mm[window]))
    depth = relief.depth_mm.ravel()[at]
    scale = n * camera.focal_px / float(np.median(depth))  # samples per mm
    smooth = _blurred(relief.normals[window], SMOOTHING_MM * scale).reshape(-1, 3).take(inside, axis=0)
    smooth /= np.maximum(length(smooth)[:, None], 1e-6)
    hollow = _hollow(relief.depth_mm[window], CREVICE_MM * scale).ravel()[inside]

    seen = views.reshape(-1, 3).take(at, axis=0)
    points = floats(camera.position_mm) + seen * depth[:, None]
    sleeve = relief.is_sleeve.ravel()[at]
    lit = np.empty_like(points)
    for is_sleeve, finish, wrap in ((False, SKIN, 0.25), (True, CLOTH, 0.1)):
        part = np.flatnonzero(sleeve == is_sleeve)
        places = points.take(part, axis=0)
        colours = _cloth_colours(hand, places) if is_sleeve else _skin_colours(hand, places)
        look = (smooth.take(part, axis=0), seen.take(part, axis=0), colours, finish)
        given = from_room(light, *look)
        for lamp in light.lamps:
            given += from_lamp(lamp, places, *look, wrap=wrap)
        lit[part] = given
    lit *= hollow[:, None]
    return at, lit


def _relief(limbs: HandParts, camera: SceneCamera, views: Array, n: int) -> _Relief:
    origin = floats(camera.position_mm)
    samples = np.arange(views.shape[0] * views.shape[1]).reshape(views.shape[:2])
    depth = np.full(samples.size, np.inf, np.float32)
    is_sleeve = np.zeros(samples.size, np.bool_)
    found = []
    every = (*limbs.skin, *limbs.sleeve)
    for number, (limb, window) in enumerate(zip(every, extents.of_limbs(camera, every, n), strict=True)):
        if not samples[window].size:
            continue
        hit = limb.hit(origin, views[window].reshape(-1, 3))
        at = samples[window].ravel().compress(hit.mask)
        before = depth.take(at)
        is_sleeve[at[hit.depth_mm < before]] = number >= len(limbs.skin)
        depth[at] = np.minimum(before, hit.depth_mm)
        found.append((at, hit))
    normals = np.zeros((samples.size, 3), np.float32)
    for at, hit in found:
        weight = np.exp((depth.take(at) - hit.depth_mm) / MELT_MM)
        normals[at] += weight[:, None] * hit.normals
    shape = samples.shape
    return _Relief(depth.reshape(shape), normals.reshape(*shape, 3), is_sleeve.reshape(shape))


def _blurred(layer: Array, sigma: float) -> Array:
    return floats(cv2.GaussianBlur(layer, (0, 0), sigma))


def _hollow(depth_mm: Array, sigma: float) -> Array:
    """Return how much light reaches each place of a relief (h, w): less in its creases."""
    mask = np.isfinite(depth_mm)
    depth = floats(np.where(mask, depth_mm, 0))
    mean = _blurred(depth, sigma) / np.maximum(_blurred(mask.astype(np.float32), sigma), 1e-3)
    return floats(np.exp(-np.clip(depth - mean, 0, 30) / 14))


def _cloth_colours(hand: VirtualHand, points: Array) -> Array:
    weave = 1 + 0.1 * np.sin(points[:, 0] * 2.1) * np.sin(points[:, 1] * 2.3)
    return floats(linear_bgr(hand.sleeve or hand.skin) * weave[:, None])


def _skin_colours(hand: VirtualHand, points: Array) -> Array:
    base = linear_bgr(hand.skin)
    rng = np.random.default_rng((hand.seed, 8))
    waves = rng.normal(0, 0.12, (3, 4)).astype(np.float32)
    uneven = np.sin(points @ waves + rng.uniform(0, 6, 4).astype(np.float32)).sum(axis=1) / 4
    redder = floats([-0.1, -0.05, 0.07])
    return floats(np.clip(base * (1 + uneven[:, None] * (redder + 0.05)), 0.004, 0.9))
