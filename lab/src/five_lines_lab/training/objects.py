"""Random objects drawn onto rectified pictures: counters of any make, and things that are none."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np

from five_lines_lab.training.tables import Rng
from vision.arrays import Doubles, Floats, Mask
from vision.photometry.opponent_colours import DARK_OFFSET

DRAWN_PX, SPAN = 48, 2.4
"""Pixels of a counter's diameter in a drawing, and the drawing's side in diameters."""

SIDE = round(DRAWN_PX * SPAN)
REACH = SPAN / 2 + 1.2  # how far an object and its shadow reach, in diameters
SIDE_LIGHT = 0.65  # light on the side of an object, as a share of that on its top
LAYERS = 5  # layers that an object is put together from
MIDDLE_HEIGHT = 0.12  # height, in diameters, at which pictures are rectified

COUNTER_OUTLINES = ("disc", "disc", "pebble")
COUNTER_SURFACES = {
    "flat": 0.2,
    "dome": 0.4,
    "mottle": 0.1,
    "grooves": 0.08,
    "coin": 0.1,
    "marks": 0.06,
    "two colours": 0.06,
}
"""Outlines and surfaces of counters, and the share of each surface."""

THING_OUTLINES = ("disc", "disc", "polygon", "polygon", "blob", "ring", "ring", "capsule", "strokes")
THING_SURFACES = (
    *("flat", "dome", "coin", "coin", "marks", "pips", "letters", "two colours", "mottle", "grooves"),
)
DISC_SURFACES = ("coin", "marks", "letters", "two colours", "grooves")
"""Outlines and surfaces of things; a plain disc would be a counter."""

OTHER_COUNTERS = 0.25  # share of things that are counters of another colour
ANOTHER = 0.3, 0.15
"""Minimum difference of another colour, as logarithms: of one channel, and between two of them."""

DARK_GREY = 45.0  # minimum level of the colour from which another one has to differ


@dataclass(frozen=True)
class ObjectLook:
    """Look of one kind of object: colours are BGR, 0 to 255, size and height in diameters of a counter.

    `proportion` and `corners` are of the outline, `depth` is of the surface's relief.
    """

    outline: str
    surface: str
    colour: Floats
    ink: Floats
    size: float
    height: float
    proportion: float
    corners: int
    depth: float
    gloss: float


@dataclass(frozen=True)
class RoomLight:
    """Light and view of a picture.

    `light` (2,) is the slope of the light; `shadow` (2,) and `lean` (2,) say how far the shadow and the top
    of an object move per height. `darkness` of shadows is a share, their `softness` in diameters.
    """

    light: Doubles
    shadow: Doubles
    lean: Doubles
    darkness: float
    softness: float


def random_light(rng: Rng) -> RoomLight:
    """Return a random light and view."""
    angles = rng.uniform(0, 2 * np.pi, 2)
    from_side, away = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    return RoomLight(
        light=from_side * rng.uniform(0.2, 1.6),
        shadow=-from_side * rng.uniform(0.2, 1.2),
        lean=away * rng.beta(1, 2),
        darkness=float(rng.uniform(0.1, 0.6)),
        softness=float(rng.uniform(0.03, 0.2)),
    )


def random_counter(rng: Rng, colour: Floats) -> ObjectLook:
    """Return how the counters of a seat look."""
    return ObjectLook(
        outline=str(rng.choice(COUNTER_OUTLINES)),
        surface=str(rng.choice(list(COUNTER_SURFACES), p=list(COUNTER_SURFACES.values()))),
        colour=colour,
        ink=_near(rng, colour, 0.5),
        size=float(rng.uniform(0.88, 1.08)),
        height=float(rng.uniform(0.05, 0.4)),
        proportion=float(rng.uniform(0.85, 1)),
        corners=int(rng.integers(2, 6)),
        depth=float(rng.uniform(0.2, 1.5)),
        gloss=float(rng.beta(1, 2)),
    )


def random_thing(rng: Rng, colour: Floats) -> ObjectLook:
    """Return how a thing looks beside counters of a colour (3,): of any outline and surface.

    Mostly its colour is close to that of the counters or not far from it. Some things are counters of
    another colour.
    """
    if rng.uniform() < OTHER_COUNTERS:
        return random_counter(rng, _another_colour(rng, colour))
    if rng.uniform() < 0.75:
        colour = _near(rng, colour, float(rng.choice((0.05, 0.15, 0.4))))
    else:
        colour = dull_colour(rng)
    outline, surface = str(rng.choice(THING_OUTLINES)), str(rng.choice(THING_SURFACES))
    if outline == "disc" and surface in ("flat", "dome", "mottle"):
        surface = str(rng.choice(DISC_SURFACES))
    ink = _near(rng, colour, 0.5) if rng.uniform() < 0.4 else rng.uniform(0, 255, 3)
    return ObjectLook(
        outline=outline,
        surface=surface,
        colour=colour,
        ink=np.asarray(ink, np.float32),
        size=float(rng.uniform(0.6, 1.25)),
        height=float(rng.choice((0.02, rng.uniform(0.05, 0.3), rng.uniform(0.3, 0.8)))),
        proportion=float(rng.uniform(0.5, 1)),
        corners=int(rng.integers(3, 8)),
        depth=float(rng.uniform(0.4, 2.5)),
        gloss=float(rng.beta(1, 2)),
    )


def another_of(rng: Rng, look: ObjectLook) -> ObjectLook:
    """Return another one of the same kind, as alike as counters of a set are."""
    uneven = 0.08 if look.outline == "pebble" else 0.025
    return replace(
        look,
        colour=_near(rng, look.colour, uneven),
        ink=_near(rng, look.ink, uneven),
        size=float(look.size * np.exp(rng.normal(0, uneven / 2))),
        height=float(look.height * np.exp(rng.normal(0, uneven))),
    )


def dull_colour(rng: Rng) -> Floats:
    """Return a colour (3,) BGR: grey ones and dull ones are as frequent as bright ones."""
    tint = rng.normal(0, rng.choice((0.03, 0.15, 0.5)), 3)
    return np.asarray(np.clip(rng.uniform(15, 245) * np.exp(tint - tint.mean()), 8, 250), np.float32)


def _another_colour(rng: Rng, colour: Floats) -> Floats:
    """Return a colour (3,) that is plainly another one, though it may not be far."""
    while True:
        other = _near(rng, np.maximum(colour, DARK_GREY), float(rng.uniform(0.2, 0.6)))
        away = np.log((other + DARK_OFFSET) / (colour + DARK_OFFSET))
        # A difference of tint counts more than one of brightness, which changes with the light.
        if max(np.abs(away).max() / ANOTHER[0], np.ptp(away) / ANOTHER[1]) > 1:
            return other


def _near(rng: Rng, colour: Floats, how_far: float) -> Floats:
    tone = np.exp(rng.normal(0, how_far) + rng.normal(0, 0.25 * how_far, 3))
    return np.asarray(np.clip(colour * tone, 4, 250), np.float32)


def paste(frame: Floats, look: ObjectLook, room: RoomLight, at: Doubles, px: float, rng: Rng) -> None:
    """Draw an object, its side and its shadow at a place (2,) of a frame (h, w, 3) with counters of `px`."""
    colour, mask = _drawn(look, room, rng)
    scale = px / DRAWN_PX
    first = np.maximum(np.round(at - REACH * px), 0).astype(int)
    last = np.minimum(np.round(at + REACH * px), frame.shape[1::-1]).astype(int)
    if (last - first).min() < 4:
        return
    window = frame[first[1] : last[1], first[0] : last[0]]

    def seen(values: Floats, off: Doubles) -> Floats:
        x, y = at + off * px - first - scale * (SIDE - 1) / 2
        move = np.array([[scale, 0, x], [0, scale, y]])
        return np.asarray(cv2.warpAffine(values, move, (last - first).tolist()), np.float32)

    soft = np.asarray(cv2.GaussianBlur(mask, (0, 0), 0.5 / scale), np.float32)
    blurred = cv2.GaussianBlur(colour * mask[..., None], (0, 0), 0.5 / scale)
    shown = np.asarray(blurred / np.maximum(soft, 1e-3)[..., None], np.float32)
    heights = np.linspace(0, look.height, LAYERS)
    cast = np.max([seen(soft, room.shadow * z - room.lean * MIDDLE_HEIGHT) for z in heights], axis=0)
    cast = cv2.GaussianBlur(cast, (0, 0), max(0.5, room.softness * px))
    window *= 1 - room.darkness * cast[..., None]
    for z in heights:
        off = room.lean * (z - MIDDLE_HEIGHT)
        share = seen(soft, off)[..., None]
        window += (seen(shown, off) * (1.0 if z == heights[-1] else SIDE_LIGHT) - window) * share


@dataclass(frozen=True)
class _Place:
    """Pixels of a drawing (s, s) about an object's middle, in its radii: across, up, away, and the angle."""

    x: Floats
    y: Floats
    away: Floats
    angle: Floats


