"""How a hand is drawn: its limbs melt into one another, its skin is soft and uneven, its sleeve is cloth."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.virtual_table import extents, lens
from hardware.virtual_table.colour import Array, linear_bgr
from hardware.virtual_table.hand import HandParts
from hardware.virtual_table.lighting import Finish, from_lamp, from_room
from hardware.virtual_table.scene import Camera, Hand, Light
from hardware.virtual_table.shapes import length

MELT_MM = 3.5
"""Limbs whose surfaces lie this close behind one another melt together."""

SMOOTHING_MM = 2.5
CREVICE_MM = 7.0

SKIN = Finish(0.35, 0.38)
CLOTH = Finish(0.0, 0.5)


def enlarged(layer: Array, step: int, rows: int, columns: int) -> Array:
    """A layer of every step-th sample (h, w), the first at step // 2, interpolated to all samples."""
    column = ((np.arange(columns, dtype=np.float32) - step // 2) / step)[None].repeat(rows, axis=0)
    row = ((np.arange(rows, dtype=np.float32) - step // 2) / step)[:, None].repeat(columns, axis=1)
    return np.asarray(
        cv2.remap(layer, column, row, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.float32
    )


@dataclass(frozen=True, slots=True)
class _Relief:
    """The surface of a hand as the camera sees it: `depth_mm` (H, W) along the rays, infinite beside it.

    `normals` (H, W, 3) are summed over the limbs that melt into one another, `is_sleeve` (H, W).
    """

    depth_mm: Array
    normals: Array
    is_sleeve: NDArray[np.bool_]


def draw(
    limbs: HandParts, hand: Hand, light: Light, camera: Camera, n: int
) -> tuple[NDArray[np.intp], NDArray[np.intp], Array]:
    """The rows and columns of the samples on which a hand is seen, and its light (N, 3), linear BGR."""
    views = lens.rays(camera, n)
    relief = _relief(limbs, camera, views, n)
    r, c = np.nonzero(np.isfinite(relief.depth_mm))
    if not r.size:
        return r, c, np.zeros((0, 3), np.float32)
    window = (slice(int(r.min()), int(r.max()) + 1), slice(int(c.min()), int(c.max()) + 1))
    inside = (r - window[0].start, c - window[1].start)
    depth = relief.depth_mm[r, c]
    scale = n * camera.focal_px / float(np.median(depth))  # samples per mm
    smooth = _blurred(relief.normals[window], SMOOTHING_MM * scale)[inside]
    smooth /= np.maximum(length(smooth)[:, None], 1e-6)
    hollow = _hollow(relief.depth_mm[window], CREVICE_MM * scale)[inside]

    seen = views[r, c]
    points = np.array(camera.position_mm, np.float32) + seen * depth[:, None]
    sleeve = relief.is_sleeve[r, c]
    lit = np.empty_like(points)
    for part, finish, wrap in ((~sleeve, SKIN, 0.25), (sleeve, CLOTH, 0.1)):
        colours = _cloth_colours(hand, points[part]) if part is sleeve else _skin_colours(hand, points[part])
        look = (smooth[part], seen[part], colours, finish)
        lit[part] = from_room(light, *look)
        for lamp in light.lamps:
            lit[part] += from_lamp(lamp, points[part], *look, wrap=wrap)
    return r, c, lit * hollow[:, None]


def _relief(limbs: HandParts, camera: Camera, views: Array, n: int) -> _Relief:
    origin = np.array(camera.position_mm, np.float32)
    depth = np.full(views.shape[:2], np.inf, np.float32)
    is_sleeve = np.zeros(views.shape[:2], np.bool_)
    found = []
    for limb in (*limbs.skin, *limbs.sleeve):
        window = extents.of_limb(camera, limb, n)
        hit = limb.hit(origin, views[window].reshape(-1, 3))
        mask = hit.mask.reshape(depth[window].shape)
        own = np.full(mask.shape, np.inf, np.float32)
        own[mask] = hit.depth_mm
        is_sleeve[window][own < depth[window]] = limb in limbs.sleeve
        np.minimum(depth[window], own, out=depth[window])
        found.append((window, mask, hit))
    normals = np.zeros_like(views)
    for window, mask, hit in found:
        weight = np.exp((depth[window][mask] - hit.depth_mm) / MELT_MM)
        normals[window][mask] += weight[:, None] * hit.normals
    return _Relief(depth, normals, is_sleeve)


def _blurred(layer: Array, sigma: float) -> Array:
    return np.asarray(cv2.GaussianBlur(layer, (0, 0), sigma), np.float32)


def _hollow(depth_mm: Array, sigma: float) -> Array:
    """How much light reaches each place of a relief (h, w): less in the creases between what stands out."""
    mask = np.isfinite(depth_mm)
    depth = np.where(mask, depth_mm, 0).astype(np.float32)
    mean = _blurred(depth, sigma) / np.maximum(_blurred(mask.astype(np.float32), sigma), 1e-3)
    return np.exp(-np.clip(depth - mean, 0, 30) / 14).astype(np.float32)


def _cloth_colours(hand: Hand, points: Array) -> Array:
    weave = 1 + 0.1 * np.sin(points[:, 0] * 2.1) * np.sin(points[:, 1] * 2.3)
    return np.asarray(linear_bgr(hand.sleeve or hand.skin) * weave[:, None], np.float32)


def _skin_colours(hand: Hand, points: Array) -> Array:
    base = linear_bgr(hand.skin)
    rng = np.random.default_rng((hand.seed, 8))
    waves = rng.normal(0, 0.12, (3, 4)).astype(np.float32)
    uneven = np.sin(points @ waves + rng.uniform(0, 6, 4).astype(np.float32)).sum(axis=1) / 4
    redder = np.array([-0.1, -0.05, 0.07], np.float32)
    return np.asarray(np.clip(base * (1 + uneven[:, None] * (redder + 0.05)), 0.004, 0.9), np.float32)
