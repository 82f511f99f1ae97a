"""Random arms laid over rectified pictures: forearm or sleeve, fist or spread fingers, and their shadow."""

from dataclasses import dataclass

import cv2
import numpy as np

from five_lines_lab.training.tables import Rng, any_colour
from vision.arrays import Doubles, Floats, Mask, Picture

SKIN = (np.array([58.0, 76.0, 112.0]), np.array([165.0, 190.0, 236.0]))
"""Dark and light skin, BGR: others lie between."""

GLOVE = 0.15  # share of hands in a glove, or whose skin has any other colour
SLEEVE = 0.6  # share of arms in a sleeve
FINGER, ARM = (0.5, 1.0), (2.2, 5.0)  # widths of a finger and of an arm, in counters
LIMB_LIGHT = 0.55  # light on the rim of a limb, as a share of that on its top, at least


@dataclass(frozen=True)
class ArmView:
    """An arm in a picture: its share of each pixel (h, w), its shadow (h, w), and its colours (h, w, 3)."""

    cover: Floats
    shade: Floats
    colour: Floats

    def over(self, picture: Picture) -> Picture:
        """Return a picture (h, w, 3) with the arm over it."""
        seen = picture * (1 - self.shade[..., None])
        seen += (self.colour - seen) * self.cover[..., None]
        return np.asarray(np.clip(seen + 0.5, 0, 255), np.uint8)

    @property
    def covers(self) -> Mask:
        """The pixels (h, w) that show the arm rather than what lies below."""
        return np.asarray(self.cover >= 0.5)


def random_arm(rng: Rng, shape: tuple[int, int], px: float) -> ArmView:
    """Return an arm that reaches into a picture of a shape (height, width) with counters of `px`."""
    height, width = shape
    tip = rng.uniform((0.1, 0.1), (0.9, 0.9)) * (width, height)
    angle = rng.uniform(0, 2 * np.pi)
    relief, colour = np.zeros(shape, np.float32), np.zeros((*shape, 3), np.float32)
    palm = tip + _way(angle) * px * rng.uniform(1.5, 4.0)
    wrist = palm + _way(angle + rng.normal(0, 0.2)) * px * rng.uniform(1.5, 4.0)
    elbow = wrist + _way(angle + rng.normal(0, 0.35)) * (height + width)
    wide = float(rng.uniform(*ARM)) * px
    skin, sleeve = _skin(rng), np.array(any_colour(rng)[::-1], np.float32) * 255
    bare = wrist + (elbow - wrist) * (0 if rng.uniform() < SLEEVE else rng.uniform(0.02, 0.4))
    _limb(relief, colour, palm, elbow, wide * 0.8, skin)
    _limb(relief, colour, bare, elbow, wide * rng.uniform(1.0, 1.5), _cloth(rng, shape, sleeve))
    _limb(relief, colour, palm, wrist, wide * rng.uniform(0.9, 1.3), skin)
    finger = float(rng.uniform(*FINGER)) * px
    across = _way(angle + np.pi / 2) * finger
    for number in range(int(rng.integers(1, 6))):
        knuckle = palm + across * (number - 2) * rng.uniform(0.8, 1.1)
        end = tip + across * (number - 2) * rng.uniform(0.2, 1.6) + rng.normal(0, 0.4 * px, 2)
        _limb(relief, colour, knuckle, end, finger, skin)
    cover = np.asarray(cv2.GaussianBlur(np.asarray(relief > 0, np.float32), (0, 0), rng.uniform(0.4, 1.2)))
    lit = LIMB_LIGHT + (1 - LIMB_LIGHT) * relief[..., None]
    colour *= lit * np.exp(rng.normal(0, 0.25)) + rng.normal(0, rng.uniform(0.5, 6), colour.shape) / 255
    fall, soft = rng.normal(0, 0.6, 2) * px, float(rng.uniform(0.1, 0.8)) * px
    shadow = cv2.warpAffine(cover, np.array([[1, 0, fall[0]], [0, 1, fall[1]]]), (width, height))
    shadow = cv2.GaussianBlur(shadow, (0, 0), soft) * rng.uniform(0, 0.55)
    return ArmView(np.asarray(cover, np.float32), np.asarray(shadow, np.float32), colour)


def _way(angle: float) -> Doubles:
    return np.array([np.cos(angle), np.sin(angle)])


def _skin(rng: Rng) -> Floats:
    if rng.uniform() < GLOVE:
        return np.asarray(np.array(any_colour(rng)[::-1]) * 255, np.float32)
    dark, light = SKIN
    return np.asarray((dark + (light - dark) * rng.uniform()) * np.exp(rng.normal(0, 0.06, 3)), np.float32)


def _cloth(rng: Rng, shape: tuple[int, int], colour: Floats) -> Floats:
    """Return the colours (h, w, 3) of a cloth: plain, striped or mottled."""
    y, x = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32)
    pattern = np.ones(shape, np.float32)
    kind, angle = rng.uniform(), rng.uniform(0, np.pi)
    if kind < 0.25:
        pattern += (
            0.5 * rng.uniform() * np.sign(np.sin((x * np.cos(angle) + y * np.sin(angle)) / rng.uniform(1, 6)))
        )
    elif kind < 0.5:
        spots = cv2.GaussianBlur(rng.normal(0, 1, shape).astype(np.float32), (0, 0), rng.uniform(0.7, 3))
        pattern += 0.3 * spots / max(float(spots.std()), 1e-3)
    folds = np.sin((x * np.cos(angle + 1) + y * np.sin(angle + 1)) / rng.uniform(4, 15) + rng.uniform(0, 6))
    return np.asarray(colour * (pattern * (1 + 0.15 * folds))[..., None], np.float32)


def _limb(relief: Floats, colour: Floats, start: Doubles, end: Doubles, wide: float, of: Floats) -> None:
    """Draw a round limb from start to end, in pixels, into its relief (h, w), 0 to 1, and colours."""
    y, x = np.mgrid[0 : relief.shape[0], 0 : relief.shape[1]].astype(np.float32)
    along = end - start
    share = ((x - start[0]) * along[0] + (y - start[1]) * along[1]) / max(float(along @ along), 1e-6)
    share = np.clip(share, 0, 1)
    away = np.hypot(x - start[0] - share * along[0], y - start[1] - share * along[1])
    inside = away < wide / 2
    relief[inside] = np.sqrt(np.maximum(1 - (2 * away[inside] / wide) ** 2, 1e-4))
    colour[inside] = of[inside] if of.ndim == 3 else of
