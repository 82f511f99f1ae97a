"""A hand with its forearm and sleeve, as rounded limbs: fingers spread over the board, or holding a counter.

Frame of the joints below: millimetres, the finger tips at the origin, x from the wrist to the fingers, y
towards the thumb of a right hand, z upwards.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from hardware.virtual_table.render.arm.limb import Limb
from hardware.virtual_table.scene import HandPose, Place, VirtualHand

Joint = tuple[float, float, float, float]  # place and radius of a joint: x, y, z, radius in mm

SPREAD: tuple[tuple[Joint, ...], ...] = (
    ((-100, 30, 16, 11), (-55, 38, 20, 9.5), (-28, 42, 14, 8.5), (-8, 45, 4, 7)),
    ((-98, 9, 19, 11.5), (-48, 12, 24, 10), (-20, 13, 17, 8.7), (4, 14, 5, 7.2)),
    ((-101, -12, 17, 11), (-55, -16, 21, 9.5), (-28, -19, 15, 8.5), (-5, -21, 4, 7)),
    ((-108, -31, 13, 10), (-74, -42, 15, 8.5), (-54, -48, 10, 7.5), (-38, -53, 3, 6.2)),
    ((-158, 26, 4, 15), (-118, 52, 2, 12), (-84, 66, 2, 10), (-62, 72, 0, 8)),
)

PINCH: tuple[tuple[Joint, ...], ...] = (
    ((-66, 28, 52, 11), (-28, 26, 58, 9.5), (-6, 18, 34, 8.5), (3, 10, 10, 7)),
    ((-66, 7, 55, 11.5), (-24, 2, 60, 10), (0, 0, 36, 8.7), (9, -4, 14, 7.2)),
    ((-70, -14, 52, 11), (-32, -18, 55, 9.5), (-14, -18, 32, 8.5), (-16, -16, 18, 7)),
    ((-76, -33, 46, 10), (-44, -37, 46, 8.5), (-30, -35, 30, 7.5), (-34, -32, 20, 6.2)),
    ((-122, 26, 34, 15), (-78, 34, 22, 12), (-40, 20, 16, 9.5), (-12, 4, 9, 7.5)),
)

WRIST_BEHIND_MM = 80.0
ELBOW_MM = 330.0
CUFF_MM = 75.0


@dataclass(frozen=True)
class HandParts:
    """The limbs of a hand and arm: bare ones, and those under a sleeve."""

    skin: tuple[Limb, ...]
    sleeve: tuple[Limb, ...]


def parts(hand: VirtualHand) -> HandParts:
    """Return the limbs of a hand, in the board's frame; the same hand always has the same ones."""
    rng = np.random.default_rng((hand.seed, 5))
    fingers = SPREAD if hand.pose is HandPose.HOVERING else PINCH
    size = rng.uniform(0.92, 1.08)
    loose = 4.0 if hand.pose is HandPose.HOVERING else 1.2

    bare: list[tuple[Joint, Joint]] = []
    for finger in fingers:
        joints = [finger[0]]
        for x, y, z, radius in finger[1:]:
            dx, dy, dz = rng.normal(0, loose, 3)
            joints.append((x + dx, y + dy, max(0.0, z + dz), radius))
        bare.extend(pairwise(joints))
    knuckles = [finger[0] for finger in fingers[:4]]
    middle_z = float(np.mean([joint[2] for joint in knuckles]))
    wrist_x = min(joint[0] for joint in knuckles) - WRIST_BEHIND_MM
    for (x, y, z, radius), side in zip(knuckles, (16, 6, -6, -16), strict=True):
        bare.append(((x, y, z - 3, radius + 2.5), (wrist_x, side, middle_z + 4, 17.0)))
    bare.append(((fingers[4][0][0], 22, fingers[4][0][2], 15), (fingers[0][0][0], 20, middle_z - 4, 13)))
    bend = rng.uniform(-25, 25)
    elbow = (wrist_x - ELBOW_MM, bend, middle_z + 75.0)
    bare.extend(
        ((wrist_x, side, middle_z + 4, 20.0), (elbow[0], elbow[1] + side, elbow[2], 34.0)) for side in (9, -9)
    )

    def limb(start: Joint, end: Joint) -> Limb:
        return Limb(_placed(hand, size, start), _placed(hand, size, end), start[3] * size, end[3] * size)

    skin = tuple(limb(start, end) for start, end in bare)
    if hand.sleeve is None:
        return HandParts(skin, ())
    share = (CUFF_MM + rng.uniform(-30, 60)) / ELBOW_MM
    wrist = (wrist_x, 0.0, middle_z + 4)
    rings: list[Joint] = []
    for fold in (0.0, *np.sort(rng.uniform(0.2, 0.9, 3)), 1.0):
        x, y, z = np.array(wrist) + (share + (1 - share) * fold) * np.subtract(elbow, wrist)
        crumple = rng.normal(0, (3, 2, 2))
        rings.append((x, y + crumple[0], z + crumple[1], 38.0 + 9 * fold + crumple[2]))
    return HandParts(skin, tuple(limb(start, end) for start, end in pairwise(rings)))


def _placed(hand: VirtualHand, size: float, joint: Joint) -> Place:
    """Return a joint of the hand's own frame in the board's frame."""
    x, y, z, _ = joint
    y = -y if hand.left else y
    angle = np.radians(hand.from_deg + 180)
    return (
        float(hand.x_mm + size * (x * np.cos(angle) - y * np.sin(angle))),
        float(hand.y_mm + size * (x * np.sin(angle) + y * np.cos(angle))),
        float(hand.z_mm + size * z),
    )
