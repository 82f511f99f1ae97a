"""Slots of counters: on points, along a half in one or two rows."""

from dataclasses import dataclass

from companion.board.spec import LINE_AND_SIDE
from companion.game import RING, Point
from hardware.virtual_table.render import marks
from hardware.virtual_table.scene import VirtualBoard

ROW = 5  # number of counters in a row along a half; further ones make a second row beside it


@dataclass(frozen=True)
class BoardSlot:
    """A counter's slot: its half, and its number there (0 the point, 1 to 4 inwards, 5 on: second row)."""

    half: Point
    slot: int


def slot_mm(board: VirtualBoard, spot: BoardSlot, spacing_mm: float) -> tuple[float, float]:
    """Return the place of a slot when counters lie `spacing_mm` apart."""
    x, y = marks.points_mm(board)[RING.index(spot.half)]
    row, slot = divmod(spot.slot, ROW)
    # The second row lies towards the middle of the board, where there is room.
    line, _ = LINE_AND_SIDE[spot.half]
    aside = (1 if line <= 3 else -1) * row * min(spacing_mm, 0.46 * board.spec.line_pitch_mm)
    return (float(x + inwards(spot.half) * slot * spacing_mm), float(y + aside))


def inwards(half: Point) -> int:
    """Return the sign of x from a half's point towards the middle of the board."""
    _, side = LINE_AND_SIDE[half]
    return -side
