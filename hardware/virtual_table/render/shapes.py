"""Simple solids of which objects are made: ray intersection and occlusion.

Every solid has two methods, for many points at once: `hit` (what a camera ray meets first) and `occlusion`
(which share of a round lamp it hides from a point: the soft edge of a shadow).
"""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from hardware.virtual_table.render.colour import Array, floats
from hardware.virtual_table.scene import Place


@dataclass(frozen=True)
class Hit:
    """Intersections of rays with a solid; rows are those of the rays that `mask` (N,) marks.

    `depth_mm` (M,) along the ray, `normals` (M, 3) outwards, `local` (M, 3) in the solid's own units (-1 to 1
    across), for its pattern.
    """

    mask: NDArray[np.bool_]
    depth_mm: Array
    normals: Array
    local: Array


class Solid(Protocol):
    """A solid body in the board's frame, in mm."""

    @property
    def centre_mm(self) -> Place:
        """Centre of the bounding ball."""
        ...

    @property
    def reach_mm(self) -> float:
        """Radius of the bounding ball."""
        ...

    def hit(self, origin_mm: Array, directions: Array) -> Hit:
        """Return the first intersections of rays from one origin (3,) along unit directions (N, 3)."""
        ...

    def occlusion(self, points_mm: Array, to_lamp: Array, distance_mm: Array, lamp_radius_mm: float) -> Array:
        """Return the share (N,), 0 to 1, of a lamp in the unit directions `to_lamp` (N, 3) that it hides."""
        ...


def length(vectors: Array) -> Array:
    """Return the lengths (N,) of vectors (N, 2 or 3), much faster than `np.linalg.norm`."""
    return floats(np.sqrt(np.einsum("ij,ij->i", vectors, vectors)))


def clamped(shares: NDArray[np.floating]) -> NDArray[np.floating]:
    """Clip shares to 0 and 1 in place; quicker than np.clip for short arrays."""
    np.minimum(np.maximum(shares, 0, out=shares), 1, out=shares)
    return shares


def hidden_share(miss: Array, lamp_size: Array) -> Array:
    """Return the share of a round lamp hidden by a round body of radius 1, at the apparent distance `miss`.

    A smooth step between touching from outside and from inside; a body smaller than the lamp hides at most
    its own area.
    """
    outer = 1 + lamp_size
    inner = np.abs(1 - lamp_size)
    t = clamped((outer - miss) / np.maximum(outer - inner, 1e-4))
    return floats(t * t * (3 - 2 * t) / np.maximum(lamp_size, 1.0) ** 2)


