"""Solids, colours and finishes of counters and other objects."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hardware.virtual_table.render.colour import Array, floats, linear_bgr
from hardware.virtual_table.render.lighting import Finish
from hardware.virtual_table.render.shapes import Cuboid, Cylinder, Ellipsoid, Solid
from hardware.virtual_table.scene import CounterKind, ObjectKind, SceneObject, VirtualCounter

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
"""Where the pips of each face of a die are, in units of their distance from its middle lines."""

PIP_SPREAD, PIP_RADIUS = 0.5, 0.18  # in halves of a die's side
DARK_PIPS = 0.4  # mean of a die's colour from which its pips are dark and not pale

DOME = 0.42  # share of a bead's height below its widest part


@dataclass(frozen=True)
class Body:
    """A solid, what it represents, and how it reflects."""

    solid: Solid
    source: VirtualCounter | SceneObject
    finish: Finish


def counter_body(counter: VirtualCounter) -> Body:
    """Return the body of a counter."""
    foot = (counter.x_mm, counter.y_mm, counter.z_mm)
    radius, height = counter.diameter_mm / 2, counter.height_mm
    roughness = 0.03 + 0.3 * (1 - counter.gloss) ** 2
    finish = Finish(counter.gloss, roughness)
    solid: Solid
    if counter.kind is CounterKind.DISC:
        solid = Cylinder(foot, radius, height)
    else:
        rng = np.random.default_rng((counter.seed, 6))
        long, wobble, phase = 1.0, 0.0, 0.0
        if counter.kind is CounterKind.PEBBLE:
            long, wobble, phase = rng.uniform(0.9, 1.0), rng.uniform(0.01, 0.03), rng.uniform(0, 6)
        middle = (counter.x_mm, counter.y_mm, counter.z_mm + DOME * height)
        axes = (radius, radius * long, (1 - DOME) * height)
        solid = Ellipsoid(middle, axes, counter.angle_deg, (wobble, phase))
    return Body(solid, counter, finish)


def object_body(thing: SceneObject) -> Body:
    """Return the body of a thing."""
    foot = (thing.x_mm, thing.y_mm, thing.z_mm)
    match thing.kind:
        case ObjectKind.CUP:
            return Body(Cylinder(foot, 38.0, 92.0, 2.5), thing, Finish(0.8, 0.08))
        case ObjectKind.PHONE:
            return Body(Cuboid(foot, (147.0, 71.0, 8.0), thing.angle_deg), thing, Finish(1.0, 0.02))
        case ObjectKind.COIN:
            return Body(Cylinder(foot, 11.6, 2.2, 0.4), thing, Finish(3.0, 0.3))
        case ObjectKind.DIE:
            return Body(Cuboid(foot, (15.0, 15.0, 15.0), thing.angle_deg), thing, Finish(0.8, 0.1))


def albedo(body: Body, local: Array) -> Array:
    """Return the linear BGR colours (N, 3) of a body at places (N, 3) in its solid's own units."""
    source = body.source
    base = linear_bgr(source.colour)
    if isinstance(source, VirtualCounter):
        tone = _counter_tone(source, local)
        colours = np.clip(base * tone[:, None], 0.004, 0.92)
        across = np.linalg.norm(local[:, :2], axis=1)
        for colour, inner, outer in source.rings:
            colours[(local[:, 2] > 0.999) & (across >= inner) & (across < outer)] = linear_bgr(colour)
        return floats(colours)
    across = np.linalg.norm(local[:, :2], axis=1)
    match source.kind:
        case ObjectKind.CUP:
            on_top = local[:, 2] > 0.999
            inside = floats([0.02, 0.035, 0.07])
            return floats(np.where((on_top & (across < 0.88))[:, None], inside, base))
        case ObjectKind.PHONE:
            edge = np.abs(local[:, :2]).max(axis=1) > 0.96
            return floats(np.where(edge[:, None], base * 0.5, np.float32(0.012)))
        case ObjectKind.COIN:
            relief = np.sin(9 * local[:, 0] + 4 * local[:, 1]) * np.sin(7 * local[:, 1]) * (across < 0.7)
            return floats(base * (0.8 + 0.2 * relief)[:, None])
        case ObjectKind.DIE:
            pips = np.float32(0.01 if sum(source.colour) / 3 > DARK_PIPS else 0.85)
            return floats(np.where(_is_pip(source.face, local)[:, None], pips, base))


def _is_pip(face: int, local: Array) -> NDArray[np.bool_]:
    """Return which places (N, 3) on a die are pips; opposite faces add up to seven."""
    x_face, y_face = (n for n in (1, 2, 3) if n not in (face, 7 - face))
    axis = np.abs(local).argmax(axis=1)
    is_pip = np.zeros(len(local), bool)
    for along, of_axis in enumerate((x_face, y_face, face)):
        across = np.delete(local, along, axis=1)
        for number, side in ((of_axis, 1), (7 - of_axis, -1)):
            on_face = (axis == along) & (local[:, along] * side > 0)
            for place in PIPS[number]:
                away = np.hypot(*(across - PIP_SPREAD * np.array(place)).T)
                is_pip |= on_face & (away < PIP_RADIUS)
    return is_pip


def _counter_tone(counter: VirtualCounter, local: Array) -> Array:
    """Return the tone (N,) of a counter at each place: mottled stone, or a disc with a turned ring."""
    tone = np.ones(len(local), np.float32)
    if counter.mottle:
        rng = np.random.default_rng((counter.seed, 7))
        blotches = np.zeros(len(local), np.float32)
        for octave in range(4):
            waves = rng.normal(0, 1.6 * 1.9**octave, (3, 3)).astype(np.float32)
            phase = rng.uniform(0, 2 * np.pi, 3).astype(np.float32)
            blotches += 0.7**octave * np.sin(local @ waves + phase).sum(axis=1)
        tone = tone * np.exp(0.22 * counter.mottle * blotches)
    if counter.kind is CounterKind.DISC:
        across = np.linalg.norm(local[:, :2], axis=1)
        tone = tone * np.where(np.abs(across - 0.8) < 0.04, 0.9, 1.0)
    return tone.astype(np.float32)
