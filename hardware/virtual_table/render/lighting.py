"""Light that a surface sends to the camera: lamps, the light of the room, gloss and shadow."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from hardware.virtual_table.render.colour import Array, bgr, floats
from hardware.virtual_table.render.shapes import Solid
from hardware.virtual_table.scene import Lighting, LightSource

SKY_MM = 1000.0
"""The light of the room is occluded like that of a lamp straight above, at this distance and as wide."""

GLASS_REFLECTION = 0.04  # reflectance of glass or varnish at normal incidence (Fresnel, n = 1.5)


@dataclass(frozen=True)
class Finish:
    """A surface's reflection: `gloss` (0 none, 1 as glass), `roughness` (radians, of its highlight)."""

    gloss: float
    roughness: float


def towards(lamp: LightSource, points_mm: Array) -> tuple[Array, Array]:
    """Return the unit directions (N, 3) from points (N, 3) to a lamp, and its distances (N,) in mm."""
    way = floats(lamp.position_mm) - points_mm
    distance = np.sqrt(np.einsum("ij,ij->i", way, way))
    return way / distance[:, None], distance


def strength(lamp: LightSource, points_mm: Array, distance_mm: Array) -> Array:
    """Return a lamp's light (N,) at points that face it: 1 at the middle of the board, or of its spot."""
    x, y = lamp.aim_mm
    reference2 = float(np.sum(np.subtract(lamp.position_mm, (x, y, 0.0)) ** 2))
    given = reference2 / distance_mm**2
    if lamp.spot_mm is not None:
        off2 = (points_mm[:, 0] - x) ** 2 + (points_mm[:, 1] - y) ** 2
        given = given * np.exp(-off2 / np.float32(lamp.spot_mm) ** 2)
    return given.astype(np.float32)


def fresnel(cosine: Array) -> Array:
    """Return the reflectance at an angle of this cosine (Schlick's approximation)."""
    return GLASS_REFLECTION + (1 - GLASS_REFLECTION) * (1 - np.clip(cosine, 0, 1)) ** 5


def from_lamp(
    lamp: LightSource,
    points_mm: Array,
    normals: Array,
    views: Array,
    albedo: Array,
    finish: Finish,
    wrap: float = 0.0,
) -> Array:
    """Return the unshadowed light (N, 3), linear BGR, that surface points send to the camera from one lamp.

    `views` (N, 3) are unit directions from the camera; `albedo` is (N, 3). `wrap` lets light reach round
    edges, as in skin.
    """
    to_lamp, distance = towards(lamp, points_mm)
    facing = np.einsum("ij,ij->i", normals, to_lamp)
    given = strength(lamp, points_mm, distance)
    diffuse = np.clip((facing + wrap) / (1 + wrap), 0, 1) * given
    result = albedo * diffuse[:, None]
    if finish.gloss:
        seen = np.einsum("ij,ij->i", normals, views)
        mirrored = views - 2 * seen[:, None] * normals
        width2 = (lamp.radius_mm / distance) ** 2 + finish.roughness**2
        off = 2 * (1 - np.einsum("ij,ij->i", mirrored, to_lamp))  # the square of the angle, for small ones
        shine = finish.gloss * fresnel(-seen) * np.exp(-off / width2) / width2
        result = result + (shine * given * (facing > 0))[:, None]
    return floats(result * bgr(lamp.colour))


def from_room(light: Lighting, normals: Array, views: Array, albedo: Array, finish: Finish) -> Array:
    """Return the unshadowed light (N, 3), linear BGR, that surface points reflect of the room's light."""
    above = 0.5 + 0.5 * normals[:, 2]
    result = albedo * (0.35 + 0.65 * above)[:, None]
    if finish.gloss:
        seen = np.einsum("ij,ij->i", normals, views)
        up = views[:, 2] - 2 * seen * normals[:, 2]
        # Walls are darker than the ceiling, and low angles reflect the dim table.
        sky = np.clip(0.35 + 0.75 * up, 0.1, 1.0)
        result = result + (finish.gloss * fresnel(-seen) * sky)[:, None]
    return floats(result * bgr(light.ambient))


def sight_of(lamp: LightSource | None, points_mm: Array) -> tuple[Array, Array, float]:
    """Return a lamp as seen from points (N, 3): directions (N, 3), distances, radius; None is the room."""
    if lamp is not None:
        return *towards(lamp, points_mm), lamp.radius_mm
    straight_up = np.broadcast_to(floats([0, 0, 1]), points_mm.shape)
    return straight_up, np.full(len(points_mm), SKY_MM, np.float32), SKY_MM


def visible_share(solids: Sequence[Solid], points_mm: Array, lamp: LightSource | None) -> Array:
    """Return the share (N,) of a lamp (None: of the light of the room) that solids leave to points (N, 3)."""
    sight = sight_of(lamp, points_mm)
    share = np.ones(len(points_mm), np.float32)
    for solid in solids:
        share *= 1 - solid.occlusion(points_mm, *sight)
    return share
