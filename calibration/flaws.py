"""What can be amiss with a calibration, whether it is only remarked on or makes the calibration fail."""

from dataclasses import dataclass
from enum import Enum, auto

from companion.game.board import Point, Seat


class Flaw(Enum):
    """A kind of flaw, for whoever tells people of it in other words."""

    FLICKER = auto()
    OTHER_LIGHT = auto()
    TOO_DARK = auto()
    SEATS_ALIKE = auto()
    LIKE_BOARD = auto()
    HARD_TO_SEE = auto()
    IN_DOUBT = auto()
    LIKE_OTHER_SEAT = auto()
    BETWEEN_SEATS = auto()


@dataclass(frozen=True, slots=True)
class Remark:
    """A flaw in plain words: what, where, and what to do; `seat` and `point` are those of the counters meant.

    Of a counter that looks like the other seat's, `seat` is the one that it was laid for.
    """

    flaw: Flaw
    words: str
    seat: Seat | None = None
    point: Point | None = None
