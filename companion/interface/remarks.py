"""What the station remarks on after it has learned its board, or could not."""

from dataclasses import dataclass
from enum import StrEnum

from companion.board.signals import Flaw
from companion.game import Point, Seat


class Grade(StrEnum):
    """How well counters stand out from the board and from each other, once it is learned."""

    VERY_WELL = "very-well"
    WELL = "well"
    JUST = "just"


@dataclass(frozen=True, slots=True)
class Remark:
    """A flaw; `seat` is that of the counters meant, `point` where the one meant lies."""

    flaw: Flaw
    seat: Seat | None = None
    point: Point | None = None