@dataclass(frozen=True)
class Ellipsoid:
    """An ellipsoid with the semi-axes a, b (turned by `angle_deg`) and c upright.

    `wobble` (amplitude, phase) makes its outline uneven, like a river stone.
    """

    centre_mm: Place
    semi_axes_mm: Place
    angle_deg: float = 0.0
    wobble: tuple[float, float] = (0.0, 0.0)

    @property
    def reach_mm(self) -> float:
        """Radius of the bounding ball."""
        return max(self.semi_axes_mm) * (1 + 2 * self.wobble[0])

    def _to_local(self) -> Array:
        cos, sin = np.cos(np.radians(self.angle_deg)), np.sin(np.radians(self.angle_deg))
        turn = np.array([[cos, sin, 0], [-sin, cos, 0], [0, 0, 1.0]])
        return floats(turn / np.array(self.semi_axes_mm)[:, None])

    def _radius(self, x: Array, y: Array) -> Array:
        amplitude, phase = self.wobble
        angle = np.arctan2(y, x)
        uneven = (
            np.sin(2 * angle + phase)
            + 0.7 * np.sin(3 * angle + 2.1 * phase)
            + 0.4 * np.sin(5 * angle - phase)
        )
        return floats(1 + amplitude * uneven)

    def hit(self, origin_mm: Array, directions: Array) -> Hit:
        """See `Solid.hit`."""
        matrix = self._to_local()
        o = matrix @ (origin_mm - floats(self.centre_mm))
        d = directions @ matrix.T
        a = np.einsum("ij,ij->i", d, d)
        b = d @ o
        radius2: Array | float = 1.0
        if self.wobble[0]:
            nearest = o - d * (b / a)[:, None]
            radius2 = self._radius(nearest[:, 0], nearest[:, 1]) ** 2
        discriminant = b * b - a * (o @ o - radius2)
        mask = discriminant > 0
        depth = (-b[mask] - np.sqrt(discriminant[mask])) / a[mask]
        local = o + d[mask] * depth[:, None]
        normals = local @ matrix
        normals /= length(normals)[:, None]
        return Hit(mask, depth, normals, local)

    def occlusion(self, points_mm: Array, to_lamp: Array, distance_mm: Array, lamp_radius_mm: float) -> Array:
        """See `Solid.occlusion`; computed where the ellipsoid is a unit ball."""
        matrix = self._to_local()
        p = (points_mm - floats(self.centre_mm)) @ matrix.T
        d = to_lamp @ matrix.T
        along = -np.einsum("ij,ij->i", p, d) / np.einsum("ij,ij->i", d, d)
        nearest = p + d * along[:, None]
        miss = length(nearest)
        if self.wobble[0]:
            miss = miss / self._radius(nearest[:, 0], nearest[:, 1])
        size = np.maximum(along, 0) * lamp_radius_mm / distance_mm / self.semi_axes_mm[0]
        return floats(np.where(along > 0, hidden_share(miss, np.maximum(size, 0.02)), 0.0))


@dataclass(frozen=True)
class Cylinder:
    """An upright cylinder, placed by the middle of its underside, its upper edge rounded by `bevel_mm`."""

    foot_mm: Place
    radius_mm: float
    height_mm: float
    bevel_mm: float = 0.8

    @property
    def centre_mm(self) -> Place:
        """Centre of the bounding ball."""
        x, y, z = self.foot_mm
        return (x, y, z + self.height_mm / 2)

    @property
    def reach_mm(self) -> float:
        """Radius of the bounding ball."""
        return float(np.hypot(self.radius_mm, self.height_mm / 2))

    def hit(self, origin_mm: Array, directions: Array) -> Hit:
        """See `Solid.hit`."""
        o = origin_mm - floats(self.foot_mm)
        top_depth = (self.height_mm - o[2]) / directions[:, 2]
        top = o[:2] + directions[:, :2] * top_depth[:, None]
        on_top = np.einsum("ij,ij->i", top, top) <= self.radius_mm**2
        a = np.einsum("ij,ij->i", directions[:, :2], directions[:, :2])
        b = directions[:, :2] @ o[:2]
        discriminant = b * b - a * (o[:2] @ o[:2] - self.radius_mm**2)
        side_depth = (-b - np.sqrt(np.maximum(discriminant, 0))) / np.maximum(a, 1e-9)
        z = o[2] + directions[:, 2] * side_depth
        on_side = (discriminant > 0) & (z >= 0) & (z <= self.height_mm) & ~on_top
        mask = on_top | on_side
        depth = np.where(on_top, top_depth, side_depth)[mask]
        local = floats(o + directions[mask] * depth[:, None])
        across = length(local[:, :2])
        upright = np.where(
            on_top[mask],
            np.clip((self.radius_mm - across) / self.bevel_mm, 0.35, 1),
            0.35 * np.clip((local[:, 2] - self.height_mm + self.bevel_mm) / self.bevel_mm, 0, 1),
        )
        normals = np.empty_like(local)
        normals[:, :2] = local[:, :2] / np.maximum(across, 1e-6)[:, None] * np.sqrt(1 - upright**2)[:, None]
        normals[:, 2] = upright
        scale = floats([self.radius_mm, self.radius_mm, self.height_mm])
        return Hit(mask, depth.astype(np.float32), normals, local / scale)

    def occlusion(self, points_mm: Array, to_lamp: Array, distance_mm: Array, lamp_radius_mm: float) -> Array:
        """See `Solid.occlusion`; uses the part of the ray to the lamp within the cylinder's height."""
        p = points_mm - floats(self.foot_mm)
        slope = to_lamp[:, :2] / np.maximum(to_lamp[:, 2:], 0.05)
        enter, leave = np.maximum(-p[:, 2], 0.0), self.height_mm - p[:, 2]
        start = p[:, :2] + slope * enter[:, None]
        way = slope * np.maximum(leave - enter, 0.0)[:, None]
        share = -np.einsum("ij,ij->i", start, way) / np.maximum(np.einsum("ij,ij->i", way, way), 1e-6)
        share = np.clip(share, 0, 1)
        miss = length(start + way * share[:, None]) / self.radius_mm
        climb = enter + share * (leave - enter)
        size = climb / np.maximum(to_lamp[:, 2], 0.05) * lamp_radius_mm / distance_mm / self.radius_mm
        return floats(np.where(leave > 0.05, hidden_share(miss, np.maximum(size, 0.02)), 0.0))


