"""Where people put counters: where there is room, in a column off the board, or in a hand."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from companion.game import COUNTERS, Seat
from hardware.virtual_table.scene import Colour, HandPose, VirtualBoard, VirtualCounter, VirtualHand

CLEARANCE_MM = 0.3  # distance at which counters touch
GAP_MM = 2.0  # gap between counters on one half
UNTIDY_MM = 3.0  # maximum offset, in either direction, of a counter from its place
COLUMN_PITCH_MM = 32.0  # distance between counters off the board
GRIP_MM = 6.0  # height of a counter's middle above the tips of the fingers that hold it
ARM_DEG = {Seat.A: 0.0, Seat.B: 180.0}  # directions from which the arms of each seat come
FAR_MM = 1000.0  # cap on distances to other counters

SKINS: tuple[Colour, ...] = (
    (0.91, 0.76, 0.67),
    (0.83, 0.63, 0.5),
    (0.7, 0.48, 0.35),
    (0.5, 0.32, 0.22),
    (0.3, 0.19, 0.14),
)
SLEEVES: tuple[Colour | None, ...] = (
    None,
    (0.6, 0.1, 0.12),
    (0.1, 0.25, 0.16),
    (0.9, 0.9, 0.88),
    (0.45, 0.45, 0.45),
    (0.12, 0.14, 0.25),
    (0.06, 0.06, 0.07),
)

Place = tuple[float, float]


def roomiest(places: Iterable[Place], others: NDArray[np.float64], diameter_mm: float) -> tuple[Place, float]:
    """Return the first place with room for a counter among others (n, 2), and the room left, in mm.

    If none has room, return the best one; its room is negative.
    """
    best, best_mm = (0.0, 0.0), -np.inf
    for place in places:
        nearest_mm = float(np.min(np.linalg.norm(others - place, axis=1), initial=FAR_MM))
        room_mm = nearest_mm - (diameter_mm + CLEARANCE_MM)
        if room_mm > best_mm:
            best, best_mm = place, room_mm
        if room_mm >= 0:
            break
    return best, best_mm


def in_column(board: VirtualBoard, seat: Seat, number: int, off_mm: float) -> Place:
    """Return the place off the board of a seat's counter of a number, in a column at its seat's edge."""
    side = 1 if seat is Seat.A else -1
    return side * (board.size_mm[0] / 2 + off_mm), (number - COUNTERS // 2) * COLUMN_PITCH_MM


def finger_tips_mm(counter: VirtualCounter, z_mm: float) -> float:
    """Return the height of the finger tips that hold a counter with its underside at `z_mm`."""
    return z_mm + counter.height_mm / 2 - GRIP_MM


def random_hand(
    pose: HandPose, x_mm: float, y_mm: float, z_mm: float, rng: np.random.Generator
) -> VirtualHand:
    """Return a random person's hand at a place, whose arm comes from the nearer side of the table."""
    outwards = np.degrees(np.arctan2(y_mm + rng.normal(0, 60), x_mm + rng.normal(0, 60)))
    return VirtualHand(
        pose,
        x_mm,
        y_mm,
        z_mm,
        from_deg=float(outwards + rng.uniform(-35, 35)),
        skin=SKINS[int(rng.integers(len(SKINS)))],
        sleeve=SLEEVES[int(rng.integers(len(SLEEVES)))],
        left=bool(rng.uniform() < 0.3),
        seed=int(rng.integers(1 << 30)),
    )