def _drawn(look: ObjectLook, room: RoomLight, rng: Rng) -> tuple[Floats, Floats]:
    """Return an object from above, turned by any angle: colour (s, s, 3) and where it is (s, s), 0 to 1."""
    turn = rng.uniform(0, 2 * np.pi)
    rows, columns = (np.mgrid[0:SIDE, 0:SIDE].astype(np.float32) - (SIDE - 1) / 2) / (
        DRAWN_PX * look.size / 2
    )
    x = columns * np.cos(turn) + rows * np.sin(turn)
    y = rows * np.cos(turn) - columns * np.sin(turn)
    at = _Place(x, y, np.hypot(x, y), np.arctan2(y, x))
    mask = _OUTLINES[look.outline](look, rng, at).astype(np.float32)
    colour, relief = np.empty((SIDE, SIDE, 3), np.float32), np.zeros((SIDE, SIDE), np.float32)
    colour[:] = look.colour
    if look.surface in _SURFACES:
        _SURFACES[look.surface](look, rng, at, colour, relief)
    uneven = 0.1 + 0.3 * look.gloss * (look.surface == "coin")
    sheen = _smooth_noise(rng, 3, uneven)
    # The rim of anything is rounded a little.
    smooth = cv2.GaussianBlur(relief, (0, 0), 0.015 * DRAWN_PX) + 0.05 * cv2.GaussianBlur(
        mask, (0, 0), 0.04 * DRAWN_PX
    )
    slopes = [cv2.Sobel(smooth, cv2.CV_32F, *way, scale=DRAWN_PX / 8) for way in ((1, 0), (0, 1))]
    slope = room.light[0] * slopes[0] + room.light[1] * slopes[1]
    colour *= np.maximum(1 + np.clip(slope, -0.6, 0.6) + sheen, 0.1)[..., None]
    if look.gloss > 0.35 and look.surface != "letters":
        spot = -room.light / np.hypot(*room.light) * rng.uniform(0.2, 0.6)
        away = np.hypot(columns - spot[0], rows - spot[1])
        colour += (255 * look.gloss * np.exp(-((away / rng.uniform(0.08, 0.3)) ** 2)))[..., None]
    return np.clip(colour, 0, 255), mask


