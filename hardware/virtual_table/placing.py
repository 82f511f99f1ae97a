"""How people handle counters: put down where there is room, in a column off the board, or held in a hand."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from companion.game import COUNTERS, Seat
from hardware.virtual_table.scene import VirtualBoard, VirtualCounter

CLEARANCE_MM = 0.3
"""Counters touch when they lie as close as this."""

GAP_MM = 2.0
"""What is left between counters that lie on one half."""

UNTIDY_MM = 3.0
"""How far, at most and each way, a counter comes to lie from where it belongs."""

COLUMN_PITCH_MM = 32.0
"""How far apart counters lie that are not on the board."""

GRIP_MM = 6.0
"""How far below a counter's middle the tips of the fingers are that hold it."""

ARM_DEG = {Seat.A: 0.0, Seat.B: 180.0}
"""Where the arms of those at each seat come from."""

FAR_MM = 1000.0
"""As far off as a counter is at most taken to be."""

Place = tuple[float, float]


def roomiest(places: Iterable[Place], others: NDArray[np.float64], diameter_mm: float) -> tuple[Place, float]:
    """The first place with room for a counter among others (n, 2), and how much is left, in mm.

    Where none has room, the one that lacks least; what is left is then negative.
    """
    best, most_mm = (0.0, 0.0), -np.inf
    for place in places:
        nearest_mm = float(np.min(np.linalg.norm(others - place, axis=1), initial=FAR_MM))
        room_mm = nearest_mm - (diameter_mm + CLEARANCE_MM)
        if room_mm > most_mm:
            best, most_mm = place, room_mm
        if room_mm >= 0:
            break
    return best, most_mm


def in_column(board: VirtualBoard, seat: Seat, number: int, off_mm: float) -> Place:
    """Where a seat's counter of a number lies off the board: in a column so far from its seat's edge."""
    side = 1 if seat is Seat.A else -1
    return side * (board.size_mm[0] / 2 + off_mm), (number - COUNTERS // 2) * COLUMN_PITCH_MM


def finger_tips_mm(counter: VirtualCounter, z_mm: float) -> float:
    """How high the finger tips are that hold a counter with its underside at a height."""
    return z_mm + counter.height_mm / 2 - GRIP_MM
