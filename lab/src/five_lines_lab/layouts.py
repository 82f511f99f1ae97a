"""Layouts of counters in slots and beside the board, tidy or not."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from companion.game import RING, Point
from hardware.virtual_table.layouts import ROW, BoardSlot, slot_mm
from hardware.virtual_table.placing import CLEARANCE_MM
from hardware.virtual_table.scene import VirtualBoard, VirtualCounter

Places = NDArray[np.float64]

NEAREST_MM, FURTHEST_MM, STRAY_MM = 18.0, 70.0, 3.0
"""Minimum and maximum distance from the board of counters beside it, and their random offset: even the
largest counters are clear of the board."""
APART_MM, TRIES = 28.0, 50


@dataclass(frozen=True)
class PlacedCounter:
    """A counter at its place on the table; `spot` is None for one off the board."""

    counter: VirtualCounter
    spot: BoardSlot | None


def slots_on(halves: Sequence[Point]) -> list[BoardSlot]:
    """Return the slots of counters on these halves, in order of arrival."""
    taken = dict.fromkeys(RING, 0)
    result = []
    for half in halves:
        result.append(BoardSlot(half, taken[half]))
        taken[half] += 1
    return result


def place_counters(
    board: VirtualBoard,
    counters: Sequence[VirtualCounter],
    where: Sequence[BoardSlot | None],
    untidy_mm: float,
    rng: np.random.Generator,
) -> tuple[PlacedCounter, ...]:
    """Place counters at their slots (None: beside the board), each up to `untidy_mm` off, without overlaps.

    Counters of a second row are at most 1 mm off: farther off, their line would be ambiguous.
    """
    places = np.zeros((len(counters), 2))
    home = np.zeros((len(counters), 2))
    free = np.zeros(len(counters))
    gap = rng.uniform(0.4, 3.0)
    for i, (counter, spot) in enumerate(zip(counters, where, strict=True)):
        if spot is None:
            others = home[[j for j in range(i) if where[j] is None]]
            home[i] = _beside(board, others, rng)
            free[i] = STRAY_MM
        else:
            home[i] = slot_mm(board, spot, counter.diameter_mm + gap)
            free[i] = untidy_mm if spot.slot < ROW else min(untidy_mm, 1.0)
        angle, off = rng.uniform(0, 2 * np.pi), free[i] * np.sqrt(rng.uniform())
        places[i] = home[i] + off * np.array((np.cos(angle), np.sin(angle)))
    _part(places, home, np.maximum(free, 3.0), np.array([c.diameter_mm / 2 for c in counters]))
    return tuple(
        PlacedCounter(
            replace(
                counter,
                x_mm=round(float(x), 2),
                y_mm=round(float(y), 2),
                z_mm=0.0 if spot else -board.thickness_mm,
                angle_deg=float(rng.uniform(0, 360)),
            ),
            spot,
        )
        for counter, spot, (x, y) in zip(counters, where, places, strict=True)
    )


def _beside(board: VirtualBoard, others: Places, rng: np.random.Generator) -> tuple[float, float]:
    """Return a place near the board but not under it, apart from others (n, 2) if there is room."""
    half = np.array(board.size_mm) / 2
    for _ in range(TRIES):
        side, sign = int(rng.integers(2)), rng.choice((-1.0, 1.0))
        place = rng.uniform(-1, 1, 2) * (half + FURTHEST_MM)
        place[side] = sign * (half[side] + rng.uniform(NEAREST_MM, FURTHEST_MM))
        if (np.linalg.norm(others - place, axis=1) > APART_MM).all():
            break
    return (float(place[0]), float(place[1]))


def _part(places: Places, home: Places, free: Places, radii: Places) -> None:
    """Push counters apart, in place, until none overlaps another; they stay as near home as possible."""
    for _ in range(200):
        moved = False
        for i in range(len(places)):
            for j in range(i):
                way = places[i] - places[j]
                distance = float(np.hypot(*way))
                need = radii[i] + radii[j] + CLEARANCE_MM
                if distance < need:
                    direction = way / distance if distance > 0.01 else np.array((1.0, 0.0))
                    places[i] += direction * (need - distance) * 0.52
                    places[j] -= direction * (need - distance) * 0.52
                    moved = True
        off = places - home
        length = np.linalg.norm(off, axis=1)
        far = length > free
        if moved and far.any():
            places[far] = home[far] + off[far] * (0.5 + 0.5 * free[far] / length[far])[:, None]
        if not moved:
            return
