"""Dice drawn onto pictures of boards that are seen from above."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from five_lines_lab.training.objects import RoomLight, dull_colour
from five_lines_lab.training.tables import Rng
from hardware.virtual_table.render.bodies import PIPS
from vision.arrays import Doubles, Floats
from vision.classifier.things import PX_PER_MM

RINGS = {1: (2, 3, 5, 4), 2: (1, 4, 6, 3), 3: (1, 2, 6, 5)}
"""The faces around a face, in their order; around its opposite the order is reversed."""

MIN_CONTRAST = 60.0  # minimum difference of pips from their face, 0 to 255, in one channel
FACE_PX = 96  # side of a drawn face


@dataclass(frozen=True)
class DieLook:
    """Look of a die: colours BGR (3,), 0 to 255, its side in mm, other measures in shares of its side.

    `spread` is how far pips are from a face's middle lines, `bevel` the radius of its corners.
    """

    colour: Floats
    pips: Floats
    single: Floats
    side_mm: float
    radius: float
    single_radius: float
    spread: float
    bevel: float


def random_die(rng: Rng) -> DieLook:
    """Return how a die looks."""
    while True:
        colour = dull_colour(rng) if rng.uniform() < 0.7 else np.full(3, rng.uniform(200, 250), np.float32)
        pips = [np.full(3, 25), np.full(3, 240), dull_colour(rng), np.array([40, 40, 190])]
        ink = np.asarray(pips[int(rng.choice(4, p=(0.4, 0.4, 0.15, 0.05)))], np.float32)
        if np.abs(ink - colour).max() >= MIN_CONTRAST:
            break
    radius = float(rng.uniform(0.065, 0.13))
    large = rng.uniform() < 0.15
    return DieLook(
        colour=colour,
        pips=ink,
        single=np.array([40, 40, 190], np.float32) if large and colour.min() > 120 else ink,
        side_mm=float(rng.uniform(10, 20)),
        radius=radius,
        single_radius=radius * float(rng.uniform(1.3, 2)) if large else radius,
        spread=float(rng.uniform(0.19, 0.3)),
        bevel=float(rng.uniform(0.03, 0.25)),
    )


def _face(die: DieLook, face: int, light: Floats, rng: Rng) -> tuple[Floats, Floats]:
    """Return a face (s, s, 3), lit by factors (3,), and where it is (s, s), 0 to 1; turned by chance."""
    colour, mask = np.empty((FACE_PX, FACE_PX, 3), np.float32), np.zeros((FACE_PX, FACE_PX), np.float32)
    colour[:] = die.colour
    coarse = rng.normal(1, 0.04, (2, 2)).astype(np.float32)
    colour *= cv2.resize(coarse, (FACE_PX, FACE_PX), interpolation=cv2.INTER_LINEAR)[..., None]
    radius = FACE_PX * (die.single_radius if face == 1 else die.radius)
    ink = die.single if face == 1 else die.pips
    lit = rng.normal(0, 0.25, 2) * radius
    for x, y in PIPS[face]:
        middle = FACE_PX * (0.5 + die.spread * np.array([x, y]))
        for at, part, tone in ((middle, 1.0, 1.0), (middle + lit, 0.5, rng.uniform(0.8, 1.3))):
            centre = (16 * at).round().astype(int).tolist()
            cv2.circle(colour, centre, round(16 * part * radius), (tone * ink).tolist(), -1, cv2.LINE_AA, 4)
    bevel = round(FACE_PX * die.bevel)
    cv2.rectangle(mask, (bevel, bevel), (FACE_PX - 1 - bevel, FACE_PX - 1 - bevel), 1.0, -1)
    mask = np.asarray(cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * bevel + 1,) * 2)))
    quarter = int(rng.integers(4))
    return np.rot90(colour * light, quarter), np.rot90(mask, quarter)


def paste_die(frame: Floats, die: DieLook, face: int, room: RoomLight, at: Doubles, rng: Rng) -> None:
    """Draw a die and its shadow into a frame (h, w, 3) with the middle of its upper face at a place (2,)."""
    side = die.side_mm * PX_PER_MM
    turn = rng.uniform(0, 2 * np.pi)
    cos, sin = np.cos(turn), np.sin(turn)
    corners = side / 2 * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) @ np.array([(cos, sin), (-sin, cos)])
    upper, lower = at + corners, at + corners - room.lean * side
    light = np.asarray(rng.uniform(0.35, 1.05) * np.exp(rng.normal(0, 0.08, 3)), np.float32)
    shadow = np.zeros(frame.shape[:2], np.float32)
    cast = np.concatenate([lower, lower + room.shadow * side])
    hull = np.asarray(cv2.convexHull(cast.astype(np.float32)), np.float64)
    cv2.fillConvexPoly(shadow, _sixteenths(hull), 1.0, cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(shadow, (0, 0), max(0.5, room.softness * side))
    frame *= 1 - room.darkness * soft[..., None]
    ring = RINGS[face] if face in RINGS else RINGS[7 - face][::-1]
    first = int(rng.integers(4))
    for n in range(4):
        one, other = upper[n], upper[(n + 1) % 4]
        outwards = np.array([(other - one)[1], -(other - one)[0]])
        if outwards @ room.lean < 0:
            quad = np.array([one, other, lower[(n + 1) % 4], lower[n]])
            shade = light * np.float32(rng.uniform(0.35, 1))
            edges = np.asarray(die.colour * shade)
            cv2.fillConvexPoly(frame, _sixteenths(quad), edges.tolist(), cv2.LINE_AA, 4)
            _paste_face(frame, _face(die, ring[(first + n) % 4], shade, rng), quad)
    _paste_face(frame, _face(die, face, light, rng), upper)


def _sixteenths(corners: Doubles) -> NDArray[np.int32]:
    return np.asarray((16 * corners).round(), np.int32)


def _paste_face(frame: Floats, face: tuple[Floats, Floats], quad: Doubles) -> None:
    """Draw a face on a quadrilateral (4, 2)."""
    colour, mask = face
    scale = FACE_PX / max(float(np.hypot(*(quad[1] - quad[0]))), 1)
    soft = cv2.GaussianBlur(mask, (0, 0), max(0.3, 0.4 * scale))
    smooth = cv2.GaussianBlur(colour, (0, 0), max(0.3, 0.4 * scale))
    flat = np.array([(0, 0), (FACE_PX - 1, 0), (FACE_PX - 1, FACE_PX - 1), (0, FACE_PX - 1)], np.float32)
    move = cv2.getPerspectiveTransform(flat, quad.astype(np.float32))
    size_wh = frame.shape[1::-1]
    share = cv2.warpPerspective(soft, move, size_wh)[..., None]
    shown = cv2.warpPerspective(smooth, move, size_wh, borderMode=cv2.BORDER_REPLICATE)
    frame += (shown - frame) * share
