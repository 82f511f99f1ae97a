"""Flaws of a calibration: remarks, or reasons to fail."""

from dataclasses import dataclass
from enum import Enum, auto

from companion.game.board import Point, Seat


class Flaw(Enum):
    """A kind of flaw, for callers that describe it in other words."""

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
    """A flaw in plain words: what, where, and what to do. `seat` and `point` are those of the counters.

    For a counter that looks like the other seat's, `seat` is the one of the known position.
    """

    flaw: Flaw
    words: str
    seat: Seat | None = None
    point: Point | None = None