@dataclass(frozen=True)
class Cuboid:
    """An upright box, placed by the middle of its underside, turned by `angle_deg`."""

    foot_mm: Place
    size_mm: Place
    angle_deg: float = 0.0

    @property
    def centre_mm(self) -> Place:
        """Centre of the bounding ball."""
        x, y, z = self.foot_mm
        return (x, y, z + self.size_mm[2] / 2)

    @property
    def reach_mm(self) -> float:
        """Radius of the bounding ball."""
        return float(np.linalg.norm(self.size_mm)) / 2

    def _turn(self) -> Array:
        cos, sin = np.cos(np.radians(self.angle_deg)), np.sin(np.radians(self.angle_deg))
        return floats([[cos, sin, 0], [-sin, cos, 0], [0, 0, 1]])

    def hit(self, origin_mm: Array, directions: Array) -> Hit:
        """See `Solid.hit`; by slabs."""
        turn = self._turn()
        half = floats(self.size_mm) / 2
        o = turn @ (origin_mm - floats(self.centre_mm))
        d = directions @ turn.T
        d = np.where(np.abs(d) < 1e-7, 1e-7, d)
        near, far = (-np.sign(d) * half - o) / d, (np.sign(d) * half - o) / d
        axis = np.argmax(near, axis=1)
        depth = np.max(near, axis=1)
        mask = depth < np.min(far, axis=1)
        depth, axis, d = depth[mask], axis[mask], d[mask]
        normals = np.zeros_like(d)
        rows = np.arange(len(d))
        normals[rows, axis] = -np.sign(d[rows, axis])
        return Hit(mask, depth, normals @ turn, (o + d * depth[:, None]) / half)

    def occlusion(self, points_mm: Array, to_lamp: Array, distance_mm: Array, lamp_radius_mm: float) -> Array:
        """See `Solid.occlusion`; sampled at five heights of the ray to the lamp."""
        turn = self._turn()
        p = (points_mm - floats(self.foot_mm)) @ turn.T
        slope = (to_lamp[:, :2] / np.maximum(to_lamp[:, 2:], 0.05)) @ turn[:2, :2].T
        half = floats(self.size_mm[:2]) / 2
        hidden = np.zeros(len(p), np.float32)
        for height in np.linspace(0.05, 1.0, 5) * self.size_mm[2]:
            climb = height - p[:, 2]
            dx = np.abs(p[:, 0] + slope[:, 0] * climb) - half[0]
            dy = np.abs(p[:, 1] + slope[:, 1] * climb) - half[1]
            gap = np.hypot(np.maximum(dx, 0), np.maximum(dy, 0)) + np.minimum(np.maximum(dx, dy), 0)
            blur = np.maximum(climb, 0) / np.maximum(to_lamp[:, 2], 0.05) * lamp_radius_mm / distance_mm + 0.4
            share = np.clip(0.5 - gap / (2 * blur), 0, 1)
            hidden = np.maximum(hidden, np.where(climb > 0.05, share, 0.0))
        return hidden.astype(np.float32)
