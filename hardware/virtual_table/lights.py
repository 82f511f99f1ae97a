"""The light of a room."""

import numpy as np

from hardware.virtual_table.scene import Colour, Lighting, LightSource

NEUTRAL: Colour = (1.0, 0.94, 0.86)
COOL: Colour = (0.86, 0.96, 1.1)


def diffuse(rng: np.random.Generator) -> Lighting:
    """Return a random light from above; a white sheet at the board's middle would send about 1."""
    turn = rng.uniform(0, 360)
    overhead = lamp(turn, rng.uniform(55, 80), rng.uniform(1200, 1800), rng.uniform(350, 600), COOL, 0.5)
    return Lighting((overhead,), scaled(NEUTRAL, 0.5))


def lamp(
    turn_deg: float, up_deg: float, distance_mm: float, radius_mm: float, tint: Colour, power: float
) -> LightSource:
    """Return a lamp in a direction and at a distance from the board, and as bright on it wherever it is."""
    turn, up = np.radians(turn_deg), np.radians(up_deg)
    place = (
        float(distance_mm * np.cos(up) * np.cos(turn)),
        float(distance_mm * np.cos(up) * np.sin(turn)),
        float(distance_mm * np.sin(up)),
    )
    # A low lamp lights a level board less: compensate.
    return LightSource(place, float(radius_mm), scaled(tint, power / float(np.sin(up))))


def scaled(colour: Colour, factor: float) -> Colour:
    """Return a light of the same colour, so many times as bright."""
    return (colour[0] * factor, colour[1] * factor, colour[2] * factor)