def _smooth_noise(rng: Rng, cells: int, spread: float) -> Floats:
    coarse = rng.normal(0, spread, (cells, cells)).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC), np.float32)


def _wavy(rng: Rng, at: _Place, spread: float, waves: range) -> Floats:
    """Return a radius (s, s) that goes up and down around an object."""
    waved = [rng.normal(0, spread / k) * np.cos(k * at.angle + rng.uniform(0, 7)) for k in waves]
    return np.asarray(np.sum(waved, axis=0), np.float32)


def _disc(_look: ObjectLook, _rng: Rng, at: _Place) -> Mask:
    return np.asarray(at.away <= 1, bool)


def _pebble(look: ObjectLook, rng: Rng, at: _Place) -> Mask:
    radius = 1 + _wavy(rng, at, 0.06, range(2, 5))
    return np.asarray(np.hypot(at.x, at.y / max(0.8, look.proportion)) <= radius, bool)


def _blob(_look: ObjectLook, rng: Rng, at: _Place) -> Mask:
    return np.asarray(at.away <= np.maximum(0.8 + _wavy(rng, at, 0.3, range(1, 6)), 0.15), bool)


def _polygon(look: ObjectLook, rng: Rng, at: _Place) -> Mask:
    sector = 2 * np.pi / (4 if rng.uniform() < 0.5 else look.corners)
    tall = at.y / look.proportion
    off = (np.arctan2(tall, at.x) % sector) - sector / 2
    return np.asarray(np.hypot(at.x, tall) * np.cos(off) <= 0.85, bool)


def _ring(look: ObjectLook, _rng: Rng, at: _Place) -> Mask:
    return np.asarray((at.away <= 1) & (at.away > 1.7 * (look.proportion - 0.5)), bool)


def _capsule(look: ObjectLook, _rng: Rng, at: _Place) -> Mask:
    half = 1.1 * (1.4 - look.proportion)
    thick = 0.25 + 0.5 * (look.proportion - 0.5)
    return np.asarray(np.hypot(np.maximum(np.abs(at.x) - half, 0), at.y) <= thick, bool)


