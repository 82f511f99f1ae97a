"""Rounded limbs of which fingers, hands and arms are made."""

from dataclasses import dataclass

import numpy as np

from hardware.virtual_table.render.colour import Array, floats
from hardware.virtual_table.render.shapes import Hit, clamped, hidden_share
from hardware.virtual_table.scene import Place


@dataclass(frozen=True)
class Limb:
    """A rounded, tapering limb between two places: a part of a finger, a hand or an arm."""

    start_mm: Place
    end_mm: Place
    start_radius_mm: float
    end_radius_mm: float

    @property
    def centre_mm(self) -> Place:
        """Centre of the bounding ball."""
        x, y, z = np.add(self.start_mm, self.end_mm) / 2
        return (float(x), float(y), float(z))

    @property
    def reach_mm(self) -> float:
        """Radius of the bounding ball."""
        length = float(np.linalg.norm(np.subtract(self.end_mm, self.start_mm)))
        return length / 2 + max(self.start_radius_mm, self.end_radius_mm)

    def _nearest(self, origin: Array, directions: Array) -> tuple[Array, Array, Array, Array]:
        """Return the nearest approach of rays: share of the limb, depth along the ray, radius, squared gap.

        `origin` is (3,) or (N, 3), the unit directions (N, 3). Computed from dot products only, without
        places, since most rays of a window miss.
        """
        axis = floats(np.subtract(self.end_mm, self.start_mm))
        w = origin - floats(self.start_mm)
        length2 = np.float32(axis @ axis)
        slant = directions @ axis
        w_axis = w @ axis
        if w.ndim == 1:
            w_ray, w2 = directions @ w, np.float32(w @ w)
        else:
            w_ray, w2 = np.einsum("ij,ij->i", w, directions), np.einsum("ij,ij->i", w, w)
        share = clamped((w_axis - slant * w_ray) / np.maximum(length2 - slant**2, 1e-3))
        along = share * slant - w_ray
        gap2 = w2 + along * (along + 2 * (w_ray - share * slant)) + share * (share * length2 - 2 * w_axis)
        radius = self.start_radius_mm + share * np.float32(self.end_radius_mm - self.start_radius_mm)
        return share, along, radius, np.maximum(gap2, 0)

    def hit(self, origin_mm: Array, directions: Array) -> Hit:
        """See `Solid.hit`; the limb is met as the ball at its nearest place; it has no pattern."""
        share, along, radius, gap2 = self._nearest(origin_mm, directions)
        inside = radius**2 - gap2
        mask = inside > 0
        met = np.flatnonzero(mask)
        share, radius = share.take(met), radius.take(met)
        depth = along.take(met) - np.sqrt(inside.take(met))
        axis = floats(np.subtract(self.end_mm, self.start_mm))
        normals = directions.take(met, axis=0)
        normals *= depth[:, None]
        normals += origin_mm
        normals -= floats(self.start_mm) + share[:, None] * axis
        normals /= radius[:, None]
        return Hit(mask, depth, normals, normals)

    def occlusion(self, points_mm: Array, to_lamp: Array, distance_mm: Array, lamp_radius_mm: float) -> Array:
        """See `Solid.occlusion`."""
        _, along, radius, gap2 = self._nearest(points_mm, to_lamp)
        size = np.maximum(along, 0) * lamp_radius_mm / distance_mm / radius
        miss = floats(np.sqrt(gap2) / radius)
        return floats(np.where(along > 0, hidden_share(miss, np.maximum(size, 0.02)), 0.0))
