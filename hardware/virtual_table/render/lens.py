"""Projection: the camera's pose and lens, both ways.

Pixel frame: (0, 0) is the centre of the top left pixel, x to the right, y downwards. Camera frame: x to the
right, y downwards, z forwards, as in OpenCV.
"""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from hardware.virtual_table.render.colour import Array
from hardware.virtual_table.scene import SceneCamera


@lru_cache(maxsize=4)
def rotation(camera: SceneCamera) -> NDArray[np.float64]:
    """Return the rotation (3, 3) from the board's frame to the camera's. Cached: don't write to it."""
    forward = np.subtract(camera.target_mm, camera.position_mm)
    forward = forward / np.linalg.norm(forward)
    angle = np.radians(camera.up_deg)
    right = np.cross(forward, (np.cos(angle), np.sin(angle), 0.0))
    right /= np.linalg.norm(right)
    turn = np.stack([right, np.cross(forward, right), forward])
    turn.setflags(write=False)
    return turn


def project(
    camera: SceneCamera, points_mm: NDArray[np.float64] | list[tuple[float, float, float]]
) -> NDArray[np.float64]:
    """Return the pixels (N, 2) at which places (N, 3) in the board's frame appear, distortion included."""
    seen = (np.reshape(points_mm, (-1, 3)) - np.array(camera.position_mm)) @ rotation(camera).T
    flat = seen[:, :2] / seen[:, 2:]
    if camera.k1 or camera.k2:
        r2 = np.sum(flat**2, axis=1, keepdims=True)
        flat = flat * (1 + camera.k1 * r2 + camera.k2 * r2**2)
    middle = ((camera.width_px - 1) / 2, (camera.height_px - 1) / 2)
    return np.asarray(flat * camera.focal_px + middle, np.float64)


@lru_cache(maxsize=4)
def rays(camera: SceneCamera, oversampling: int) -> Array:
    """Return the unit directions (height * n, width * n, 3) of n x n samples a pixel."""
    n = oversampling
    rows, columns = np.mgrid[0 : camera.height_px * n, 0 : camera.width_px * n].astype(np.float32)
    x = ((columns + 0.5) / n - camera.width_px / 2) / np.float32(camera.focal_px)
    y = ((rows + 0.5) / n - camera.height_px / 2) / np.float32(camera.focal_px)
    undistorted_x, undistorted_y = x, y
    for _ in range(6 if camera.k1 or camera.k2 else 0):  # the lens formula has no inverse: iterate
        r2 = undistorted_x**2 + undistorted_y**2
        scale = 1 / (1 + camera.k1 * r2 + camera.k2 * r2**2)
        undistorted_x, undistorted_y = x * scale, y * scale
    directions = np.stack([undistorted_x, undistorted_y, np.ones_like(x)], axis=-1)
    directions = directions @ rotation(camera).astype(np.float32)
    directions /= np.linalg.norm(directions, axis=-1, keepdims=True)
    directions.setflags(write=False)
    return directions.astype(np.float32, copy=False)