def _stroked(_look: ObjectLook, rng: Rng, _at: _Place) -> Mask:
    canvas = np.zeros((SIDE, SIDE, 3), np.float32)
    _strokes(canvas, np.ones(3, np.float32), rng, int(rng.integers(1, 5)), float(rng.uniform(0.1, 0.4)))
    return np.asarray(canvas[..., 0] > 0, bool)


_OUTLINES: dict[str, Callable[[ObjectLook, Rng, _Place], Mask]] = {
    "disc": _disc,
    "pebble": _pebble,
    "blob": _blob,
    "polygon": _polygon,
    "ring": _ring,
    "capsule": _capsule,
    "strokes": _stroked,
}


def _dome(look: ObjectLook, _rng: Rng, at: _Place, _colour: Floats, relief: Floats) -> None:
    relief += 0.25 * look.depth * np.sqrt(np.maximum(0, 1 - at.away**2))


def _coin(look: ObjectLook, rng: Rng, at: _Place, _colour: Floats, relief: Floats) -> None:
    depth = 0.06 * look.depth
    relief += depth * ((at.away > 0.85) & (at.away < 0.97))
    for _ in range(int(rng.integers(2, 8))):
        x, y = at.x - rng.normal(0, 0.3), at.y - rng.normal(0, 0.3)
        tall, turn = rng.uniform(0.3, 3), rng.uniform(0, np.pi)
        along, across = x * np.cos(turn) + y * np.sin(turn), y * np.cos(turn) - x * np.sin(turn)
        relief += depth * (np.hypot(along, across * tall) < rng.uniform(0.1, 0.5))


def _grooves(look: ObjectLook, rng: Rng, at: _Place, _colour: Floats, relief: Floats) -> None:
    for radius in np.linspace(0.4, 0.8, int(rng.integers(1, 3))).tolist():
        relief -= 0.05 * look.depth * (np.abs(at.away - radius) < 0.06)


def _marks(look: ObjectLook, rng: Rng, _at: _Place, colour: Floats, _relief: Floats) -> None:
    _strokes(colour, look.ink, rng, int(rng.integers(1, 4)), 0.14)


def _letters(look: ObjectLook, rng: Rng, at: _Place, colour: Floats, _relief: Floats) -> None:
    for row in np.arange(-0.8, 0.9, rng.uniform(0.25, 0.5)).tolist():
        colour[(np.abs(at.y - row) < 0.06) & (np.sin(at.x * rng.uniform(8, 20)) > -0.5)] = look.ink


def _pips(look: ObjectLook, rng: Rng, at: _Place, colour: Floats, _relief: Floats) -> None:
    places = [(x, y) for x in (-0.5, 0, 0.5) for y in (-0.5, 0, 0.5)]
    for x, y in rng.permutation(places)[: int(rng.integers(1, 7))].tolist():
        colour[np.hypot(at.x - x, at.y - y) < 0.16] = look.ink


def _two_colours(look: ObjectLook, rng: Rng, at: _Place, colour: Floats, _relief: Floats) -> None:
    inner = at.away < rng.uniform(0.35, 0.75)
    colour[inner if rng.uniform() < 0.7 else at.x > rng.uniform(-0.4, 0.4)] = look.ink


def _mottle(_look: ObjectLook, rng: Rng, _at: _Place, colour: Floats, _relief: Floats) -> None:
    colour *= np.exp(_smooth_noise(rng, int(rng.integers(4, 14)), 0.25 * rng.uniform(0.3, 1)))[..., None]


_SURFACES: dict[str, Callable[[ObjectLook, Rng, _Place, Floats, Floats], None]] = {
    "dome": _dome,
    "coin": _coin,
    "grooves": _grooves,
    "marks": _marks,
    "letters": _letters,
    "pips": _pips,
    "two colours": _two_colours,
    "mottle": _mottle,
}


def _strokes(canvas: Floats, ink: Floats, rng: Rng, count: int, width: float) -> None:
    """Draw straight strokes about the middle of a drawing (s, s, 3), their width in diameters."""
    for _ in range(count):
        ends = ((SIDE - 1) / 2 + rng.normal(0, 0.32, (2, 2)) * DRAWN_PX).round().astype(int).tolist()
        cv2.line(canvas, ends[0], ends[1], ink.tolist(), round(width * DRAWN_PX))
