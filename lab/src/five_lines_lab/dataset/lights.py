"""Typical lighting of tables, and its changes during an evening."""

from dataclasses import replace
from enum import StrEnum

import numpy as np

from hardware.virtual_table.lights import COOL, NEUTRAL, diffuse, lamp, scaled
from hardware.virtual_table.scene import Colour, Lighting

WARM: Colour = (1.0, 0.7, 0.42)


class LightKind(StrEnum):
    """Kinds of lighting."""

    DIFFUSE = "diffuse"
    WINDOW = "window"
    SPOT = "spot"
    WARM_LOW = "warm_low"
    MIXED = "mixed"


class LightChange(StrEnum):
    """Changes of the light after calibration."""

    DIMMER = "dimmer"
    BRIGHTER = "brighter"
    COLOUR = "colour"
    MOVED = "moved"
    EXTRA_LAMP = "extra_lamp"


def light_of(kind: LightKind, rng: np.random.Generator) -> Lighting:
    """Return a random light of a kind; a white sheet at the board's middle would send about 1."""
    if kind is LightKind.DIFFUSE:
        return diffuse(rng)
    turn = rng.uniform(0, 360)
    match kind:
        case LightKind.WINDOW:
            window = lamp(turn, rng.uniform(25, 45), rng.uniform(900, 1600), rng.uniform(200, 400), COOL, 0.9)
            return Lighting((window,), scaled(COOL, 0.16))
        case LightKind.SPOT:
            spot = lamp(turn, rng.uniform(45, 75), rng.uniform(700, 1200), rng.uniform(15, 50), NEUTRAL, 1.0)
            spot = replace(spot, spot_mm=rng.uniform(230, 420), aim_mm=tuple(rng.uniform(-60, 60, 2)))
            return Lighting((spot,), scaled(NEUTRAL, 0.1))
        case LightKind.WARM_LOW:
            low = lamp(turn, rng.uniform(22, 38), rng.uniform(600, 1000), rng.uniform(30, 90), WARM, 0.85)
            return Lighting((low,), scaled(WARM, 0.22))
        case LightKind.MIXED:
            window = lamp(turn, rng.uniform(25, 45), rng.uniform(900, 1500), rng.uniform(200, 350), COOL, 0.6)
            across = turn + rng.uniform(110, 250)
            low = lamp(across, rng.uniform(40, 65), rng.uniform(700, 1100), rng.uniform(30, 80), WARM, 0.5)
            return Lighting((window, low), scaled(NEUTRAL, 0.18))


def changed(light: Lighting, change: LightChange, rng: np.random.Generator) -> Lighting:
    """Return the light after a change."""
    match change:
        case LightChange.DIMMER:
            return tinted(light, (rng.uniform(0.4, 0.7),) * 3)
        case LightChange.BRIGHTER:
            return tinted(light, (rng.uniform(1.25, 1.6),) * 3)
        case LightChange.COLOUR:
            warmer = rng.uniform(0.1, 0.3) * rng.choice([-1, 1])
            return tinted(light, (1 + warmer, 1.0, 1 - warmer))
        case LightChange.MOVED:
            first, *others = light.lamps
            angle = np.radians(rng.uniform(35, 120) * rng.choice([-1, 1]))
            x, y, z = first.position_mm
            moved = (
                float(x * np.cos(angle) - y * np.sin(angle)),
                float(x * np.sin(angle) + y * np.cos(angle)),
                z,
            )
            return replace(light, lamps=(replace(first, position_mm=moved), *others))
        case LightChange.EXTRA_LAMP:
            extra = lamp(
                rng.uniform(0, 360),
                rng.uniform(35, 65),
                rng.uniform(600, 1000),
                rng.uniform(20, 80),
                WARM,
                rng.uniform(0.25, 0.5),
            )
            return replace(light, lamps=(*light.lamps, extra))


def tinted(light: Lighting, factors: Colour) -> Lighting:
    """Return the light with its red, green and blue multiplied by factors."""

    def changed_colour(colour: Colour) -> Colour:
        return (colour[0] * factors[0], colour[1] * factors[1], colour[2] * factors[2])

    lamps = tuple(replace(lamp, colour=changed_colour(lamp.colour)) for lamp in light.lamps)
    return Lighting(lamps, changed_colour(light.ambient))
